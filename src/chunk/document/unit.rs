//! Units: blocks that are short enough to be packed as a whole.
//!
//! Principal type: [`Unit`]. Invariant: units tile the document.

use super::super::source::Source;
use super::block::{Block, BlockKind};
use super::split::fits;
use std::ops::Range;

/// Text that is split only if it is too long: a paragraph, or a list item with its content.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) bytes: Range<usize>,
    /// Its length in characters.
    pub(super) chars: usize,
    pub(super) content: BlockKind,
}

/// The units of a document. A block with nested blocks is one unit if it fits; otherwise its own
/// text and the nested blocks are separate units.
pub(super) fn units(source: &Source<'_>, blocks: Vec<Block>, limit: usize) -> Vec<Unit> {
    let ends = ends(&blocks);
    let mut starts: Vec<usize> = blocks.iter().map(|block| block.start).collect();
    starts.push(source.len());
    // Characters before each block.
    let mut before = vec![0];
    let mut sum = 0;
    for ends in starts.windows(2) {
        sum += source.slice(&(ends[0]..ends[1])).chars().count();
        before.push(sum);
    }
    let mut units: Vec<Unit> = Vec::new();
    let mut next = 0;
    for (index, block) in blocks.into_iter().enumerate() {
        if index < next {
            continue;
        }
        next = ends[index];
        if !fits(
            before[next] - before[index],
            starts[next] - starts[index],
            limit,
        ) {
            next = index + 1;
        }
        let unit = Unit {
            bytes: starts[index]..starts[next],
            chars: before[next] - before[index],
            content: block.content,
        };
        match units.last_mut() {
            // A list of link targets is one unit.
            Some(last)
                if last.content == BlockKind::Silent && unit.content == BlockKind::Silent =>
            {
                last.bytes.end = unit.bytes.end;
                last.chars += unit.chars;
            }
            _ => units.push(unit),
        }
    }
    units
}

/// For each block, the index of the first following block that is not inside it.
fn ends(blocks: &[Block]) -> Vec<usize> {
    let mut ends = vec![blocks.len(); blocks.len()];
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        while let Some((opened, _)) = open.pop_if(|(_, depth)| *depth >= block.depth) {
            if let Some(end) = ends.get_mut(opened) {
                *end = index;
            }
        }
        open.push((index, block.depth));
    }
    ends
}
