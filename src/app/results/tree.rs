//! The rows of the results pane as an arena of nodes.
//!
//! Principal type: [`Tree`]. Invariant: nodes are only added, so an index stays valid until the tree is
//! rebuilt.

use super::listing::Listing;
use super::node::{HEAD, RowKind, TreeNode};
use crate::chunk::{ChunkId, Kind};
use crate::search::{DocumentOutline, Hit};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Number of best results that are always expanded.
const ALWAYS_OPEN: usize = 5;

/// Nodes in the order of their creation, and their structure.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<TreeNode>,
    pub(super) roots: Vec<usize>,
    /// Node of each hit that is shown, by the rank of the hit.
    pub(super) leaves: BTreeMap<usize, usize>,
    by_key: HashMap<ChunkId, usize>,
}

impl Tree {
    /// Adds a node, as the last one in its parent.
    pub(super) fn push(&mut self, mut node: TreeNode) -> usize {
        let index = self.nodes.len();
        match node.parent {
            Some(parent) => {
                let above = &self.nodes[parent];
                node.depth = above.depth + 1;
                node.is_nested = above.what == RowKind::Declaration;
                if node.is_nested && (&node.name, node.line) == (&above.name, above.line) {
                    node.name.push_str(HEAD);
                }
                node.shares_name = above.kind == Kind::Section && node.name == above.name;
                self.nodes[parent].children.push(index);
            }
            None => self.roots.push(index),
        }
        self.by_key.insert(node.key, index);
        self.nodes.push(node);
        index
    }

    /// Sorts the children of a file or declaration by line.
    pub(super) fn sort_within(&mut self, node: usize) {
        if self.nodes[node].what != RowKind::Directory {
            let mut children = std::mem::take(&mut self.nodes[node].children);
            children.sort_by_key(|child| self.nodes[*child].line);
            self.nodes[node].children = children;
        }
    }

    /// The row with an identity.
    pub(super) fn find(&self, key: ChunkId) -> Option<usize> {
        self.by_key.get(&key).copied()
    }

    pub(super) fn leaf_of(&self, hit: usize) -> Option<usize> {
        self.leaves.get(&hit).copied()
    }

    /// The last row of an answer that was cut.
    pub(super) fn more_row(&self) -> Option<usize> {
        let last = self.roots.last().copied();
        last.filter(|last| self.nodes[*last].what == RowKind::More)
    }

    /// Opens the branches of the best results, or of all if every row fits into `height`.
    pub(super) fn open_best(&mut self, height: usize) {
        let has_room = self.nodes.len() <= height;
        let opened = if has_room { usize::MAX } else { ALWAYS_OPEN };
        let best: Vec<usize> = self.leaves.values().take(opened).copied().collect();
        for leaf in best {
            self.open_above(leaf);
        }
    }

    pub(super) fn open_above(&mut self, node: usize) {
        let above: Vec<usize> = self.ancestors(node).skip(1).collect();
        for parent in above {
            self.nodes[parent].open = true;
        }
    }

    /// A node and its ancestors, innermost first.
    pub(super) fn ancestors(&self, node: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(node), |node| self.nodes[*node].parent)
    }

    /// The file of a node, possibly itself.
    pub(super) fn file_of(&self, node: usize) -> Option<usize> {
        let mut chain = self.ancestors(node);
        chain.find(|node| self.nodes[*node].what == RowKind::File)
    }

    /// Identities of a node and its ancestors, innermost first.
    pub(super) fn trail(&self, node: Option<usize>) -> Vec<ChunkId> {
        let chain = node.into_iter().flat_map(|node| self.ancestors(node));
        chain.map(|node| self.nodes[node].key).collect()
    }

    /// A node and everything in it, top to bottom.
    pub(super) fn subtree(&self, node: usize) -> Vec<usize> {
        self.walk(vec![node], |_| true)
    }

    /// Every node, top to bottom.
    pub(super) fn all(&self) -> Vec<usize> {
        self.walk(self.roots.iter().rev().copied().collect(), |_| true)
    }

    /// The nodes that open branches show, top to bottom.
    pub(super) fn open_rows(&self) -> Vec<usize> {
        let mut rows = self.walk(self.roots.iter().rev().copied().collect(), |node| node.open);
        rows.retain(|row| !self.nodes[*row].hidden);
        rows
    }

    fn walk(&self, mut stack: Vec<usize>, enters: impl Fn(&TreeNode) -> bool) -> Vec<usize> {
        let mut order = Vec::new();
        while let Some(index) = stack.pop() {
            order.push(index);
            let node = &self.nodes[index];
            if enters(node) {
                stack.extend(node.children.iter().rev());
            }
        }
        order
    }

    /// The tree of the hits that are shown: files by their best hit, declarations by line. With `more`, the last
    /// row offers further hits.
    pub(super) fn of_hits(hits: &[Hit], more: bool, is_shown: impl Fn(usize) -> bool) -> Self {
        let mut tree = Self::default();
        for (rank, hit) in hits.iter().enumerate().filter(|(rank, _)| is_shown(*rank)) {
            let mut parent = None;
            for ancestor in hit.scopes() {
                let node = tree.find(ancestor.id).unwrap_or_else(|| {
                    tree.push(TreeNode {
                        parent,
                        ..TreeNode::ancestor(hit, ancestor, rank)
                    })
                });
                tree.nodes[node].count += 1;
                parent = Some(node);
            }
            let mut node = TreeNode {
                parent,
                ..TreeNode::hit(hit, rank)
            };
            // Several frames of a trace may be in one chunk.
            if let Some(earlier) = tree.find(node.id)
                && tree.nodes[earlier].hit.is_some()
            {
                node.key = node.another_key(rank as u64);
            }
            // The parent of a better hit may be a hit itself.
            let leaf = match tree.find(node.key) {
                Some(holder) => {
                    let holding = &mut tree.nodes[holder];
                    (holding.hit, holding.best) = (Some(rank), Some(rank));
                    holder
                }
                None => tree.push(node),
            };
            tree.leaves.insert(rank, leaf);
        }
        (0..tree.nodes.len()).for_each(|node| tree.sort_within(node));
        if more {
            tree.push(TreeNode::more());
        }
        tree
    }

    /// Adds the entries of a directory, once.
    pub(super) fn enter(&mut self, node: usize, listing: &Listing) {
        let directory = &mut self.nodes[node];
        if directory.what != RowKind::Directory || !std::mem::take(&mut directory.unopened) {
            return;
        }
        let path = directory.path.clone();
        self.push_entries(listing.entries(path.as_str()), Some(node));
    }

    pub(super) fn push_entries(&mut self, entries: Vec<TreeNode>, parent: Option<usize>) {
        for node in entries {
            self.push(TreeNode { parent, ..node });
        }
    }

    /// Adds the members of a file that are not in the tree. In an answer they are `hidden` until
    /// requested.
    pub(super) fn add_outline(&mut self, file: usize, outline: &DocumentOutline, hidden: bool) {
        let path = self.nodes[file].path.clone();
        let beside_hits = self.nodes[file].best.is_some();
        self.nodes[file].unopened = false;
        let mut nodes: Vec<usize> = Vec::with_capacity(outline.members.len());
        let mut parents = HashSet::new();
        for member in &outline.members {
            let above = member.parent.and_then(|parent| nodes.get(parent)).copied();
            parents.insert(above.unwrap_or(file));
            // A class that contains hits is in the tree already.
            let node = self.find(member.id).unwrap_or_else(|| {
                self.push(TreeNode {
                    parent: Some(above.unwrap_or(file)),
                    hidden: hidden && beside_hits,
                    ..TreeNode::member(&path, member)
                })
            });
            nodes.push(node);
        }
        for parent in parents {
            self.sort_within(parent);
        }
    }
}
