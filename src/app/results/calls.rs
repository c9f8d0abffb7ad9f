//! Calls that open below the rows of a list, step by step. Methods of [`Results`].
//!
//! Contract: the calls of a row are requested when it is opened, never before.

use super::model::Results;
use super::node::{PreviewTarget, TreeNode};
use crate::app::text::unnumbered;
use crate::chunk::ChunkId;
use crate::context::DeclarationKey;
use crate::protocol::CallSteps;
use crate::search::Hit;
use std::collections::{HashMap, HashSet};

/// The calls of opened rows, by the identity of the row.
#[derive(Debug, Default)]
pub(super) struct OpenedCalls {
    /// True if the rows of the list open.
    is_open: bool,
    steps: HashMap<ChunkId, CallSteps>,
    /// Rows whose calls are up to date. Stale ones are shown until they are replaced.
    current: HashSet<ChunkId>,
}

impl OpenedCalls {
    /// Requests the calls of open rows again, because files may have changed.
    pub(super) fn invalidate(&mut self) {
        self.current.clear();
    }

    pub(super) fn clear(&mut self) {
        self.steps.clear();
        self.current.clear();
    }
}

impl Results {
    /// Sets whether calls open below the rows of the next answer.
    pub(crate) fn open_calls(&mut self, is_open: bool) {
        self.calls.is_open = is_open;
    }

    /// Adds the known calls below the rows, and opens those that the user opened.
    pub(super) fn add_calls(&mut self) {
        if !self.calls.is_open {
            return;
        }
        for leaf in self.tree.leaves.values() {
            let node = &mut self.tree.nodes[*leaf];
            node.opens_calls = true;
            node.unopened = true;
        }
        let mut at = 0;
        // Calls are added at the end.
        while let Some(node) = self.tree.nodes.get(at) {
            if node.opens_calls {
                self.add_calls_of(at);
            }
            at += 1;
        }
    }

    fn add_calls_of(&mut self, at: usize) {
        let node = &self.tree.nodes[at];
        let is_open = self.chosen.get(&node.key) == Some(&true);
        let mut calls = Vec::new();
        let steps = self.calls.steps.get(&node.key);
        if let Some(steps) = steps {
            calls.extend(steps.steps.iter().map(|step| TreeNode {
                parent: Some(at),
                ..node.called(step)
            }));
        }
        let is_known = steps.is_some();
        let node = &mut self.tree.nodes[at];
        node.open = is_open;
        node.unopened &= !is_known;
        for call in calls {
            self.tree.push(call);
        }
    }

    /// The first open row whose calls are not known, with the hit that it shows.
    pub(crate) fn missing_calls(&self) -> Option<(&TreeNode, &Hit)> {
        let mut rows = self.rows.iter().map(|row| &self.tree.nodes[*row]);
        let node = rows.find(|node| {
            node.opens_calls && node.open && !self.calls.current.contains(&node.key)
        })?;
        let hit = match &node.shows {
            PreviewTarget::Own(hit) => hit,
            _ => self.hits().get(node.hit?)?,
        };
        Some((node, hit))
    }

    /// The known declarations of the rows above a row.
    pub(crate) fn declarations_above(&self, row: ChunkId) -> Vec<DeclarationKey> {
        let rows = self.tree.trail(self.tree.find(row)).into_iter();
        let steps = rows.filter_map(|row| self.calls.steps.get(&row));
        steps.map(|steps| steps.of.clone()).collect()
    }

    /// Adds the calls below a row. Without any, it closes for good. Returns false in this case.
    pub(crate) fn add_steps(&mut self, steps: CallSteps) -> bool {
        let (row, has_calls) = (steps.row, !steps.steps.is_empty());
        self.calls.current.insert(row);
        self.calls.steps.insert(row, steps);
        if !has_calls {
            self.chosen.insert(row, false);
        }
        self.rebuild();
        has_calls
    }

    /// Returns true if the calls below the selected row are known, and there are none.
    pub(crate) fn has_no_calls(&self) -> bool {
        let steps = self
            .selected()
            .and_then(|node| self.calls.steps.get(&node.key));
        steps.is_some_and(|steps| steps.steps.is_empty())
    }

    /// Closes a row whose calls cannot be found.
    pub(crate) fn close_calls(&mut self, row: ChunkId) {
        self.chosen.insert(row, false);
        self.rebuild();
    }

    /// The names of the declarations from the row of the list to the selected call.
    pub(crate) fn call_trail(&self) -> Vec<&str> {
        let Some(node) = self.selected().filter(|node| node.call.is_some()) else {
            return Vec::new();
        };
        let mut names = vec![self.declaration_name(node)];
        let mut at = node;
        while at.call.is_some()
            && let Some(above) = at.parent
        {
            at = &self.tree.nodes[above];
            names.push(self.declaration_name(at));
        }
        names.reverse();
        names
    }

    /// The name of the declaration of a row, which may be a piece of it.
    pub(crate) fn declaration_name<'n>(&'n self, node: &'n TreeNode) -> &'n str {
        let hit = node.hit.and_then(|hit| self.hits().get(hit));
        match hit.and_then(|hit| hit.record.names.last()) {
            Some(name) if node.call.is_none() => unnumbered(name),
            _ => node.own_name(),
        }
    }

    /// The rows of a hit in a ranked list: itself, and the calls that are open below it.
    pub(super) fn with_calls(&self, hit: usize) -> Vec<usize> {
        let mut rows = vec![hit];
        let node = &self.tree.nodes[hit];
        if node.opens_calls && node.open {
            let calls = node.children.iter();
            let calls = calls.filter(|child| self.tree.nodes[**child].call.is_some());
            rows.extend(calls.flat_map(|call| self.with_calls(*call)));
        }
        rows
    }
}
