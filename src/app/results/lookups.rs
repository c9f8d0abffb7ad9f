//! Data loaded while browsing: summaries of files and directories, and declarations of files. Only
//! visible rows are requested.

use super::node::{self, Node, Shows, What};
use super::{Results, Source};
use crate::corpus::SourcePath;
use crate::protocol::{About, TreeEntry};
use crate::search::Outline;
use std::collections::HashMap;
use std::sync::Arc;

/// Files and directories whose leads are kept; then they are looked up again as they come into
/// view.
const MOST_ABOUT: usize = 4_096;
/// Files whose outlines are kept, when they are not open any more.
const MOST_OUTLINES: usize = 256;

/// Data received so far.
#[derive(Debug, Default)]
pub(super) struct Lookups {
    about: HashMap<TreeEntry, Cached<About>>,
    /// None where the file cannot be read or cut.
    outlines: HashMap<SourcePath, Cached<Option<Arc<Outline>>>>,
}

#[derive(Debug)]
struct Cached<T> {
    value: T,
    /// It may be another since; shown until the new one is there.
    is_old: bool,
}

impl<T> Cached<T> {
    fn new(value: T) -> Self {
        let is_old = false;
        Self { value, is_old }
    }
}

impl Lookups {
    pub(super) fn outline(&self, path: &SourcePath) -> Option<&Outline> {
        self.outlines.get(path)?.value.as_deref()
    }

    pub(super) fn about(&self, node: &Node) -> Option<&About> {
        Some(&self.about.get(&entry(node)?)?.value)
    }

    /// Returns true if a file is known to have no declarations to show.
    pub(super) fn has_no_outline(&self, path: &SourcePath) -> bool {
        let outline = self.outlines.get(path);
        outline.is_some_and(|outline| outline.value.is_none())
    }

    fn wants_about(&self, entry: &TreeEntry) -> bool {
        self.about.get(entry).is_none_or(|about| about.is_old)
    }

    fn wants_outline(&self, path: &SourcePath) -> bool {
        self.outlines.get(path).is_none_or(|outline| outline.is_old)
    }
}

fn entry(node: &Node) -> Option<TreeEntry> {
    Some(TreeEntry {
        path: node.path.clone(),
        is_directory: match node.what {
            What::Directory => true,
            What::File => false,
            What::Declaration | What::More => return None,
        },
    })
}

impl Results {
    /// The index moved on or files may have changed: everything is looked up again when it is in
    /// view, and shown as it was until then.
    pub(crate) fn outdate(&mut self) {
        for about in self.lookups.about.values_mut() {
            about.is_old = true;
        }
        for outline in self.lookups.outlines.values_mut() {
            outline.is_old = true;
        }
    }

    /// Files in view that are open, and whose outline is not known as it is now.
    pub(crate) fn wanted_outlines(&self) -> Vec<SourcePath> {
        let mut wanted: Vec<SourcePath> = Vec::new();
        let view = self.viewport.range(self.rows.len());
        for &row in self.rows.get(view).unwrap_or_default() {
            let Some(file) = self.tree.file_of(row) else {
                continue;
            };
            let file = &self.tree.nodes[file];
            let is_shown = match self.source {
                Source::Listing(_) => file.open,
                _ => self.revealed.contains(&file.id),
            };
            if is_shown
                && wanted.last() != Some(&file.path)
                && self.lookups.wants_outline(&file.path)
            {
                wanted.push(file.path.clone());
            }
        }
        wanted
    }

    /// Files and directories in view of which it is not known what they are about. Hits and what
    /// holds them bring it along.
    pub(crate) fn wanted_about(&self) -> Vec<TreeEntry> {
        let view = self.viewport.range(self.rows.len());
        let rows = self.rows.get(view).unwrap_or_default().iter();
        let nodes = rows.map(|row| &self.tree.nodes[*row]);
        nodes
            .filter(|node| matches!(node.shows, Shows::Place))
            .filter_map(entry)
            .filter(|entry| self.lookups.wants_about(entry))
            .collect()
    }

    /// Takes in what a file or a directory is about.
    pub(crate) fn take_about(&mut self, entry: TreeEntry, about: About) {
        let what = match entry.is_directory {
            true => What::Directory,
            false => What::File,
        };
        if let Some(node) = self.tree.find(node::id(&entry.path, what)) {
            self.tree.nodes[node].lead.clone_from(&about.lead);
        }
        if self.lookups.about.len() >= MOST_ABOUT {
            self.lookups.about.clear();
        }
        self.lookups.about.insert(entry, Cached::new(about));
        self.show_place();
    }

    /// Takes in what a file declares; none where that cannot be told.
    pub(crate) fn take_outline(&mut self, path: SourcePath, outline: Option<Arc<Outline>>) {
        let same = self.lookups.outlines.get(&path).is_some_and(|known| {
            // What was only looked up again changes nothing.
            known.value.is_some() && known.value == outline
        });
        if self.lookups.outlines.len() >= MOST_OUTLINES {
            let tree = &self.tree;
            let is_open = |path: &SourcePath| {
                let file = tree.find(node::id(path, What::File));
                file.is_some_and(|file| tree.nodes[file].open)
            };
            self.lookups.outlines.retain(|path, _| is_open(path));
        }
        let file = self.tree.find(node::id(&path, What::File));
        self.lookups.outlines.insert(path, Cached::new(outline));
        match file {
            _ if same => {}
            Some(file) if !self.tree.has_members(file) => self.graft(file),
            // What it declared before has to go.
            Some(_) => self.grow_again(),
            None => {}
        }
    }
}
