//! How trees come about: from hits and what they are in, from directories, from outlines.

use super::listing::{Entry, Listing};
use super::node::{Node, Shows, What};
use super::tree::Tree;
use crate::corpus::SourcePath;
use crate::search::{Hit, Outline};
use std::collections::{HashMap, HashSet};

/// With hits in more files than this, files of the same directory are put together.
const MANY_FILES: usize = 16;

impl Tree {
    /// Hits in what they are in; files by their best hit, what is in a file in the order of its
    /// lines. `more`: there may be others, which the last row says.
    pub(super) fn of_hits(hits: &[Hit], more: bool) -> Self {
        let mut tree = Self::default();
        let groups = groups(hits);
        for (rank, hit) in hits.iter().enumerate() {
            let mut parent = tree.directory(hit, rank, &groups);
            for ancestor in &hit.ancestors {
                let node = tree.find(ancestor.id).unwrap_or_else(|| {
                    let mut node = Node::holder(hit.record.path.clone(), hit, ancestor, rank);
                    node.parent = parent;
                    if parent.is_some() && node.what == What::File {
                        node.name = hit.record.path.file_name().to_owned();
                    }
                    tree.push(node)
                });
                tree.nodes[node].count += 1;
                parent = Some(node);
            }
            let leaf = tree.push(Node {
                parent,
                ..Node::hit(hit, rank)
            });
            tree.leaves.push(leaf);
        }
        tree.sort();
        if more {
            tree.push(Node::more());
        }
        tree
    }

    /// What is right in the repository.
    pub(super) fn of_listing(listing: &Listing) -> Self {
        let mut tree = Self::default();
        tree.push_entries(listing.entries(""), None);
        tree
    }

    /// Looks into a directory that nobody looked into yet.
    pub(super) fn enter(&mut self, node: usize, listing: &Listing) {
        let directory = &mut self.nodes[node];
        if directory.what != What::Directory || !std::mem::take(&mut directory.unopened) {
            return;
        }
        let path = directory.path.clone();
        self.push_entries(listing.entries(path.as_str()), Some(node));
    }

    fn push_entries(&mut self, entries: Vec<Entry>, parent: Option<usize>) {
        for entry in entries {
            let node = match entry {
                Entry::Directory { path, name, files } => Node {
                    count: files,
                    ..Node::place(&path, &name, What::Directory)
                },
                Entry::File(path) => Node::place(&path, path.file_name(), What::File),
            };
            self.push(Node { parent, ..node });
        }
    }

    /// Puts the members of a file that are not there yet among those that are. Beside hits they
    /// are `hidden` until asked for.
    pub(super) fn add_outline(&mut self, file: usize, outline: &Outline, hidden: bool) {
        let path = self.nodes[file].path.clone();
        let beside_hits = self.nodes[file].best.is_some();
        self.nodes[file].unopened = false;
        let mut nodes: Vec<usize> = Vec::with_capacity(outline.members.len());
        let mut parents = HashSet::new();
        for member in &outline.members {
            let above = member.parent.and_then(|parent| nodes.get(parent)).copied();
            parents.insert(above.unwrap_or(file));
            // A class that holds hits is in the tree as what it is for them.
            let node = self.find(member.id).unwrap_or_else(|| {
                self.push(Node {
                    parent: Some(above.unwrap_or(file)),
                    hidden: hidden && beside_hits,
                    ..Node::member(&path, member)
                })
            });
            nodes.push(node);
        }
        for parent in parents {
            self.sort_within(parent);
        }
    }

    /// Whether something in a file is there that nobody searched for.
    pub(super) fn has_members(&self, file: usize) -> bool {
        let mut within = self.within(file).into_iter().skip(1);
        within.any(|node| self.nodes[node].best.is_none())
    }

    /// The directory that a hit's file is listed under; none where it stands by itself.
    fn directory(
        &mut self,
        hit: &Hit,
        rank: usize,
        groups: &HashMap<&str, usize>,
    ) -> Option<usize> {
        let directory = hit.record.path.directory();
        if groups.get(directory).copied().unwrap_or(0) < 2 {
            return None;
        }
        let path = SourcePath::new(directory);
        let fresh = Node {
            best: Some(rank),
            unopened: false,
            shows: Shows::Place,
            ..Node::place(&path, directory, What::Directory)
        };
        let node = self.find(fresh.id).unwrap_or_else(|| self.push(fresh));
        self.nodes[node].count += 1;
        Some(node)
    }
}

/// How many files with hits each directory has; nothing where files are few enough to stand by
/// themselves, or where directories themselves were found.
fn groups(hits: &[Hit]) -> HashMap<&str, usize> {
    let mut files: Vec<&SourcePath> = hits.iter().map(|hit| &hit.record.path).collect();
    files.sort_unstable();
    files.dedup();
    let mut groups = HashMap::new();
    if files.len() <= MANY_FILES || hits.iter().any(|hit| hit.ancestors.is_empty()) {
        return groups;
    }
    for file in files.iter().filter(|file| !file.directory().is_empty()) {
        *groups.entry(file.directory()).or_default() += 1;
    }
    groups
}
