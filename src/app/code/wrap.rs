//! The rows of wrapped lines, and of tables in the width of the pane.
//!
//! Principal type: [`LineWraps`]. The rows of a line are measured once for a width, because all rows are rebuilt at every
//! fold and every commit. [`table_rows()`] is a pure function, which the model calls to count rows and the view to draw
//! them.

use super::page::Page;
use super::rows::Row;
use crate::chunk::{ChunkTree, TableColumn};
use std::ops::Range;
use std::sync::Arc;

/// The rows that lines of a document take in a width.
#[derive(Debug, Default)]
pub(super) struct LineWraps {
    /// The document as it was cut; its highlights come later and change no row.
    tree: Option<Arc<ChunkTree>>,
    cells: usize,
    /// The rows of each measured line; empty if the line fits into one row.
    rows: Vec<Option<Box<[Row]>>>,
}

impl LineWraps {
    /// Splits rows so that none is longer than this many cells.
    pub(super) fn wrapped(&mut self, page: &Page, rows: Vec<Row>, cells: usize) -> Vec<Row> {
        let tree = &page.document.tree;
        let is_measured = match &self.tree {
            Some(measured) => Arc::ptr_eq(measured, tree) && self.cells == cells,
            None => false,
        };
        if !is_measured {
            self.tree = Some(Arc::clone(tree));
            self.cells = cells;
            self.rows.clear();
            self.rows.resize(page.lines() as usize + 1, None);
        }
        let mut all = Vec::with_capacity(rows.len());
        for row in rows {
            if let Row::Line(line) = row
                && let Some(slot) = self.rows.get_mut(line as usize)
            {
                let parts = slot.get_or_insert_with(|| rows_of(page, line, cells));
                if !parts.is_empty() {
                    all.extend(parts.iter().copied());
                    continue;
                }
            }
            all.push(row);
        }
        all
    }
}

fn rows_of(page: &Page, line: u32, cells: usize) -> Box<[Row]> {
    if let Some(rows) = table_rows(page, line, cells) {
        return (0..rows.len()).map(|nth| Row::Cells(line, nth)).collect();
    }
    let bytes = page.bytes(line);
    let parts = page.wrap(bytes.clone(), cells);
    let within = |at: usize| (at - bytes.start) as u32;
    match parts.len() {
        0 | 1 => Box::default(),
        _ => parts
            .into_iter()
            .map(|part| Row::Part(line, (within(part.start), within(part.end))))
            .collect(),
    }
}

/// Line between two columns.
const BETWEEN: &str = " │ ";
/// Crossing of that line and the line below the header.
const CROSSING: &str = "─┼─";
/// Cells of a line between columns.
const GAP: usize = 3;
/// Minimum width of a column. The pane cuts a table with more columns than fit.
const NARROWEST: usize = 8;
/// Maximum number of rows of a cell; the last row of a longer cell is an ellipsis.
const TALLEST: usize = 24;

/// A part of a row on the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RowSegment {
    /// The cell where it starts.
    pub(crate) at: usize,
    pub(crate) text: SegmentText,
}

/// Text of a [`RowSegment`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SegmentText {
    /// Bytes of the document.
    Bytes(Range<usize>),
    /// A line of the table.
    Drawn(String),
}

/// The rows of a line in a table, in this number of cells; none for other lines.
pub(crate) fn table_rows(page: &Page, line: u32, cells: usize) -> Option<Vec<Vec<RowSegment>>> {
    let (table, row) = page.table_row(line)?;
    let before = page.bytes(line).start..row.start;
    let indent = page.cells(before.clone());
    let widths = widths(&table.columns, cells.saturating_sub(indent));
    let drawn = |at, text: String| RowSegment {
        at,
        text: SegmentText::Drawn(text),
    };
    let bytes = |at, bytes| RowSegment {
        at,
        text: SegmentText::Bytes(bytes),
    };
    if row.cells.is_empty() {
        let rules: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
        return Some(vec![vec![
            bytes(0, before),
            drawn(indent, rules.join(CROSSING)),
        ]]);
    }
    let cells = row.cells.iter().zip(&widths);
    let wrapped: Vec<Vec<Range<usize>>> = cells
        .map(|(cell, width)| wrapped(page, cell, *width))
        .collect();
    let tallest = wrapped.iter().map(Vec::len).max();
    let height = tallest.unwrap_or(1).min(TALLEST);
    let row = |nth: usize| {
        // Continuation rows repeat quotation bars, not bullets.
        let continues = nth == 0 || page.raw(before.clone()).contains(&b'>');
        let mut segments = Vec::new();
        if continues {
            segments.push(bytes(0, before.clone()));
        }
        let mut at = indent;
        for (index, (width, column)) in widths.iter().zip(&table.columns).enumerate() {
            if index > 0 {
                segments.push(drawn(at, BETWEEN.to_owned()));
                at += GAP;
            }
            let parts = wrapped.get(index).map_or(&[][..], Vec::as_slice);
            if nth + 1 == TALLEST && parts.len() > TALLEST {
                segments.push(drawn(at, "…".to_owned()));
            } else if let Some(part) = parts.get(nth) {
                let mut from = at;
                if column.is_right {
                    from += width.saturating_sub(page.cells(part.clone()));
                }
                segments.push(bytes(from, part.clone()));
            }
            at += width;
        }
        segments
    };
    Some((0..height).map(row).collect())
}

/// The parts of a cell in this width, somewhat more than are shown.
fn wrapped(page: &Page, cell: &Range<usize>, width: usize) -> Vec<Range<usize>> {
    // Measuring the rest of a long cell would be wasted.
    let longest = cell.start.saturating_add(width.saturating_mul(TALLEST * 8));
    let mut cell = cell.start..cell.end.min(longest);
    let text = page.raw(cell.clone()).utf8_chunks().next();
    cell.end = cell.start + text.map_or(0, |text| text.valid().len());
    let parts = page.wrap(cell, width).into_iter();
    parts.map(|part| page.without_final_space(part)).collect()
}

/// The widths of columns in this number of cells: narrow columns keep their width, the others share the rest.
fn widths(columns: &[TableColumn], cells: usize) -> Vec<usize> {
    let mut rest = cells.saturating_sub(GAP * columns.len().saturating_sub(1));
    let mut narrow: Vec<usize> = columns.iter().map(|column| column.width).collect();
    narrow.sort_unstable();
    let mut widest = usize::MAX;
    for (at, width) in narrow.iter().enumerate() {
        let share = rest / (narrow.len() - at);
        if *width > share {
            widest = share.max(NARROWEST);
            break;
        }
        rest -= width;
    }
    let natural = columns.iter().map(|column| column.width);
    natural.map(|width| width.min(widest)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture;
    use crate::app::glyph::wrap;
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn check(text: &str, width: usize, expected: &[&str]) {
        let rows = wrap(text, width);
        let rows: Vec<&str> = rows.into_iter().map(|row| &text[row]).collect();
        assert_eq!(rows, expected, "{text:?} in {width}");
    }

    #[test]
    fn rows_end_after_a_space_if_possible() {
        check("", 5, &[""]);
        check("a bc def", 80, &["a bc def"]);
        check("one two three", 7, &["one two ", "three"]);
        check("one two three", 8, &["one two ", "three"]);
        check("abcdefgh", 3, &["abc", "def", "gh"]);
        check("漢字漢字", 4, &["漢字", "漢字"]);
        check("漢字", 1, &["漢", "字"]);
        check("a 漢字漢字", 5, &["a ", "漢字", "漢字"]);
    }

    fn page(text: &str) -> Page {
        Page::new(Arc::new(fixture::document("a.md", text, &[])))
    }

    fn lines(page: &Page) -> Vec<Row> {
        (1..=page.lines()).map(Row::Line).collect()
    }

    #[test]
    fn a_line_is_measured_once_for_a_width() {
        let page = page(&format!("short\n{}größe\n", "some words ".repeat(20)));
        let mut wraps = LineWraps::default();
        let rows = wraps.wrapped(&page, lines(&page), 40);
        assert_eq!(rows.first(), Some(&Row::Line(1)));
        assert!(rows.len() > 4, "{rows:?}");
        let kept = |wraps: &LineWraps| wraps.rows[2].as_ref().map(|it| it.as_ptr());
        let before = kept(&wraps);
        assert_eq!(wraps.wrapped(&page, lines(&page), 40), rows);
        assert_eq!(kept(&wraps), before, "measured again");
        assert!(wraps.wrapped(&page, lines(&page), 80).len() < rows.len());
    }

    proptest! {
        #[test]
        fn rows_tile_the_text(text in "\\PC{0,80}", width in 0usize..20) {
            let rows = wrap(&text, width);
            let joined: String = rows.iter().map(|row| &text[row.clone()]).collect();
            prop_assert_eq!(joined, text);
        }

        #[test]
        fn the_rows_of_a_line_tile_it(
            words in prop::collection::vec("[a-zé漢]{1,12}[ \n\t]?", 0..200),
            cells in 0..30_usize,
        ) {
            let page = page(&words.concat());
            let mut ends = HashMap::new();
            for row in LineWraps::default().wrapped(&page, lines(&page), cells) {
                match row {
                    Row::Part(line, (from, to)) => {
                        prop_assert_eq!(ends.insert(line, to).unwrap_or(0), from);
                    }
                    Row::Line(line) => {
                        ends.insert(line, page.bytes(line).len() as u32);
                    }
                    other => prop_assert!(false, "{other:?}"),
                }
            }
            for line in 1..=page.lines() {
                prop_assert_eq!(ends[&line] as usize, page.bytes(line).len());
            }
        }
    }
}

#[cfg(test)]
mod table_tests {
    use super::*;

    #[test]
    fn wide_columns_share_the_room_that_narrow_ones_leave() {
        let check = |natural: &[usize], cells, expected: &[usize]| {
            let column = |width: &usize| TableColumn {
                width: *width,
                is_right: false,
            };
            let columns: Vec<_> = natural.iter().map(column).collect();
            assert_eq!(widths(&columns, cells), expected, "{natural:?} in {cells}");
        };
        check(&[4, 100], 40, &[4, 33]);
        check(&[100, 4, 90], 50, &[20, 4, 20]);
        check(&[4, 5], usize::MAX, &[4, 5]);
        check(&[4, 5], 12, &[4, 5]);
        check(&[20; 5], 30, &[NARROWEST; 5]);
        check(&[], 30, &[]);
    }
}
