//! What a story is read into: one piece for a paragraph or a row.

use super::normal;

/// A piece of a story. Its text has no white space at its ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    pub(super) text: String,
    /// The pieces of the notes that it refers to.
    pub(super) notes: Vec<Piece>,
}

/// What a piece is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Title,
    /// A heading of this level by its style, 1 to 9.
    Heading(u8),
    Paragraph,
    /// A line of a preformatted text; it may be empty.
    Preformatted,
    /// An item, its marker in its text; level from 0.
    Item {
        list: String,
        level: u8,
    },
    /// A paragraph that goes on with the item before it.
    Continuation {
        level: u8,
    },
    /// A row by its cells; the piece has no other text.
    Row {
        /// Tells the tables of a story apart.
        table: usize,
        cells: Vec<String>,
    },
}

impl Piece {
    pub(super) fn new(kind: Kind, text: String) -> Self {
        let notes = Vec::new();
        Self { kind, text, notes }
    }
}

/// The text of a cell on one line, and the notes in it. The cells of a table in it are told apart
/// by commas, its rows by semicolons.
pub(super) fn cell(pieces: Vec<Piece>) -> (String, Vec<Piece>) {
    let mut text = String::new();
    let mut notes = Vec::new();
    let mut after_row = false;
    for piece in pieces {
        let is_row = matches!(piece.kind, Kind::Row { .. });
        let line = match piece.kind {
            Kind::Row { cells, .. } => filled(&cells).join(", "),
            _ => normal::one_line(&piece.text),
        };
        if !text.is_empty() && !line.is_empty() {
            text.push_str(if after_row && is_row { "; " } else { " " });
        }
        text.push_str(&line);
        notes.extend(piece.notes);
        after_row = is_row;
    }
    (text, notes)
}

fn filled(cells: &[String]) -> Vec<&str> {
    let cells = cells.iter().map(String::as_str);
    cells.filter(|cell| !cell.is_empty()).collect()
}
