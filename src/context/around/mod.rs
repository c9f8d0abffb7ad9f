//! Surroundings of a chunk in its own document: pure functions over a tree and a chunk index. An
//! index out of range has no surroundings.

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

use crate::chunk::{Chunk, ChunkTree, Role};

/// Automatic context of a chunk: indexes of the tree's chunks.
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
    if !tree.declares(subject) {
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

/// The chunk that another one stands for: the whole for a piece, the declaration for its header.
pub fn subject(tree: &ChunkTree, chunk: usize) -> usize {
    let mut subject = chunk;
    while let Some(at) = tree.chunks.get(subject)
        && let Some(parent) = at.parent
        && (at.role == Role::Piece || tree.is_header(subject))
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
        && (at.children.is_empty() || tree.is_split(at))
        && let Some(parent) = at.parent
    {
        around = parent;
    }
    around
}

/// The header of a declaration, or all of one without members.
fn header_of(tree: &ChunkTree, declaration: usize) -> Option<usize> {
    let at = tree.chunks.get(declaration)?;
    match at.children.first() {
        Some(first) if tree.is_header(*first) => Some(*first),
        Some(_) if !tree.is_split(at) => None,
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
