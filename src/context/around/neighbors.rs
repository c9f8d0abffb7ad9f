//! Text before and after a chunk, and its subtree.
//!
//! Principal types: [`Extent`] and [`NearbyText`]. Contract: ranges touch the chunk and never overlap it.

use crate::chunk::ChunkTree;
use crate::corpus::Text;
use std::ops::Range;

/// Extent of the surrounding text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Number of lines before and after.
    Lines(usize, usize),
    /// Number of leaves on each side.
    Leaves(usize),
}

/// Byte ranges of the text around a chunk; may be empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NearbyText {
    /// Text that ends at the start of the chunk.
    pub before: Range<usize>,
    /// Text that starts at the end of the chunk.
    pub after: Range<usize>,
}

/// Returns the text right before and after a chunk.
pub fn neighbors(tree: &ChunkTree, chunk: usize, reach: Extent) -> NearbyText {
    let Some(at) = tree.chunks.get(chunk) else {
        return NearbyText::default();
    };
    let (start, end) = match reach {
        Extent::Lines(before, after) => {
            surrounding_lines(&tree.document.text, &at.bytes, before, after)
        }
        Extent::Leaves(leaves) => surrounding_leaves(tree, chunk, leaves),
    };
    NearbyText {
        before: start..at.bytes.start,
        after: at.bytes.end..end,
    }
}

/// Returns the start of the `before` whole lines before a range, and the end of the `after` lines after it.
fn surrounding_lines(
    text: &Text,
    bytes: &Range<usize>,
    before: usize,
    after: usize,
) -> (usize, usize) {
    let count = |lines: usize| u32::try_from(lines).unwrap_or(u32::MAX);
    let start_of = |line: u32| text.lines(line, line).start;
    // The line that begins at a byte, or the next one.
    let next_line = |at: usize| {
        let last = text.bytes().get(..at).and_then(<[u8]>::last);
        text.line_at(at) + u32::from(last.is_some_and(|last| *last != b'\n'))
    };
    let start = match before {
        0 => bytes.start,
        lines => start_of(next_line(bytes.start).saturating_sub(count(lines)).max(1)),
    };
    let end = match after {
        0 => bytes.end,
        lines => start_of(next_line(bytes.end).saturating_add(count(lines))),
    };
    (start, end)
}

/// Returns the start and end of a chunk's leaves with `leaves` more on each side.
fn surrounding_leaves(tree: &ChunkTree, chunk: usize, leaves: usize) -> (usize, usize) {
    let own = subtree(tree, chunk);
    let all = tree.leaves().collect::<Vec<_>>();
    let first = all.partition_point(|(index, _)| *index < own.start);
    let last = all.partition_point(|(index, _)| *index < own.end);
    let around = first.saturating_sub(leaves)..last.saturating_add(leaves).min(all.len());
    let around = all.get(around).unwrap_or_default();
    match (around.first(), around.last()) {
        (Some((_, first)), Some((_, last))) => (first.bytes.start, last.bytes.end),
        _ => (0, 0),
    }
}

/// Returns the indexes of a chunk and its descendants, which follow it.
pub fn subtree(tree: &ChunkTree, chunk: usize) -> Range<usize> {
    let mut last = chunk;
    while let Some(child) = tree.chunks.get(last).and_then(|at| at.children.last()) {
        last = *child;
    }
    let end = last.saturating_add(1).min(tree.chunks.len());
    chunk.min(end)..end
}
