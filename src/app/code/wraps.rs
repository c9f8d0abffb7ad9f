//! Rows of long lines. A document may have millions of characters, so only what is near the cursor is
//! measured; the rest is there as stretches of which it is known about how many rows they take. What
//! was measured stays so for a width: the rows are built anew at every fold and every commit.

use super::page::Page;
use super::rows::Row;
use super::wrap::wrap_shown;
use crate::chunk::ChunkTree;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// A longer stretch of a line begins a new row, so that no line has to be measured from its start.
/// Bytes.
const STRETCH: usize = 4 << 10;
/// It ends behind white space, if there is some in so many bytes.
const SPACE_WITHIN: usize = 200;

/// First byte of each row within its line, and the one after the last.
type Parts = Box<[(u32, u32)]>;

/// The rows that lines of a document take in a width.
#[derive(Debug, Default)]
pub(super) struct Wraps {
    /// The document as it was cut; its highlights come later and change no row.
    tree: Option<Arc<ChunkTree>>,
    cells: usize,
    /// By 1-based line and first byte of a stretch, the bytes of its rows; none where it is a line
    /// that fits into one.
    parts: HashMap<(u32, u32), Parts>,
    /// By line, whether some of it was measured.
    measured: Vec<bool>,
}

impl Wraps {
    /// Rows as the rows they take when none is longer than this many cells, as far as they were
    /// measured.
    pub(super) fn unwrapped(&mut self, page: &Page, rows: Vec<Row>, cells: usize) -> Vec<Row> {
        let tree = &page.document().tree;
        let is_same = self.tree.as_ref().is_some_and(|it| Arc::ptr_eq(it, tree));
        if !is_same || self.cells != cells {
            self.tree = Some(Arc::clone(tree));
            self.cells = cells;
            self.parts.clear();
            self.measured.clear();
            self.measured.resize(page.lines() as usize + 1, false);
        }
        let mut all = Vec::with_capacity(rows.len());
        for row in rows {
            let Row::Line(line) = row else {
                all.push(row);
                continue;
            };
            if !self.is_measured(line) {
                let stretches = stretches(page, line);
                all.extend(stretches.map(|bytes| Row::Unwrapped { line, bytes }));
                continue;
            }
            for bytes in stretches(page, line) {
                match self.parts.get(&(line, bytes.0)) {
                    Some(parts) => extend(&mut all, line, parts),
                    None => all.push(Row::Unwrapped { line, bytes }),
                }
            }
        }
        all
    }

    /// Measures the rows around one of them until there are so many above it and below it that are;
    /// none where they were measured.
    pub(super) fn near(
        &mut self,
        page: &Page,
        rows: &[Row],
        around: usize,
        reach: usize,
    ) -> Option<Near> {
        let (above, below) = rows.split_at_checked(around)?;
        let up = self.measure(page, above.iter().rev(), reach);
        let down = self.measure(page, below.iter(), reach.saturating_add(1));
        let replaced = around - up..around + down;
        let before = rows.get(replaced.clone())?;
        let is_unwrapped = |row: &Row| matches!(row, Row::Unwrapped { .. });
        before.iter().any(is_unwrapped).then(|| {
            let mut near = Near {
                replaced,
                rows: Vec::new(),
                starts: Vec::new(),
            };
            for row in before {
                near.starts.push(near.rows.len());
                match row {
                    Row::Unwrapped { line, bytes } => {
                        let parts = self.parts.get(&(*line, bytes.0));
                        extend(&mut near.rows, *line, parts.map_or(&[], |it| it));
                    }
                    row => near.rows.push(*row),
                }
            }
            near
        })
    }

    fn is_measured(&self, line: u32) -> bool {
        self.measured.get(line as usize) == Some(&true)
    }

    /// Measures rows until there are so many; how many were looked at.
    fn measure<'a>(
        &mut self,
        page: &Page,
        rows: impl Iterator<Item = &'a Row>,
        wanted: usize,
    ) -> usize {
        let mut there = 0_usize;
        let mut looked_at = 0;
        for row in rows {
            if there >= wanted {
                break;
            }
            looked_at += 1;
            there += match row {
                Row::Unwrapped { line, bytes } => {
                    if let Some(measured) = self.measured.get_mut(*line as usize) {
                        *measured = true;
                    }
                    let cells = self.cells;
                    let parts = self.parts.entry((*line, bytes.0));
                    let parts = parts.or_insert_with(|| parts_of(page, *line, *bytes, cells));
                    parts.len().max(1)
                }
                _ => 1,
            };
        }
        looked_at
    }
}

/// Rows that were measured, in place of others.
#[derive(Debug)]
pub(super) struct Near {
    /// Which rows they replace.
    pub(super) replaced: Range<usize>,
    /// All of them.
    pub(super) rows: Vec<Row>,
    /// For each that is replaced, the first of those that are there instead.
    starts: Vec<usize>,
}

impl Near {
    /// Where a row is then that is there now; the first one of it.
    pub(super) fn moved(&self, row: usize) -> usize {
        let Some(within) = row.checked_sub(self.replaced.start) else {
            return row;
        };
        match self.starts.get(within) {
            Some(start) => self.replaced.start + start,
            None => row - self.replaced.len() + self.rows.len(),
        }
    }
}

/// About how many rows a row stands for, in this width.
pub(super) fn estimate(row: &Row, cells: usize) -> usize {
    match row {
        Row::Unwrapped { bytes, .. } => {
            let bytes = bytes.1.saturating_sub(bytes.0) as usize;
            bytes.div_ceil(cells.max(1)).max(1)
        }
        _ => 1,
    }
}

fn extend(rows: &mut Vec<Row>, line: u32, parts: &[(u32, u32)]) {
    match parts {
        [] => rows.push(Row::Line(line)),
        parts => rows.extend(parts.iter().map(|&bytes| Row::Part { line, bytes })),
    }
}

/// A line as the stretches of it that are measured by themselves; at least one.
fn stretches(page: &Page, line: u32) -> impl Iterator<Item = (u32, u32)> {
    let text = page.raw(page.bytes(line));
    // Of a longer line nothing can be said.
    let length = u32::try_from(text.len()).map_or(0, |_| text.len());
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let end = match text.get(start..start + STRETCH) {
            Some(stretch) if length > start + STRETCH => start + stretch_end(stretch),
            _ => length,
        };
        next = (end < length).then_some(end);
        Some((start as u32, end as u32))
    })
}

/// Where a stretch ends that is too long: behind white space, else between characters.
fn stretch_end(text: &[u8]) -> usize {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t');
    let near = text.len().saturating_sub(SPACE_WITHIN);
    let space = text.iter().skip(near).rposition(is_space);
    if let Some(at) = space {
        return near + at + 1;
    }
    // A character has four bytes at most.
    let is_start = |byte: &u8| byte & 0b1100_0000 != 0b1000_0000;
    let last = text.len().saturating_sub(4);
    let start = text.iter().skip(last).rposition(is_start);
    start.map_or(text.len(), |at| last + at)
}

/// Whether it is plain to see that a line fits: each of its bytes is a cell.
fn fits(page: &Page, bytes: Range<usize>, cells: usize) -> bool {
    bytes.len() <= cells
        && page.marks(bytes.clone()).is_empty()
        && page
            .raw(bytes)
            .iter()
            .all(|byte| matches!(byte, b' '..=b'~'))
}

fn parts_of(page: &Page, line: u32, (from, to): (u32, u32), cells: usize) -> Parts {
    let whole = page.bytes(line);
    let bytes = whole.start + from as usize..whole.start + to as usize;
    let is_whole = bytes == whole;
    if is_whole && fits(page, bytes.clone(), cells) {
        return Box::default();
    }
    let marks = page.marks(bytes.clone());
    let text = masked(page.raw(bytes.clone()));
    let rows = wrap_shown(&text, cells, |at| Page::mark_at(marks, bytes.start + at));
    match rows.len() {
        0 | 1 if is_whole => Box::default(),
        _ => rows
            .into_iter()
            .map(|part| (from + part.start as u32, from + part.end as u32))
            .collect(),
    }
}

/// Bytes as a text of the same length: what is not UTF-8 takes no more cells than this.
fn masked(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => {
            let mut text = String::with_capacity(bytes.len());
            for chunk in bytes.utf8_chunks() {
                text.push_str(chunk.valid());
                text.extend(chunk.invalid().iter().map(|_| '?'));
            }
            Cow::Owned(text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture;
    use proptest::prelude::*;

    fn page(text: &str) -> Page {
        Page::new(Arc::new(fixture::document("a.md", text, &[])))
    }

    fn lines(page: &Page) -> Vec<Row> {
        (1..=page.lines()).map(Row::Line).collect()
    }

    /// All rows, measured around these one after the other.
    fn wrapped(page: &Page, cells: usize, around: &[usize], reach: usize) -> Vec<Row> {
        let mut wraps = Wraps::default();
        let mut rows = wraps.unwrapped(page, lines(page), cells);
        for at in around {
            let at = at % rows.len().max(1);
            if let Some(near) = wraps.near(page, &rows, at, reach) {
                rows.splice(near.replaced, near.rows);
            }
        }
        // What was measured stays so, and what was not is measured as it would have been.
        assert_eq!(wraps.unwrapped(page, lines(page), cells), rows);
        match wraps.near(page, &rows, 0, usize::MAX) {
            Some(near) => near.rows,
            None => rows,
        }
    }

    #[test]
    fn a_line_is_measured_once_for_a_width() {
        let text = format!("short\n{}größe\n", "some words ".repeat(20));
        let page = page(&text);
        let mut wraps = Wraps::default();
        let rows = wraps.unwrapped(&page, lines(&page), 40);
        let rows = wraps.near(&page, &rows, 0, 100).unwrap().rows;
        assert_eq!(rows.first(), Some(&Row::Line(1)));
        assert!(rows.len() > 4, "{rows:?}");
        let kept = wraps.parts[&(2, 0)].as_ptr();
        assert_eq!(wraps.unwrapped(&page, lines(&page), 40), rows);
        assert!(wraps.near(&page, &rows, 0, 100).is_none());
        assert_eq!(wraps.parts[&(2, 0)].as_ptr(), kept, "measured again");
        let wider = wraps.unwrapped(&page, lines(&page), 80);
        assert_eq!(wider.len(), 2, "{wider:?}");
    }

    /// Of a megabyte, as lines or as one line, what is near is measured and nothing else.
    #[test]
    fn what_is_far_is_not_measured() {
        for text in [
            "some words and more \n".repeat(50_000),
            "some words ".repeat(100_000),
        ] {
            let page = page(&text);
            let mut wraps = Wraps::default();
            let rows = wraps.unwrapped(&page, lines(&page), 10);
            let about: usize = rows.iter().map(|row| estimate(row, 10)).sum();
            for at in [0, rows.len() / 2, rows.len() - 1] {
                wraps.near(&page, &rows, at, 100);
            }
            let measured: usize = wraps.parts.values().map(|it| it.len().max(1)).sum();
            assert!(
                (300..6_000).contains(&measured),
                "{measured} of about {about}"
            );
            assert!((90_000..=220_000).contains(&about), "{about}");
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_are_wrapped_as_well() {
        let mut page = vec![b'a'; 10_000];
        page.extend([0xff; 5_000]);
        for end in [
            stretch_end(&page[..STRETCH]),
            stretch_end(&page[9_000..9_000 + STRETCH]),
        ] {
            assert!((1..=STRETCH).contains(&end), "{end}");
        }
        assert_eq!(masked(b"a\xff\xc3\xa9").len(), 4);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        #[test]
        fn rows_are_the_same_in_whatever_order_they_are_measured(
            words in prop::collection::vec("[a-zé漢]{1,12}[ \n\t]?", 0..200),
            times in 1..12_usize,
            cells in 0..30_usize,
            around in prop::collection::vec(any::<usize>(), 0..8),
            reach in 0..20_usize,
        ) {
            let page = page(&words.concat().repeat(times));
            let rows = wrapped(&page, cells, &around, reach);
            prop_assert_eq!(&rows, &wrapped(&page, cells, &[0], usize::MAX));
            // The rows of a line tile it.
            let mut ends = HashMap::new();
            for row in rows {
                match row {
                    Row::Part { line, bytes } => {
                        let end = ends.insert(line, bytes.1).unwrap_or(0);
                        prop_assert_eq!(end, bytes.0);
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
