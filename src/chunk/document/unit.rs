//! Blocks to units: what is packed as a whole, because it is short enough to stay together.

use super::super::source::Source;
use super::block::{Block, Content};
use super::split::Size;
use std::ops::Range;

/// Text that is split only if it is too long: a paragraph, or a list item with its content.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) bytes: Range<usize>,
    pub(super) size: Size,
    pub(super) content: Content,
}

/// The units of a document. A block with others in it is one unit if it fits, otherwise its own
/// text is one and those in it are looked at in turn.
pub(super) fn units(source: &Source<'_>, blocks: Vec<Block>, limit: usize) -> Vec<Unit> {
    let ends = ends(&blocks);
    let starts: Vec<usize> = blocks.iter().map(|block| block.start).collect();
    let start_of = |index: usize| starts.get(index).copied().unwrap_or(source.len());
    let sizes: Vec<Size> = (0..blocks.len())
        .map(|index| Size::of(source.slice(&(start_of(index)..start_of(index + 1)))))
        .collect();
    let sums = sums(&sizes);
    let mut units: Vec<Unit> = Vec::new();
    let mut skip = 0;
    for (index, (block, size)) in blocks.into_iter().zip(&sizes).enumerate() {
        if index < skip {
            continue;
        }
        let end = ends.get(index).copied().unwrap_or(index + 1);
        let whole = between(&sums, index, end).filter(|whole| whole.is_within(limit));
        let (size, end) = match whole {
            Some(whole) => (whole, end),
            None => (*size, index + 1),
        };
        skip = end;
        let bytes = start_of(index)..start_of(end);
        match units.last_mut() {
            // A list of link targets is one thing.
            Some(last) if last.content == Content::Silent && block.content == Content::Silent => {
                last.bytes.end = bytes.end;
                last.size = last.size + size;
            }
            _ => units.push(Unit {
                bytes,
                size,
                content: block.content,
            }),
        }
    }
    units
}

/// The size of everything before each block, and of all.
fn sums(sizes: &[Size]) -> Vec<Size> {
    let running = sizes.iter().scan(Size::default(), |sum, size| {
        *sum = *sum + *size;
        Some(*sum)
    });
    std::iter::once(Size::default()).chain(running).collect()
}

fn between(sums: &[Size], start: usize, end: usize) -> Option<Size> {
    Some(*sums.get(end)? - *sums.get(start)?)
}

/// For each block, the index of the first one behind it that is not in it.
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
