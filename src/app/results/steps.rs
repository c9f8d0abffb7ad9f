//! Moving in the rows, and opening and closing branches.

use super::node::{self, Node, What, is_part_of};
use super::{Results, Source, View};
use crate::app::keymap::Step;
use crate::chunk::ChunkId;
use crate::corpus::SourcePath;

/// Directories that are opened at once, at most: behind one there may be a whole repository.
const MOST_OPENED: usize = 500;

impl Results {
    /// Selects the row at a height of the viewport; a second click opens or closes it.
    pub(crate) fn click(&mut self, y: usize) {
        let Some(row) = self.viewport.row_at(y, self.rows.len()) else {
            return;
        };
        if row == self.selected && self.moved {
            if self.selected().is_some_and(Node::is_branch) {
                self.step(Step::Toggle);
            }
        } else {
            self.selected = row;
            self.moved = true;
            self.lost = None;
        }
        self.reveal();
    }

    /// Returns true if there is a row at this height of the viewport.
    pub(crate) fn is_row(&self, y: usize) -> bool {
        self.viewport.row_at(y, self.rows.len()).is_some()
    }

    /// Moves the viewport and leaves the selection where it is.
    pub(crate) fn scroll(&mut self, rows: isize) {
        self.viewport.scroll(rows, self.rows.len());
        self.see();
        self.hold();
    }

    /// Somebody looks here: from now on a row is selected.
    pub(crate) fn touch(&mut self) {
        if self.is_untouched() {
            self.moved = true;
            self.reveal();
        }
    }

    /// Somebody does something with the selected row: it stays selected.
    pub(crate) fn hold(&mut self) {
        self.moved |= self.selected().is_some();
    }

    /// Selects a row, in what has to be opened for it; until it is there, the file that it should be in.
    /// Says whether it is there.
    pub(crate) fn go_to(&mut self, id: ChunkId, path: &SourcePath) -> bool {
        if self.open_above(id, path) {
            self.grow();
            self.list();
        }
        let found = self.tree.find(id);
        let file = || self.tree.find(node::id(path, What::File));
        let node = found.or_else(file);
        let selected = self.rows.get(self.selected).copied();
        if let Some(node) = node.filter(|node| selected != Some(*node) || !self.moved) {
            self.lost = None;
            self.tree.open_above(node);
            self.tree.nodes[node].hidden = false;
            self.list();
            self.select(node);
            self.moved = true;
            self.reveal();
        }
        found.is_some()
    }

    /// Has the directories open that hold a row of the repository, and the file where it is something in
    /// it; says whether one was closed.
    fn open_above(&mut self, id: ChunkId, path: &SourcePath) -> bool {
        let Source::Listing(listing) = &self.source else {
            return false;
        };
        let above = listing.above(path.as_str());
        let mut open: Vec<ChunkId> = above
            .iter()
            .map(|it| node::id(it, What::Directory))
            .collect();
        open.extend(listing.holds(path).then(|| node::id(path, What::File)));
        // The file itself need not be open for itself.
        open.retain(|open| *open != id && self.chosen.get(open) != Some(&true));
        let is_closed = !open.is_empty();
        self.chosen.extend(open.into_iter().map(|id| (id, true)));
        is_closed
    }

    /// Goes on or changes the shape of the tree; says so where it began anew at the other end, or
    /// where there is nothing to go to. Rows end in silence, as everywhere.
    pub(crate) fn step(&mut self, step: Step) -> Option<&'static str> {
        if self.rows.is_empty() {
            return None;
        }
        self.lost = None;
        let first = self.is_untouched() && matches!(step, Step::Next | Step::Previous);
        self.moved = true;
        let page = self.viewport.page();
        let mut says = None;
        match step {
            // Somebody begins to look around: at the top.
            _ if first => {}
            Step::Next => self.go(self.selected + 1),
            Step::Previous => self.go(self.selected.saturating_sub(1)),
            Step::PageDown => self.go(self.selected + page),
            Step::PageUp => self.go(self.selected.saturating_sub(page)),
            Step::First => self.go(0),
            Step::Last => self.go(usize::MAX),
            Step::NextRank => says = self.go_to_hit(self.leaves(), true),
            Step::PreviousRank => says = self.go_to_hit(self.leaves(), false),
            Step::NextHit => says = self.go_to_hit(self.order(), true),
            Step::PreviousHit => says = self.go_to_hit(self.order(), false),
            Step::ToggleView => self.toggle_view(),
            _ => {
                let before = self.selected;
                self.step_in_tree(step);
                says = self.end_of(step).filter(|_| self.selected == before);
            }
        }
        self.reveal();
        says
    }

    /// Message for a step to a relative that does not exist.
    fn end_of(&self, step: Step) -> Option<&'static str> {
        let relative = match step {
            Step::NextSibling => "last sibling",
            Step::PreviousSibling => "first sibling",
            Step::Parent => "no parent",
            Step::NextParent => "no next sibling of the parent",
            _ => return None,
        };
        let is_list = self.view == View::Ranked && self.answer().is_some();
        Some(match is_list {
            true => "a ranked list has no branches",
            false => relative,
        })
    }

    /// Steps that exist only in a tree: branches, parents, siblings.
    fn step_in_tree(&mut self, step: Step) {
        let Some(&node) = self.rows.get(self.selected) else {
            return;
        };
        if self.view == View::Ranked && self.answer().is_some() {
            return;
        }
        let (is_branch, open) = {
            let node = &self.tree.nodes[node];
            (node.is_branch(), node.open)
        };
        let parent = self.tree.nodes[node].parent;
        match step {
            Step::Open if is_branch && !open => self.set_open(&[node], true, node),
            Step::Open if is_branch => self.go_into(node),
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
            Step::OpenAll => self.open_all(node),
            Step::CloseAll => {
                let top = if is_branch {
                    node
                } else {
                    parent.unwrap_or(node)
                };
                self.set_open(&self.tree.within(top), false, top);
            }
            Step::Siblings => self.toggle_siblings(node),
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

    /// The first row in an open branch, where there is one yet.
    fn go_into(&mut self, node: usize) {
        let next = self.rows.get(self.selected + 1);
        if next.is_some_and(|next| self.tree.nodes[*next].depth > self.tree.nodes[node].depth) {
            self.go(self.selected + 1);
        }
    }

    fn set_open(&mut self, nodes: &[usize], open: bool, then: usize) {
        for &node in nodes {
            if self.tree.nodes[node].is_branch() {
                self.tree.nodes[node].open = open;
                self.chosen.insert(self.tree.nodes[node].id, open);
            }
            if open {
                self.look_into(node);
            }
        }
        self.list();
        self.select(then);
    }

    /// Opens all that is in a node; where all of it is open already, shows what stands beside the
    /// hits. What is in files is not looked for: of a directory that may be a whole repository.
    fn open_all(&mut self, node: usize) {
        let mut within = self.tree.within(node);
        let is_closed = |node: &Node| node.is_branch() && !node.open;
        if !within.iter().any(|at| is_closed(&self.tree.nodes[*at])) {
            return self.toggle_siblings(node);
        }
        let is_directory = self.tree.nodes[node].what == What::Directory;
        let mut opened = 0;
        let mut at = 0;
        while let Some(&branch) = within.get(at) {
            at += 1;
            let skipped = is_directory && self.tree.nodes[branch].unopened;
            if skipped && self.tree.nodes[branch].what == What::File {
                continue;
            }
            if skipped {
                opened += 1;
                if opened > MOST_OPENED {
                    break;
                }
                self.look_into(branch);
                within.extend(&self.tree.nodes[branch].children);
            }
            let branch = &mut self.tree.nodes[branch];
            if branch.is_branch() {
                branch.open = true;
                self.chosen.insert(branch.id, true);
            }
        }
        self.set_open(&[node], true, node);
    }

    /// Shows what stands beside the hits of a file, or hides it again.
    fn toggle_siblings(&mut self, node: usize) {
        let Some(file) = self.tree.file_of(node).filter(|_| self.answer().is_some()) else {
            return;
        };
        let id = self.tree.nodes[file].id;
        let shows = !self.revealed.remove(&id);
        if shows {
            self.revealed.insert(id);
            self.tree.nodes[file].open = true;
            self.chosen.insert(id, true);
        }
        for at in self.tree.within(file) {
            let node = &mut self.tree.nodes[at];
            node.hidden = !shows && node.is_beside();
        }
        self.list();
        match self.rows.contains(&node) {
            true => self.select(node),
            false => self.select(file),
        }
    }

    /// The selected row by its names: `IndexMerger › write`; a file or directory by its path.
    pub(crate) fn crumbs(&self) -> String {
        let mut names: Vec<&str> = Vec::new();
        let mut at = self.rows.get(self.selected).copied();
        while let Some(node) = at.map(|at| &self.tree.nodes[at]) {
            match node.what {
                What::Declaration => {
                    let part = names.last().copied();
                    if !part.is_some_and(|part| is_part_of(part, &node.name)) {
                        names.push(&node.name);
                    }
                }
                _ if names.is_empty() => return node.path.to_string(),
                _ => break,
            }
            at = node.parent;
        }
        names.reverse();
        names.join(" › ")
    }

    fn go_to_sibling(&mut self, node: usize, by: isize) {
        let siblings = match self.tree.nodes[node].parent {
            Some(parent) => &self.tree.nodes[parent].children,
            None => &self.tree.roots,
        };
        let mut shown = siblings.to_vec();
        shown.retain(|it| !self.tree.nodes[*it].hidden);
        let at = shown.iter().position(|sibling| *sibling == node);
        let target = at
            .and_then(|at| at.checked_add_signed(by))
            .and_then(|at| shown.get(at))
            .copied();
        if let Some(target) = target {
            self.select(target);
        }
    }

    /// The rows of the hits by rank; from a row that is no hit one goes on from its best one.
    fn leaves(&self) -> Vec<usize> {
        let leaves = (0..self.hits().len()).filter_map(|hit| self.tree.leaf_of(hit));
        leaves.collect()
    }

    /// All rows in their order on the screen, those in closed branches too.
    fn order(&self) -> Vec<usize> {
        match self.view {
            View::Ranked if self.answer().is_some() => self.rows.clone(),
            _ => self.tree.all(),
        }
    }

    /// Selects the next hit in an order, in what has to be opened for it; after the last one the
    /// first, which is said.
    fn go_to_hit(&mut self, order: Vec<usize>, forward: bool) -> Option<&'static str> {
        let here = *self.rows.get(self.selected)?;
        let best = self.tree.nodes[here].best;
        let best = best.and_then(|best| self.tree.leaf_of(best));
        let place = |node: usize| order.iter().position(|it| *it == node);
        let Some(at) = place(here).or_else(|| place(best?)) else {
            return Some("no results: type a query");
        };
        let is_hit = |node: &&usize| self.tree.nodes[**node].hit.is_some();
        let (above, below) = (order.get(..at)?, order.get(at + 1..)?);
        let ahead = match forward {
            true => below.iter().find(is_hit),
            false => above.iter().rfind(is_hit),
        };
        let behind = || match forward {
            true => above.iter().find(is_hit),
            false => below.iter().rfind(is_hit),
        };
        let (&node, says) = match (ahead, behind(), forward) {
            (Some(node), _, _) => (node, None),
            (None, Some(node), true) => (node, Some("wrapped to the first result")),
            (None, Some(node), false) => (node, Some("wrapped to the last result")),
            (None, None, _) if is_hit(&&here) => return Some("only one result"),
            (None, None, _) => return Some("no results: type a query"),
        };
        self.tree.open_above(node);
        self.list();
        self.select(node);
        says
    }

    fn toggle_view(&mut self) {
        if self.answer().is_none() {
            return;
        }
        let hit = self.selected().and_then(|node| node.best);
        self.view = match self.view {
            View::Tree => View::Ranked,
            View::Ranked => View::Tree,
        };
        if let Some(leaf) = hit.and_then(|hit| self.tree.leaf_of(hit)) {
            self.tree.open_above(leaf);
            self.list();
            self.select(leaf);
        } else {
            self.list();
        }
    }
}
