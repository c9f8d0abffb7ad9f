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
    // The line that begins at a byte, or the next one.
    let next_line = |at: usize| {
        let last = text.bytes().get(..at).and_then(<[u8]>::last);
        text.line_at(at) + u32::from(last.is_some_and(|last| *last != b'\n'))
    };
    let (mut start, mut end) = (bytes.start, bytes.end);
    if before > 0 {
        let lines = u32::try_from(before).unwrap_or(u32::MAX);
        let first = next_line(start).saturating_sub(lines).max(1);
        start = text.lines(first, first).start;
    }
    if after > 0 {
        let lines = u32::try_from(after).unwrap_or(u32::MAX);
        let next = next_line(end).saturating_add(lines);
        end = text.lines(next, next).start;
    }
    (start, end)
}

/// Returns the start and end of a chunk's leaves with `leaves` more on each side.
fn surrounding_leaves(tree: &ChunkTree, chunk: usize, leaves: usize) -> (usize, usize) {
    let own = subtree(tree, chunk);
    let all: Vec<_> = tree.leaves().collect();
    let first = all.partition_point(|(index, _)| *index < own.start);
    let end = all.partition_point(|(index, _)| *index < own.end);
    let around = &all[first.saturating_sub(leaves)..end.saturating_add(leaves).min(all.len())];
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
