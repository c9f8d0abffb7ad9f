//! A story being read: its pieces so far, its open tables and paragraph; and the notes.

use super::counters::{Counters, roman};
use super::fields::Fields;
use super::paragraph::Paragraph;
use super::piece::{Kind, Piece};
use super::table::{Cell, Table};
use std::collections::HashMap;

/// The body, a note or a text box.
#[derive(Default)]
pub(super) struct Story {
    pieces: Vec<Piece>,
    /// Open tables, innermost last; cells that are open in them.
    tables: Vec<Table>,
    cells: Vec<Cell>,
    /// How many tables there were.
    numbered: usize,
    pub(super) paragraph: Option<Paragraph>,
    /// What the next paragraph goes on with.
    carried: Option<Paragraph>,
    /// The pieces of text boxes in the open paragraph: they follow it.
    boxes: Vec<Piece>,
    pub(super) fields: Fields,
}

impl Story {
    pub(super) fn begin_table(&mut self, counters: &mut Counters<'_>) {
        self.end_paragraph(counters);
        self.tables.push(Table::default());
    }

    pub(super) fn end_table(&mut self, counters: &mut Counters<'_>) {
        self.end_paragraph(counters);
        if let Some(table) = self.tables.pop() {
            self.numbered += 1;
            let pieces = table.pieces(self.numbered);
            self.place().extend(pieces);
        }
    }

    pub(super) fn begin_row(&mut self, counters: &mut Counters<'_>) {
        self.end_paragraph(counters);
        if let Some(table) = self.tables.last_mut() {
            table.begin_row();
        }
    }

    pub(super) fn begin_cell(&mut self) {
        self.cells.push(Cell::default());
    }

    pub(super) fn end_cell(&mut self, counters: &mut Counters<'_>) {
        self.end_paragraphs(counters);
        if let Some(cell) = self.cells.pop()
            && let Some(row) = self.table().and_then(Table::row)
        {
            row.add(cell);
        }
    }

    /// The innermost open table.
    pub(super) fn table(&mut self) -> Option<&mut Table> {
        self.tables.last_mut()
    }

    /// The innermost open cell.
    pub(super) fn cell(&mut self) -> Option<&mut Cell> {
        self.cells.last_mut()
    }

    /// Ends the open paragraph and adds what it is.
    pub(super) fn end_paragraph(&mut self, counters: &mut Counters<'_>) {
        let Some(mut paragraph) = self.paragraph.take() else {
            return;
        };
        self.fields.end_paragraph();
        if let Some(carried) = self.carried.take() {
            // Behind what is carried, so that a long chain is not copied at each link.
            let (text, notes) = (paragraph.text, paragraph.notes);
            (paragraph.text, paragraph.notes) = (carried.text, carried.notes);
            paragraph.text.push_str(&text);
            paragraph.notes.extend(notes);
            paragraph.has_prose |= carried.has_prose;
        }
        if paragraph.joins_next {
            self.carried = Some(paragraph);
            return;
        }
        let piece = paragraph.piece(counters);
        let boxes = std::mem::take(&mut self.boxes);
        self.place().extend(piece.into_iter().chain(boxes));
    }

    /// Adds what a text box in this story says.
    pub(super) fn add_box(&mut self, pieces: Vec<Piece>) {
        match self.paragraph {
            Some(_) => self.boxes.extend(pieces),
            None => self.place().extend(pieces),
        }
    }

    /// The story's pieces.
    pub(super) fn end(mut self, counters: &mut Counters<'_>) -> Vec<Piece> {
        self.end_paragraphs(counters);
        self.pieces
    }

    /// Ends the open paragraph and what it was to be joined with, as nothing follows.
    fn end_paragraphs(&mut self, counters: &mut Counters<'_>) {
        self.end_paragraph(counters);
        if let Some(mut carried) = self.carried.take() {
            carried.joins_next = false;
            self.paragraph = Some(carried);
            self.end_paragraph(counters);
        }
    }

    fn place(&mut self) -> &mut Vec<Piece> {
        match self.cells.last_mut() {
            Some(cell) => &mut cell.pieces,
            None => &mut self.pieces,
        }
    }
}

/// Where a note stands on paper.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum NoteKind {
    Footnote,
    Endnote,
}

/// The notes of a document by their ids.
#[derive(Default)]
pub(super) struct Notes {
    unread: HashMap<(NoteKind, String), Vec<Piece>>,
    labels: HashMap<(NoteKind, String), String>,
    footnotes: u32,
    endnotes: u32,
}

impl Notes {
    pub(super) fn insert(&mut self, kind: NoteKind, id: String, pieces: Vec<Piece>) {
        self.unread.entry((kind, id)).or_insert(pieces);
    }

    pub(super) fn add(&mut self, other: Self) {
        self.unread.extend(other.unread);
    }

    /// The label of a note that is referred to, and its pieces the first time.
    pub(super) fn refer(&mut self, kind: NoteKind, id: String) -> (String, Vec<Piece>) {
        let key = (kind, id);
        if let Some(label) = self.labels.get(&key) {
            return (label.clone(), Vec::new());
        }
        let Some(mut pieces) = self.unread.remove(&key) else {
            return (String::new(), Vec::new());
        };
        let label = match kind {
            NoteKind::Footnote => {
                self.footnotes = self.footnotes.saturating_add(1);
                format!("[{}]", self.footnotes)
            }
            NoteKind::Endnote => {
                self.endnotes = self.endnotes.saturating_add(1);
                format!("[{}]", roman(self.endnotes).to_lowercase())
            }
        };
        match pieces.first_mut() {
            Some(first) => first.text = format!("{label} {}", first.text),
            None => pieces.push(Piece::new(Kind::Paragraph, label.clone())),
        }
        self.labels.insert(key, label.clone());
        (label, pieces)
    }
}
