//! A row of a page in as many rows as its words take.

use super::{Cell, Row};
use crate::app::code::wrap;
use crate::app::glyph;

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
    use crate::app::popup::plain;
    use crate::app::status::Tone;

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
