//! The row that the pane shows, as indexed.
//!
//! Principal type: [`ZoomSubject`]. It is complete before its document is read, and is found in the document
//! by id and hash.

use super::page::Page;
use super::rows::{OUTLINE, ZoomLevel};
use crate::chunk::{ChunkId, Role};
use crate::search::Hit;

/// A hit, and the selected row, which is the hit or contains it.
#[derive(Debug)]
pub(super) struct ZoomSubject {
    pub(super) hit: Hit,
    /// The selected row.
    pub(super) node: ChunkId,
    /// Location to show in place of the query's match; 1-based line and column.
    pub(super) goal: Option<(u32, u32)>,
}

impl ZoomSubject {
    /// Returns true for the same row with the same hit.
    pub(super) fn is_same_row(&self, other: &Self) -> bool {
        self.hit.record.id == other.hit.record.id && self.node == other.node
    }

    /// Summary of the selected file or directory; empty for everything else.
    pub(super) fn summary(&self) -> &str {
        if self.hit.record.id == self.node {
            return &self.hit.record.summary;
        }
        let mut ancestors = self.hit.ancestors.iter();
        let selected = ancestors.find(|ancestor| ancestor.id == self.node);
        selected.map_or("", |ancestor| &ancestor.summary)
    }

    /// The chunk of the selected row.
    pub(super) fn focus(&self, page: &Page, leaf: usize) -> usize {
        let chain = page.chain(leaf).into_iter();
        let mut selected = chain.filter(|index| self.is_node(page, *index));
        selected.next().unwrap_or(leaf)
    }

    /// The level of the selected row.
    pub(super) fn level(&self, page: &Page, levels: &[ZoomLevel]) -> usize {
        let mut shown = levels.iter().map(|level| level.chunk);
        let level = shown.position(|chunk| chunk.is_some_and(|chunk| self.is_node(page, chunk)));
        if let Some(level @ 1..) = level {
            return level;
        }
        // A header is shown with the members below it.
        match levels {
            [
                ZoomLevel {
                    chunk: Some(chunk), ..
                },
                outline,
                ..,
            ] if outline.name == OUTLINE && outline.chunk.is_some() => {
                let narrowest = page.chunks().get(*chunk);
                usize::from(narrowest.is_some_and(|chunk| chunk.role == Role::Header))
            }
            _ => 0,
        }
    }

    fn is_node(&self, page: &Page, index: usize) -> bool {
        let chunk = page.chunks().get(index);
        chunk.is_some_and(|chunk| chunk.id == self.node)
    }
}
