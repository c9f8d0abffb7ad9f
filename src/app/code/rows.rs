//! Zoom levels from the hit to its parent, the outline of the enclosing scope and the file; and the rows of
//! each.
//!
//! Principal types: [`Row`], [`ZoomLevel`] and [`Zoom`], the user's choice. [`rows()`] is a pure function of
//! document, level and folds.

use super::page::Page;
use crate::chunk::{Chunk, ChunkId, Kind, Role};
use crate::context::around;
use std::collections::HashMap;

/// Maximum number of lines of a run of fields or constants that an outline does not fold.
const PLAIN: u32 = 12;
/// Maximum number of lines of a hit that an outline does not fold.
const LONG: u32 = 30;

/// One row of the code pane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Row {
    /// A line of the document, 1-based.
    Line(u32),
    /// A part of a wrapped line: its first byte within the line, and the one after the last.
    Part(u32, (u32, u32)),
    /// One of the rows of a line in a table, counted from 0.
    Cells(u32, usize),
    /// A folded chunk: its index, and its number of lines.
    Fold(usize, u32),
    /// The folded parent above the hit: its chunk index.
    Parent(usize),
    /// Omitted lines.
    Gap,
    /// A removed line: its 1-based number in the old text, and the line of the document at its change.
    Old(u32, u32),
}

impl Row {
    /// Returns true for the first row of a line, and for its other rows that begin at a byte or before
    /// it.
    pub(super) fn starts_by(self, byte: usize) -> bool {
        match self {
            Self::Part(_, (from, _)) => from as usize <= byte,
            Self::Cells(_, nth) => nth == 0,
            _ => true,
        }
    }
}

/// Amount of code shown around a hit.
#[derive(Clone, Debug, Default)]
pub(super) struct Zoom {
    /// Zoom level, 0 for the hit.
    pub(super) level: usize,
    /// Lines added above and below the level's own.
    pub(super) around: u32,
    /// True if the parent's header is shown above the hit.
    pub(super) parent: bool,
    /// True if all folds were closed, false if all were opened.
    pub(super) all: Option<bool>,
    /// Folds that the user changed since then.
    pub(super) folds: HashMap<ChunkId, bool>,
}

/// The rows of a hit. Lines around a hit alone fill a pane of `height` rows if the file has that many lines.
pub(super) fn rows(
    page: &Page,
    leaf: Option<usize>,
    levels: &[ZoomLevel],
    zoom: &Zoom,
    height: usize,
) -> Vec<Row> {
    let narrowest = levels.len().saturating_sub(1);
    let Some(level) = levels.get(zoom.level.min(narrowest)) else {
        return Vec::new();
    };
    let chain = leaf.map_or_else(Vec::new, |leaf| page.chain(leaf));
    let height = if zoom.level == 0 { height } else { 0 };
    let mut stretches = level.widened(page, zoom.around, height);
    let mut rows = Vec::new();
    if zoom.level == 0
        && let (Some(&parent), Some((first, _))) = (chain.get(1), stretches.first())
    {
        above(page, parent, *first, zoom.parent, &mut rows);
        stretches = level.widened(page, zoom.around, height.saturating_sub(rows.len()));
    }
    let folds: Vec<(usize, (u32, u32))> = page
        .chunks()
        .iter()
        .enumerate()
        .filter(|(index, chunk)| is_folded(page, level, zoom, (*index, chunk)))
        .map(|(index, chunk)| (index, page.own_lines(chunk)))
        .collect();
    let mut line = 0;
    for (first, last) in stretches {
        // This run is part of one that is shown or folded.
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

/// Adds the rows of a run of lines. Returns the last line.
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
        // Blank lines between two folds are omitted.
        let is_after_fold = matches!(rows.last(), Some(Row::Fold(..)));
        if !(is_after_fold && page.is_blank(line..*start)) {
            rows.extend((line..*start).map(Row::Line));
        }
        rows.push(Row::Fold(*chunk, end - start + 1));
        line = end + 1;
    }
    rows.extend((line..=last).map(Row::Line));
    last
}

fn is_folded(page: &Page, level: &ZoomLevel, zoom: &Zoom, (index, chunk): (usize, &Chunk)) -> bool {
    if !foldable(chunk) {
        return false;
    }
    if let Some(folded) = zoom.folds.get(&chunk.id) {
        return *folded;
    }
    match zoom.all {
        // Scopes stay open, so that the names of their members are visible.
        Some(true) => page.is_unit(index),
        Some(false) => false,
        None => level.folds.binary_search(&index).is_ok(),
    }
}

/// Adds the parent above a hit: one row, or its header if open. The first piece of a declaration
/// starts at the declaration, so its parent is the enclosing scope of the whole.
fn above(page: &Page, parent: usize, first: u32, open: bool, rows: &mut Vec<Row>) {
    for parent in page.chain(parent) {
        let chunk = &page.chunks()[parent];
        let (from, to) = page.head(chunk);
        if from >= first {
            continue;
        }
        if open {
            rows.extend((from..=to.min(first - 1)).map(Row::Line));
            if to + 1 < first {
                rows.push(Row::Gap);
            }
        } else if chunk.parent.is_some() {
            // The file is in the title.
            rows.push(Row::Parent(parent));
        }
        return;
    }
}

/// Name of the levels that fold declarations.
pub(super) const OUTLINE: &str = "outline";

/// A zoom level: lines of the document, some of them folded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ZoomLevel {
    /// Name in the title.
    pub(super) name: &'static str,
    /// The chunk that it shows. None for several chunks of a file.
    pub(super) chunk: Option<usize>,
    /// Its runs of lines, in order.
    pub(super) lines: Vec<(u32, u32)>,
    /// Chunks folded by default.
    folds: Vec<usize>,
}

/// The levels for a leaf, the narrowest first; at least one.
pub(super) fn levels(page: &Page, leaf: usize) -> Vec<ZoomLevel> {
    let tree = &page.document.tree;
    let chain = page.chain(leaf);
    let mut levels = Vec::new();
    for &index in chain.iter().filter(|index| **index != 0) {
        let Some(chunk) = page.chunks().get(index) else {
            continue;
        };
        let whole = ZoomLevel::whole(index, page.own_lines(chunk));
        if chunk.is_leaf() || tree.is_split(chunk) {
            levels.push(whole);
        } else {
            levels.push(ZoomLevel {
                name: OUTLINE,
                folds: folds(page, &chain, |_| true),
                ..whole
            });
        }
    }
    if levels.iter().all(|level| level.name != OUTLINE) {
        levels.extend(beside(page, leaf, &chain));
    }
    levels.push(ZoomLevel::file(page));
    levels
}

/// The levels of a hit that changed since it was indexed: its former lines, and the file.
pub(super) fn former_levels(page: &Page, (first, last): (u32, u32)) -> Vec<ZoomLevel> {
    let last = last.min(page.lines());
    let former = ZoomLevel {
        chunk: None,
        ..ZoomLevel::whole(0, (first.clamp(1, last), last))
    };
    vec![former, ZoomLevel::file(page)]
}

/// The outline around a top-level declaration: of the type that it names as its owner, else of the file.
/// None if there is nothing to fold.
fn beside(page: &Page, leaf: usize, chain: &[usize]) -> Option<ZoomLevel> {
    let tree = &page.document.tree;
    let subject = around::subject(tree, leaf);
    let owner = around::parents(tree, subject).last().copied();
    let owner = owner.map(|header| around::subject(tree, header));
    let (lines, folds) = match owner.filter(|owner| !chain.contains(owner)) {
        Some(owner) => {
            let mut members = around::members(tree, owner);
            members.push(owner);
            members.sort_unstable();
            members.dedup();
            let chunks = members.iter().filter_map(|index| page.chunks().get(*index));
            let lines = chunks.map(|chunk| page.own_lines(chunk)).collect();
            // The declaration of the type stays open next to its members.
            (lines, folds(page, chain, |chunk| chunk.kind.has_code()))
        }
        None => {
            let others = &page.chunks().first()?.children;
            let mut others = others.iter().filter(|child| !chain.contains(child));
            others.find(|child| page.chunks().get(**child).is_some_and(foldable))?;
            (vec![(1, page.lines())], folds(page, chain, |_| true))
        }
    };
    Some(ZoomLevel {
        name: OUTLINE,
        chunk: None,
        lines,
        folds,
    })
}

/// The chunks that an outline folds: long chunks around the hit, and all others except short runs
/// of fields and constants. `chain` is the hit and its parents.
fn folds(page: &Page, chain: &[usize], may_fold: impl Fn(&Chunk) -> bool) -> Vec<usize> {
    let chunks = page.chunks().iter().enumerate();
    let folded = chunks.filter(|(index, chunk)| {
        let is_part = matches!(chunk.role, Role::Header | Role::Piece);
        if is_part || !foldable(chunk) || !may_fold(chunk) {
            return false;
        }
        let (first, last) = page.own_lines(chunk);
        let lines = last - first + 1;
        if chain.contains(index) {
            page.is_unit(*index) && lines > LONG
        } else {
            chunk.kind != Kind::Items || lines > PLAIN
        }
    });
    folded.map(|(index, _)| index).collect()
}

impl ZoomLevel {
    /// A chunk without folds.
    fn whole(chunk: usize, lines: (u32, u32)) -> Self {
        Self {
            name: "whole",
            chunk: Some(chunk),
            lines: vec![lines],
            folds: Vec::new(),
        }
    }

    fn file(page: &Page) -> Self {
        Self {
            name: "file",
            ..Self::whole(0, (1, page.lines()))
        }
    }

    /// Its lines and `around` lines on each side, if they are one run; else only its lines. At least `height` lines,
    /// half of the added ones on each side, if the file has them.
    fn widened(&self, page: &Page, around: u32, height: usize) -> Vec<(u32, u32)> {
        match *self.lines {
            [(first, last)] => {
                let height = u32::try_from(height).unwrap_or(u32::MAX);
                let missing = height.saturating_sub((last + 1).saturating_sub(first));
                let around = around.max(missing / 2);
                let last = last.saturating_add(around).min(page.lines());
                let first = first.saturating_sub(around).clamp(1, last);
                // The start or the end of the file is near.
                let last = last
                    .max((first - 1).saturating_add(height))
                    .min(page.lines());
                vec![(first.min((last + 1).saturating_sub(height)).max(1), last)]
            }
            _ => self.lines.clone(),
        }
    }
}

/// Returns true for a chunk that can be folded: not the file, and at least one line is saved.
pub(super) fn foldable(chunk: &Chunk) -> bool {
    chunk.kind != Kind::File && chunk.parent.is_some() && chunk.lines.1 > chunk.lines.0
}
