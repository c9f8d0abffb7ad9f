//! A selected row that is not there for a moment.
//!
//! Editors that empty a file before they write it, slowly, and tools that remove it first, have the
//! index lose what is selected and find it again. Nobody meant to look elsewhere.

use super::Results;
use crate::chunk::ChunkId;

/// The selected row, and how it was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Here {
    id: ChunkId,
    /// Rows of the viewport above it.
    offset: usize,
    /// Somebody selected it by hand.
    moved: bool,
}

impl Results {
    pub(super) fn here(&self) -> Option<Here> {
        Some(Here {
            id: self.selected()?.id,
            offset: self.viewport.offset(self.selected),
            moved: self.moved,
        })
    }

    /// The node of a row in a tree that was made anew, and how far down it was. Where it is gone, it
    /// is kept in mind. What was lost before comes first: what was selected instead was nobody's
    /// choice.
    pub(super) fn follow(&mut self, here: Option<Here>) -> Option<(usize, usize)> {
        if let Some(found) = self.find_lost() {
            return Some(found);
        }
        let here = here?;
        let node = self.tree.find(here.id);
        if node.is_none() {
            self.lost.get_or_insert(here);
        }
        Some((node?, here.offset))
    }

    /// The node of what was lost and how far down it was, once it is there again.
    pub(super) fn find_lost(&mut self) -> Option<(usize, usize)> {
        let lost = self.lost?;
        let node = self.tree.find(lost.id)?;
        self.lost = None;
        self.moved = lost.moved;
        self.tree.open_above(node);
        Some((node, lost.offset))
    }

    /// Somebody goes on with what is selected now, whatever was before.
    pub(crate) fn accept(&mut self) {
        self.lost = None;
    }
}
