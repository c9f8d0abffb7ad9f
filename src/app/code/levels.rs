//! What zooming goes through: the hit, what it is a part of, the skeleton of what holds that, the
//! file.

use super::page::Page;
use crate::chunk::{Chunk, Kind, Role};
use crate::context::around;

/// Lines of fields or constants that a skeleton shows as they are.
const PLAIN: u32 = 12;
/// A hit of more lines would hide the skeleton around it.
const LONG: u32 = 20;

/// How widely a hit is looked at.
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
        let is_whole = chunk.is_leaf() || around::is_split(tree, chunk);
        levels.push(match is_whole {
            true => Level::Whole(*index),
            false => Level::Skeleton(*index),
        });
    }
    if !levels
        .iter()
        .any(|level| matches!(level, Level::Skeleton(_)))
    {
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

    /// Whether a chunk is folded as long as nobody says otherwise. `chain` is the hit with what it
    /// is in.
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

    /// What stands in the title beside the names; nothing for the hit itself.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Whole(_) => "whole",
            Self::Skeleton(_) | Self::Type(_) | Self::Outline => "outline",
            Self::File => "file",
        }
    }
}

/// What can be folded: anything but the file, where there is a line to save.
pub(super) fn foldable(chunk: &Chunk) -> bool {
    chunk.kind != Kind::File && chunk.parent.is_some() && chunk.lines.1 > chunk.lines.0
}

fn is_code(chunk: &Chunk) -> bool {
    matches!(
        chunk.kind,
        Kind::Function | Kind::Method | Kind::Constructor | Kind::Accessor | Kind::Macro
    )
}
