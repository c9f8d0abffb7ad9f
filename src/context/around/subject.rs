//! The declaration that a chunk stands for.

use crate::chunk::{ChunkTree, Kind, Role};

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
