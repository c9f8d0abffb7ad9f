//! Stable selection and scroll position while an answer is refreshed. Methods of [`Results`].
//!
//! An [`Anchor`] names rows by identity, because indices change with a refresh.

use super::model::{Anchor, Results};

impl Results {
    /// The current selection and scroll position. None if nothing is selected.
    pub(super) fn anchor(&self) -> Option<Anchor> {
        let selected = self.selected()?.key;
        let view = self.viewport.range(self.rows.len());
        let row = if view.contains(&self.selected) {
            self.selected
        } else {
            view.start
        };
        Some(Anchor {
            selected,
            is_pinned: self.is_pinned,
            steady: self.tree.nodes[*self.rows.get(row)?].key,
            height: self.viewport.offset(row),
        })
    }

    /// Finds the selected node in a new tree. A selection that is gone is remembered until it returns:
    /// the user did not choose the row selected in its place.
    pub(super) fn restore_selection(&mut self, anchor: Option<Anchor>) -> Option<(usize, Anchor)> {
        if let Some(lost) = self.lost
            && let Some(node) = self.tree.find(lost.selected)
        {
            self.lost = None;
            self.is_pinned = lost.is_pinned;
            return Some((node, lost));
        }
        let anchor = anchor?;
        let node = self.tree.find(anchor.selected);
        if node.is_none() {
            self.lost.get_or_insert(anchor);
        }
        Some((node?, anchor))
    }

    /// Scrolls so that the steady row is at its height again.
    pub(super) fn restore_scroll(&mut self, anchor: &Anchor) {
        let steady = self.tree.find(anchor.steady);
        match steady.and_then(|node| self.row_of(node)) {
            Some(row) => {
                self.viewport.place(row, anchor.height);
                if row == self.selected {
                    self.reveal();
                } else {
                    self.scroll(0);
                }
            }
            None => self.reveal(),
        }
    }

    /// The user continues with the current selection.
    pub(crate) fn keep_selection(&mut self) {
        self.lost = None;
    }

    /// Row of a node, if it is visible.
    pub(super) fn row_of(&self, node: usize) -> Option<usize> {
        self.rows.iter().position(|row| *row == node)
    }
}
