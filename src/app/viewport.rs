//! Visible rows of a pane: all scroll arithmetic.
//!
//! Principal type: [`Viewport`]. Invariant: it never scrolls beyond the last row.

use std::ops::Range;

/// A window of some height over rows that are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Viewport {
    top: usize,
    height: usize,
}

impl Viewport {
    pub(super) fn new(height: usize) -> Self {
        Self {
            height,
            ..Self::default()
        }
    }

    /// The first row in view.
    pub(super) fn top(self) -> usize {
        self.top
    }

    pub(super) fn height(self) -> usize {
        self.height
    }

    pub(super) fn resize(&mut self, height: usize) {
        self.height = height;
    }

    /// Visible range of this many rows.
    pub(super) fn range(self, rows: usize) -> Range<usize> {
        let end = self.top.saturating_add(self.height).min(rows);
        self.top.min(end)..end
    }

    /// The row at a height of the view, if there is one.
    pub(super) fn row_at(self, y: usize, rows: usize) -> Option<usize> {
        self.range(rows).nth(y)
    }

    /// Length of a page: one row stays visible.
    pub(super) fn page(self) -> usize {
        self.height.saturating_sub(1).max(1)
    }

    pub(super) fn half_page(self) -> usize {
        (self.height / 2).max(1)
    }

    /// Distance of a row from the top.
    pub(super) fn offset(self, row: usize) -> usize {
        row.saturating_sub(self.top)
    }

    /// Scrolls so that a row is `offset` rows below the top, or fewer at the start.
    pub(super) fn place(&mut self, row: usize, offset: usize) {
        self.top = row.saturating_sub(offset);
    }

    /// Scrolls by a number of rows, but not beyond the ends.
    pub(super) fn scroll(&mut self, by: isize, rows: usize) {
        self.top = self.top.saturating_add_signed(by).min(self.lowest(rows));
    }

    /// Scrolls as little as possible to show a row. With a height of 0 nothing scrolls.
    pub(super) fn reveal(&mut self, row: usize, rows: usize) {
        if self.height > 0 {
            let furthest = (row + 1).saturating_sub(self.height);
            self.top = self.top.min(self.lowest(rows)).clamp(furthest, row);
        }
    }

    /// The visible row nearest to this one.
    pub(super) fn nearest(self, row: usize) -> usize {
        row.clamp(self.top, self.top + self.height.saturating_sub(1))
    }

    /// The top at which the last row is visible.
    fn lowest(self, rows: usize) -> usize {
        rows.saturating_sub(self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ROWS: usize = 20;

    fn at(top: usize) -> Viewport {
        viewport(top, 5)
    }

    fn viewport(top: usize, height: usize) -> Viewport {
        Viewport { top, height }
    }

    #[test]
    fn scrolling_stops_at_both_ends() {
        let check = |top, by, expected| {
            let mut viewport = at(top);
            viewport.scroll(by, ROWS);
            assert_eq!(viewport.top, expected, "{top} by {by}");
        };
        check(0, 3, 3);
        check(3, -5, 0);
        check(14, 5, 15);
        check(2, isize::MAX, 15);
        check(2, isize::MIN, 0);
    }

    #[test]
    fn a_row_is_revealed_by_as_little_as_needed() {
        let check = |top, row, expected| {
            let mut viewport = at(top);
            viewport.reveal(row, ROWS);
            assert_eq!(viewport.top, expected, "{row} from {top}");
        };
        check(4, 8, 4);
        check(4, 9, 5);
        check(4, 3, 3);
        check(4, 19, 15);
        // Fewer rows remain than were scrolled past.
        check(19, 18, 15);
    }

    #[test]
    fn a_row_stays_at_its_height_when_rows_above_it_change() {
        let mut viewport = at(4);
        let offset = viewport.offset(6);
        viewport.place(11, offset);
        assert_eq!(viewport.offset(11), 2);
        viewport.place(1, offset);
        assert_eq!(viewport.top, 0);
    }

    #[test]
    fn only_rows_in_view_can_be_clicked() {
        assert_eq!(at(4).row_at(0, ROWS), Some(4));
        assert_eq!(at(4).row_at(4, ROWS), Some(8));
        assert_eq!(at(4).row_at(5, ROWS), None);
        assert_eq!(at(4).row_at(2, 6), None);
    }

    proptest! {
        #[test]
        fn a_revealed_row_is_in_view(
            top in 0usize..100, height in 0usize..40, rows in 1usize..100, row in any::<prop::sample::Index>(),
        ) {
            let row = row.index(rows);
            let mut viewport = viewport(top, height);
            viewport.reveal(row, rows);
            let range = viewport.range(rows);
            prop_assert_eq!(range.len(), height.min(rows));
            if height > 0 {
                prop_assert!(range.contains(&row));
                prop_assert_eq!(viewport.nearest(row), row);
            }
        }
    }
}
