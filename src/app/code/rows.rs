//! Zoom levels from the hit to its parent, the skeleton of the enclosing scope and the file, and
//! the rows of each: lines, folds in place of lines, the parent above the hit.

use super::page::Page;
use crate::chunk::{Chunk, ChunkId, Kind, Role};
use crate::context::around;
use std::collections::HashMap;

/// Lines of fields or constants that a skeleton shows as they are.
const PLAIN: u32 = 12;
/// A hit of more lines would hide the skeleton around it.
const LONG: u32 = 20;

/// One row of the code pane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Row {
    /// A line of the document, 1-based.
    Line(u32),
    /// A part of a line that is too long for one row: its first byte within the line, and the one after
    /// the last.
    Part(u32, (u32, u32)),
    /// One row in place of a chunk's lines: its index, and how many they are.
    Fold(usize, u32),
    /// The folded parent above the hit: its chunk index.
    Parent(usize),
    /// Lines left out between two that are shown.
    Gap,
}

impl Row {
    /// Returns true for the first row of a line.
    pub(super) fn starts(self) -> bool {
        !matches!(self, Self::Part(_, (1.., _)))
    }
}

/// Amount of code shown around a hit.
#[derive(Clone, Debug, Default)]
pub(super) struct Width {
    /// Zoom level, 0 for the hit.
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

/// Adds the parent above a hit: one row, or its header if open. The first piece of a declaration
/// starts at the declaration, so its parent is the enclosing scope of the whole.
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
            rows.push(Row::Parent(parent));
        }
        return;
    }
    rows.extend((from..=to.min(first - 1)).map(Row::Line));
    if to + 1 < first {
        rows.push(Row::Gap);
    }
}

/// Zoom level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Level {
    /// A chunk, whole.
    Whole(usize),
    /// A declaration with members, every other member folded.
    Skeleton(usize),
    /// A type and its members, which stand beside it: indexes of chunks in order.
    Type(Vec<usize>),
    /// The file, every other declaration folded.
    Outline,
    /// The whole file.
    File,
}

/// The levels for a leaf, the narrowest first; at least one.
pub(super) fn levels(page: &Page, leaf: usize) -> Vec<Level> {
    let tree = &page.document().tree;
    let chain = page.chain(leaf);
    let mut levels = Vec::new();
    for index in chain.iter().filter(|index| **index != 0) {
        let Some(chunk) = page.chunks().get(*index) else {
            continue;
        };
        let is_whole = chunk.is_leaf() || tree.is_split(chunk);
        levels.push(match is_whole {
            true => Level::Whole(*index),
            false => Level::Skeleton(*index),
        });
    }
    let is_skeleton = |level: &Level| matches!(level, Level::Skeleton(_));
    if !levels.iter().any(is_skeleton) {
        levels.extend(beside(page, leaf, &chain));
    }
    levels.push(Level::File);
    levels
}

/// The skeleton around what stands right in the file: of its type, where its name says that it
/// belongs to one, else of the file. None where there is nothing to fold.
fn beside(page: &Page, leaf: usize, chain: &[usize]) -> Option<Level> {
    let tree = &page.document().tree;
    let subject = around::subject(tree, leaf);
    let owner = around::parents(tree, subject).last().copied();
    let owner = owner.map(|header| around::subject(tree, header));
    if let Some(owner) = owner.filter(|owner| !chain.contains(owner)) {
        let mut members = around::members(tree, owner);
        members.push(owner);
        members.sort_unstable();
        members.dedup();
        return Some(Level::Type(members));
    }
    let file = page.chunks().first()?;
    let others = file.children.iter().filter(|child| {
        let chunk = page.chunks().get(**child);
        !chain.contains(child) && chunk.is_some_and(foldable)
    });
    (others.count() > 0).then_some(Level::Outline)
}

impl Level {
    /// The lines it shows, with so many more around, where it has one stretch of them.
    pub(super) fn stretches(&self, page: &Page, around: u32) -> Vec<(u32, u32)> {
        let own = |index: &usize| page.chunks().get(*index).map(|chunk| page.own_lines(chunk));
        let stretches: Vec<(u32, u32)> = match self {
            Self::Whole(index) | Self::Skeleton(index) => own(index).into_iter().collect(),
            Self::Type(members) => return members.iter().filter_map(own).collect(),
            Self::Outline | Self::File => vec![(1, page.lines())],
        };
        let widened = stretches.into_iter().map(|(first, last)| {
            let last = last.saturating_add(around).min(page.lines());
            (first.saturating_sub(around).clamp(1, last), last)
        });
        widened.collect()
    }

    /// Returns true if a chunk is folded by default. `chain` is the hit and its parents.
    pub(super) fn folds(&self, page: &Page, chain: &[usize], index: usize, chunk: &Chunk) -> bool {
        let is_part = matches!(chunk.role, Role::Header | Role::Piece);
        match self {
            Self::Whole(_) | Self::File => return false,
            _ if is_part || !foldable(chunk) => return false,
            // What the type is, beside its members.
            Self::Type(_) if !is_code(chunk) => return false,
            Self::Skeleton(_) | Self::Type(_) | Self::Outline => {}
        }
        let (first, last) = page.own_lines(chunk);
        let lines = last - first + 1;
        match chain.contains(&index) {
            true => page.is_unit(index) && lines > LONG,
            false => chunk.kind != Kind::Items || lines > PLAIN,
        }
    }

    /// Name of the level in the title; empty for the hit itself.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Whole(_) => "whole",
            Self::Skeleton(_) | Self::Type(_) | Self::Outline => "outline",
            Self::File => "file",
        }
    }
}

/// Returns true for a chunk that can be folded: not the file, and at least one line is saved.
pub(super) fn foldable(chunk: &Chunk) -> bool {
    chunk.kind != Kind::File && chunk.parent.is_some() && chunk.lines.1 > chunk.lines.0
}

fn is_code(chunk: &Chunk) -> bool {
    matches!(
        chunk.kind,
        Kind::Function | Kind::Method | Kind::Constructor | Kind::Accessor | Kind::Macro
    )
}
