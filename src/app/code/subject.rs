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
    /// Summary of the selected file or directory; empty for everything else.
    pub(super) fn summary(&self) -> &str {
        let record = &self.hit.record;
        let around = self.hit.ancestors.iter().find(|it| it.id == self.node);
        match record.id == self.node {
            true => &record.summary,
            false => around.map_or("", |above| &above.summary),
        }
    }

    /// The chunk of the selected row.
    pub(super) fn focus(&self, page: &Page, leaf: usize) -> usize {
        let chain = page.chain(leaf).into_iter();
        let mut selected = chain.filter(|index| self.is_node(page, *index));
        selected.next().unwrap_or(leaf)
    }

    /// The level of the selected row.
    pub(super) fn level(&self, page: &Page, levels: &[ZoomLevel]) -> usize {
        let shows = |level: &ZoomLevel| level.chunk.is_some_and(|chunk| self.is_node(page, chunk));
        let level = levels.iter().position(shows).unwrap_or(0);
        // A header is shown with the members below it.
        let narrowest = levels
            .first()
            .and_then(|first| page.chunks().get(first.chunk?));
        let is_header = narrowest.is_some_and(|chunk| chunk.role == Role::Header);
        let has_outline = levels
            .get(1)
            .is_some_and(|it| it.name == OUTLINE && it.chunk.is_some());
        match level {
            0 if is_header && has_outline => 1,
            level => level,
        }
    }

    fn is_node(&self, page: &Page, index: usize) -> bool {
        let chunk = page.chunks().get(index);
        chunk.is_some_and(|chunk| chunk.id == self.node)
    }
}
