//! The row that the pane shows, as indexed.
//!
//! Principal type: [`ZoomSubject`]. It is complete before its document is read, and is found in the document
//! by id and hash.

use super::page::Page;
use super::rows::{OUTLINE, ZoomLevel};
use crate::chunk::{ChunkId, Role};
use crate::corpus::SourcePath;
use crate::search::Hit;

/// A hit, and the selected row, which is the hit or contains it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ZoomSubject {
    pub(super) path: SourcePath,
    pub(super) id: ChunkId,
    pub(super) hash: u64,
    /// From the file down.
    pub(super) names: Vec<String>,
    pub(super) lines: (u32, u32),
    pub(super) name_at: (u32, u32),
    /// The selected row.
    pub(super) node: ChunkId,
    /// Location to show in place of the query's match; 1-based line and column.
    pub(super) goal: Option<(u32, u32)>,
    /// Summary of the selected file or directory; empty for everything else.
    pub(super) summary: String,
    /// True for a directory, which has no document.
    pub(super) is_directory: bool,
}

impl ZoomSubject {
    pub(super) fn new(hit: &Hit, node: ChunkId) -> Self {
        let record = &hit.record;
        let around = hit.ancestors.iter().find(|above| above.id == node);
        let summary = match record.id == node {
            true => record.summary.clone(),
            false => around.map_or_else(String::new, |above| above.summary.clone()),
        };
        Self {
            path: record.path.clone(),
            id: record.id,
            hash: record.hash,
            names: hit.names(),
            lines: record.lines,
            name_at: record.name_at,
            node,
            goal: None,
            summary,
            is_directory: record.is_directory(),
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
