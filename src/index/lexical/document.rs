//! A chunk as a tantivy document.

use super::names::behind;
use super::schema::{DIRECTORY, ENTRY, FILE, Fields, LONG_WORD};
use super::terms::has_long_word;
use crate::chunk::{Chunk, ChunkTree, Kind, Role, is_own};
use crate::corpus::SourcePath;
use crate::embed::EmbeddingKey;
use crate::index::record::{ROOT, Summary, path_term};
use crate::index::{IndexError, Record, stored};
use crate::syntax::Language;
use std::borrow::Cow;
use tantivy::TantivyDocument;

/// The document of a file: what is indexed of it is its summary.
pub(in crate::index) fn file(
    fields: &Fields,
    tree: &ChunkTree,
    chunk: &Chunk,
    summary: &Summary,
) -> Result<TantivyDocument, IndexError> {
    let record = Record {
        summary: summary.text.clone(),
        lead: summary.lead.clone(),
        ..Record::of(tree, chunk, Some(summary.key))
    };
    file_of(fields, &record, &summary.digest)
}

/// The document of a file with this record.
pub(in crate::index) fn file_of(
    fields: &Fields,
    record: &Record,
    digest: &[u8],
) -> Result<TantivyDocument, IndexError> {
    let mut document = summarized(fields, record, FILE, digest)?;
    document.add_text(fields.path, record.path.as_str());
    document.add_text(fields.directory, above(&record.path));
    add_languages(fields, record, &mut document);
    Ok(document)
}

/// The document of a directory.
pub(in crate::index) fn directory(
    fields: &Fields,
    path: &SourcePath,
    name: &str,
    summary: &Summary,
) -> Result<TantivyDocument, IndexError> {
    let record = Record::of_directory(path, name, summary);
    directory_of(fields, &record, &summary.digest)
}

/// The document of a directory with this record.
pub(in crate::index) fn directory_of(
    fields: &Fields,
    record: &Record,
    digest: &[u8],
) -> Result<TantivyDocument, IndexError> {
    let path = &record.path;
    let mut document = summarized(fields, record, DIRECTORY, digest)?;
    document.add_text(fields.path, path_term(path));
    if path.as_str() != ROOT {
        document.add_text(fields.directory, above(path));
    }
    Ok(document)
}

/// What a path lies in.
fn above(path: &SourcePath) -> &str {
    match path.directory() {
        "" => ROOT,
        directory => directory,
    }
}

fn summarized(
    fields: &Fields,
    record: &Record,
    entry: u64,
    digest: &[u8],
) -> Result<TantivyDocument, IndexError> {
    let mut document = recorded(fields, record, entry)?;
    document.add_bytes(fields.digest, digest);
    document.add_text(fields.kind, record.kind.name());
    // In none of the fields that leaves are scored by: their frequencies are those of leaves.
    document.add_text(fields.summary, &record.summary);
    Ok(document)
}

/// What every document has.
fn recorded(fields: &Fields, record: &Record, entry: u64) -> Result<TantivyDocument, IndexError> {
    let bytes = stored::encode(record).map_err(|error| IndexError::Damaged(error.to_string()))?;
    let mut document = TantivyDocument::new();
    document.add_u64(fields.id, record.id.0);
    // What has none takes no place in the column.
    if let Some(key) = record.key {
        document.add_u64(fields.key, key.0);
    }
    document.add_u64(fields.entry, entry);
    document.add_bytes(fields.record, &bytes);
    Ok(document)
}

/// The document of a chunk below its file; `key` marks it as an entry, whose text is indexed.
pub(in crate::index) fn document(
    fields: &Fields,
    tree: &ChunkTree,
    chunk: &Chunk,
    key: Option<EmbeddingKey>,
) -> Result<TantivyDocument, IndexError> {
    let record = Record::of(tree, chunk, key);
    let entry = if key.is_some() { ENTRY } else { 0 };
    let mut document = recorded(fields, &record, entry)?;
    document.add_text(fields.path, tree.path().as_str());
    for name in declared(tree, chunk) {
        document.add_text(fields.name, name);
    }
    if key.is_none() {
        return Ok(document);
    }
    for name in referred(tree, chunk) {
        document.add_text(fields.reference, name);
    }
    // A file's head is no file; that is listed itself.
    if chunk.kind != Kind::File {
        document.add_text(fields.kind, chunk.kind.name());
    }
    add_languages(fields, &record, &mut document);
    let text = &tree.document.text;
    document.add_text(fields.symbol, &chunk.name);
    for definition in &chunk.definitions {
        document.add_text(fields.symbol, &definition.name);
    }
    if matches!(chunk.kind, Kind::Section | Kind::Code) {
        for heading in chunk.names.iter().skip(1) {
            document.add_text(fields.heading, heading);
        }
    }
    let above = chunk
        .names
        .iter()
        .skip(1)
        .take(chunk.names.len().saturating_sub(2));
    for name in above {
        document.add_text(fields.place, name);
    }
    document.add_text(fields.place, tree.path().as_str());
    document.add_text(fields.docs, text.slice(chunk.docs.clone()));
    let body = text.slice(chunk.bytes.clone());
    if has_long_word(&body) {
        document.add_text(fields.long, LONG_WORD);
    }
    document.add_text(fields.body, body);
    Ok(document)
}

fn add_languages(fields: &Fields, record: &Record, document: &mut TantivyDocument) {
    let extension = record.path.extension().map(str::to_lowercase);
    let mut languages: Vec<&str> = extension.as_deref().into_iter().collect();
    if let Some(name) = &record.language {
        languages.push(name);
        let aliases = Language::named(name).map_or(&[][..], Language::aliases);
        languages.extend(aliases);
    }
    languages.sort_unstable();
    languages.dedup();
    for language in languages {
        document.add_text(fields.language, language);
    }
}

/// Names that lead to a chunk: its own, where it is all of what is called so, and those that it
/// defines.
fn declared<'c>(tree: &ChunkTree, chunk: &'c Chunk) -> impl Iterator<Item = &'c str> {
    let parent = chunk.parent.and_then(|parent| tree.chunks.get(parent));
    // A header that is cut into pieces has its parent's names.
    let is_header = parent.is_some_and(|parent| parent.names == chunk.names);
    let whole = !is_header && matches!(chunk.role, Role::Parent | Role::Body | Role::Gap);
    let own = (whole && !chunk.name.is_empty() && chunk.parent.is_some()).then_some(&*chunk.name);
    let defined = chunk.definitions.iter();
    own.into_iter()
        .chain(defined.map(|definition| &*definition.name))
}

/// Names that a chunk calls, uses or imports, and again behind what stands before them, each once.
/// What is behind `self` is behind the type around it.
fn referred<'t>(tree: &'t ChunkTree, chunk: &Chunk) -> Vec<Cow<'t, str>> {
    let mut names = Vec::new();
    for reference in tree.references_of(chunk) {
        let name = tree.word(&reference.bytes);
        let qualifier = tree.word(&reference.qualifier);
        if !qualifier.is_empty() {
            let owner = match is_own(&qualifier) {
                true => chunk.owner(),
                false => &qualifier,
            };
            names.push(behind(owner, &name).into());
        }
        names.push(name);
    }
    for import in tree.imports_of(chunk) {
        names.push(match import.name.as_str() {
            "" | "*" => import.module_name().into(),
            name => name.into(),
        });
    }
    names.sort_unstable();
    names.dedup();
    names
}
