//! Tables in the width of the pane: the cells of a wide one are wrapped.
//!
//! [`table_rows()`] is a pure function, which the model calls to count rows and the view to draw them.

use super::page::Page;
use crate::chunk::TableColumn;
use std::ops::Range;

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
