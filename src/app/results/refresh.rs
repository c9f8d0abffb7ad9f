//! Stable selection and scroll position while an answer is refreshed, and counts of new rows above
//! and below.

use super::Results;
use crate::chunk::ChunkId;
use std::collections::HashSet;

/// Identity of the visible rows, because indices change with a refresh.
pub(super) struct Kept {
    /// The row that stays at its height: the selected one, else the first one in view.
    steady: ChunkId,
    height: usize,
}

/// Better hits that came and were not in view yet, by where they are from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct News {
    pub(crate) above: usize,
    pub(crate) below: usize,
}

impl Results {
    /// The rows to keep in place. None if nothing is selected.
    pub(super) fn kept(&self) -> Option<Kept> {
        self.selected()?;
        let view = self.viewport.range(self.rows.len());
        let row = match view.contains(&self.selected) {
            true => self.selected,
            false => view.start,
        };
        Some(Kept {
            steady: self.tree.nodes[*self.rows.get(row)?].id,
            height: self.viewport.offset(row),
        })
    }

    /// Has what was kept where it was, in rows that are others.
    pub(super) fn put_back(&mut self, kept: &Kept) {
        let steady = self.tree.find(kept.steady);
        let row = steady.and_then(|node| self.row_of(node));
        if let Some(row) = row {
            self.viewport.place(row, kept.height);
        }
        match row {
            Some(row) if row != self.selected => self.scroll(0),
            _ => self.reveal(),
        }
    }

    /// Notes which hits are better than the selected one and none of those `known` before.
    pub(super) fn note_better(&mut self, known: &HashSet<ChunkId>) {
        let best = self.selected().and_then(|node| node.best).unwrap_or(0);
        let better = self.hits().iter().take(best).map(|hit| hit.record.id);
        let unseen = better.filter(|id| self.unseen.contains(id) || !known.contains(id));
        self.unseen = unseen.collect();
    }

    /// Marks the visible rows as seen.
    pub(super) fn see(&mut self) {
        if self.unseen.is_empty() {
            return;
        }
        let view = self.viewport.range(self.rows.len());
        let mut unseen = std::mem::take(&mut self.unseen);
        unseen.retain(|id| self.shown_at(*id).is_some_and(|row| !view.contains(&row)));
        self.unseen = unseen;
    }

    /// Better hits than the selected one that came since it was chosen, out of view.
    pub(crate) fn news(&self) -> News {
        let top = self.viewport.top();
        let rows = self.unseen.iter().filter_map(|id| self.shown_at(*id));
        rows.fold(News::default(), |news, row| match row < top {
            true => News {
                above: news.above + 1,
                ..news
            },
            false => News {
                below: news.below + 1,
                ..news
            },
        })
    }

    /// The row that a hit is, or is folded away in.
    fn shown_at(&self, id: ChunkId) -> Option<usize> {
        let mut at = self.tree.find(id);
        while let Some(node) = at {
            if let Some(row) = self.row_of(node) {
                return Some(row);
            }
            at = self.tree.nodes[node].parent;
        }
        None
    }

    /// The row that a node is, where it is one.
    pub(super) fn row_of(&self, node: usize) -> Option<usize> {
        self.rows.iter().position(|row| *row == node)
    }
}

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
