//! Splits over-long leaves: an over-long leaf becomes the parent of its pieces.
//!
//! Contract of [`fit()`]: pieces tile the leaf, and each is within the limit.

use super::assemble::within;
use super::document;
use super::part::{Draft, Label};
use super::source::Source;
use super::{Kind, Role};
use std::ops::Range;

/// Minimum limit: longer than any character with the text that must stay next to it.
const MIN_LIMIT: usize = 16;

/// Splits every leaf that is longer than the limit.
pub(super) fn fit(parts: &mut [Draft], source: &Source<'_>, limit: usize) {
    let limit = limit.max(MIN_LIMIT);
    for part in parts {
        if !part.parts.is_empty() {
            fit(&mut part.parts, source, limit);
        } else if let Some(pieces) = pieces(part, source, limit) {
            split(part, pieces);
        }
    }
}

/// The pieces of an over-long leaf: prose is split at sentences, code at lines.
fn pieces(part: &Draft, source: &Source<'_>, limit: usize) -> Option<Vec<Range<usize>>> {
    let Range { mut start, end } = part.bytes;
    let text = source.slice(&part.bytes);
    if part.kind == Kind::Section {
        let is_long = !document::is_within(text, limit);
        return is_long.then(|| {
            let pieces = document::pieces(text, limit).into_iter();
            pieces
                .map(|piece| start + piece.start..start + piece.end)
                .collect()
        });
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
    part.parts = pieces
        .into_iter()
        .zip(1..)
        .map(|(bytes, number)| Draft {
            node_type: part.node_type,
            end: part.end.filter(|end| bytes.contains(end)),
            name_at: part.name_at.filter(|at| bytes.contains(at)),
            docs: within(&part.docs, &bytes),
            signature: part.signature.clone(),
            bases: part.bases.clone(),
            definitions: definitions
                .iter()
                .filter(|(_, at)| bytes.contains(at))
                .cloned()
                .collect(),
            language: part.language,
            silent: part.silent,
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
    let last_word = start
        + rest
            .trim_end()
            .char_indices()
            .next_back()
            .map_or(0, |(at, _)| at);
    let mut high = start + limit;
    if last_word > start {
        high = high.min(last_word);
    }
    let mut low = start + ideal / 2;
    if first_word < high {
        low = low.max(first_word + 1);
    }
    let low = low.min(high).max(start + 1);
    let best = (low..=high)
        .filter(|at| text.is_char_boundary(*at))
        .filter_map(|at| {
            let distance = at.abs_diff(start + ideal) * 100 / limit;
            Some((cost(text, at)? + distance, at))
        })
        .min();
    match best {
        Some((_, at)) => at,
        // A character is never split.
        None => text
            .floor_char_boundary(high)
            .max(text.ceil_char_boundary(start + 1)),
    }
}

/// Cost of a cut before a byte: low at blank lines, high within a line. None if a cut is not allowed.
fn cost(text: &str, at: usize) -> Option<usize> {
    let before = text.get(..at)?.as_bytes();
    let after = text.get(at..)?;
    let previous = *before.last()?;
    if previous != b'\n' {
        let starts_word = previous.is_ascii_whitespace()
            && after
                .chars()
                .next()
                .is_some_and(|next| !next.is_whitespace());
        if !starts_word {
            // Minified text has no other positions.
            return matches!(previous, b',' | b';' | b'}' | b'>').then_some(450);
        }
        return Some(300);
    }
    let line = after.split('\n').next().unwrap_or_default();
    let word = line.trim_start();
    let indent = (line.len() - word.len()).min(40);
    let closes = word.starts_with(['}', ')', ']']) || word.starts_with("end");
    let before_blank = word.is_empty();
    Some(match is_blank_line_before(before) {
        _ if before_blank => 150,
        true => indent * 2,
        false => 40 + indent * 3 + if closes { 60 } else { 0 },
    })
}

fn is_blank_line_before(before: &[u8]) -> bool {
    let mut line = before.iter().rev().skip(1);
    line.find(|byte| **byte == b'\n' || !byte.is_ascii_whitespace()) == Some(&b'\n')
}
