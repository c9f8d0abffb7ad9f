//! The row that the pane shows, as the index knows it.

use super::page::Page;
use super::rows::Level;
use crate::chunk::{ChunkId, Role};
use crate::corpus::SourcePath;
use crate::search::Hit;

/// A result, or what it is in.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Subject {
    pub(super) path: SourcePath,
    pub(super) id: ChunkId,
    pub(super) hash: u64,
    /// From the file down.
    pub(super) names: Vec<String>,
    pub(super) lines: (u32, u32),
    pub(super) name_at: (u32, u32),
    /// The node that is selected: the hit itself or what it is in.
    pub(super) node: ChunkId,
    /// Location to show in place of the query's match; 1-based line and column.
    pub(super) goal: Option<(u32, u32)>,
    /// Summary of the selected file or directory; empty for everything else.
    pub(super) summary: String,
    /// There is no document: it is a directory.
    pub(super) is_directory: bool,
}

impl Subject {
    pub(super) fn new(hit: &Hit, node: ChunkId) -> Self {
        let record = &hit.record;
        let mut names = record.names.clone();
        // The last is the one by which it was found.
        if let Some(found_as) = &hit.explanation.found_as {
            if !record.name.is_empty() {
                names.pop();
            }
            names.push(found_as.clone());
        }
        let around = hit.ancestors.iter().find(|above| above.id == node);
        let summary = match record.id == node {
            true => record.summary.clone(),
            false => around.map_or_else(String::new, |above| above.summary.clone()),
        };
        Self {
            path: record.path.clone(),
            id: record.id,
            hash: record.hash,
            names,
            lines: record.lines,
            name_at: record.name_at,
            node,
            goal: None,
            summary,
            is_directory: record.is_directory(),
        }
    }

    /// The chunk that was selected: the hit, or what it is in.
    pub(super) fn focus(&self, page: &Page, leaf: usize) -> usize {
        let chain = page.chain(leaf).into_iter();
        let mut selected = chain.filter(|index| self.is_node(page, *index));
        selected.next().unwrap_or(leaf)
    }

    /// The level that shows what was selected.
    pub(super) fn level(&self, page: &Page, levels: &[Level]) -> usize {
        let shows = |level: &Level| match level {
            Level::Whole(index) | Level::Skeleton(index) => self.is_node(page, *index),
            Level::File => self.is_node(page, 0),
            Level::Type(_) | Level::Outline => false,
        };
        // A header is read with the members that it is the header of.
        let is_header = levels.first().is_some_and(|first| match first {
            Level::Whole(index) => page
                .chunks()
                .get(*index)
                .is_some_and(|it| it.role == Role::Header),
            _ => false,
        });
        let level = levels.iter().position(shows).unwrap_or(0);
        match levels.get(1) {
            Some(Level::Skeleton(_)) if is_header && level == 0 => 1,
            _ => level,
        }
    }

    fn is_node(&self, page: &Page, index: usize) -> bool {
        let chunk = page.chunks().get(index);
        chunk.is_some_and(|chunk| chunk.id == self.node)
    }
}
