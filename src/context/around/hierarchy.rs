//! [`parents()`] and [`siblings()`] of a chunk.
//!
//! Contract: the names of declarations decide, so the members of a Rust `impl`, a Go type or a C++ class
//! defined elsewhere in the document belong to their type.

use super::subject::subject;
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
    let mut above: Vec<usize> = successors(at.parent, parent).collect();
    above.retain(|index| tree.declares(*index));
    above.reverse();
    let owner = owner_names(at);
    for index in declarations(tree, |chunk| chunk.kind.is_type() && chunk.names == owner) {
        if !above.contains(&index) {
            above.push(index);
        }
    }
    let headers = above.iter().filter_map(|index| header_of(tree, *index));
    headers.collect()
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

/// Returns the names, from the file down, of the owner of a chunk outside its type, which may be in
/// another document; empty if there is none.
pub fn owner_elsewhere(tree: &ChunkTree, chunk: usize) -> &[String] {
    let Some(at) = tree.chunks.get(subject(tree, chunk)) else {
        return &[];
    };
    let owner = owner_names(at);
    match tree.parent(at) {
        Some(parent) if parent.names.len() < owner.len() => owner,
        _ => &[],
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

/// Returns the names of a chunk's ancestors, the file's first.
fn names_above(chunk: &Chunk) -> &[String] {
    let split = chunk.names.split_last();
    split.map_or(&[][..], |(_, above)| above)
}

/// Returns the declarations of a document that pass a test.
fn declarations(tree: &ChunkTree, is_meant: impl Fn(&Chunk) -> bool) -> Vec<usize> {
    let mut found = Vec::new();
    for (index, chunk) in tree.chunks.iter().enumerate() {
        if is_meant(chunk) && tree.declares(index) {
            found.push(index);
        }
    }
    found
}

/// The other declarations with the same parent names: other methods of the type, other functions of the
/// file.
pub fn siblings(tree: &ChunkTree, chunk: usize) -> Vec<usize> {
    let subject = subject(tree, chunk);
    let Some(at) = tree.chunks.get(subject) else {
        return Vec::new();
    };
    if at.parent.is_none() {
        return Vec::new();
    }
    // The names of a chunk without a name end with its parent's.
    let above = if at.name.is_empty() {
        &at.names
    } else {
        names_above(at)
    };
    let mut found = declarations(tree, |other| names_above(other) == above);
    found.retain(|index| *index != subject);
    found
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
    declarations(tree, |other| {
        other.parent == Some(subject) || by_name && names_above(other) == at.names
    })
}

/// The members of a declaration, or else its siblings.
pub fn members_or_siblings(tree: &ChunkTree, chunk: usize) -> Vec<usize> {
    let members = members(tree, chunk);
    if members.is_empty() {
        return siblings(tree, chunk);
    }
    members
}
