//! Which rows the code pane has: lines, folds in place of lines, and the parent above a hit.

use super::page::Page;
use super::wrap::wrap;
use crate::chunk::{Chunk, ChunkId, Kind, Role};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

/// One row of the code pane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Row {
    /// A line of the document, 1-based.
    Line(u32),
    /// One row in place of a chunk's lines.
    Fold {
        /// Index of the chunk.
        chunk: usize,
        /// Lines it stands for.
        lines: u32,
    },
    /// What holds the hit, folded, above it.
    Parent {
        /// Index of the chunk.
        chunk: usize,
    },
    /// Lines left out between two that are shown.
    Gap,
    /// A part of a line of prose that is too long for one row.
    Part {
        /// The line, 1-based.
        line: u32,
        /// First byte within the line, and the one after the last.
        bytes: (u32, u32),
    },
}

/// How much is shown around a hit.
#[derive(Clone, Debug, Default)]
pub(super) struct Width {
    /// 0 the hit, 1 what holds it, and so on up to the file.
    pub(super) level: usize,
    /// Lines shown above and below the level's own.
    pub(super) around: u32,
    /// The parent's head is shown above the hit.
    pub(super) parent: bool,
    /// Folds set by hand.
    pub(super) folds: HashMap<ChunkId, bool>,
}

/// The rows for a chunk that was found, at a width.
pub(super) fn rows(page: &Page, leaf: usize, width: &Width) -> Vec<Row> {
    let chain = page.chain(leaf);
    let level = width.level.min(chain.len().saturating_sub(1));
    let Some(&shown) = chain.get(level) else {
        return Vec::new();
    };
    let (first, last) = lines(page, shown, width.around);
    let mut rows = Vec::new();
    if let Some(&parent) = chain.get(level + 1).filter(|_| level == 0) {
        above(page, parent, first, width.parent, &mut rows);
    }
    let is_folded = |index: usize, chunk: &Chunk| {
        let skeleton = level > 0 && level + 1 < chain.len();
        foldable(chunk)
            && width
                .folds
                .get(&chunk.id)
                .copied()
                .unwrap_or(skeleton && !chain.contains(&index) && chunk.role != Role::Header)
    };
    let mut line = first;
    for (index, chunk) in page.chunks().iter().enumerate() {
        let (start, end) = page.trimmed(chunk.lines);
        if start < line || end > last || !is_folded(index, chunk) {
            continue;
        }
        rows.extend((line..start).map(Row::Line));
        let lines = end - start + 1;
        rows.push(Row::Fold {
            chunk: index,
            lines,
        });
        line = end + 1;
    }
    rows.extend((line..=last).map(Row::Line));
    rows
}

/// The rows for a range of lines in a document where the chunk was not found.
pub(super) fn plain_rows(page: &Page, (first, last): (u32, u32), width: &Width) -> Vec<Row> {
    if width.level > 0 {
        return (1..=page.lines()).map(Row::Line).collect();
    }
    let last = last.saturating_add(width.around).min(page.lines());
    let first = first.saturating_sub(width.around).clamp(1, last);
    (first..=last).map(Row::Line).collect()
}

/// Rows of prose, as the rows they take when none is longer than this many cells.
pub(super) fn wrapped(page: &Page, rows: Vec<Row>, cells: usize) -> Vec<Row> {
    let mut all = Vec::with_capacity(rows.len());
    for row in rows {
        let parts = match row {
            Row::Line(line) => parts(page, line, cells),
            _ => Vec::new(),
        };
        match parts.len() {
            0 | 1 => all.push(row),
            _ => all.extend(parts),
        }
    }
    all
}

fn parts(page: &Page, line: u32, cells: usize) -> Vec<Row> {
    // Only what is UTF-8 has the same offsets in the document.
    let Cow::Borrowed(text) = page.line(line) else {
        return Vec::new();
    };
    let part = |part: Range<usize>| Row::Part {
        line,
        bytes: (part.start as u32, part.end as u32),
    };
    wrap(text, cells).into_iter().map(part).collect()
}

/// What can be folded: anything but the file, where there is a line to save.
pub(super) fn foldable(chunk: &Chunk) -> bool {
    chunk.kind != Kind::File && chunk.parent.is_some() && chunk.lines.1 > chunk.lines.0
}

fn lines(page: &Page, chunk: usize, around: u32) -> (u32, u32) {
    let chunk = &page.chunks()[chunk];
    let (first, last) = match chunk.parent {
        None => (1, page.lines()),
        Some(_) => page.trimmed(chunk.lines),
    };
    let last = last.saturating_add(around).min(page.lines());
    (first.saturating_sub(around).clamp(1, last), last)
}

/// What stands above a hit: its parent as one row, or the parent's head as it is written.
fn above(page: &Page, parent: usize, first: u32, open: bool, rows: &mut Vec<Row>) {
    let chunk = &page.chunks()[parent];
    let (from, to) = page.head(chunk);
    if from >= first {
        return;
    }
    if !open {
        // That a file is around it goes without saying.
        if chunk.parent.is_some() {
            rows.push(Row::Parent { chunk: parent });
        }
        return;
    }
    rows.extend((from..=to.min(first - 1)).map(Row::Line));
    if to + 1 < first {
        rows.push(Row::Gap);
    }
}
