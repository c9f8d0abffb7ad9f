//! History of positions: query, row, zoom level and line.
//!
//! Principal types: [`Position`] and [`Navigation`]. Invariant: at most one navigation is pending.

use super::layout::Focus;
use super::query::ResultsContent;
use crate::chunk::{ChunkId, Kind, file_id};
use crate::corpus::SourcePath;
use crate::search::Mode;
use crate::session::Bookmark;

/// Positions kept in each direction.
const MAX_POSITIONS: usize = 100;

/// A position in the history.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Position {
    pub(crate) content: ResultsContent,
    /// Text of the prompt.
    pub(crate) text: String,
    pub(crate) mode: Mode,
    /// Filter of the list.
    pub(crate) filter: String,
    /// The only kind that was requested.
    pub(crate) only: Option<Kind>,
    /// The selected row.
    pub(crate) row: Option<RowPosition>,
    /// The focused pane.
    pub(crate) focus: Focus,
}

/// A row, and the view of its code.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RowPosition {
    pub(super) id: ChunkId,
    /// Path of its document or directory.
    pub(super) path: SourcePath,
    /// Zoom level of the code, 0 for the hit.
    pub(super) zoom: usize,
    /// The 1-based line of the cursor. None for the line that the row selects.
    pub(super) line: Option<u32>,
    /// The 1-based column of the cursor in that line.
    pub(super) column: u32,
    /// The 1-based line and column to show in place of the match.
    pub(super) goal: Option<(u32, u32)>,
}

impl RowPosition {
    /// A whole file in the repository's tree.
    pub(super) fn file(path: SourcePath) -> Self {
        Self {
            id: file_id(&path),
            path,
            zoom: usize::MAX,
            line: None,
            column: 1,
            goal: None,
        }
    }
}

/// Target of a pending navigation; its document or answer may still be loading.
#[derive(Debug)]
pub(crate) enum NavigationTarget {
    /// The chunk of a bookmark in the current document.
    Bookmark(Bookmark),
    /// A row and its code.
    Row(RowPosition),
}

/// History of positions, and the pending navigation.
#[derive(Debug, Default)]
pub(crate) struct Navigation {
    /// Positions before and after the current one, the nearest last.
    pub(super) back: Vec<Position>,
    forward: Vec<Position>,
    /// The user looked at the results, so that the position belongs in the history.
    pub(super) is_visited: bool,
    pub(super) destination: Option<NavigationTarget>,
}

impl Navigation {
    /// Adds the current position; the positions after it are forgotten.
    pub(super) fn push(&mut self, here: Position) {
        self.is_visited = false;
        self.forward.clear();
        push(&mut self.back, here);
    }

    /// Moves back or forward from the current position.
    pub(super) fn step(&mut self, back: bool, here: Position) -> Option<Position> {
        let (from, to) = if back {
            (&mut self.back, &mut self.forward)
        } else {
            (&mut self.forward, &mut self.back)
        };
        let position = from.pop()?;
        push(to, here);
        Some(position)
    }
}

fn push(positions: &mut Vec<Position>, position: Position) {
    if positions.last() == Some(&position) {
        return;
    }
    if positions.len() == MAX_POSITIONS {
        positions.remove(0);
    }
    positions.push(position);
}
