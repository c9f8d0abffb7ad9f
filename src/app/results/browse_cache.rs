//! Summaries of files and directories, and outlines of files. Methods of [`Results`].
//!
//! Both are requested for visible rows only; stale ones are shown until they are replaced.

use super::model::{Results, RowSource, entry};
use super::node::PreviewTarget;
use crate::chunk::{directory_id, file_id};
use crate::corpus::SourcePath;
use crate::protocol::{EntrySummary, TreeEntry};
use crate::search::DocumentOutline;
use std::sync::Arc;

/// Maximum number of cached summaries.
const MAX_SUMMARIES: usize = 4_096;
/// Maximum number of outlines before the outlines of closed files are evicted.
const MAX_OUTLINES: usize = 256;

impl Results {
    /// Marks everything as stale because the index or files may have changed. It is requested again once in
    /// view.
    pub(crate) fn invalidate(&mut self) {
        self.cache.current_summaries.clear();
        self.cache.current_outlines.clear();
        self.calls.invalidate();
    }

    /// Open files in view without an up-to-date outline.
    pub(crate) fn missing_outlines(&self) -> Vec<SourcePath> {
        let mut missing: Vec<SourcePath> = Vec::new();
        let view = self.viewport.range(self.rows.len());
        for &row in self.rows.get(view).unwrap_or_default() {
            let Some(file) = self.tree.file_of(row) else {
                continue;
            };
            let file = &self.tree.nodes[file];
            let is_shown = match self.source {
                RowSource::Listing(_) => file.open,
                _ => self.expanded_files.contains(&file.id),
            };
            if is_shown
                && missing.last() != Some(&file.path)
                && !self.cache.current_outlines.contains(&file.path)
            {
                missing.push(file.path.clone());
            }
        }
        missing
    }

    /// Files and directories in view without an up-to-date summary. Hits have one already.
    pub(crate) fn missing_summaries(&self) -> Vec<TreeEntry> {
        let nodes = self.visible().map(|(node, _)| node);
        nodes
            .filter(|node| matches!(node.shows, PreviewTarget::Own(_)))
            .filter_map(entry)
            .filter(|entry| !self.cache.current_summaries.contains(entry))
            .collect()
    }

    /// Stores the summary of a file or directory.
    pub(crate) fn add_summary(&mut self, entry: TreeEntry, summary: EntrySummary) {
        let id = if entry.is_directory {
            directory_id(&entry.path)
        } else {
            file_id(&entry.path)
        };
        if let Some(node) = self.tree.find(id) {
            self.tree.nodes[node].set_summary(&summary);
        }
        if self.cache.summaries.len() >= MAX_SUMMARIES {
            self.cache.summaries.clear();
            self.cache.current_summaries.clear();
        }
        self.cache.current_summaries.insert(entry.clone());
        self.cache.summaries.insert(entry, summary);
    }

    /// Stores the outline of a file; none if it cannot be read or chunked.
    pub(crate) fn add_outline(&mut self, path: SourcePath, outline: Option<Arc<DocumentOutline>>) {
        let is_known = outline.is_some() && self.cache.outlines.get(&path) == Some(&outline);
        if self.cache.outlines.len() >= MAX_OUTLINES {
            let tree = &self.tree;
            let is_open = |path: &SourcePath| {
                let file = tree.find(file_id(path));
                file.is_some_and(|file| tree.nodes[file].open)
            };
            self.cache.outlines.retain(|path, _| is_open(path));
            self.cache.current_outlines.retain(is_open);
        }
        let file = self.tree.find(file_id(&path));
        self.cache.current_outlines.insert(path.clone());
        self.cache.outlines.insert(path, outline);
        if file.is_some() && !is_known {
            self.rebuild();
        }
    }
}
