//! Kinds of relations, and their lookup.

use super::codebase::Codebase;
use super::{Certainty, Relation, Relations, callees, callers, imports, owner};
use crate::chunk::ChunkTree;
use crate::context::{Sources, around};
use crate::corpus::Cancel;
use crate::index::{IndexError, Snapshot};
use std::collections::BTreeSet;

/// Kind of relation between chunks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Connection {
    /// Declarations and documents of the repository that the chunk imports: the imports in its text, and
    /// those of its document that it uses. Other modules are [`Relations::unresolved`].
    Imports,
    /// Leaves that call or use a declaration, or a definition of a leaf; for a file, those that import
    /// it. Names are looked up in the index and judged in the current working tree. Calls within the
    /// declaration itself do not count. [`Relations::total`] also counts leaves with the name in
    /// documents beyond the limit, which are not read.
    Callers,
    /// Declarations that it calls, by certainty, then in the order of the calls.
    Callees,
    /// Nearest declarations of the type that it names as its owner, if it is outside of it. A type
    /// without a declaration is [`Relations::unresolved`].
    Owner,
    /// Members of the chunk; for one without members, its siblings.
    Siblings,
    /// Declarations that it uses: those that it calls or imports.
    Definitions,
}

impl Connection {
    /// Returns at most `limit` relations of a chunk, the most certain first; none when cancelled.
    pub fn find(
        self,
        snapshot: &Snapshot,
        sources: &mut Sources,
        tree: &ChunkTree,
        chunk: usize,
        limit: usize,
        cancel: &Cancel,
    ) -> Result<Relations, IndexError> {
        let Some(at) = tree.chunks.get(chunk) else {
            return Ok(Relations::default());
        };
        let mut world = Codebase::new(snapshot, sources, cancel);
        let mut relations = match self {
            Self::Imports => imports(&mut world, tree, at)?,
            Self::Callers => callers(&mut world, tree, tree.whole(at))?,
            Self::Callees => callees(&mut world, tree, tree.whole(at))?,
            Self::Owner => owner(&mut world, tree, chunk)?,
            Self::Siblings => siblings(tree, chunk),
            Self::Definitions => {
                let mut found = callees(&mut world, tree, tree.whole(at))?.found;
                found.extend(imports(&mut world, tree, at)?.found);
                Relations::sorted(found, BTreeSet::new())
            }
        };
        if cancel.is_cancelled() {
            return Ok(Relations::default());
        }
        relations.found.truncate(limit);
        Ok(relations)
    }
}

/// Returns the members of a chunk, or its siblings; all are in its own document, so certain.
fn siblings(tree: &ChunkTree, chunk: usize) -> Relations {
    let beside = match around::members(tree, chunk) {
        members if members.is_empty() => around::siblings(tree, chunk),
        members => members,
    };
    let chunks = beside.iter().filter_map(|at| tree.chunks.get(*at));
    let found = chunks.map(|chunk| Relation {
        at: chunk.name_at,
        ..Relation::of(tree, chunk, &chunk.name, 0, Certainty::Certain)
    });
    Relations::sorted(found.collect(), BTreeSet::new())
}
