//! Splits over-long leaves: an over-long leaf becomes the parent of its pieces, a header is replaced by them.
//!
//! Contract of [`fit()`]: pieces tile the leaf, and each is within the limit.

use super::document;
use super::node::Role;
use super::part::{Draft, Label, clipped};
use super::source::Source;
use crate::syntax::Kind;
use std::ops::Range;

/// Minimum limit: longer than any character with the text that must stay next to it.
const MIN_LIMIT: usize = 16;

/// Splits every leaf that is longer than the limit.
pub(super) fn fit(parts: &mut Vec<Draft>, source: &Source<'_>, limit: usize) {
    let limit = limit.max(MIN_LIMIT);
    let mut fitting = Vec::with_capacity(parts.len());
    for mut part in parts.drain(..) {
        if !part.parts.is_empty() {
            fit(&mut part.parts, source, limit);
        } else if let Some(pieces) = pieces(&part, source, limit) {
            let is_header = part.role == Role::Header && part.kind != Kind::Section;
            split(&mut part, pieces);
            if is_header {
                // The declaration is their parent already.
                fitting.append(&mut part.parts);
                continue;
            }
        }
        fitting.push(part);
    }
    *parts = fitting;
}

/// The pieces of an over-long leaf: prose is split at sentences, code at lines.
fn pieces(part: &Draft, source: &Source<'_>, limit: usize) -> Option<Vec<Range<usize>>> {
    let Range { mut start, end } = part.bytes;
    let text = source.slice(&part.bytes);
    if part.kind == Kind::Section {
        if document::is_within(text, limit) {
            return None;
        }
        let mut pieces = document::pieces(text, limit);
        for piece in &mut pieces {
            *piece = start + piece.start..start + piece.end;
        }
        return Some(pieces);
    }
    // Code in a document has the limit of prose.
    let limit = match part.kind {
        Kind::Code => limit.min(document::MAX_PROSE_LEN),
        _ => limit,
    };
    if part.bytes.len() <= limit {
        return None;
    }
    let mut pieces = Vec::new();
    while start < end {
        let cut = cut(source.text(), start..end, limit);
        pieces.push(start..cut);
        start = cut;
    }
    Some(pieces)
}

fn split(part: &mut Draft, pieces: Vec<Range<usize>>) {
    part.role = Role::Parent;
    let definitions = std::mem::take(&mut part.definitions);
    let long_items = std::mem::take(&mut part.long_items);
    part.parts = pieces
        .into_iter()
        .zip(1..)
        .map(|(bytes, number)| Draft {
            node_type: part.node_type,
            end: part.end.filter(|end| bytes.contains(end)),
            name_at: part.name_at.filter(|at| bytes.contains(at)),
            docs: clipped(&part.docs, &bytes),
            signature: part.signature.clone(),
            bases: part.bases.clone(),
            definitions: definitions
                .iter()
                .filter(|(_, at)| bytes.contains(at))
                .cloned()
                .collect(),
            language: part.language,
            silent: part.silent,
            long_items: long_items
                .iter()
                .filter(|item| bytes.contains(&item.start))
                .cloned()
                .collect(),
            ..Draft::leaf(part.kind, Role::Piece, Label::Piece(number), bytes)
        })
        .collect();
}

/// End of the next piece of a range: the best position near an even division of the rest.
fn cut(text: &str, range: Range<usize>, limit: usize) -> usize {
    let Range { start, end } = range;
    let length = end - start;
    if length <= limit {
        return end;
    }
    let ideal = length / length.div_ceil(limit);
    let rest = text.get(start..end).unwrap_or_default();
    // Each side of the cut contains a word, if the limit allows.
    let first_word = start + (rest.len() - rest.trim_start().len());
    let mut high = start + limit;
    if let Some((last_word, _)) = rest.trim_end().char_indices().next_back()
        && last_word > 0
    {
        high = high.min(start + last_word);
    }
    let mut low = start + ideal / 2;
    if first_word < high {
        low = low.max(first_word + 1);
    }
    let low = low.min(high).max(start + 1);
    let mut best: Option<(usize, usize)> = None;
    for at in low..=high {
        if let Some(cost) = cost(text, at) {
            let total = cost + at.abs_diff(start + ideal) * 100 / limit;
            if best.is_none_or(|(least, _)| total < least) {
                best = Some((total, at));
            }
        }
    }
    match best {
        Some((_, at)) => at,
        // A character is never split.
        None => text
            .floor_char_boundary(high)
            .max(text.ceil_char_boundary(start + 1)),
    }
}

/// Cost of a cut before a byte: low at blank lines, high within a line. None if a cut is not allowed, as within
/// a character.
fn cost(text: &str, at: usize) -> Option<usize> {
    let before = text.get(..at)?.as_bytes();
    let after = text.get(at..)?;
    let previous = *before.last()?;
    if previous != b'\n' {
        let is_in_word = !previous.is_ascii_whitespace();
        if is_in_word || !after.starts_with(|next: char| !next.is_whitespace()) {
            // Minified text has no other positions.
            return matches!(previous, b',' | b';' | b'}' | b'>').then_some(450);
        }
        return Some(300);
    }
    let line = after.split('\n').next().unwrap_or_default();
    let word = line.trim_start();
    if word.is_empty() {
        return Some(150);
    }
    let indent = (line.len() - word.len()).min(40);
    if is_blank_line_before(before) {
        return Some(indent * 2);
    }
    let closes = word.starts_with(['}', ')', ']']) || word.starts_with("end");
    Some(40 + indent * 3 + if closes { 60 } else { 0 })
}

fn is_blank_line_before(before: &[u8]) -> bool {
    let mut line = before.iter().rev().skip(1);
    line.find(|byte| **byte == b'\n' || !byte.is_ascii_whitespace()) == Some(&b'\n')
}
