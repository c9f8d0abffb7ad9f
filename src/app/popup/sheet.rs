//! A page to read: rows of values, made anew from the model when that moves on. Which column a value
//! stands in, how wide that is, and what a bar is drawn with, is for who draws.

use super::{Handled, rows};
use crate::app::Line;
use crate::app::code::wrap;
use crate::app::glyph;
use crate::app::keymap::Action;
use crate::app::status::{Part, Tone};
use crate::app::viewport::Viewport;

/// Subject of a page, so that it can be updated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SheetKind {
    /// Why the selected hit stands where it stands.
    Why,
    /// The index: what runs, what it holds, what was left out.
    Index,
    /// Every key, searched by typing.
    Keys,
}

/// The page.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    kind: SheetKind,
    title: String,
    rows: Vec<Row>,
    /// Search text of a page with a search line.
    line: Line,
    /// The letter that closes it as long as nothing is typed, as it opened it.
    opened_by: Option<char>,
    viewport: Viewport,
}

impl Sheet {
    pub(crate) fn new(kind: SheetKind, opened_by: Option<char>) -> Self {
        Self {
            kind,
            title: String::new(),
            rows: Vec::new(),
            line: Line::default(),
            opened_by,
            viewport: Viewport::default(),
        }
    }

    pub(crate) fn kind(&self) -> SheetKind {
        self.kind
    }

    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    /// Search text.
    pub(crate) fn searched(&self) -> &str {
        self.line.text()
    }

    /// A letter was typed; the first one may be the key that opened it.
    pub(super) fn type_in(&mut self, letter: char) -> Handled {
        if self.searched().is_empty() && self.opened_by == Some(letter) {
            return Handled::Close;
        }
        self.line.insert(letter.encode_utf8(&mut [0; 4]));
        self.scroll(isize::MIN);
        Handled::Taken
    }

    /// Replaces title and rows; the scroll position stays.
    pub(crate) fn say(&mut self, title: String, rows: Vec<Row>) {
        self.title = title;
        self.rows = rows;
        self.scroll(0);
    }

    pub(super) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The rows in view.
    pub(crate) fn visible(&self) -> &[Row] {
        &self.rows[self.viewport.range(self.rows.len())]
    }

    /// Returns true if there are rows above, and below, those in view.
    pub(crate) fn more(&self) -> (bool, bool) {
        let range = self.viewport.range(self.rows.len());
        (range.start > 0, range.end < self.rows.len())
    }

    pub(super) fn set_height(&mut self, height: usize) {
        self.viewport.resize(height);
        self.scroll(0);
    }

    pub(super) fn scroll(&mut self, rows: isize) {
        self.viewport.scroll(rows, self.rows.len());
    }

    /// Handles an action: the one that opened the page closes it, and the index page acts on the
    /// index.
    pub(super) fn act(&mut self, action: Action) -> Handled {
        if let Some(step) = rows(action, self.viewport.page()) {
            self.scroll(step);
            return Handled::Taken;
        }
        match (self.kind, action) {
            (SheetKind::Why, Action::Why)
            | (SheetKind::Index, Action::Index)
            | (SheetKind::Keys, Action::Help | Action::Choose) => Handled::Close,
            (SheetKind::Index, Action::Reindex | Action::CancelIndexing | Action::Rebuild) => {
                Handled::Perform(action)
            }
            (SheetKind::Keys, Action::Prompt(editing)) => {
                if self.line.edit(editing) {
                    self.scroll(isize::MIN);
                }
                Handled::Taken
            }
            _ => Handled::NotMine,
        }
    }
}

/// A row, from left to right.
pub(crate) type Row = Vec<Cell>;

/// A value of a row.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Cell {
    /// Label of the row: the same column in all rows of a page.
    Label(Tone, String),
    /// A part of a score, in the column of labels.
    Score(Tone, f32),
    /// A share of the largest of its kind, 0 to 1.
    Bar(Tone, f32),
    /// Words with a column of their own, so that what comes after them stands in one too.
    Field(Tone, String),
    /// True if a slow step is complete.
    Done(bool),
    /// Number of blank cells.
    Space(usize),
    /// Words, as long as they are.
    Text(Part),
}

impl Cell {
    pub(crate) fn label(text: impl Into<String>) -> Self {
        Self::Label(Tone::Faint, text.into())
    }

    pub(crate) fn text(tone: Tone, text: impl Into<String>) -> Self {
        Self::Text(Part::new(tone, text))
    }
}

/// Cells that a label takes at most, with the air behind it.
const LABEL: usize = 12;

/// The rows, `width` cells wide, of words that stand alone or behind a label. A row with other
/// columns stays as it is: what stands in those is short.
pub(crate) fn wrapped(row: Row, width: usize) -> Vec<Row> {
    let label = matches!(row.first(), Some(Cell::Label(..)));
    let words = row.get(usize::from(label)..).unwrap_or_default();
    let parts = words.iter().map(|cell| match cell {
        Cell::Text(part) => Some(part),
        _ => None,
    });
    let Some(parts) = parts.collect::<Option<Vec<_>>>() else {
        return vec![row];
    };
    let text: String = parts.iter().map(|part| part.text.as_str()).collect();
    let room = width.saturating_sub(usize::from(label) * LABEL);
    if glyph::cells(&text) <= room {
        return vec![row];
    }
    let rows = wrap(&text, room).into_iter().map(|bytes| {
        let mut cells: Row = label.then(|| Cell::label("")).into_iter().collect();
        let mut start = 0;
        for part in &parts {
            let end = start + part.text.len();
            let within = bytes.start.max(start)..bytes.end.min(end);
            if let Some(piece) = text.get(within).filter(|piece| !piece.is_empty()) {
                cells.push(Cell::text(part.tone, piece));
            }
            start = end;
        }
        cells
    });
    let mut rows: Vec<Row> = rows.collect();
    if let (Some(first), Some(Cell::Label(tone, text))) = (rows.first_mut(), row.first()) {
        first.splice(..1, [Cell::Label(*tone, text.clone())]);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture::plain;

    fn check(row: Row, width: usize, expected: &[&str]) {
        let rows = wrapped(row.clone(), width);
        let shown: Vec<String> = rows.iter().map(|row| plain(row)).collect();
        assert_eq!(shown, expected, "{row:?} in {width}");
    }

    #[test]
    fn words_take_the_rows_that_they_need() {
        let text = |text: &str| Cell::text(Tone::Error, text);
        let says = || vec![text("index: /cache: "), text("permission denied")];
        check(says(), 80, &["index: /cache:  permission denied"]);
        check(says(), 20, &["index: /cache: ", "permission denied"]);
        check(
            says(),
            12,
            &["index: ", "/cache: ", "permission ", "denied"],
        );
        check(vec![text("漢字漢字")], 4, &["漢字", "漢字"]);
        check(vec![text("two")], 0, &["t", "w", "o"]);
        check(Vec::new(), 0, &[""]);
    }

    #[test]
    fn they_stay_behind_their_label() {
        let row = vec![
            Cell::label("error"),
            Cell::text(Tone::Error, "permission denied"),
        ];
        check(row.clone(), 29, &["error permission denied"]);
        check(row.clone(), 28, &["error permission ", "denied"]);
        assert_eq!(wrapped(row, 28)[1][0], Cell::label(""));
    }

    #[test]
    fn columns_stay_as_they_are() {
        let row = vec![Cell::Done(true), Cell::text(Tone::Plain, "a long sentence")];
        check(row, 4, &["done a long sentence"]);
    }
}
