//! A chunk as a tantivy document.
//!
//! [`document()`] and [`summary_document()`] fill [`FIELDS`], for the writer alone. Invariant: the text of a
//! chunk is indexed but not stored.

use super::schema::{DIRECTORY, ENTRY, FIELDS, FILE, LONG_WORD, PARENT, SILENT};
use super::terms::{has_long_word, name_term, qualified_term, word_across};
use crate::chunk::{Chunk, ChunkTree, Kind, Role, UNPARSED, whole_name};
use crate::corpus::SourcePath;
use crate::corpus::file_class::{is_test_module, purpose};
use crate::embed::EmbeddingKey;
use crate::index::error::Result;
use crate::index::record::{ROOT, Record};
use crate::syntax::Language;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::iter::{once, successors};
use std::ops::Range;
use tantivy::{TantivyDocument, TantivyError};

/// The document of a file or directory, whose summary is indexed.
pub(crate) fn summary_document(record: &Record, digest: &[u8]) -> Result<TantivyDocument> {
    let (path, is_directory) = (&record.path, record.is_directory());
    let entry_kind = if is_directory { DIRECTORY } else { FILE };
    let mut document = base_document(record, entry_kind)?;
    document.add_bytes(FIELDS.digest, digest);
    document.add_text(FIELDS.kind, record.kind.name());
    document.add_text(FIELDS.purpose, purpose(path, &[]));
    // Not in the scored fields of leaves: only leaves count in the frequencies there.
    document.add_text(FIELDS.summary, &record.summary);
    document.add_text(FIELDS.path, record.path_term());
    if path.as_str() != ROOT {
        document.add_text(FIELDS.directory, path.parent().as_str());
    }
    if !is_directory {
        add_languages(record, &mut document);
    }
    Ok(document)
}

/// Fields of every document.
fn base_document(record: &Record, entry: u64) -> Result<TantivyDocument> {
    let bytes = postcard::to_stdvec(record)
        .map_err(|error| TantivyError::InternalError(error.to_string()))?;
    let mut document = TantivyDocument::new();
    document.add_u64(FIELDS.id, record.id.0);
    // A missing value takes no space in the column.
    if let Some(key) = record.key {
        document.add_u64(FIELDS.key, key.0);
    }
    document.add_u64(FIELDS.entry, entry);
    document.add_u64(FIELDS.hash, record.hash);
    document.add_bytes(FIELDS.record, &bytes);
    Ok(document)
}

/// The document of a declaration that is a parent.
pub(crate) fn declaration_document(record: &Record) -> Result<TantivyDocument> {
    let defined = record
        .definitions
        .iter()
        .map(|definition| &*definition.name);
    chunk_document(record, PARENT, once(&*record.name).chain(defined))
}

/// Fields of every chunk below a file.
fn chunk_document<'n>(
    record: &Record,
    entry: u64,
    names: impl Iterator<Item = &'n str>,
) -> Result<TantivyDocument> {
    let mut document = base_document(record, entry)?;
    document.add_text(FIELDS.path, record.path.as_str());
    for name in names {
        document.add_text(FIELDS.name, name);
    }
    Ok(document)
}

/// The document of a chunk below the file, which has the purpose `of_file`; a `key` makes it an entry, whose
/// text is indexed.
pub(crate) fn document(
    tree: &ChunkTree,
    of_file: &'static str,
    chunk: &Chunk,
    key: Option<EmbeddingKey>,
) -> Result<TantivyDocument> {
    let record = Record::of(tree, chunk, key);
    let entry = match (key, chunk.role) {
        (Some(_), _) => ENTRY,
        (None, Role::Parent) => PARENT,
        (None, _) => SILENT,
    };
    let mut document = chunk_document(&record, entry, declared(tree, chunk))?;
    if entry == PARENT {
        return Ok(document);
    }
    document.add_u64(FIELDS.start, chunk.bytes.start as u64);
    let purpose = leaf_purpose(tree, chunk, of_file);
    document.add_text(FIELDS.purpose, purpose);
    add_languages(&record, &mut document);
    let text = tree.document.text.slice(chunk.bytes.clone());
    let across = word_across(tree.document.text.bytes(), chunk.bytes.start);
    if has_long_word(&text) || has_long_word(&across) {
        document.add_text(FIELDS.long, LONG_WORD);
    }
    document.add_text(FIELDS.silent, across);
    if entry == SILENT {
        document.add_text(FIELDS.silent, text);
        return Ok(document);
    }
    if record.is_one_line_header()
        && let Some(declaration) = tree.parent(chunk)
    {
        document.add_u64(FIELDS.declaration_hash, declaration.hash);
    }
    for term in declared_here(tree, chunk, &record) {
        document.add_text(FIELDS.declared, term);
    }
    for name in reference_terms(tree, chunk) {
        document.add_text(FIELDS.reference, name);
    }
    // A leaf of kind `file` is not found by its kind: the file is itself an entry.
    if chunk.kind != Kind::File {
        document.add_text(FIELDS.kind, chunk.kind.name());
    }
    if tree.has_errors(chunk) {
        document.add_text(FIELDS.purpose, UNPARSED);
    }
    if purpose == "code" {
        for facet in tree.facets(chunk) {
            document.add_text(FIELDS.purpose, facet);
        }
    }
    add_searched_text(tree, chunk, &mut document);
    Ok(document)
}

/// Adds the fields that a query's words are matched against.
fn add_searched_text(tree: &ChunkTree, chunk: &Chunk, document: &mut TantivyDocument) {
    let text = &tree.document.text;
    document.add_text(FIELDS.symbol, &chunk.name);
    for name in defined(chunk) {
        document.add_text(FIELDS.symbol, name);
    }
    for name in nested(chunk) {
        document.add_text(FIELDS.nested, name);
    }
    if matches!(chunk.kind, Kind::Section | Kind::Code) {
        for heading in chunk.names.iter().skip(1) {
            document.add_text(FIELDS.heading, heading);
        }
    }
    if let [_, above @ .., _] = chunk.names.as_slice() {
        for name in above {
            document.add_text(FIELDS.place, name);
        }
    }
    document.add_text(FIELDS.place, tree.path().as_str());
    document.add_text(FIELDS.docs, text.slice(chunk.docs.clone()));
    for part in outside_docs(&chunk.bytes, &chunk.docs) {
        document.add_text(FIELDS.body, text.slice(part));
    }
}

/// The purpose of a declaration or a leaf: `code`, `tests`, `docs` or `config`.
pub fn purpose_of(tree: &ChunkTree, chunk: &Chunk) -> &'static str {
    leaf_purpose(tree, chunk, purpose(tree.path(), &[]))
}

/// The purpose of a leaf in a file with the purpose `of_file`.
fn leaf_purpose(tree: &ChunkTree, chunk: &Chunk, of_file: &'static str) -> &'static str {
    let modules = match chunk.names.split_last() {
        // A function `test` is not a test; the header of a test module is one.
        Some((_, enclosing)) if chunk.kind != Kind::Module => enclosing,
        _ => &chunk.names,
    };
    if is_test_module(modules) {
        purpose(tree.path(), modules)
    } else if of_file == "code" && is_marked_test(tree, chunk) {
        "tests"
    } else {
        of_file
    }
}

/// Returns true if a chunk, or a declaration around it, is a test by the rules of its language.
pub fn is_marked_test(tree: &ChunkTree, leaf: &Chunk) -> bool {
    let Some(language) = leaf.language else {
        return false;
    };
    let text = &tree.document.text;
    // A piece is a part of its declaration, and has its text in part only.
    let own = match leaf.role {
        Role::Piece => tree.parent(leaf),
        _ => Some(leaf),
    };
    let around = successors(own, |chunk| tree.parent(chunk));
    around
        .take_while(|chunk| chunk.is_leaf() || chunk.kind != Kind::File)
        .any(|chunk| {
            let parent = tree.parent(chunk).filter(|parent| parent.kind.is_type());
            if language.collects_by_name && parent.is_some_and(|parent| !parent.is_collected()) {
                return false;
            }
            let is_leaf = chunk.is_leaf();
            let end = if chunk.signature.is_empty() && is_leaf {
                chunk.text_end
            } else {
                chunk.signature.end
            };
            let whole = if is_leaf {
                text.slice(chunk.text_bytes())
            } else {
                "".into()
            };
            language.is_test(
                &text.slice(chunk.bytes.start..end.max(chunk.bytes.start)),
                &whole,
            )
        })
}

/// Ranges of a chunk before and after its docs.
fn outside_docs(chunk: &Range<usize>, docs: &Range<usize>) -> [Range<usize>; 2] {
    if docs.is_empty() {
        [chunk.clone(), chunk.end..chunk.end]
    } else {
        [chunk.start..docs.start, docs.end..chunk.end]
    }
}

fn add_languages(record: &Record, document: &mut TantivyDocument) {
    let extension = record.path.extension().map(str::to_lowercase);
    let mut languages: BTreeSet<&str> = extension.as_deref().into_iter().collect();
    if let Some(name) = &record.language {
        languages.insert(name);
        languages.extend(Language::named(name).map_or(&[][..], |language| language.aliases));
    }
    for language in languages {
        document.add_text(FIELDS.language, language);
    }
}

/// Names that lead to a chunk: its own, if it is the whole declaration, and the names that it defines.
fn declared<'c>(tree: &ChunkTree, chunk: &'c Chunk) -> impl Iterator<Item = &'c str> {
    let is_whole = matches!(chunk.role, Role::Parent | Role::Body | Role::Gap)
        // A header in pieces has the names of its parent.
        && tree.parent(chunk).is_some_and(|parent| parent.names != chunk.names);
    let own = (is_whole && !chunk.name.is_empty()).then_some(&*chunk.name);
    own.into_iter().chain(defined(chunk)).chain(nested(chunk))
}

fn defined(chunk: &Chunk) -> impl Iterator<Item = &str> {
    chunk.definitions.iter().map(|definition| &*definition.name)
}

fn nested(chunk: &Chunk) -> impl Iterator<Item = &str> {
    chunk.nested.iter().map(|nested| &*nested.name)
}

/// The terms of the names that a leaf declares, without duplicates.
fn declared_here(tree: &ChunkTree, chunk: &Chunk, record: &Record) -> BTreeSet<String> {
    let is_code = !matches!(
        chunk.kind,
        Kind::File | Kind::Imports | Kind::Section | Kind::Code | Kind::Lines
    );
    let mut terms: BTreeSet<String> = defined(chunk).map(name_term).collect();
    if is_code && contains_name(tree, chunk, record) {
        terms.insert(name_term(whole_name(&chunk.name, chunk.role)));
    }
    terms.remove("");
    terms
}

/// Returns true if a chunk contains its name. Only one piece of a chunk does; not the first if it consists
/// of docs.
fn contains_name(tree: &ChunkTree, chunk: &Chunk, record: &Record) -> bool {
    if record.contains_name() {
        return true;
    }
    let after_docs = chunk.docs.end.max(chunk.bytes.start)..chunk.text_end;
    chunk.role == Role::Piece
        && chunk.name.ends_with("#1")
        && !tree.document.text.slice(after_docs).trim().is_empty()
}

/// Names that a chunk references or imports, also with their qualifiers, without duplicates. `self` is
/// replaced by the enclosing type.
fn reference_terms<'t>(tree: &'t ChunkTree, chunk: &Chunk) -> Vec<Cow<'t, str>> {
    let mut names = Vec::new();
    for reference in tree.references_of(chunk) {
        let name = tree.word(&reference.bytes);
        let qualifier = tree.word(&reference.qualifier);
        if !qualifier.is_empty() {
            let owner = if Language::is_own(&qualifier) {
                chunk.owner()
            } else {
                &qualifier
            };
            names.push(qualified_term(owner, &name).into());
        }
        names.push(name);
    }
    for import in tree.imports_of(chunk) {
        names.push(match import.name.as_str() {
            "" | "*" | "default" => import.module_name().into(),
            name => name.into(),
        });
        // A file is imported by its name, `util.h`, in which the module's name is not after the point.
        if import.name.is_empty() && is_file_name(&import.module) {
            names.push(import.module.as_str().into());
        }
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns true for the name of a file in a language, without a directory.
fn is_file_name(module: &str) -> bool {
    !module.contains(['/', '\\']) && Language::of(&SourcePath::new(module), "").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Limits;
    use crate::corpus::{Document, SourcePath, Text};

    /// Checks the leaves that declare a name at its location: `name: terms`.
    fn check(path: &str, text: &str, expected: &[&str]) {
        let limits = Limits {
            leaf: 200,
            parse: 1_000_000,
            ..Limits::default()
        };
        let document = Document::new(SourcePath::new(path), Text::from(text));
        let tree = ChunkTree::of(document, &limits);
        let leaves = tree.leaves().filter_map(|(_, leaf)| {
            let record = Record::of(&tree, leaf, None);
            let terms: Vec<String> = declared_here(&tree, leaf, &record).into_iter().collect();
            (!terms.is_empty()).then(|| format!("{}: {}", leaf.name, terms.join(" ")))
        });
        assert_eq!(leaves.collect::<Vec<_>>(), expected, "{path}");
    }

    #[test]
    fn a_name_is_declared_in_the_leaf_that_contains_it() {
        check(
            "a.rs",
            "const MAX_SIZE: u32 = 1;\npub struct FlatMap { a: u32 }\nimpl FlatMap {\n    fn new_map() {}\n}\n",
            &[
                "MAX_SIZE: maxsize",
                "FlatMap: a flatmap",
                "FlatMap: flatmap",
                "new_map: newmap",
            ],
        );
        check(
            "a.md",
            "# Title\n\nText.\n\n```python\ndef a(): pass\n```\n",
            &[],
        );
    }

    #[test]
    fn a_cut_declaration_is_declared_by_the_piece_with_its_name() {
        let limits = Limits {
            leaf: 200,
            parse: 1_000_000,
            ..Limits::default()
        };
        let fields: String = (0..12)
            .map(|at| format!("    int long_field_{at};\n"))
            .collect();
        let docs = " * Of a window, one.\n".repeat(12);
        for (before, expected) in [
            ("", "window_pane#1"),
            (&*format!("/*\n{docs} */\n"), "window_pane#2"),
        ] {
            let text = format!("{before}struct window_pane {{\n{fields}}};\n");
            let document = Document::new(SourcePath::new("a.h"), Text::from(text.as_str()));
            let tree = ChunkTree::of(document, &limits);
            let mut declaring = tree.leaves().map(|(_, leaf)| leaf);
            let is_declared = |leaf: &&Chunk| {
                let record = Record::of(&tree, leaf, None);
                declared_here(&tree, leaf, &record).contains("windowpane")
            };
            assert_eq!(
                declaring.find(is_declared).map(|leaf| &*leaf.name),
                Some(expected)
            );
            assert!(!declaring.any(|leaf| is_declared(&leaf)));
        }
    }
}
