//! A page to read: rows of cells, which the view puts in columns.
//!
//! Principal types: [`PageRow`] and [`Cell`].

use crate::app::glyph::{cells, wrap};
use crate::app::status::{Item, Tone};

/// Subject of a page, so that it can be updated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PageSubject {
    /// The explanation of the selected hit.
    Explanation,
    /// The index: stages, contents, skipped files.
    Index,
    /// Signature and docs of the name under the cursor.
    Docs,
    /// The text of a deleted file.
    Deleted,
    /// The output of a command of the user.
    Output,
}

/// A row, from left to right.
pub(crate) type PageRow = Vec<Cell>;

/// A value of a row.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Cell {
    /// A label, in the first column.
    Label(Tone, String),
    /// Text in a separate column.
    Field(Tone, String),
    /// Text of any length.
    Text(Item),
}

impl Cell {
    pub(crate) fn label(text: impl Into<String>) -> Self {
        Self::Label(Tone::Faint, text.into())
    }

    pub(crate) fn text(tone: Tone, text: impl Into<String>) -> Self {
        Self::Text(Item::new(tone, text))
    }

    /// Blank cells.
    pub(crate) fn space(cells: usize) -> Self {
        Self::text(Tone::Plain, " ".repeat(cells))
    }
}

/// A text after a label.
pub(crate) fn labeled(label: &str, tone: Tone, text: impl Into<String>) -> PageRow {
    vec![Cell::label(label), Cell::text(tone, text)]
}

/// Maximum cells of a label and the space after it.
const LABEL: usize = 12;

/// Wraps the text of a row, alone or after a label, at `width` cells. A row with other cells is short and
/// unchanged.
pub(crate) fn wrapped(row: PageRow, width: usize) -> Vec<PageRow> {
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
    if cells(&text) <= room {
        return vec![row];
    }
    let rows = wrap(&text, room).into_iter().map(|bytes| {
        let mut cells: PageRow = label.then(|| Cell::label("")).into_iter().collect();
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
    let mut rows: Vec<PageRow> = rows.collect();
    if let (Some(first), Some(Cell::Label(tone, text))) = (rows.first_mut(), row.first()) {
        first.splice(..1, [Cell::Label(*tone, text.clone())]);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture::plain;

    fn check(row: PageRow, width: usize, expected: &[&str]) {
        let rows = wrapped(row.clone(), width);
        let shown: Vec<String> = rows.iter().map(|row| plain(row)).collect();
        assert_eq!(shown, expected, "{row:?} in {width}");
    }

    #[test]
    fn text_is_wrapped_between_words() {
        let text = |text: &str| Cell::text(Tone::Error, text);
        let message = || vec![text("index: /cache: "), text("permission denied")];
        check(message(), 80, &["index: /cache:  permission denied"]);
        check(message(), 20, &["index: /cache: ", "permission denied"]);
        check(
            message(),
            12,
            &["index: ", "/cache: ", "permission ", "denied"],
        );
        check(vec![text("漢字漢字")], 4, &["漢字", "漢字"]);
        check(vec![text("two")], 0, &["t", "w", "o"]);
        check(Vec::new(), 0, &[""]);
    }

    #[test]
    fn wrapped_rows_keep_their_label() {
        let row = vec![
            Cell::label("error"),
            Cell::text(Tone::Error, "permission denied"),
        ];
        check(row.clone(), 29, &["error permission denied"]);
        check(row.clone(), 28, &["error permission ", "denied"]);
        assert_eq!(wrapped(row, 28)[1][0], Cell::label(""));
    }

    #[test]
    fn rows_with_columns_are_not_wrapped() {
        let field = Cell::Field(Tone::Plain, "field".to_owned());
        let row = vec![field, Cell::text(Tone::Plain, "a long sentence")];
        check(row, 4, &["field a long sentence"]);
    }
}
