//! What is looked up while one looks around: what files and directories are about, and what files
//! declare. Only what is in view is asked for.

use super::node::{self, Node, Shows, What};
use super::{Results, Source};
use crate::corpus::SourcePath;
use crate::search::{About, Outline, TreeEntry};
use std::collections::HashMap;
use std::sync::Arc;

/// Files and directories whose leads are kept; then they are looked up again as they come into
/// view.
const MOST_ABOUT: usize = 4_096;
/// Files whose outlines are kept, when they are not open any more.
const MOST_OUTLINES: usize = 256;

/// What was told so far.
#[derive(Debug, Default)]
pub(super) struct Looking {
    about: HashMap<TreeEntry, Known>,
    outlines: HashMap<SourcePath, Told>,
}

#[derive(Debug)]
struct Known {
    about: About,
    /// The index moved on since; shown until the new one is there.
    is_old: bool,
}

#[derive(Debug)]
struct Told {
    /// None where the file cannot be read or cut.
    outline: Option<Arc<Outline>>,
    /// The file may have changed since; shown until the new one is there.
    is_old: bool,
}

impl Looking {
    pub(super) fn outline(&self, path: &SourcePath) -> Option<&Outline> {
        self.outlines.get(path)?.outline.as_deref()
    }

    pub(super) fn about(&self, node: &Node) -> Option<&About> {
        Some(&self.about.get(&entry(node)?)?.about)
    }

    /// Whether it was told that a file declares nothing that can be shown.
    pub(super) fn has_no_outline(&self, path: &SourcePath) -> bool {
        let told = self.outlines.get(path);
        told.is_some_and(|told| told.outline.is_none())
    }

    fn wants_about(&self, entry: &TreeEntry) -> bool {
        self.about.get(entry).is_none_or(|known| known.is_old)
    }

    fn wants_outline(&self, path: &SourcePath) -> bool {
        self.outlines.get(path).is_none_or(|told| told.is_old)
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
        for known in self.looking.about.values_mut() {
            known.is_old = true;
        }
        for told in self.looking.outlines.values_mut() {
            told.is_old = true;
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
                && self.looking.wants_outline(&file.path)
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
            .filter(|entry| self.looking.wants_about(entry))
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
        if self.looking.about.len() >= MOST_ABOUT {
            self.looking.about.clear();
        }
        let known = Known {
            about,
            is_old: false,
        };
        self.looking.about.insert(entry, known);
        self.show_place();
    }

    /// Takes in what a file declares; none where that cannot be told.
    pub(crate) fn take_outline(&mut self, path: SourcePath, outline: Option<Arc<Outline>>) {
        let told = Told {
            outline,
            is_old: false,
        };
        let same = self.looking.outlines.get(&path).is_some_and(|known| {
            // What was only looked up again changes nothing.
            known.outline.is_some() && known.outline == told.outline
        });
        if self.looking.outlines.len() >= MOST_OUTLINES {
            let tree = &self.tree;
            let is_open = |path: &SourcePath| {
                let file = tree.find(node::id(path, What::File));
                file.is_some_and(|file| tree.nodes[file].open)
            };
            self.looking.outlines.retain(|path, _| is_open(path));
        }
        let file = self.tree.find(node::id(&path, What::File));
        self.looking.outlines.insert(path, told);
        match file {
            _ if same => {}
            Some(file) if !self.tree.has_members(file) => self.graft(file),
            // What it declared before has to go.
            Some(_) => self.grow_again(),
            None => {}
        }
    }
}
