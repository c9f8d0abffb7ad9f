//! What the pane looks at, as the index knows it.

use super::levels::Level;
use super::page::Page;
use super::sections::Link;
use crate::chunk::ChunkId;
use crate::corpus::SourcePath;
use crate::search::Hit;

/// The hit that is looked at, or a place that was jumped to.
#[derive(Clone, Debug)]
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
    /// Where to look, whatever the query matches; 1-based line and column.
    pub(super) goal: Option<(u32, u32)>,
    /// What the selected file or directory is about; empty for everything else.
    pub(super) summary: String,
    /// There is no document: it is a directory.
    pub(super) is_directory: bool,
}

impl Subject {
    pub(super) fn new(hit: &Hit, node: ChunkId) -> Self {
        let record = &hit.record;
        Self {
            path: record.path.clone(),
            id: record.id,
            hash: record.hash,
            names: names_of(hit),
            lines: record.lines,
            name_at: record.name_at,
            node,
            goal: None,
            summary: summary_of(hit, node).to_owned(),
            is_directory: record.is_directory(),
        }
    }

    /// The place that a link leads to. Its text may have changed since it was found: it has no hash.
    pub(super) fn of_link(link: Link) -> Self {
        Self {
            path: link.path,
            id: link.id,
            hash: 0,
            names: link.names,
            lines: link.lines,
            name_at: link.at,
            node: link.id,
            goal: link.certainty.map(|_| link.at),
            summary: String::new(),
            is_directory: false,
        }
    }

    /// Whether a node of a hit is about what is said here already.
    pub(super) fn is_about(&self, hit: &Hit, node: ChunkId) -> bool {
        self.summary == summary_of(hit, node)
    }

    /// Its name, for what was jumped to from there.
    pub(super) fn name(&self) -> &str {
        let named = self.names.iter().rev().find(|name| !name.is_empty());
        named.map_or(self.path.as_str(), String::as_str)
    }

    /// The chunk that was selected: the hit, or what it is in.
    pub(super) fn focus(&self, page: &Page, leaf: usize) -> usize {
        let selected = |index: &usize| {
            let chunk = page.chunks().get(*index);
            chunk.is_some_and(|chunk| chunk.id == self.node)
        };
        page.chain(leaf).into_iter().find(selected).unwrap_or(leaf)
    }

    /// The level that shows what was selected.
    pub(super) fn level(&self, page: &Page, levels: &[Level]) -> usize {
        let shows = |level: &Level| match level {
            Level::Whole(index) | Level::Skeleton(index) => self.is_node(page, *index),
            Level::File => self.is_node(page, 0),
            Level::Type(_) | Level::Outline => false,
        };
        levels.iter().position(shows).unwrap_or(0)
    }

    fn is_node(&self, page: &Page, index: usize) -> bool {
        let chunk = page.chunks().get(index);
        chunk.is_some_and(|chunk| chunk.id == self.node)
    }
}

/// Names from the file down, the last the one by which a hit was found.
fn names_of(hit: &Hit) -> Vec<String> {
    let mut names = hit.record.names.clone();
    if let Some(found_as) = &hit.receipt.found_as {
        if !hit.record.name.is_empty() {
            names.pop();
        }
        names.push(found_as.clone());
    }
    names
}

/// What a node is about: a hit that is a summary, or the file around a hit.
fn summary_of(hit: &Hit, node: ChunkId) -> &str {
    let around = || hit.ancestors.iter().find(|above| above.id == node);
    match hit.record.id == node {
        true => &hit.record.summary,
        false => around().map_or("", |above| &above.summary),
    }
}
