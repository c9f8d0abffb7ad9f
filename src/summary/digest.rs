//! Summaries of files and declarations.
//!
//! Principal type: [`Digest`], kept with each file so that a directory is summarized without reading its
//! files again.

use super::line::{cut, one_line};
use super::{MAX_LEAD_LEN, manifest, prose};
use crate::chunk::{Chunk, ChunkTree, Format, Kind, Role, without_inline_markup};
use crate::corpus::SourcePath;
use crate::corpus::file_class::FileClass;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::HashSet;

/// Maximum length of a file's summary, in characters.
pub(super) const MAX_FILE_LEN: usize = 400;
/// Maximum length of a declaration's summary, in characters.
pub(super) const MAX_SYMBOL_LEN: usize = 200;
/// Maximum length of a name in a summary, in characters.
const MAX_NAME_LEN: usize = 60;
/// Maximum number of declarations in a summary.
const MAX_DECLARATIONS: usize = 8;
/// Maximum size of the beginning of a document, in bytes.
const BEGINNING: usize = 20_000;

/// Returns true for the names of formats of data and documents.
pub(super) fn is_data(language: &str) -> bool {
    matches!(language, "" | "json" | "yaml" | "toml")
        || Format::ALL.iter().any(|format| format.name() == language)
}

/// The contribution of a file to the summaries above it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Digest {
    /// Lower-case name of its language or format; empty if there is none.
    pub language: String,
    /// Number of lines.
    pub lines: u32,
    /// Module docs, the first paragraph of a document, or the description in a manifest; empty if there is
    /// none.
    pub about: String,
    /// Main declarations, sections or keys: `struct Merger, function open`.
    pub declared: String,
}

/// The digest of a file.
pub fn digest(tree: &ChunkTree) -> Digest {
    let file = tree.chunks.first();
    let text = &tree.document.text;
    let whole = || text.slice(0..text.len());
    let language = file
        .and_then(|file| tree.language_of(file))
        .unwrap_or_default();
    // The keys of a lock file do not describe it.
    let is_generated = is_data(language) && FileClass::of(tree.path(), &[]) == FileClass::Generated;
    let about = match manifest::technology(tree.path().file_name()) {
        Some(_) => manifest::description(tree.path().file_name(), &whole()).unwrap_or_default(),
        _ if is_generated => String::new(),
        None if tree.format == Some(Format::ReStructuredText) => {
            prose::of_document(&without_inline_markup(&text.slice(0..BEGINNING)))
        }
        None if tree.format.is_some() => prose::of_document(&text.slice(0..BEGINNING)),
        None => prose::of_docs(&docs_of_file(tree)),
    };
    Digest {
        language: language.to_owned(),
        lines: file
            .filter(|_| !text.is_empty())
            .map_or(0, |file| file.lines.1),
        about: cut(&one_line(&about), MAX_FILE_LEN),
        declared: match is_generated {
            true => String::new(),
            false => declared(tree, is_data(language)),
        },
    }
}

/// The summary of a file: its docs, or else its main declarations, keys or sections, or else its path.
pub fn file(path: &SourcePath, digest: &Digest) -> String {
    let declared = || match digest.declared.as_str() {
        "" => one_line(path.as_str()),
        names if is_data(&digest.language) => format!("Contains {names}."),
        declared => format!("Declares {declared}."),
    };
    let text = match digest.about.as_str() {
        "" => declared(),
        about => about.to_owned(),
    };
    cut(&text, MAX_FILE_LEN)
}

/// The lead of a file: its docs, or else its main declarations. Keys and sections describe too little.
pub fn file_lead(digest: &Digest) -> String {
    match digest.about.as_str() {
        "" if is_data(&digest.language) => String::new(),
        "" => cut(&digest.declared, MAX_LEAD_LEN),
        about => cut(about, MAX_LEAD_LEN),
    }
}

/// The summary of a declaration: the first sentence of its docs.
pub fn symbol(tree: &ChunkTree, chunk: usize) -> String {
    let Some(chunk) = tree.chunks.get(chunk) else {
        return String::new();
    };
    // The docs of an impl or a declaration in pieces are in its header.
    let header = tree.children(chunk).next();
    let header = header.filter(|header| header.role != Role::Body && header.kind == chunk.kind);
    let docs = match (chunk.docs.is_empty(), header) {
        (true, Some(header)) => header.docs.clone(),
        _ => chunk.docs.clone(),
    };
    let paragraph = prose::of_docs(&tree.document.text.slice(docs));
    cut(prose::first_sentence(&paragraph), MAX_SYMBOL_LEN)
}

/// The docs of a code file. If some of its comments are marked as docs, only these.
fn docs_of_file(tree: &ChunkTree) -> Cow<'_, str> {
    let is_code = tree.language.is_some_and(|it| !is_data(it.name()));
    let text = tree
        .chunks
        .iter()
        .take(3)
        .find_map(|chunk| match chunk.kind {
            Kind::File if !chunk.docs.is_empty() => {
                Some(tree.document.text.slice(chunk.docs.clone()))
            }
            // A file that has only comments is cut by lines.
            Kind::Lines if is_code => Some(tree.text(chunk)),
            _ => None,
        });
    let text = text.unwrap_or_default();
    let is_marked = |line: &&str| line.trim_start().starts_with("//!");
    let marked: Vec<&str> = text.lines().filter(is_marked).collect();
    match marked.is_empty() {
        true => text,
        false => marked.join("\n").into(),
    }
}

/// The declarations at the top level of a file and in its modules, types first. Without declarations, the
/// names that it defines, or its sections.
fn declared(tree: &ChunkTree, is_data: bool) -> String {
    let mut names: Vec<(u8, String)> = Vec::new();
    for chunk in &tree.chunks {
        let rank = match chunk.kind {
            Kind::File | Kind::Imports | Kind::Code | Kind::Lines => continue,
            kind if kind.is_type() => 0,
            Kind::Function | Kind::Macro => 1,
            Kind::Items | Kind::Section => 3,
            _ => 2,
        };
        let is_whole = !matches!(chunk.role, Role::Piece | Role::Gap | Role::Header);
        if is_whole && is_at_top(tree, chunk) {
            let own = Some(chunk.name.as_str()).filter(|name| !name.is_empty());
            let others = chunk.definitions.iter().map(|it| it.name.as_str());
            for name in own.into_iter().chain(others.filter(|_| rank == 3)) {
                let name = cut(&one_line(name), MAX_NAME_LEN);
                names.push(match rank {
                    _ if name.is_empty() || name == tree.path().file_name() => continue,
                    _ if is_data || rank == 3 => (rank, name),
                    _ => (rank, format!("{} {name}", chunk.kind.name())),
                });
            }
        }
    }
    // Constants next to declarations are less informative.
    if names.iter().any(|(rank, _)| *rank < 3) {
        names.retain(|(rank, _)| *rank < 3);
    }
    names.sort_by_key(|(rank, _)| *rank);
    let mut seen = HashSet::new();
    let names = names.into_iter().map(|(_, name)| name);
    let unique = names.filter(|name| seen.insert(name.clone()));
    let listed: Vec<String> = unique.take(MAX_DECLARATIONS).collect();
    listed.join(", ")
}

fn is_at_top(tree: &ChunkTree, chunk: &Chunk) -> bool {
    tree.ancestors(chunk).all(|above| match above.kind {
        Kind::Module => !matches!(above.name.as_str(), "test" | "tests"),
        // Content below a document's title.
        Kind::File | Kind::Section | Kind::Items => true,
        _ => false,
    })
}
