//! The results pane: hits where they live, as a tree of file → class → method, or as a list by
//! rank. Which row is selected and which branches are open survive a new answer.

mod tree;

pub(crate) use tree::{Node, word};

use super::keymap::Step;
use super::viewport::Viewport;
use crate::chunk::ChunkId;
use crate::search::{Answer, Hit};
use std::collections::HashMap;
use std::sync::Arc;
use tree::Tree;

/// How the hits are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum View {
    /// Where they live.
    #[default]
    Tree,
    /// By rank alone.
    Ranked,
}

/// The hits of the last answer, and how they are looked at.
#[derive(Debug, Default)]
pub(crate) struct Results {
    answer: Option<Arc<Answer>>,
    tree: Tree,
    view: View,
    /// Branches the user opened or closed by hand, for as long as the query's text stays.
    chosen: HashMap<ChunkId, bool>,
    /// Nodes that are rows now, top to bottom.
    rows: Vec<usize>,
    /// Index into `rows`.
    selected: usize,
    /// The selection was moved by hand, so it follows its chunk into the next answer.
    moved: bool,
    viewport: Viewport,
}

impl Results {
    pub(crate) fn answer(&self) -> Option<&Arc<Answer>> {
        self.answer.as_ref()
    }

    pub(crate) fn hits(&self) -> &[Hit] {
        self.answer.as_ref().map_or(&[], |answer| &answer.hits)
    }

    pub(crate) fn view(&self) -> View {
        self.view
    }

    /// The rows in the viewport, each with whether it is selected.
    pub(crate) fn visible(&self) -> impl Iterator<Item = (&Node, bool)> {
        self.viewport
            .range(self.rows.len())
            .map(|row| (&self.tree.nodes[self.rows[row]], row == self.selected))
    }

    /// Rows above the viewport, rows in all: where a scroll bar would stand.
    pub(crate) fn position(&self) -> (usize, usize) {
        (self.viewport.top(), self.rows.len())
    }

    pub(crate) fn selected(&self) -> Option<&Node> {
        self.rows
            .get(self.selected)
            .map(|row| &self.tree.nodes[*row])
    }

    /// The selected hit: the leaf, or the best one inside what is selected.
    pub(crate) fn selected_hit(&self) -> Option<&Hit> {
        self.hits().get(self.selected()?.best)
    }

    /// How good a hit is beside the best one, 0 to 1. Scores are logarithms of odds; half of the
    /// difference, so that the second page is not all zeros.
    pub(crate) fn relevance(&self, hit: &Hit) -> f32 {
        let best = self.hits().first().map_or(hit.score, |best| best.score);
        ((hit.score - best) / 2.0).exp().clamp(0.0, 1.0)
    }

    pub(crate) fn set_height(&mut self, height: usize) {
        self.viewport.resize(height);
        self.reveal();
    }

    /// There is no query any more.
    pub(crate) fn clear(&mut self) {
        *self = Self {
            view: self.view,
            viewport: Viewport::new(self.viewport.height()),
            ..Self::default()
        };
    }

    /// Takes a new answer in. `same_question`: only the index moved on, so nothing that is looked
    /// at may jump. Otherwise the query's text changed, and branches that were opened by hand for
    /// the old one are forgotten.
    pub(crate) fn take(&mut self, answer: Arc<Answer>, same_question: bool) {
        let followed = self
            .selected()
            .filter(|_| same_question || self.moved)
            .map(|node| node.id);
        let offset = self.viewport.offset(self.selected);
        if !same_question {
            self.chosen.clear();
        }
        self.tree = Tree::of(&answer.hits);
        self.answer = Some(answer);
        self.tree.open_best(self.viewport.height());
        for node in &mut self.tree.nodes {
            if let Some(open) = self.chosen.get(&node.id) {
                node.open = *open;
            }
        }
        let followed = followed.and_then(|id| self.tree.find(id));
        self.moved &= followed.is_some();
        if let Some(node) = followed.or_else(|| self.tree.leaf_of(0)) {
            self.tree.open_above(node);
            self.list();
            self.select(node);
            if self.moved || same_question {
                self.viewport.place(self.selected, offset);
            } else {
                self.viewport.place(0, 0);
            }
        } else {
            self.list();
        }
        self.reveal();
    }

    /// Selects the row at a height of the viewport; a second click opens or closes it.
    pub(crate) fn click(&mut self, y: usize) {
        let Some(row) = self.viewport.row_at(y, self.rows.len()) else {
            return;
        };
        if row == self.selected {
            if self.selected().is_some_and(Node::is_branch) {
                self.step(Step::Toggle);
            }
        } else {
            self.selected = row;
            self.moved = true;
        }
    }

    /// Moves the viewport and leaves the selection where it is.
    pub(crate) fn scroll(&mut self, rows: isize) {
        self.viewport.scroll(rows, self.rows.len());
    }

    pub(crate) fn step(&mut self, step: Step) {
        if self.rows.is_empty() {
            return;
        }
        self.moved = true;
        let page = self.viewport.page();
        match step {
            Step::Next => self.go(self.selected + 1),
            Step::Previous => self.go(self.selected.saturating_sub(1)),
            Step::PageDown => self.go(self.selected + page),
            Step::PageUp => self.go(self.selected.saturating_sub(page)),
            Step::First => self.go(0),
            Step::Last => self.go(usize::MAX),
            Step::NextHit => self.go_to_hit(true),
            Step::PreviousHit => self.go_to_hit(false),
            Step::ToggleView => self.toggle_view(),
            Step::Open
            | Step::Close
            | Step::OpenAll
            | Step::CloseAll
            | Step::Toggle
            | Step::NextSibling
            | Step::PreviousSibling
            | Step::Parent
            | Step::NextParent => self.step_in_tree(step),
        }
        self.reveal();
    }

    /// What only a tree has: branches, parents, siblings.
    fn step_in_tree(&mut self, step: Step) {
        if self.view == View::Ranked {
            return;
        }
        let Some(&node) = self.rows.get(self.selected) else {
            return;
        };
        let (is_branch, open) = {
            let node = &self.tree.nodes[node];
            (!node.children.is_empty(), node.open)
        };
        let parent = self.tree.nodes[node].parent;
        match step {
            Step::Open if is_branch && !open => self.set_open(&[node], true, node),
            Step::Open if is_branch => self.go(self.selected + 1),
            Step::Close if is_branch && open => self.set_open(&[node], false, node),
            Step::Close | Step::Parent => {
                if let Some(parent) = parent {
                    self.select(parent);
                }
            }
            Step::Toggle if is_branch => self.set_open(&[node], !open, node),
            Step::Toggle => {
                if let Some(parent) = parent {
                    self.set_open(&[parent], false, parent);
                }
            }
            Step::OpenAll => self.set_open(&self.tree.within(node), true, node),
            Step::CloseAll => {
                let top = if is_branch {
                    node
                } else {
                    parent.unwrap_or(node)
                };
                self.set_open(&self.tree.within(top), false, top);
            }
            Step::NextSibling => self.go_to_sibling(node, 1),
            Step::PreviousSibling => self.go_to_sibling(node, -1),
            Step::NextParent => {
                if let Some(parent) = parent {
                    self.go_to_sibling(parent, 1);
                }
            }
            _ => {}
        }
    }

    fn go(&mut self, row: usize) {
        self.selected = row.min(self.rows.len().saturating_sub(1));
    }

    fn select(&mut self, node: usize) {
        if let Some(row) = self.rows.iter().position(|row| *row == node) {
            self.selected = row;
        }
    }

    fn set_open(&mut self, nodes: &[usize], open: bool, then: usize) {
        for node in nodes {
            let node = &mut self.tree.nodes[*node];
            if !node.children.is_empty() {
                node.open = open;
                self.chosen.insert(node.id, open);
            }
        }
        self.list();
        self.select(then);
    }

    fn go_to_sibling(&mut self, node: usize, by: isize) {
        let siblings = match self.tree.nodes[node].parent {
            Some(parent) => &self.tree.nodes[parent].children,
            None => &self.tree.roots,
        };
        let at = siblings.iter().position(|sibling| *sibling == node);
        let target = at
            .and_then(|at| at.checked_add_signed(by))
            .and_then(|at| siblings.get(at))
            .copied();
        if let Some(target) = target {
            self.select(target);
        }
    }

    /// The next leaf in the order of the list, opened on the way if it is hidden.
    fn go_to_hit(&mut self, forward: bool) {
        let Some(&here) = self.rows.get(self.selected) else {
            return;
        };
        let order = match self.view {
            View::Ranked => self.rows.clone(),
            View::Tree => self.tree.all(),
        };
        let Some(at) = order.iter().position(|node| *node == here) else {
            return;
        };
        let is_leaf = |node: &&usize| self.tree.nodes[**node].hit.is_some();
        let found = if forward {
            order[at + 1..].iter().find(is_leaf)
        } else {
            order[..at].iter().rev().find(is_leaf)
        };
        if let Some(&node) = found {
            self.tree.open_above(node);
            self.list();
            self.select(node);
        }
    }

    fn toggle_view(&mut self) {
        let hit = self.selected().map(|node| node.best);
        self.view = match self.view {
            View::Tree => View::Ranked,
            View::Ranked => View::Tree,
        };
        if let Some(leaf) = hit.and_then(|hit| self.tree.leaf_of(hit)) {
            self.tree.open_above(leaf);
            self.list();
            self.select(leaf);
        }
    }

    fn list(&mut self) {
        self.rows = match self.view {
            View::Tree => self.tree.open_rows(),
            View::Ranked => (0..self.hits().len())
                .filter_map(|hit| self.tree.leaf_of(hit))
                .collect(),
        };
        self.go(self.selected);
    }

    /// Has the selection in view.
    fn reveal(&mut self) {
        self.viewport.reveal(self.selected, self.rows.len());
    }
}

#[cfg(test)]
mod tests;
