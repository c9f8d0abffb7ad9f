//! The questions that can be asked about a chunk.

use super::{Relations, callers, imports, owner};
use crate::chunk::ChunkTree;
use crate::context::Sources;
use crate::corpus::Cancel;
use crate::index::{IndexError, Snapshot};

/// A way in which chunks are connected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Connection {
    /// What the chunk imports.
    Imports,
    /// Who calls or uses it.
    Callers,
    /// The type that it belongs to by its name alone.
    Owner,
}

impl Connection {
    /// What a chunk of a tree is connected with: at most `limit`, the most certain first. Nothing
    /// when cancelled.
    pub fn find(
        self,
        snapshot: &Snapshot,
        sources: &mut Sources,
        tree: &ChunkTree,
        chunk: usize,
        limit: usize,
        cancel: &Cancel,
    ) -> Result<Relations, IndexError> {
        let find = match self {
            Self::Imports => imports,
            Self::Callers => callers,
            Self::Owner => owner,
        };
        find(snapshot, sources, tree, chunk, limit, cancel)
    }
}
