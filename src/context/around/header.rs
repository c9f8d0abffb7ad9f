//! Header of a file: its docs, imports and first constants.
//!
//! [`file_header()`] is the default context of a chunk that is not a declaration.

use crate::chunk::{Chunk, ChunkTree, Kind, Role};
use std::iter::successors;

/// Maximum size of the constants in a header, in bytes.
const MAX_CONSTANTS: usize = 2_000;

/// Returns the header of a chunk's file, without the chunk and its parents.
pub fn file_header(tree: &ChunkTree, chunk: usize) -> Vec<usize> {
    let Some(file) = tree.chunks.first() else {
        return Vec::new();
    };
    let parent = |index: &usize| tree.chunks.get(*index)?.parent;
    let own: Vec<usize> = successors(Some(chunk), parent).collect();
    // All pieces of the file's docs are one part.
    let is_piece = |index: &usize| {
        let part = tree.chunks.get(*index);
        part.is_some_and(|part| part.kind == Kind::File && part.role == Role::Piece)
    };
    let is_of_docs = is_piece(&chunk);
    let mut ranked = Vec::new();
    for index in &file.children {
        let part = &tree.chunks[*index];
        if let Some(rank) = header_rank(part)
            && !part.silent
            && !own.contains(index)
            && !(is_of_docs && is_piece(index))
            && !tree.declares(*index)
        {
            ranked.push((rank, *index));
        }
    }
    ranked.sort_unstable();
    let mut header = Vec::new();
    let mut constants = 0;
    for (_, index) in ranked {
        let part = &tree.chunks[index];
        if part.kind == Kind::Items {
            constants += part.bytes.len();
            if constants > MAX_CONSTANTS {
                continue;
            }
        }
        header.push(index);
    }
    header
}

/// Returns the position of a part in the header; none if it is not part of it.
fn header_rank(part: &Chunk) -> Option<usize> {
    let names_something = !part.name.is_empty() || !part.definitions.is_empty();
    match part.kind {
        Kind::File if part.role != Role::Gap => Some(0),
        Kind::Imports => Some(1),
        Kind::Items if names_something => Some(2),
        _ => None,
    }
}
