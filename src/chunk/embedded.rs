//! The text of a leaf as it is embedded.

use super::tree::{Chunk, ChunkTree, Kind, Role};
use std::fmt::Write;

/// A signature that is repeated before a piece has no more bytes.
const LONGEST_SIGNATURE: usize = 300;

/// The text of a leaf as it is embedded: context lines (`Parent: … / File: … / Language: … /
/// Type: … / Symbol: …`, or `[Context: H1: … > H2: …]`), then the code. No `Lines:`.
///
/// A line that would say nothing is left out. Empty for an index that is none of the tree's.
pub fn embedded_text(tree: &ChunkTree, leaf: usize) -> String {
    let chunk = tree.chunks.get(leaf);
    chunk.map_or_else(String::new, |chunk| text(tree, chunk, false))
}

/// The same with the line `Lines: 12-30` after those of code, for reading: what is embedded must
/// not change when a leaf moves.
pub fn enriched_text(tree: &ChunkTree, leaf: usize) -> String {
    let chunk = tree.chunks.get(leaf);
    chunk.map_or_else(String::new, |chunk| text(tree, chunk, true))
}

fn text(tree: &ChunkTree, chunk: &Chunk, with_lines: bool) -> String {
    let is_prose = tree.language.is_some_and(|language| language.is_prose());
    let mut text = match is_prose {
        true => headings(tree, chunk),
        false => context(tree, chunk),
    };
    if with_lines && !is_prose {
        let (first, last) = chunk.lines;
        line(&mut text, "Lines", &format!("{first}-{last}"));
    }
    if chunk.role == Role::Piece && !chunk.signature.is_empty() && !has_signature(chunk) {
        text.push_str(&signature(tree, chunk));
        text.push('\n');
    }
    text.push_str(&tree.text(chunk));
    text
}

/// Writing to a string does not fail.
fn line(text: &mut String, name: &str, value: &str) {
    if !value.is_empty() {
        let _ = writeln!(text, "{name}: {value}");
    }
}

fn context(tree: &ChunkTree, chunk: &Chunk) -> String {
    let symbol = match chunk.role {
        Role::Piece => chunk.name.rsplit_once('#').map_or("", |(name, _)| name),
        _ => &chunk.name,
    };
    let symbol = match chunk.kind {
        Kind::File | Kind::Lines | Kind::Imports => "",
        _ => symbol,
    };
    let above = match chunk.name.is_empty() {
        true => chunk.names.len(),
        false => chunk.names.len().saturating_sub(1),
    };
    let parents = chunk.names.get(1..above).unwrap_or_default();
    let mut text = String::new();
    line(&mut text, "Parent", &parents.join("."));
    line(&mut text, "File", tree.path().as_str());
    let language = chunk.language.map_or("", |language| language.name());
    line(&mut text, "Language", language);
    line(&mut text, "Type", chunk.kind.name());
    line(&mut text, "Symbol", symbol);
    text
}

fn headings(tree: &ChunkTree, chunk: &Chunk) -> String {
    let mut above = Vec::new();
    let mut next = chunk.parent;
    while let Some(parent) = next.and_then(|parent| tree.chunks.get(parent)) {
        // A split leaf has the names of the section that it is in.
        let section = parent.parent.and_then(|outer| tree.chunks.get(outer));
        let is_leaf = section.is_some_and(|section| section.names == parent.names);
        if parent.kind == Kind::Section && !parent.name.is_empty() && !is_leaf {
            above.push(parent);
        }
        next = parent.parent;
    }
    if above.is_empty() {
        return String::new();
    }
    let headings: Vec<String> = above
        .iter()
        .rev()
        .map(|section| format!("H{}: {}", level(&tree.text(section)), section.name))
        .collect();
    format!("[Context: {}]\n", headings.join(" > "))
}

/// The level of the heading that a section begins with.
fn level(section: &str) -> usize {
    let text = section.trim_start();
    match text.bytes().take_while(|byte| *byte == b'#').count() {
        0 => {
            let underline = text.lines().skip(1).map(str::trim_start);
            let mut marks = underline.filter_map(|line| line.bytes().next());
            match marks.find(|mark| matches!(mark, b'=' | b'-')) {
                Some(b'-') => 2,
                _ => 1,
            }
        }
        marks => marks,
    }
}

/// Whether the whole signature stands in the piece itself.
fn has_signature(chunk: &Chunk) -> bool {
    chunk.bytes.start <= chunk.signature.start && chunk.signature.end <= chunk.bytes.end
}

fn signature(tree: &ChunkTree, chunk: &Chunk) -> String {
    let text = tree.document.text.slice(chunk.signature.clone());
    let mut end = text.len().min(LONGEST_SIGNATURE);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default().to_owned()
}
