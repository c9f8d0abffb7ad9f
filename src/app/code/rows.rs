//! Which rows the code pane has: lines, folds in place of lines, the parent above a hit, and the
//! rows of sections.

use super::levels::{Level, foldable};
use super::page::Page;
use super::sections::Topic;
use crate::chunk::{Chunk, ChunkId};
use std::collections::HashMap;

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
    /// A part of a line that is too long for one row.
    Part {
        /// The line, 1-based.
        line: u32,
        /// First byte within the line, and the one after the last.
        bytes: (u32, u32),
    },
    /// A stretch of a line, or all of it, of which it is not known yet how many rows it takes.
    Unwrapped {
        /// The line, 1-based.
        line: u32,
        /// First byte within the line, and the one after the last.
        bytes: (u32, u32),
    },
    /// The title of a section.
    Title(Topic),
    /// A place that a section leads to.
    Link {
        /// The section.
        topic: Topic,
        /// Which of its links.
        at: usize,
        /// The digit that leads there; 0 for none.
        digit: u8,
    },
    /// There are more links than a section lists.
    More(Topic),
    /// What is to be said below a section's links.
    Note(Topic),
}

/// How much is shown around a hit.
#[derive(Clone, Debug, Default)]
pub(super) struct Width {
    /// Which of the levels, 0 for the hit.
    pub(super) level: usize,
    /// Lines shown above and below the level's own.
    pub(super) around: u32,
    /// The parent's head is shown above the hit.
    pub(super) parent: bool,
    /// All folds were opened, or all were closed.
    pub(super) all: Option<bool>,
    /// Folds set by hand since.
    pub(super) folds: HashMap<ChunkId, bool>,
}

/// The rows for a chunk that was found, at a width.
pub(super) fn rows(page: &Page, leaf: usize, levels: &[Level], width: &Width) -> Vec<Row> {
    let narrowest = levels.len().saturating_sub(1);
    let Some(level) = levels.get(width.level.min(narrowest)) else {
        return Vec::new();
    };
    let chain = page.chain(leaf);
    let stretches = level.stretches(page, width.around);
    let mut rows = Vec::new();
    if width.level == 0
        && let (Some(&parent), Some((first, _))) = (chain.get(1), stretches.first())
    {
        above(page, parent, *first, width.parent, &mut rows);
    }
    let folds: Vec<(usize, (u32, u32))> = page
        .chunks()
        .iter()
        .enumerate()
        .filter(|(index, chunk)| is_folded(page, level, &chain, width, (*index, chunk)))
        .map(|(index, chunk)| (index, page.own_lines(chunk)))
        .collect();
    let mut line = 0;
    for (first, last) in stretches {
        // A stretch within one that was shown, or folded, is there already.
        if last <= line {
            continue;
        }
        if line > 0 && !page.is_blank(line + 1..first) {
            rows.push(Row::Gap);
        }
        line = stretch(page, (first.max(line + 1), last), &folds, &mut rows);
    }
    rows
}

/// The rows of a stretch of lines; the last line they stand for.
fn stretch(
    page: &Page,
    (first, last): (u32, u32),
    folds: &[(usize, (u32, u32))],
    rows: &mut Vec<Row>,
) -> u32 {
    let mut line = first;
    for (chunk, (start, end)) in folds {
        if *start < line || *end > last {
            continue;
        }
        // Between two folds blank lines tell nothing apart.
        let is_after_fold = matches!(rows.last(), Some(Row::Fold { .. }));
        if !(is_after_fold && page.is_blank(line..*start)) {
            rows.extend((line..*start).map(Row::Line));
        }
        rows.push(Row::Fold {
            chunk: *chunk,
            lines: end - start + 1,
        });
        line = end + 1;
    }
    rows.extend((line..=last).map(Row::Line));
    last
}

fn is_folded(
    page: &Page,
    level: &Level,
    chain: &[usize],
    width: &Width,
    (index, chunk): (usize, &Chunk),
) -> bool {
    if !foldable(chunk) {
        return false;
    }
    if let Some(folded) = width.folds.get(&chunk.id) {
        return *folded;
    }
    match width.all {
        // With what has members open, all their names are seen.
        Some(true) => page.is_unit(index),
        Some(false) => false,
        None => level.folds(page, chain, index, chunk),
    }
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

/// What stands above a hit: what it is in as one row, or the head of that as it is written. The first
/// piece of a declaration begins where that does: it is shown in what holds the whole.
fn above(page: &Page, parent: usize, first: u32, open: bool, rows: &mut Vec<Row>) {
    let begins_before = |at: &usize| {
        let chunk = page.chunks().get(*at);
        chunk.is_some_and(|chunk| page.head(chunk).0 < first)
    };
    let Some(parent) = page.chain(parent).into_iter().find(begins_before) else {
        return;
    };
    let Some(chunk) = page.chunks().get(parent) else {
        return;
    };
    let (from, to) = page.head(chunk);
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
