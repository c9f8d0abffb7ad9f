//! Tables: a line a row, cells side by side.

use super::piece::{self, Kind, Piece};

/// A cell with more paragraphs than this is there for the layout of the page.
const LONGEST_CELL: usize = 8;

/// A table being read.
#[derive(Default, Debug)]
pub(super) struct Table {
    rows: Vec<Row>,
}

/// A row being read, or read.
#[derive(Default, Debug)]
pub(super) struct Row {
    cells: Vec<Cell>,
    /// Whether a tracked change deletes it, or it is hidden.
    pub(super) is_gone: bool,
}

/// A cell being read, or read.
#[derive(Default, Debug)]
pub(super) struct Cell {
    pub(super) pieces: Vec<Piece>,
    pub(super) is_gone: bool,
}

impl Table {
    pub(super) fn begin_row(&mut self) {
        self.rows.push(Row::default());
    }

    /// The row that is open, or was last.
    pub(super) fn row(&mut self) -> Option<&mut Row> {
        self.rows.last_mut()
    }

    /// The rows' pieces. `number` tells this table from others of its story.
    pub(super) fn pieces(self, number: usize) -> Vec<Piece> {
        let rows: Vec<Vec<Cell>> = self.rows.into_iter().map(Row::kept).collect();
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut pieces = Vec::new();
        for cells in rows {
            if columns < 2 || cells.iter().any(|cell| cell.pieces.len() > LONGEST_CELL) {
                pieces.extend(cells.into_iter().flat_map(|cell| cell.pieces));
            } else {
                pieces.extend(row(cells, number));
            }
        }
        pieces
    }
}

impl Row {
    pub(super) fn add(&mut self, cell: Cell) {
        self.cells.push(cell);
    }

    fn kept(self) -> Vec<Cell> {
        match self.is_gone {
            true => Vec::new(),
            false => self
                .cells
                .into_iter()
                .filter(|cell| !cell.is_gone)
                .collect(),
        }
    }
}

/// A row; none where all its cells are empty.
fn row(cells: Vec<Cell>, table: usize) -> Option<Piece> {
    let mut texts = Vec::with_capacity(cells.len());
    let mut notes = Vec::new();
    for cell in cells {
        let (text, cell_notes) = piece::cell(cell.pieces);
        texts.push(text);
        notes.extend(cell_notes);
    }
    if texts.iter().all(String::is_empty) {
        return None;
    }
    let cells = texts;
    let row = Piece::new(Kind::Row { table, cells }, String::new());
    Some(Piece { notes, ..row })
}
