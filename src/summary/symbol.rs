//! What a declaration is about.

use super::declared::{about, declares, members};
use super::passage::{Passage, clean, cut, name};
use crate::chunk::{Chunk, ChunkTree, Role};

/// The longest summary of a symbol, in characters.
pub(super) const LONGEST_SYMBOL: usize = 400;
/// A signature is cut at so many characters.
const LONGEST_SIGNATURE: usize = 160;
/// So is what its docs say.
const LONGEST_ABOUT: usize = 160;
/// Members and bases that are listed.
const MOST: usize = 12;

/// A declaration's signature on one line, the first sentence of its docs, its members' names and
/// what it inherits. Empty for an index that is none of the tree's, and for what is no declaration.
pub fn symbol(tree: &ChunkTree, chunk: usize) -> String {
    let at = subject(tree, chunk);
    let named = tree.chunks.get(at).filter(|it| !it.name.is_empty());
    let Some(subject) = named.filter(|_| declares(tree, at)) else {
        return String::new();
    };
    let mut passage = Passage::new(LONGEST_SYMBOL);
    passage.say(&signature(tree, subject));
    passage.say(&about(tree, at, LONGEST_ABOUT));
    let bases: Vec<String> = subject
        .bases
        .iter()
        .take(MOST)
        .map(|base| name(base, 60))
        .collect();
    let unlisted = subject.bases.len() - bases.len();
    passage.list_within("Inherits ", &bases, ", ", usize::MAX, unlisted);
    let mut members: Vec<String> = members(tree, at).collect();
    let unlisted = members.len().saturating_sub(MOST);
    members.truncate(MOST);
    passage.list_within("Has ", &members, ", ", usize::MAX, unlisted);
    passage.finish()
}

/// What a chunk speaks for: a piece for what it is a piece of, a header for its declaration.
fn subject(tree: &ChunkTree, chunk: usize) -> usize {
    let mut subject = chunk;
    while let Some(at) = tree.chunks.get(subject)
        && let Some(parent) = at.parent
        && matches!(at.role, Role::Piece | Role::Header)
    {
        subject = parent;
    }
    subject
}

/// A signature on one line; kind and name, where there is none.
fn signature(tree: &ChunkTree, chunk: &Chunk) -> String {
    let start = chunk.signature.start;
    // No more than the cut could show, however long it is.
    let end = chunk
        .signature
        .end
        .min(start.saturating_add(LONGEST_SIGNATURE * 8));
    let signature = clean(&tree.document.text.slice(start..end));
    let signature = signature.trim_end_matches(['{', ':', '=', ';', ' ']);
    match cut(signature, LONGEST_SIGNATURE) {
        short if !short.is_empty() => short,
        _ => {
            let kind = chunk.kind.name();
            format!("{kind} {}", name(&chunk.name, LONGEST_SIGNATURE / 2))
        }
    }
}
