//! The rows of wrapped lines.
//!
//! Principal type: [`LineWraps`]. The rows of a line are measured once for a width, because all rows are
//! rebuilt at every fold and every commit.

use super::page::Page;
use super::rows::Row;
use super::table::table_rows;
use crate::chunk::ChunkTree;
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
