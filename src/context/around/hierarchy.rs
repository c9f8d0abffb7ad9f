//! [`parents()`] and [`siblings()`] of a chunk.
//!
//! Contract: the names of declarations decide, so the members of a Rust `impl`, a Go type or a C++ class
//! defined elsewhere in the document belong to their type.

use super::{header_of, names_above, subject};
use crate::chunk::{Chunk, ChunkTree, Kind};
use std::iter::successors;

/// Returns the headers of the enclosing declarations, outermost first. The type of a Go method, a Rust
/// `impl` or a definition outside its C++ class comes last; one without members is returned whole.
pub fn parents(tree: &ChunkTree, chunk: usize) -> Vec<usize> {
    let subject = subject(tree, chunk);
    let Some(at) = tree.chunks.get(subject) else {
        return Vec::new();
    };
    let parent = |index: &usize| tree.chunks.get(*index)?.parent;
    let around = successors(at.parent, parent).filter(|index| tree.declares(*index));
    let mut above: Vec<usize> = around.collect();
    above.reverse();
    let owners = owners(tree, at).filter(|owner| !above.contains(owner));
    above.extend(owners.collect::<Vec<usize>>());
    let headers = above.iter().filter_map(|it| header_of(tree, *it));
    headers.collect()
}

/// Returns the names, from the file down, of the owner of a chunk outside its type, which may be in
/// another document; empty if there is none.
pub fn owner_elsewhere(tree: &ChunkTree, chunk: usize) -> &[String] {
    let Some(at) = tree.chunks.get(subject(tree, chunk)) else {
        return &[];
    };
    let (above, around) = (owner_names(at), tree.parent(at));
    match around.is_some_and(|around| around.names.len() < above.len()) {
        true => above,
        false => &[],
    }
}

/// Returns the names of a declaration's owner, from the file down; empty if that is the file.
fn owner_names(of: &Chunk) -> &[String] {
    match names_above(of) {
        _ if of.kind == Kind::Impl => &of.names,
        above @ [_, _, ..] => above,
        _ => &[],
    }
}

/// Returns the types of the document that a declaration names as its owner.
fn owners<'t>(tree: &'t ChunkTree, of: &'t Chunk) -> impl Iterator<Item = usize> {
    let above = owner_names(of);
    declarations(tree, move |chunk| {
        chunk.kind.is_type() && chunk.names == above
    })
}

/// Returns the declarations of a document that pass a test.
fn declarations<'t>(
    tree: &'t ChunkTree,
    is_meant: impl Fn(&Chunk) -> bool + 't,
) -> impl Iterator<Item = usize> + 't {
    let chunks = tree.chunks.iter().enumerate();
    let meant = chunks.filter(move |(index, chunk)| is_meant(chunk) && tree.declares(*index));
    meant.map(|(index, _)| index)
}

/// The other declarations with the same parent names: other methods of the type, other functions of the
/// file.
pub fn siblings(tree: &ChunkTree, chunk: usize) -> Vec<usize> {
    let subject = subject(tree, chunk);
    let Some(at) = tree.chunks.get(subject).filter(|at| at.parent.is_some()) else {
        return Vec::new();
    };
    // The names of a chunk without a name end with its parent's.
    let above = match at.name.is_empty() {
        true => &at.names,
        false => names_above(at),
    };
    let others = declarations(tree, |other| names_above(other) == above);
    others.filter(|index| *index != subject).collect()
}

/// The declarations directly in a declaration or a file; for a type also declarations that name it as their
/// owner.
pub fn members(tree: &ChunkTree, chunk: usize) -> Vec<usize> {
    let subject = subject(tree, chunk);
    let Some(at) = tree.chunks.get(subject) else {
        return Vec::new();
    };
    // Other blocks of the same type are its siblings.
    let by_name = tree.declares(subject) && !matches!(at.kind, Kind::Impl | Kind::Section);
    let is_member =
        |other: &Chunk| other.parent == Some(subject) || by_name && names_above(other) == at.names;
    declarations(tree, is_member).collect()
}

/// The members of a declaration, or else its siblings.
pub fn members_or_siblings(tree: &ChunkTree, chunk: usize) -> Vec<usize> {
    let members = Some(members(tree, chunk)).filter(|all| !all.is_empty());
    members.unwrap_or_else(|| siblings(tree, chunk))
}
