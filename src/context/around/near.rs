//! Text before and after a chunk.

use crate::chunk::ChunkTree;
use std::ops::Range;

/// Amount of surrounding text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// As many lines before and after.
    Lines(usize, usize),
    /// As many leaves to each side.
    Leaves(usize),
}

/// The text around a chunk, as bytes of the document; empty where there is none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Near {
    /// Text that ends where the chunk begins.
    pub before: Range<usize>,
    /// Text that begins where the chunk ends.
    pub after: Range<usize>,
}

/// Text directly before and after a chunk.
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

/// Start of this many lines before a byte, not counting the rest of its line.
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

/// End of this many lines after a byte, not counting the rest of its line.
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

/// Start and end of the leaves around the chunk's own.
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

/// A chunk and everything in it: chunks stand in document order, parents before their children.
pub fn subtree(tree: &ChunkTree, chunk: usize) -> Range<usize> {
    let mut last = chunk;
    while let Some(child) = tree.chunks.get(last).and_then(|at| at.children.last()) {
        last = *child;
    }
    let end = last.saturating_add(1).min(tree.chunks.len());
    chunk.min(end)..end
}

/// A chunk's bytes, put together from its leaves.
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
