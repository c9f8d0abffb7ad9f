//! Outlines by language, and rules for every tree.

mod broken;
mod c;
mod cells;
mod code;
mod config_and_markup;
mod constructs;
mod corpus;
mod cpp;
mod current;
mod declared;
mod dialects;
mod documents;
mod ends;
mod forms;
mod generated;
mod hostile;
mod kotlin;
mod layouts;
mod macros;
mod nested;
mod nesting;
mod others;
mod properties;
mod recent;
mod rewrites;
mod script;
mod sql;
mod valid;
mod vocabulary;

use super::{Chunk, ChunkTree, Limits};
use crate::corpus::{Document, SourcePath, Text, content_hash};
use crate::syntax::Language;
use std::fmt::Write;

fn document(path: &str, text: impl Into<Vec<u8>>) -> Document {
    Document::new(SourcePath::new(path), Text::decode(text.into()))
}

fn tree(path: &str, text: &str) -> ChunkTree {
    ChunkTree::of(document(path, text), &Limits::default())
}

fn check(path: &str, text: &str, expected: &str) {
    let has_grammar = Language::of(&SourcePath::new(path), text).is_some();
    if cfg!(not(feature = "all-languages")) && !has_grammar {
        return;
    }
    let tree = tree(path, text);
    assert_eq!(outline(&tree), expected, "{path}");
    assert_eq!(violation(&tree, &Limits::default()), None);
}

/// A tree as lines: kind, names without the file, role, lines, definitions.
fn outline(tree: &ChunkTree) -> String {
    let mut out = String::new();
    for chunk in tree.chunks.iter().skip(1) {
        let mut depth = 0;
        let mut above = chunk.parent;
        while let Some(parent) = above {
            depth += 1;
            above = tree.chunks[parent].parent;
        }
        let names = chunk.names[1..].join(".");
        // The end of the chunk; its own text may end earlier.
        let text = &tree.document.text;
        let last = chunk.bytes.end.saturating_sub(1).max(chunk.bytes.start);
        let (first, last) = (chunk.lines.0, text.line_at(last));
        let _ = write!(
            out,
            "{:indent$}{} {} {names} {first}-{last}",
            "",
            chunk.role.name(),
            chunk.kind.name(),
            indent = (depth - 1) * 2
        );
        let defined: Vec<&str> = chunk
            .definitions
            .iter()
            .map(|definition| definition.name.as_str())
            .collect();
        if !defined.is_empty() {
            let _ = write!(out, " +{}", defined.join(","));
        }
        out.push_str(if chunk.silent { " silent\n" } else { "\n" });
    }
    out
}

/// Returns true if the chunks, imports, exports, references and bindings of two trees are equal.
fn is_same(one: &ChunkTree, other: &ChunkTree) -> bool {
    (&one.chunks, &one.imports, &one.references)
        == (&other.chunks, &other.imports, &other.references)
        && (&one.exports, &one.bindings) == (&other.exports, &other.bindings)
}

/// The first violated rule of a tree, if any.
fn violation(tree: &ChunkTree, limits: &Limits) -> Option<String> {
    let bytes = tree.document.text.bytes();
    let mut end = 0;
    let mut ids = std::collections::HashSet::new();
    let blank_file = bytes.iter().all(u8::is_ascii_whitespace);
    if tree.chunks.first().map(|file| file.id) != Some(super::file_id(tree.path())) {
        return Some("the file: its id is not that of its path".to_owned());
    }
    let file = tree.chunks.first().map(|file| (file.id, file.hash));
    let whole = (super::file_id(tree.path()), content_hash(bytes));
    if file != Some(whole) {
        return Some("the file is another than its path and its bytes say".to_owned());
    }
    for (index, chunk) in tree.chunks.iter().enumerate() {
        if !ids.insert(chunk.id) {
            return Some(format!("{index}: its id is another's"));
        }
        if chunk.children.is_empty() == (chunk.role == super::Role::Parent) {
            return Some(format!("{index}: {:?} and its children", chunk.role));
        }
        let mut start = chunk.bytes.start;
        for child in &chunk.children {
            let child = &tree.chunks[*child];
            if child.parent != Some(index) || child.bytes.start != start {
                return Some(format!("{index}: a child is out of place"));
            }
            start = child.bytes.end;
        }
        if !chunk.children.is_empty() && start != chunk.bytes.end {
            return Some(format!("{index}: its children do not tile it"));
        }
        if chunk.is_leaf() {
            if chunk.bytes.start != end {
                return Some(format!("{index}: no tiling at {end}"));
            }
            end = chunk.bytes.end;
            if chunk.bytes.len() > limits.leaf {
                return Some(format!("{index}: {} bytes", chunk.bytes.len()));
            }
            let letters = tree.text(chunk).chars().count();
            if chunk.kind == super::Kind::Section && letters > super::document::MAX_PROSE_LEN {
                return Some(format!("{index}: {letters} characters"));
            }
            let text = &bytes[chunk.bytes.clone()];
            let blank = text.iter().all(u8::is_ascii_whitespace);
            if blank && !blank_file && chunk.role != super::Role::Piece {
                return Some(format!("{index}: white space stands alone"));
            }
            if std::str::from_utf8(bytes).is_ok() && std::str::from_utf8(text).is_err() {
                return Some(format!("{index}: a character is split"));
            }
            let at = tree
                .leaf_at_line(chunk.lines.1)
                .map(|leaf| &tree.chunks[leaf]);
            if at.is_none_or(|leaf| leaf.lines.0 > chunk.lines.1) {
                return Some(format!("{index}: no leaf at its last line"));
            }
        }
        if chunk.heading_levels.len() >= chunk.names.len() {
            return Some(format!("{index}: more levels than headings"));
        }
        if chunk.text_end < chunk.bytes.start || chunk.text_end > chunk.bytes.end {
            return Some(format!("{index}: its text ends at {}", chunk.text_end));
        }
        for range in [&chunk.docs, &chunk.signature] {
            if range.end > bytes.len() || range.start > range.end {
                return Some(format!("{index}: a range beyond the text"));
            }
        }
        let (docs, own) = (&chunk.docs, &chunk.bytes);
        let is_within = own.start <= docs.start && docs.end <= own.end;
        if chunk.is_leaf() && !docs.is_empty() && !is_within {
            return Some(format!("{index}: docs outside of the leaf"));
        }
    }
    if end != bytes.len() {
        return Some(format!("leaves end at {end} of {}", bytes.len()));
    }
    misplaced(tree)
}

/// The first import or reference that is out of order or not in the text.
fn misplaced(tree: &ChunkTree) -> Option<String> {
    let bytes = tree.document.text.bytes();
    let mut least = 0;
    for import in &tree.imports {
        if import.at < least || import.at >= bytes.len() {
            return Some(format!("{import:?} is out of place"));
        }
        least = import.at;
    }
    let mut least = 0;
    for reference in &tree.references {
        let (start, end) = (reference.bytes.start, reference.bytes.end);
        let owner = &reference.qualifier;
        if start < least || start >= end || end as usize > bytes.len() {
            return Some(format!("{reference:?} is out of place"));
        }
        // `delegate :start, to: :engine`, `({ width: w }: Panel) => w`
        let is_ruby = (tree.language).is_some_and(|language| language.name() == "ruby");
        let may_follow = reference.is_key || is_ruby;
        let is_apart = owner.end <= start || (may_follow && owner.start >= end);
        if owner.start > owner.end || (!owner.is_empty() && !is_apart) {
            return Some(format!("{reference:?} has its owner behind it"));
        }
        // The next reference must neither begin within this one nor be the same.
        least = end;
    }
    None
}
