//! The questions that can be asked about a chunk.

use super::target::whole;
use super::world::World;
use super::{Certainty, Relation, Relations, callees, callers, imports, owner};
use crate::chunk::{ChunkId, ChunkTree};
use crate::context::{Sources, around};
use crate::corpus::Cancel;
use crate::index::{IndexError, Snapshot};
use std::collections::{BTreeSet, HashSet};

/// A way in which chunks are connected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Connection {
    /// The declarations and documents of the repository that the chunk imports: all that its text
    /// imports, and what it uses of what its document imports. Modules of which the repository has
    /// nothing are [`Relations::unresolved`].
    Imports,
    /// The leaves that call or use a declaration, or what a leaf defines; of a file, those that
    /// import it. Names are looked up in the index, and judged in the working tree as it is now.
    /// Calls within the declaration itself do not count. [`Relations::total`] also counts leaves
    /// with the name in documents that were too many to be read.
    Callers,
    /// The declarations that it calls, in the order of the calls within one certainty, and the
    /// names that nothing in the repository is called by.
    Callees,
    /// The declarations of the type that it names as its owner, where it does not lie in one: those
    /// nearest to it, all equally near. [`Relations::total`] counts these. A type that none is
    /// found of is [`Relations::unresolved`].
    Owner,
    /// The members of the chunk; of one without members, the declarations beside it.
    Siblings,
    /// The declarations that it uses: those that it calls, and what it imports.
    Definitions,
}

impl Connection {
    /// Finds relations of a chunk, at most `limit`, the most certain first. Empty when cancelled.
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
        let mut world = World::new(snapshot, sources, cancel);
        let mut relations = match self {
            Self::Imports => imports(&mut world, tree, at)?,
            Self::Callers => callers(&mut world, tree, whole(tree, at))?,
            Self::Callees => callees(&mut world, tree, whole(tree, at))?,
            Self::Owner => owner(&mut world, tree, chunk)?,
            Self::Siblings => siblings(tree, chunk),
            Self::Definitions => {
                let mut found = callees(&mut world, tree, whole(tree, at))?.found;
                let called: HashSet<ChunkId> = found.iter().map(|it| it.id).collect();
                let imported = imports(&mut world, tree, at)?.found.into_iter();
                found.extend(imported.filter(|it| !called.contains(&it.id)));
                Relations::surest(found, BTreeSet::new())
            }
        };
        if cancel.is_cancelled() {
            return Ok(Relations::default());
        }
        relations.found.truncate(limit);
        Ok(relations)
    }
}

/// Members of a chunk, or the declarations beside it; all in its own document, so certain.
fn siblings(tree: &ChunkTree, chunk: usize) -> Relations {
    let beside = match around::members(tree, chunk) {
        members if members.is_empty() => around::siblings(tree, chunk),
        members => members,
    };
    let chunks = beside.iter().filter_map(|at| tree.chunks.get(*at));
    let found = chunks.map(|chunk| Relation {
        at: chunk.name_at,
        ..Relation::of(
            tree,
            chunk,
            &chunk.name,
            chunk.bytes.start,
            Certainty::Certain,
        )
    });
    Relations::surest(found.collect(), BTreeSet::new())
}
