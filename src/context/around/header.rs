//! Header of a file: its docs, imports and first constants.
//!
//! [`file_header()`] is the default context of a chunk that is not a declaration.

use crate::chunk::{Chunk, ChunkTree, Kind, Role};
use std::iter::successors;

/// Maximum size of the constants in a header, in bytes.
const MAX_CONSTANTS: usize = 2_000;

/// Returns the header of a chunk's file, without the chunk and its parents.
pub fn file_header(tree: &ChunkTree, chunk: usize) -> Vec<usize> {
    let parent = |index: &usize| tree.chunks.get(*index)?.parent;
    let own: Vec<usize> = successors(Some(chunk), parent).collect();
    let Some(file) = tree.chunks.first() else {
        return Vec::new();
    };
    let mut top: Vec<(usize, usize, &Chunk)> = file
        .children
        .iter()
        .filter(|index| !own.contains(*index) && !tree.declares(**index))
        .filter_map(|index| Some((*index, tree.chunks.get(*index)?)))
        .filter(|(_, part)| !part.silent)
        .filter_map(|(index, part)| Some((header_rank(part)?, index, part)))
        .collect();
    top.sort_by_key(|(rank, index, _)| (*rank, *index));
    let mut constants = 0;
    top.retain(|(_, _, part)| {
        constants += match part.kind {
            Kind::Items => part.bytes.len(),
            _ => 0,
        };
        part.kind != Kind::Items || constants <= MAX_CONSTANTS
    });
    top.into_iter().map(|(_, index, _)| index).collect()
}

/// Returns the position of a part in the header; none if it is not part of it.
fn header_rank(part: &Chunk) -> Option<usize> {
    let names_something = !part.name.is_empty() || !part.definitions.is_empty();
    match part.kind {
        Kind::File if matches!(part.role, Role::Header | Role::Parent) => Some(0),
        Kind::Imports => Some(1),
        Kind::Items if names_something => Some(2),
        _ => None,
    }
}
