//! What stands around a chunk in its own document: pure functions over a tree and an index of it.
//! An index that is none of the tree's has nothing around it.

mod docs;
mod header;
mod kin;
mod near;
mod skeleton;
#[cfg(test)]
mod tests;

pub use docs::{docstring, signature_line};
pub use header::file_header;
pub use kin::{members, owner_elsewhere, parents, siblings};
pub use near::{Near, Reach, near, rebuilt, subtree};
pub use skeleton::{Row, Skeleton, closes, skeleton};

use crate::chunk::{Chunk, ChunkTree, Kind, Role};

/// What a chunk brings along without being asked: indexes of the tree's chunks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Automatic {
    /// [`parents`], of what lies in a declaration.
    pub parents: Vec<usize>,
    /// [`siblings`], of a declaration; of one that has members, these instead.
    pub siblings: Vec<usize>,
    /// [`file_header`], of what is no declaration.
    pub header: Vec<usize>,
}

/// A member brings its parent and its siblings, a declaration with members these, everything else
/// the header of its file.
pub fn automatic(tree: &ChunkTree, chunk: usize) -> Automatic {
    let subject = subject(tree, chunk);
    if !declares(tree, subject) {
        return Automatic {
            parents: parents(tree, chunk),
            siblings: Vec::new(),
            header: file_header(tree, chunk),
        };
    }
    let members = members(tree, subject);
    Automatic {
        parents: parents(tree, subject),
        siblings: match members.is_empty() {
            true => siblings(tree, subject),
            false => members,
        },
        header: Vec::new(),
    }
}

/// What a chunk speaks for: a piece for what it is a piece of, a header for its declaration.
pub fn subject(tree: &ChunkTree, chunk: usize) -> usize {
    let mut subject = chunk;
    while let Some(at) = tree.chunks.get(subject)
        && let Some(parent) = at.parent
        && (at.role == Role::Piece || is_header(tree, subject))
    {
        subject = parent;
    }
    subject
}

/// The declaration with members, or the file, that shows a chunk's surroundings best: itself, where
/// it has members.
pub fn enclosing(tree: &ChunkTree, chunk: usize) -> usize {
    let mut around = subject(tree, chunk);
    while let Some(at) = tree.chunks.get(around)
        && (at.children.is_empty() || is_split(tree, at))
        && let Some(parent) = at.parent
    {
        around = parent;
    }
    around
}

/// Whether a chunk's text speaks for its parent: a header, whole or in pieces.
pub fn is_header(tree: &ChunkTree, chunk: usize) -> bool {
    let Some(at) = tree.chunks.get(chunk) else {
        return false;
    };
    let parent = at.parent.and_then(|parent| tree.chunks.get(parent));
    at.role == Role::Header
        || parent.is_some_and(|parent| {
            is_split(tree, at)
                && parent.children.first() == Some(&chunk)
                && (at.kind, &at.names) == (parent.kind, &parent.names)
        })
}

/// Whether a chunk is an over-long leaf that was split.
pub fn is_split(tree: &ChunkTree, chunk: &Chunk) -> bool {
    let first = chunk.children.first();
    first
        .and_then(|first| tree.chunks.get(*first))
        .is_some_and(|first| first.role == Role::Piece)
}

/// Whether a chunk is a whole declaration, or a section with its heading.
pub fn declares(tree: &ChunkTree, chunk: usize) -> bool {
    let Some(at) = tree.chunks.get(chunk) else {
        return false;
    };
    match at.kind {
        Kind::File | Kind::Items | Kind::Imports | Kind::Code | Kind::Lines => false,
        Kind::Section => at.role == Role::Parent && !is_split(tree, at),
        _ => matches!(at.role, Role::Parent | Role::Body) && !is_header(tree, chunk),
    }
}

/// The header of a declaration, or all of one without members.
fn header_of(tree: &ChunkTree, declaration: usize) -> Option<usize> {
    let at = tree.chunks.get(declaration)?;
    match at.children.first() {
        Some(first) if is_header(tree, *first) => Some(*first),
        Some(_) if !is_split(tree, at) => None,
        _ => Some(declaration),
    }
}

/// The names of what a chunk lies in, the file's first.
fn names_above(chunk: &Chunk) -> &[String] {
    match chunk.names.split_last() {
        Some((_, above)) => above,
        None => &[],
    }
}
