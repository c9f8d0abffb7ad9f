//! The context that is added to a chunk by default.
//!
//! Principal type: [`DefaultContext`].

use super::header::file_header;
use super::hierarchy::{members_or_siblings, parents};
use super::subject::subject;
use crate::chunk::ChunkTree;

/// Context that is added to a chunk by default: indexes of the tree's chunks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DefaultContext {
    /// [`parents()`] of a chunk in a declaration.
    pub parents: Vec<usize>,
    /// [`siblings`](super::siblings) of a declaration, or its members if it has any.
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
    if tree.declares(subject) {
        context.siblings = members_or_siblings(tree, subject);
    } else {
        context.header = file_header(tree, chunk);
    }
    context
}
