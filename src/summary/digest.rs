//! Summaries of files and declarations.
//!
//! Principal type: [`Digest`], kept with each file so that a directory is summarized without reading its
//! files again.

use super::line::{MAX_LEAD_LEN, cut, one_line};
use super::{manifest, prose};
use crate::chunk::{Chunk, ChunkTree, Format, Kind, Role, without_inline_markup};
use crate::corpus::SourcePath;
use crate::corpus::file_class::FileClass;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Version of the rules for summaries. Summaries of another version are replaced.
pub const SUMMARY_VERSION: u32 = 11;
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
    let name = tree.path().file_name();
    let language = file
        .and_then(|file| tree.language_of(file))
        .unwrap_or_default();
    // The keys of a lock file do not describe it.
    let is_generated = is_data(language) && FileClass::of_file(tree.path()) == FileClass::Generated;
    let about = if manifest::technology(name).is_some() {
        manifest::description(name, &text.slice(0..text.len())).unwrap_or_default()
    } else if is_generated {
        String::new()
    } else if tree.format == Some(Format::ReStructuredText) {
        prose::of_document(&without_inline_markup(&text.slice(0..BEGINNING)))
    } else if tree.format.is_some() {
        prose::of_document(&text.slice(0..BEGINNING))
    } else if let Some(language) = tree.language {
        prose::of_docs(&docs_of_file(tree), language)
    } else {
        String::new()
    };
    let declared = if is_generated {
        String::new()
    } else {
        declared(tree, is_data(language))
    };
    Digest {
        language: language.to_owned(),
        lines: match file {
            Some(file) if !text.is_empty() => file.lines.1,
            _ => 0,
        },
        about: cut(&one_line(&about), MAX_FILE_LEN),
        declared,
    }
}

/// The summary of a file: its docs, or else its main declarations, keys or sections, or else its path.
pub fn file(path: &SourcePath, digest: &Digest) -> String {
    let Digest {
        about, declared, ..
    } = digest;
    let text = if !about.is_empty() {
        about.clone()
    } else if declared.is_empty() {
        one_line(path.as_str())
    } else if is_data(&digest.language) {
        format!("Contains {declared}.")
    } else {
        format!("Declares {declared}.")
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
    let Some(language) = chunk.language else {
        return String::new();
    };
    // The docs of an impl or a declaration in pieces are in its header.
    let documented = match tree.children(chunk).next() {
        Some(header)
            if chunk.docs.is_empty() && header.role != Role::Body && header.kind == chunk.kind =>
        {
            header
        }
        _ => chunk,
    };
    let paragraph = prose::of_docs(&tree.document.text.slice(documented.docs.clone()), language);
    cut(prose::first_sentence(&paragraph), MAX_SYMBOL_LEN)
}

/// The docs of a code file. If some of its comments are marked as docs, only these.
fn docs_of_file(tree: &ChunkTree) -> Cow<'_, str> {
    let is_code = tree
        .language
        .is_some_and(|language| !is_data(language.name()));
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
        })
        .unwrap_or_default();
    let marked: Vec<&str> = text
        .lines()
        .filter(|line| line.trim_start().starts_with("//!"))
        .collect();
    if marked.is_empty() {
        return text;
    }
    marked.join("\n").into()
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
        if !is_whole || !is_at_top(tree, chunk) {
            continue;
        }
        let mut own = vec![&chunk.name];
        if rank == 3 {
            own.extend(chunk.definitions.iter().map(|definition| &definition.name));
        }
        for name in own {
            let name = cut(&one_line(name), MAX_NAME_LEN);
            if name.is_empty() || name == tree.path().file_name() {
                continue;
            }
            if is_data || rank == 3 {
                names.push((rank, name));
            } else {
                names.push((rank, format!("{} {name}", chunk.kind.name())));
            }
        }
    }
    // Constants next to declarations are less informative.
    if names.iter().any(|(rank, _)| *rank < 3) {
        names.retain(|(rank, _)| *rank < 3);
    }
    names.sort_by_key(|(rank, _)| *rank);
    let mut listed: Vec<String> = Vec::new();
    for (_, name) in names {
        if listed.len() < MAX_DECLARATIONS && !listed.contains(&name) {
            listed.push(name);
        }
    }
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
