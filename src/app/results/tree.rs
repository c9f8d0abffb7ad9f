//! The rows of the results pane as an arena of nodes.

use super::node::{HEAD, Node, What};
use crate::chunk::{ChunkId, Kind};
use std::collections::HashMap;

/// Nodes in the order in which they came, and how they lie in one another.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) roots: Vec<usize>,
    /// Node of each hit.
    pub(super) leaves: Vec<usize>,
    by_id: HashMap<ChunkId, usize>,
}

impl Tree {
    /// Adds a node, as the last one in its parent.
    pub(super) fn push(&mut self, mut node: Node) -> usize {
        let index = self.nodes.len();
        match node.parent {
            Some(parent) => {
                let above = &self.nodes[parent];
                node.depth = above.depth + 1;
                node.is_nested = above.what == What::Declaration;
                if node.is_nested && (&node.name, node.line) == (&above.name, above.line) {
                    node.name.push_str(HEAD);
                }
                node.shares_name = above.kind == Kind::Section && node.name == above.name;
                self.nodes[parent].children.push(index);
            }
            None => self.roots.push(index),
        }
        self.by_id.insert(node.id, index);
        self.nodes.push(node);
        index
    }

    /// Puts what is in each file in the order of its lines; everything else stays as it came.
    pub(super) fn sort(&mut self) {
        for node in 0..self.nodes.len() {
            self.sort_within(node);
        }
    }

    /// Puts what is right in a file, or in something of one, in the order of its lines.
    pub(super) fn sort_within(&mut self, node: usize) {
        if self.nodes[node].what != What::Directory {
            let mut children = std::mem::take(&mut self.nodes[node].children);
            children.sort_by_key(|child| self.nodes[*child].line);
            self.nodes[node].children = children;
        }
    }

    pub(super) fn find(&self, id: ChunkId) -> Option<usize> {
        self.by_id.get(&id).copied()
    }

    pub(super) fn leaf_of(&self, hit: usize) -> Option<usize> {
        self.leaves.get(hit).copied()
    }

    /// The last row of an answer that was cut.
    pub(super) fn more(&self) -> Option<usize> {
        let last = self.roots.last().copied();
        last.filter(|last| self.nodes[*last].what == What::More)
    }

    /// Opens the best file, and further ones for as long as everything still fits in `height` rows:
    /// room is not left empty while something is hidden.
    pub(super) fn open_best(&mut self, height: usize) {
        let mut rows = self.roots.len();
        let mut files = 0;
        for root in self.roots.clone() {
            let is_directory = self.nodes[root].what == What::Directory;
            let within = match is_directory {
                true => self.nodes[root].children.clone(),
                false => vec![root],
            };
            if is_directory {
                rows += within.len();
                if files > 0 && rows > height {
                    return;
                }
                self.nodes[root].open = true;
            }
            for file in within {
                let within = self.within(file);
                rows += within.len() - 1;
                if files > 0 && rows > height {
                    return;
                }
                for node in within {
                    self.nodes[node].open = true;
                }
                files += 1;
            }
        }
    }

    pub(super) fn open_above(&mut self, node: usize) {
        let mut above = self.nodes[node].parent;
        while let Some(parent) = above {
            self.nodes[parent].open = true;
            above = self.nodes[parent].parent;
        }
    }

    /// The file that a node is, or is in.
    pub(super) fn file_of(&self, node: usize) -> Option<usize> {
        let mut at = Some(node);
        while let Some(node) = at {
            if self.nodes[node].what == What::File {
                return Some(node);
            }
            at = self.nodes[node].parent;
        }
        None
    }

    /// What a node is and what it is in, from itself up.
    pub(super) fn trail(&self, node: Option<usize>) -> Vec<ChunkId> {
        let mut trail = Vec::new();
        let mut at = node;
        while let Some(node) = at {
            trail.push(self.nodes[node].id);
            at = self.nodes[node].parent;
        }
        trail
    }

    /// A node and everything in it, top to bottom.
    pub(super) fn within(&self, node: usize) -> Vec<usize> {
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

    fn walk(&self, mut stack: Vec<usize>, enters: impl Fn(&Node) -> bool) -> Vec<usize> {
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
}
