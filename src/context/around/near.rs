//! Text before and after a chunk, and its subtree.

use crate::chunk::ChunkTree;
use std::ops::Range;

/// Extent of the surrounding text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Number of lines before and after.
    Lines(usize, usize),
    /// Number of leaves on each side.
    Leaves(usize),
}

/// Byte ranges of the text around a chunk; may be empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Near {
    /// Text that ends at the start of the chunk.
    pub before: Range<usize>,
    /// Text that starts at the end of the chunk.
    pub after: Range<usize>,
}

/// Returns the text right before and after a chunk.
pub fn near(tree: &ChunkTree, chunk: usize, reach: Reach) -> Near {
    let Some(at) = tree.chunks.get(chunk) else {
        return Near::default();
    };
    let (start, end) = match reach {
        Reach::Lines(before, after) => (
            lines_before(tree, at.bytes.start, before),
            lines_after(tree, at.bytes.end, after),
        ),
        Reach::Leaves(leaves) => leaves_around(tree, chunk, leaves),
    };
    Near {
        before: start..at.bytes.start,
        after: at.bytes.end..end,
    }
}

/// Returns the start of the given number of whole lines before a byte.
fn lines_before(tree: &ChunkTree, at: usize, lines: usize) -> usize {
    let before = tree.document.text.bytes().get(..at).unwrap_or_default();
    let mut breaks = before.iter().enumerate().rev();
    let mut wanted = lines;
    if before.last() == Some(&b'\n') {
        wanted = wanted.saturating_add(1);
    }
    let nth = wanted.checked_sub(1);
    let nth = nth.and_then(|nth| breaks.by_ref().filter(|(_, byte)| **byte == b'\n').nth(nth));
    match (lines, nth) {
        (0, _) => at,
        (_, Some((newline, _))) => newline + 1,
        (_, None) => 0,
    }
}

/// Returns the end of the given number of whole lines after a byte.
fn lines_after(tree: &ChunkTree, at: usize, lines: usize) -> usize {
    let bytes = tree.document.text.bytes();
    let (before, after) = bytes.split_at(at.min(bytes.len()));
    let wanted = match before.last() {
        None | Some(b'\n') => lines,
        Some(_) if lines > 0 => lines.saturating_add(1),
        Some(_) => 0,
    };
    let Some(nth) = wanted.checked_sub(1) else {
        return at;
    };
    let mut breaks = after.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    match breaks.nth(nth) {
        Some((newline, _)) => at + newline + 1,
        None => bytes.len(),
    }
}

/// Returns the start and end of the leaves around those of a chunk.
fn leaves_around(tree: &ChunkTree, chunk: usize, leaves: usize) -> (usize, usize) {
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

/// Joins the bytes of a chunk's leaves.
pub fn rebuilt(tree: &ChunkTree, chunk: usize) -> Vec<u8> {
    let chunks = tree.chunks.get(subtree(tree, chunk)).unwrap_or_default();
    let leaves = chunks.iter().filter(|chunk| chunk.is_leaf());
    leaves
        .flat_map(|leaf| {
            let bytes = tree.document.text.bytes();
            bytes.get(leaf.bytes.clone()).unwrap_or_default()
        })
        .copied()
        .collect()
}
