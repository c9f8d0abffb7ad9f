//! Text that was extracted from a DOCX or a PDF: its blocks are known.

use super::super::source::Source;
use super::HeadingParser;
use super::block::{Block, Content, Heading, beginning};
use crate::corpus::{BlockKind, Layout};
use std::ops::Range;

/// A text with what its extraction knows of it.
pub(super) struct Extracted<'a>(pub(super) &'a Layout);

impl HeadingParser for Extracted<'_> {
    fn blocks(&self, source: &Source<'_>) -> Vec<Block> {
        let starts = self.0.blocks.iter().map(|block| block.start as usize);
        let ends = starts.skip(1).chain(std::iter::once(source.len()));
        // The row that heads the table that is open.
        let mut head: Option<Range<usize>> = None;
        self.0
            .blocks
            .iter()
            .zip(ends)
            .map(|(block, end)| {
                let bytes = block.start as usize..end;
                let content = content(source, block.kind, &bytes, head.clone());
                head = match block.kind {
                    BlockKind::Row => head.take().or(Some(bytes.clone())),
                    _ => None,
                };
                let depth = usize::from(matches!(content, Content::Row { .. }));
                Block::new(bytes.start, depth, content)
            })
            .collect()
    }
}

fn content(
    source: &Source<'_>,
    kind: BlockKind,
    bytes: &Range<usize>,
    head: Option<Range<usize>>,
) -> Content {
    match (kind, head) {
        (BlockKind::Heading(level), _) => {
            let name = beginning(source.slice(bytes));
            let heading = Heading::new(usize::from(level), name, source.next_word(bytes.start));
            Content::Heading(heading)
        }
        (BlockKind::Row, Some(head)) => Content::Row { head },
        _ => Content::Text,
    }
}
