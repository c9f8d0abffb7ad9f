//! The declarations that a chunk lies in, and those beside it.

use super::{header_of, names_above, subject};
use crate::chunk::{Chunk, ChunkTree, Kind};

/// The headers of what a chunk lies in, outermost first. Where only its name says so, as for a
/// method of Go, an `impl` of Rust or a definition outside of its C++ class, that type comes last;
/// one without members is there whole.
pub fn parents(tree: &ChunkTree, chunk: usize) -> Vec<usize> {
    let subject = subject(tree, chunk);
    let Some(at) = tree.chunks.get(subject) else {
        return Vec::new();
    };
    let mut above = Vec::new();
    let mut next = at.parent;
    while let Some(index) = next
        && let Some(parent) = tree.chunks.get(index)
    {
        above.extend(tree.declares(index).then_some(index));
        next = parent.parent;
    }
    above.reverse();
    let owners = owners(tree, at).filter(|owner| !above.contains(owner));
    above.extend(owners.collect::<Vec<usize>>());
    let headers = above.iter().filter_map(|it| header_of(tree, *it));
    headers.collect()
}

/// The names, from the file down, of the type that a chunk belongs to by its name alone: nothing that
/// it lies in is called so. That type may stand in another document. Empty where there is none such.
pub fn owner_elsewhere(tree: &ChunkTree, chunk: usize) -> &[String] {
    let Some(at) = tree.chunks.get(subject(tree, chunk)) else {
        return &[];
    };
    let around = at.parent.and_then(|parent| tree.chunks.get(parent));
    let above = owner_names(at);
    match around.is_some_and(|around| around.names.len() < above.len()) {
        true => above,
        false => &[],
    }
}

/// The names of what a declaration names as its owner, from the file down; empty where that is the
/// file.
fn owner_names(of: &Chunk) -> &[String] {
    match names_above(of) {
        _ if of.kind == Kind::Impl => &of.names,
        above @ [_, _, ..] => above,
        _ => &[],
    }
}

/// The types that a declaration names as its owner, wherever in the document they stand.
fn owners<'t>(tree: &'t ChunkTree, of: &'t Chunk) -> impl Iterator<Item = usize> {
    let above = owner_names(of);
    let is_owner = move |(index, chunk): &(usize, &Chunk)| {
        chunk.kind.is_type() && chunk.names == above && tree.declares(*index)
    };
    let chunks = tree.chunks.iter().enumerate();
    chunks.filter(is_owner).map(|(index, _)| index)
}

/// The other declarations with the same names above their own: other methods of the type, other
/// functions of the file.
pub fn siblings(tree: &ChunkTree, chunk: usize) -> Vec<usize> {
    let subject = subject(tree, chunk);
    let Some(at) = tree.chunks.get(subject).filter(|at| at.parent.is_some()) else {
        return Vec::new();
    };
    // What has no name of its own stands right below its parent's.
    let above = match at.name.is_empty() {
        true => &at.names,
        false => names_above(at),
    };
    let named = tree.chunks.iter().enumerate();
    named
        .filter(|(index, other)| {
            *index != subject && names_above(other) == above && tree.declares(*index)
        })
        .map(|(index, _)| index)
        .collect()
}

/// The declarations right in a declaration or a file; for a type also those that name it as their
/// owner.
pub fn members(tree: &ChunkTree, chunk: usize) -> Vec<usize> {
    let subject = subject(tree, chunk);
    let Some(at) = tree.chunks.get(subject) else {
        return Vec::new();
    };
    // Other blocks of the same type are its siblings.
    let by_name = tree.declares(subject) && !matches!(at.kind, Kind::Impl | Kind::Section);
    let named = tree.chunks.iter().enumerate();
    named
        .filter(|(index, other)| {
            let is_in = other.parent == Some(subject);
            (is_in || by_name && names_above(other) == at.names) && tree.declares(*index)
        })
        .map(|(index, _)| index)
        .collect()
}
