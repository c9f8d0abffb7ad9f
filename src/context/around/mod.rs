//! Surroundings of a chunk in its own document: pure functions over a tree and the index of a chunk.
//! An index out of bounds has no surroundings.
//!
//! Principal type: [`DefaultContext`]. The code pane, `context` and `search --json` call these.

mod docs;
mod header;
mod hierarchy;
mod neighbors;
mod skeleton;
#[cfg(test)]
mod tests;

pub use docs::{docstring, signature_line};
pub use header::file_header;
pub use hierarchy::{members, members_or_siblings, owner_elsewhere, parents, siblings};
pub use neighbors::{Extent, NearbyText, neighbors, subtree};
pub use skeleton::{Skeleton, SkeletonPart, closes, skeleton};

use crate::chunk::{Chunk, ChunkTree, Kind, Role};

/// Context that is added to a chunk by default: indexes of the tree's chunks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DefaultContext {
    /// [`parents`] of a chunk in a declaration.
    pub parents: Vec<usize>,
    /// [`siblings`] of a declaration, or its members if it has any.
    pub siblings: Vec<usize>,
    /// [`file_header`] of a chunk that is not a declaration.
    pub header: Vec<usize>,
}

/// Returns the default context: parent and siblings of a member, the members of a declaration, and the
/// file header for everything else.
pub fn automatic(tree: &ChunkTree, chunk: usize) -> DefaultContext {
    let subject = subject(tree, chunk);
    let mut context = DefaultContext {
        parents: parents(tree, subject),
        ..DefaultContext::default()
    };
    match tree.declares(subject) {
        true => context.siblings = members_or_siblings(tree, subject),
        false => context.header = file_header(tree, chunk),
    }
    context
}

/// Returns the declaration that a chunk represents: the parent of a piece or a header, else itself.
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

/// Returns the chunk whose relations are looked up for a chunk: a piece of a run of definitions itself, else
/// its [`subject`].
pub fn target(tree: &ChunkTree, chunk: usize) -> usize {
    match tree.chunks.get(chunk) {
        Some(at) if at.kind == Kind::Items && at.role == Role::Piece => chunk,
        _ => subject(tree, chunk),
    }
}

/// Returns the innermost declaration with members around a chunk, possibly itself; else the file.
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

/// Returns the header of a declaration, or the whole declaration if it has no members.
fn header_of(tree: &ChunkTree, declaration: usize) -> Option<usize> {
    let at = tree.chunks.get(declaration)?;
    match at.children.first() {
        Some(first) if tree.is_header(*first) => Some(*first),
        Some(_) if !tree.is_split(at) => None,
        _ => Some(declaration),
    }
}

/// Returns the names of a chunk's ancestors, the file's first.
fn names_above(chunk: &Chunk) -> &[String] {
    let split = chunk.names.split_last();
    split.map_or(&[][..], |(_, above)| above)
}
