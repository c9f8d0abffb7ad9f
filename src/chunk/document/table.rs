//! Tables of Markdown, with the byte ranges of their cells.
//!
//! Principal type: [`Table`]. [`markup`](super::markup()) finds them; the code pane draws them in its width.

use pulldown_cmark::Alignment;
use std::ops::Range;

/// A table. Its markup is not hidden: its columns depend on the width of the screen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    /// The columns.
    pub columns: Vec<TableColumn>,
    /// The header, the separator line (without cells), and the other rows, each on one line.
    pub rows: Vec<TableRow>,
}

/// A column of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableColumn {
    /// Width of its widest cell on the screen.
    pub width: usize,
    /// True if its cells are right-aligned.
    pub is_right: bool,
}

/// A row of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    /// Byte offset of the row, after the markers of enclosing blocks.
    pub start: usize,
    /// Byte ranges of its cells.
    pub cells: Vec<Range<usize>>,
}

impl Table {
    pub(super) fn new(alignments: &[Alignment]) -> Self {
        let mut table = Self::default();
        for alignment in alignments {
            table.columns.push(TableColumn {
                width: 1,
                is_right: *alignment == Alignment::Right,
            });
        }
        table
    }

    pub(super) fn push(&mut self, start: usize) {
        let cells = Vec::new();
        self.rows.push(TableRow { start, cells });
    }
}
