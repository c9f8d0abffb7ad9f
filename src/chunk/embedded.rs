//! Text that is embedded for a leaf.
//!
//! [`embedded_text()`] is the input of the model and, hashed, the key of the vector. Invariant: it depends on
//! names, file and content, not on line numbers, so a moved leaf keeps its vector.

use super::document::{Format, without_markup};
use super::node::{Chunk, Role, whole_name};
use super::tree::ChunkTree;
use crate::syntax::Kind;
use std::fmt::Write;

/// Maximum length of a signature that is repeated before a piece, in bytes.
const MAX_SIGNATURE_LEN: usize = 300;

/// The embedded text of a leaf: context lines (`Parent: … (class) / File: … / Language: … /
/// Type: … / Symbol: …`), then the code, without `Lines:`. For a document: `[Context: H1: … > H2: …]`, then
/// the words without markup; rows of a table follow its header rows.
///
/// Empty lines are omitted. Empty for an index beyond the tree.
pub fn embedded_text(tree: &ChunkTree, leaf: usize) -> String {
    text(tree, leaf, false)
}

/// Like [`embedded_text`], with the line `Lines: 12-30` after the context lines of code. Only for readers:
/// embedded text must not change when a leaf moves.
pub fn enriched_text(tree: &ChunkTree, leaf: usize) -> String {
    text(tree, leaf, true)
}

fn text(tree: &ChunkTree, leaf: usize, with_lines: bool) -> String {
    let Some(chunk) = tree.chunks.get(leaf) else {
        return String::new();
    };
    if let Some(format) = tree.format
        && matches!(chunk.kind, Kind::Section | Kind::Code)
    {
        return prose(tree, chunk, format);
    }
    let mut text = context(tree, chunk);
    if with_lines {
        let (first, last) = chunk.lines;
        line(&mut text, "Lines", &format!("{first}-{last}"));
    }
    if needs_signature(chunk) {
        text.push_str(&signature(tree, chunk));
        text.push('\n');
    }
    text.push_str(&tree.text(chunk));
    text
}

/// Appends a line `name: value`, unless the value is empty. Writing to a string does not fail.
fn line(text: &mut String, name: &str, value: &str) {
    if !value.is_empty() {
        let _ = writeln!(text, "{name}: {value}");
    }
}

fn context(tree: &ChunkTree, chunk: &Chunk) -> String {
    let symbol = match chunk.kind {
        Kind::File | Kind::Lines | Kind::Imports => "",
        _ => whole_name(&chunk.name, chunk.role),
    };
    let mut parents = chunk.names.get(1..).unwrap_or_default();
    if !chunk.name.is_empty()
        && let Some((_, above)) = parents.split_last()
    {
        parents = above;
    }
    let mut text = String::new();
    line(&mut text, "Parent", &parent(tree, chunk, parents));
    line(&mut text, "File", tree.path().as_str());
    let language = chunk.language.map_or("", |language| language.name());
    line(&mut text, "Language", language);
    line(&mut text, "Type", chunk.kind.name());
    line(&mut text, "Symbol", symbol);
    text
}

/// The names of a chunk's parents, with the kind of a parent in the same document: `Cache (class)`.
fn parent(tree: &ChunkTree, chunk: &Chunk, names: &[String]) -> String {
    let name = names.join(".");
    let mut ancestors = tree.ancestors(chunk);
    match ancestors.find(|above| above.names.get(1..) == Some(names)) {
        Some(above) if !names.is_empty() => format!("{name} ({})", above.kind.name()),
        _ => name,
    }
}

/// Embedded text of a document: its words below their headings.
fn prose(tree: &ChunkTree, chunk: &Chunk, format: Format) -> String {
    let mut text = match chunk.heading_context().as_str() {
        "" => String::new(),
        headings => format!("[Context: {headings}]\n"),
    };
    let own = tree.text(chunk);
    if chunk.kind == Kind::Code {
        text.push_str(&own);
    } else if needs_signature(chunk) {
        // Rows follow the header rows of their table.
        let rows = format!("{}\n{own}", signature(tree, chunk).trim_end());
        text.push_str(&without_markup(format, &rows));
    } else {
        text.push_str(&without_markup(format, &own));
    }
    text
}

/// Returns true if the signature belongs to the embedded text: for a piece, or for rows of a table.
fn needs_signature(chunk: &Chunk) -> bool {
    let (own, signature) = (&chunk.bytes, &chunk.signature);
    let contains_it = own.start <= signature.start && signature.end <= own.end;
    let is_part = chunk.role == Role::Piece || chunk.kind == Kind::Section;
    is_part && !signature.is_empty() && !contains_it
}

fn signature(tree: &ChunkTree, chunk: &Chunk) -> String {
    let text = tree.document.text.slice(chunk.signature.clone());
    let end = text.floor_char_boundary(MAX_SIGNATURE_LEN);
    text.get(..end).unwrap_or_default().to_owned()
}
