//! Summaries of files and directories, and declarations of files, requested for visible rows only.

use super::node::{self, PreviewTarget, RowKind, TreeNode};
use super::{Results, RowSource};
use crate::corpus::SourcePath;
use crate::protocol::{EntrySummary, TreeEntry};
use crate::search::DocumentOutline;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Maximum number of summaries.
const MAX_SUMMARIES: usize = 4_096;
/// Maximum number of outlines of closed files.
const MAX_OUTLINES: usize = 256;

/// Data received so far.
#[derive(Debug, Default)]
pub(super) struct BrowseCache {
    summaries: HashMap<TreeEntry, EntrySummary>,
    /// None if the file cannot be read or chunked.
    pub(super) outlines: HashMap<SourcePath, Option<Arc<DocumentOutline>>>,
    /// Entries whose summary, and files whose outline, arrived since files may have changed. The others are
    /// shown until the new ones arrive.
    current_summaries: HashSet<TreeEntry>,
    current_outlines: HashSet<SourcePath>,
}

impl BrowseCache {
    pub(super) fn outline(&self, path: &SourcePath) -> Option<&DocumentOutline> {
        self.outlines.get(path)?.as_deref()
    }

    pub(super) fn summary(&self, node: &TreeNode) -> Option<&EntrySummary> {
        self.summaries.get(&entry(node)?)
    }
}

fn entry(node: &TreeNode) -> Option<TreeEntry> {
    Some(TreeEntry {
        path: node.path.clone(),
        is_directory: match node.what {
            RowKind::Directory => true,
            RowKind::File => false,
            RowKind::Declaration | RowKind::More => return None,
        },
    })
}

impl Results {
    /// The index or files may have changed: everything is requested again when it is in view.
    pub(crate) fn invalidate(&mut self) {
        self.cache.current_summaries.clear();
        self.cache.current_outlines.clear();
    }

    /// Open files in view whose present outline is not known.
    pub(crate) fn missing_outlines(&self) -> Vec<SourcePath> {
        let mut wanted: Vec<SourcePath> = Vec::new();
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
                && wanted.last() != Some(&file.path)
                && !self.cache.current_outlines.contains(&file.path)
            {
                wanted.push(file.path.clone());
            }
        }
        wanted
    }

    /// Files and directories in view whose summary is not known. Hits contain theirs.
    pub(crate) fn missing_summaries(&self) -> Vec<TreeEntry> {
        let view = self.viewport.range(self.rows.len());
        let rows = self.rows.get(view).unwrap_or_default().iter();
        let nodes = rows.map(|row| &self.tree.nodes[*row]);
        nodes
            .filter(|node| matches!(node.shows, PreviewTarget::Own(_)))
            .filter_map(entry)
            .filter(|entry| !self.cache.current_summaries.contains(entry))
            .collect()
    }

    /// Takes in the summary of a file or directory.
    pub(crate) fn add_summary(&mut self, entry: TreeEntry, about: EntrySummary) {
        let what = match entry.is_directory {
            true => RowKind::Directory,
            false => RowKind::File,
        };
        if let Some(node) = self.tree.find(node::id(&entry.path, what)) {
            self.tree.nodes[node].set_summary(&about);
        }
        if self.cache.summaries.len() >= MAX_SUMMARIES {
            self.cache.summaries.clear();
            self.cache.current_summaries.clear();
        }
        self.cache.current_summaries.insert(entry.clone());
        self.cache.summaries.insert(entry, about);
    }

    /// Takes in the declarations of a file. None if they are not known.
    pub(crate) fn add_outline(&mut self, path: SourcePath, outline: Option<Arc<DocumentOutline>>) {
        let known = self.cache.outlines.get(&path);
        let is_same = known.is_some_and(|it| it.is_some() && *it == outline);
        if self.cache.outlines.len() >= MAX_OUTLINES {
            let tree = &self.tree;
            let is_open = |path: &SourcePath| {
                let file = tree.find(node::id(path, RowKind::File));
                file.is_some_and(|file| tree.nodes[file].open)
            };
            self.cache.outlines.retain(|path, _| is_open(path));
            self.cache.current_outlines.retain(is_open);
        }
        let file = self.tree.find(node::id(&path, RowKind::File));
        self.cache.current_outlines.insert(path.clone());
        self.cache.outlines.insert(path, outline);
        if file.is_some() && !is_same {
            self.rebuild();
        }
    }
}
