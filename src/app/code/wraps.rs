//! Rows of long lines, each line measured once for a width: the rows are built anew at every fold
//! and every commit, and a document may have millions of characters.

use super::page::Page;
use super::rows::Row;
use super::wrap::wrap_shown;
use crate::chunk::ChunkTree;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// The rows that lines of a document take in a width.
#[derive(Debug, Default)]
pub(super) struct Wraps {
    /// The document as it was cut; its highlights come later and change no row.
    tree: Option<Arc<ChunkTree>>,
    cells: usize,
    /// By 1-based line, the bytes of its rows; none for a line that fits into one.
    parts: HashMap<u32, Box<[(u32, u32)]>>,
}

impl Wraps {
    /// Rows as the rows they take when none is longer than this many cells.
    pub(super) fn wrapped(&mut self, page: &Page, rows: Vec<Row>, cells: usize) -> Vec<Row> {
        let tree = &page.document().tree;
        let is_same = self.tree.as_ref().is_some_and(|it| Arc::ptr_eq(it, tree));
        if !is_same || self.cells != cells {
            self.tree = Some(Arc::clone(tree));
            self.cells = cells;
            self.parts.clear();
        }
        let mut all = Vec::with_capacity(rows.len());
        for row in rows {
            match row {
                Row::Line(line) if !fits(page, line, cells) => {
                    let parts = self.parts.entry(line);
                    let parts = parts.or_insert_with(|| parts_of(page, line, cells));
                    match parts.is_empty() {
                        true => all.push(row),
                        false => all.extend(parts.iter().map(|&bytes| Row::Part { line, bytes })),
                    }
                }
                _ => all.push(row),
            }
        }
        all
    }
}

/// Whether it is plain to see that a line fits: each of its bytes is a cell.
fn fits(page: &Page, line: u32, cells: usize) -> bool {
    let bytes = page.bytes(line);
    bytes.len() <= cells
        && page.marks(bytes.clone()).is_empty()
        && page
            .raw(bytes)
            .iter()
            .all(|byte| matches!(byte, b' '..=b'~'))
}

fn parts_of(page: &Page, line: u32, cells: usize) -> Box<[(u32, u32)]> {
    // Only what is UTF-8 has the same offsets in the document.
    let Cow::Borrowed(text) = page.line(line) else {
        return Box::default();
    };
    let bytes = page.bytes(line);
    let marks = page.marks(bytes.clone());
    let rows = wrap_shown(text, cells, |at| Page::mark_at(marks, bytes.start + at));
    match rows.len() {
        0 | 1 => Box::default(),
        _ => rows
            .into_iter()
            .map(|part| (part.start as u32, part.end as u32))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture;

    #[test]
    fn a_line_is_measured_once_for_a_width() {
        let text = format!("short\n{}größe\n", "some words ".repeat(20));
        let document = fixture::document("a.md", &text, &[]);
        let page = Page::new(Arc::new(document));
        let lines = || vec![Row::Line(1), Row::Line(2)];
        let mut wraps = Wraps::default();
        let rows = wraps.wrapped(&page, lines(), 40);
        assert_eq!(rows.first(), Some(&Row::Line(1)));
        assert!(rows.len() > 4, "{rows:?}");
        assert_eq!(wraps.parts.keys().collect::<Vec<_>>(), [&2]);
        let kept = wraps.parts[&2].as_ptr();
        assert_eq!(wraps.wrapped(&page, lines(), 40), rows);
        assert_eq!(wraps.parts[&2].as_ptr(), kept, "measured again");
        let wider = wraps.wrapped(&page, lines(), 80);
        assert!(wider.len() < rows.len(), "{wider:?}");
    }
}
