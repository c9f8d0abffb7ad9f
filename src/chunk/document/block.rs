//! Blocks of a document.
//!
//! Principal type: [`Block`]. Invariant, kept by [`ordered()`]: blocks are in the order of the text, none is
//! empty, and the first begins at 0, so each extends to the next.

use super::super::source::Source;
use crate::syntax::Language;
use std::ops::Range;

/// Maximum length of a heading's name in characters.
const MAX_NAME_LEN: usize = 200;

/// Start and content of a block, which extends to the next one.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) start: usize,
    /// Number of enclosing blocks: a paragraph of a list item is in that item.
    pub(super) depth: usize,
    pub(super) content: BlockKind,
}

/// Kind of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum BlockKind {
    Heading(Heading),
    /// Metadata before a document; its title opens a section if no heading does.
    FrontMatter(Option<Heading>),
    /// A paragraph, or an item of a list.
    Text,
    /// A row of a table, with the header rows of the table.
    Row {
        head: Range<usize>,
    },
    /// A comment, link targets, badges: not indexed.
    Silent,
    Code(Option<Language>),
    /// Code that is run for the document.
    Cell(Language),
}

/// A heading that opens a section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Heading {
    /// 1 for the outermost.
    pub(super) level: u8,
    /// Without markup; empty if it has no words.
    pub(super) name: String,
    /// Location of the name.
    pub(super) name_at: usize,
}

impl Block {
    pub(super) fn new(start: usize, depth: usize, content: BlockKind) -> Self {
        Self {
            start,
            depth,
            content,
        }
    }

    /// A heading. Headings inside other blocks do not open sections, so it has no depth.
    pub(super) fn heading(start: usize, level: usize, name: &str, name_at: usize) -> Self {
        let heading = Heading::new(level, name, name_at);
        Self::new(start, 0, BlockKind::Heading(heading))
    }
}

impl Heading {
    pub(super) fn new(level: usize, name: &str, name_at: usize) -> Self {
        let words = name.split_whitespace().collect::<Vec<_>>().join(" ");
        Self {
            level: u8::try_from(level.max(1)).unwrap_or(u8::MAX),
            name: words.chars().take(MAX_NAME_LEN).collect(),
            name_at,
        }
    }
}

/// The part of a line that may be a heading's name, which bounds the work on an endless line.
pub(super) fn beginning(line: &str) -> &str {
    let mut letters = line.char_indices().skip(MAX_NAME_LEN * 4);
    let end = letters.next().map_or(line.len(), |(at, _)| at);
    line.get(..end).unwrap_or(line)
}

/// Blocks in the order of the text, none empty, the first at 0. A document in which a format finds none is one
/// block of text.
pub(super) fn ordered(mut blocks: Vec<Block>, source: &Source<'_>) -> Vec<Block> {
    if blocks.is_empty() {
        blocks.push(Block::new(0, 0, BlockKind::Text));
    }
    blocks
        .retain(|block| source.text().is_char_boundary(block.start) && block.start < source.len());
    blocks.sort_by_key(|block| block.start);
    // The first of several blocks with the same start is the outermost.
    blocks.dedup_by_key(|block| block.start);
    // A block without words joins the previous one.
    let starts: Vec<usize> = blocks.iter().map(|block| block.start).collect();
    let mut ends = starts.into_iter().skip(1).chain([source.len()]);
    blocks.retain(|block| {
        let end = ends.next().unwrap_or(source.len());
        !source.slice(&(block.start..end)).trim().is_empty()
    });
    if let Some(first) = blocks.first_mut() {
        first.start = 0;
    }
    blocks
}
