//! Movements in the rows, and opening and closing of branches. Methods of [`Results`].
//!
//! [`Results::step()`] is the entry for every [`Step`]. Contract: a step without a target changes nothing and
//! returns a message; only the ends of the rows are silent.

use super::model::{Results, ResultsView};
use super::node::RowKind;
use crate::app::keymap::Step;
use crate::chunk::{ChunkId, file_id};
use crate::corpus::SourcePath;

impl Results {
    /// Selects the row at a cell of the viewport. The sign of a branch opens or closes it.
    pub(crate) fn click(&mut self, x: usize, y: usize) {
        let Some(row) = self.viewport.row_at(y, self.rows.len()) else {
            return;
        };
        let sticky = match self.sticky_file() {
            Some(file) if y == 0 => self.tree.find(file.key),
            _ => None,
        };
        self.selected = row;
        if let Some(file) = sticky {
            self.select(file);
        }
        self.is_pinned = true;
        self.lost = None;
        self.reveal();
        if sticky.is_some() {
            return;
        }
        let node = &self.tree.nodes[self.rows[row]];
        if !self.is_ranked() && node.is_branch() && x == 1 + 2 * node.depth {
            self.step(Step::Toggle);
        }
    }

    /// Returns true if there is a row at this height of the viewport.
    pub(crate) fn is_row(&self, y: usize) -> bool {
        self.viewport.row_at(y, self.rows.len()).is_some()
    }

    /// Scrolls without moving the selection.
    pub(crate) fn scroll(&mut self, rows: isize) {
        self.viewport.scroll(rows, self.rows.len());
        self.pin_selection();
    }

    /// Selects a row from now on, because the user looks at the pane.
    pub(crate) fn ensure_selected(&mut self) {
        if self.is_untouched() {
            self.is_pinned = true;
            self.reveal();
        }
    }

    /// Keeps the selected row, because the user does something with it.
    pub(crate) fn pin_selection(&mut self) {
        self.is_pinned |= self.selected().is_some();
    }

    /// Selects no row of the repository, as at the start.
    pub(crate) fn deselect(&mut self) {
        self.is_pinned = false;
        self.lost = None;
    }

    /// Selects a row by its identity, if it is shown.
    pub(crate) fn go_to_row(&mut self, key: ChunkId) {
        if let Some(node) = self.tree.find(key) {
            self.lost = None;
            self.select(node);
            self.is_pinned = true;
            self.reveal();
        }
    }

    /// Selects a row by its number, counted from 1, or the last one.
    pub(crate) fn go_to_number(&mut self, number: usize) {
        self.step(Step::First);
        self.go(number.saturating_sub(1));
        self.reveal();
    }

    /// Selects a row and opens the branches around it; until it exists, selects its file. Returns
    /// true if it exists.
    pub(crate) fn go_to(&mut self, id: ChunkId, path: &SourcePath) -> bool {
        if self.listing().is_some() {
            self.open_above(id, path);
            self.update_rows();
        }
        let found = self.tree.find(id);
        let node = found.or_else(|| self.tree.find(file_id(path)));
        let selected = self.rows.get(self.selected).copied();
        if let Some(node) = node
            && !(self.is_pinned && selected == Some(node))
        {
            self.lost = None;
            self.tree.open_above(node);
            self.tree.nodes[node].hidden = false;
            self.update_rows();
            self.select(node);
            self.is_pinned = true;
            self.reveal();
        }
        found.is_some()
    }

    /// Opens the directories, and the file, that contain a row of the repository; the row itself stays closed.
    fn open_above(&mut self, id: ChunkId, path: &SourcePath) {
        let mut at = 0;
        // Nodes inside an opened one are added at the end.
        while let Some(node) = self.tree.nodes.get(at) {
            let rest = path.as_str().strip_prefix(node.path.as_str());
            let is_above = match node.what {
                RowKind::Directory => rest.is_some_and(|rest| rest.starts_with('/')),
                RowKind::File => rest == Some(""),
                RowKind::Declaration | RowKind::More => false,
            };
            if is_above && node.id != id {
                self.chosen.insert(node.key, true);
                self.tree.nodes[at].open = true;
                self.load_children(at);
            }
            at += 1;
        }
    }

    /// Moves, or opens or closes branches. Returns a message if the movement wrapped around or had
    /// no target. The ends of the rows are silent.
    pub(crate) fn step(&mut self, step: Step) -> Option<&'static str> {
        if self.rows.is_empty() {
            return None;
        }
        self.lost = None;
        let first = self.is_untouched() && matches!(step, Step::Next | Step::Previous);
        self.is_pinned = true;
        let mut text = None;
        match step {
            // The first movement selects the first row.
            _ if first => {}
            Step::NextRank => text = self.go_to_hit(self.hit_nodes(), true),
            Step::PreviousRank => text = self.go_to_hit(self.hit_nodes(), false),
            Step::NextByPosition => text = self.go_to_hit(self.order(), true),
            Step::PreviousByPosition => text = self.go_to_hit(self.order(), false),
            Step::ToggleView => text = self.toggle_view(),
            _ => match step.rows(self.viewport.page()) {
                Some(rows) => self.go(self.selected.saturating_add_signed(rows)),
                None => {
                    let before = self.selected;
                    self.step_in_tree(step);
                    if self.selected == before {
                        text = self.end_message(step);
                    }
                }
            },
        }
        self.reveal();
        text
    }

    /// Returns true if a step to the next hit begins at the last one.
    pub(crate) fn is_last(&self, step: Step) -> bool {
        let nodes = match step {
            Step::NextRank => self.hit_nodes(),
            Step::NextByPosition => self.order(),
            _ => return false,
        };
        let Some(selected) = self.rows.get(self.selected) else {
            return false;
        };
        if self.tree.nodes[*selected].what == RowKind::More {
            return true;
        }
        let at = nodes.iter().position(|node| node == selected);
        let mut after = nodes.iter().skip(at.map_or(usize::MAX, |at| at + 1));
        let is_last = after.all(|node| self.tree.nodes[*node].hit.is_none());
        at.is_some() && is_last && !self.is_untouched()
    }

    /// Message for a step to a relative that does not exist.
    fn end_message(&self, step: Step) -> Option<&'static str> {
        let relative = match step {
            Step::NextSibling => "Last sibling",
            Step::PreviousSibling => "First sibling",
            Step::Parent => "No parent",
            Step::NextParent => "No next sibling of the parent",
            _ => return None,
        };
        if self.is_ranked() {
            Some("A ranked list has no branches")
        } else {
            Some(relative)
        }
    }

    /// Steps that exist only in a tree: branches, parents, siblings.
    fn step_in_tree(&mut self, step: Step) {
        let Some(&node) = self.rows.get(self.selected) else {
            return;
        };
        let (is_branch, open) = {
            let node = &self.tree.nodes[node];
            if self.is_ranked() && !node.opens_calls && node.call.is_none() {
                return;
            }
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
                let within = self.tree.subtree(top);
                for at in &within {
                    self.opened_below.remove(&self.tree.nodes[*at].id);
                }
                self.set_open(&within, false, top);
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

    /// Goes to the first row in an open branch, if there is one.
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
                self.chosen.insert(self.tree.nodes[node].key, open);
            }
            if open {
                self.load_children(node);
            }
        }
        self.update_rows();
        self.select(then);
    }

    /// Opens everything in a node, also what is read later; if it is open already, shows the other members of the
    /// file.
    fn open_all(&mut self, node: usize) {
        let mut within = self.tree.subtree(node);
        // Calls open one by one: each asks for more.
        within.retain(|at| !self.tree.nodes[*at].opens_calls);
        let nodes = within.iter().map(|at| &self.tree.nodes[*at]);
        if nodes.clone().all(|node| node.open || !node.is_branch()) {
            return self.toggle_siblings(node);
        }
        self.set_open(&within, true, node);
        if self.listing().is_some() {
            self.opened_below.insert(self.tree.nodes[node].id);
            self.open_chosen();
            self.update_rows();
            self.select(node);
        }
    }

    /// Shows or hides the other members of a file.
    fn toggle_siblings(&mut self, node: usize) {
        let Some(file) = self.tree.file_of(node) else {
            return;
        };
        if self.answer().is_none() {
            return;
        }
        let id = self.tree.nodes[file].id;
        let shows = !self.expanded_files.remove(&id);
        if shows {
            self.expanded_files.insert(id);
            self.tree.nodes[file].open = true;
            self.chosen.insert(id, true);
        }
        for at in self.tree.subtree(file) {
            let node = &mut self.tree.nodes[at];
            node.hidden = !shows && node.is_other_member();
        }
        self.update_rows();
        let is_shown = self.rows.contains(&node);
        self.select(if is_shown { node } else { file });
    }

    fn go_to_sibling(&mut self, node: usize, by: isize) {
        let siblings = match self.tree.nodes[node].parent {
            Some(parent) => &self.tree.nodes[parent].children,
            None => &self.tree.roots,
        };
        let mut shown = siblings.clone();
        shown.retain(|sibling| !self.tree.nodes[*sibling].hidden);
        let at = shown.iter().position(|sibling| *sibling == node);
        if let Some(target) = at.and_then(|at| shown.get(at.checked_add_signed(by)?)) {
            self.select(*target);
        }
    }

    /// The nodes of the hits, by rank.
    pub(super) fn hit_nodes(&self) -> Vec<usize> {
        let leaves = (0..self.hits().len()).filter_map(|hit| self.tree.leaf_of(hit));
        leaves.collect()
    }

    /// All nodes in the order of the screen, including nodes in closed branches.
    fn order(&self) -> Vec<usize> {
        if self.is_ranked() {
            self.rows.clone()
        } else {
            self.tree.all()
        }
    }

    /// Selects the next hit in an order and opens the branches around it; the first follows the
    /// last, with a message.
    fn go_to_hit(&mut self, order: Vec<usize>, forward: bool) -> Option<&'static str> {
        let selected = *self.rows.get(self.selected)?;
        // A call belongs to the row of the list above it.
        let here =
            (self.tree.ancestors(selected)).find(|node| self.tree.nodes[*node].call.is_none())?;
        let index = |node: usize| order.iter().position(|other| *other == node);
        let best = || self.tree.leaf_of(self.tree.nodes[here].best?);
        let Some(at) = index(here).or_else(|| index(best()?)) else {
            return Some("No results: type a query");
        };
        let is_hit = |at: &usize| self.tree.nodes[order[*at]].hit.is_some();
        let (mut before, mut after) = (0..at, at + 1..order.len());
        let (found, wrapped, text) = if forward {
            let wrapped = before.find(is_hit);
            (after.find(is_hit), wrapped, "Wrapped to the first result")
        } else {
            let wrapped = after.rfind(is_hit);
            (before.rfind(is_hit), wrapped, "Wrapped to the last result")
        };
        let (next, text) = match (found, wrapped) {
            (Some(next), _) => (next, None),
            (None, Some(next)) => (next, Some(text)),
            (None, None) if is_hit(&at) => return Some("Only one result"),
            (None, None) => return Some("No results: type a query"),
        };
        let node = order[next];
        let above: Vec<usize> = self.tree.ancestors(node).skip(1).collect();
        self.set_open(&above, true, node);
        text
    }

    fn toggle_view(&mut self) -> Option<&'static str> {
        if self.answer()?.ordered > 0 {
            return Some("This list keeps its order");
        }
        let hit = self.selected().and_then(|node| node.best);
        self.view = match self.view {
            ResultsView::Tree => ResultsView::Ranked,
            ResultsView::Ranked => ResultsView::Tree,
        };
        self.update_rows_at(hit.and_then(|hit| self.tree.leaf_of(hit)));
        None
    }
}
