//! Kinds of relations, and their lookup.
//!
//! Principal type: [`RelationKind`]. [`RelationKind::find()`] is the entry of this module for workers, commands
//! and tools.

use super::codebase::{Codebase, Report};
use super::owner::owner;
use super::relations::{Certainty, Lookup, Relation, Relations};
use crate::chunk::{ChunkTree, NamePosition, Symbol};
use crate::context::around;
use crate::context::sources::Sources;
use crate::corpus::Cancel;
use crate::index::Snapshot;

/// Kind of relation between chunks.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RelationKind {
    /// Declarations and documents of the repository that the chunk imports: the imports in its text, and
    /// the imports of its document that it uses. Other modules are [`Relations::unresolved`].
    Imports,
    /// Leaves that call or use a declaration, or a name that it defines (a field, a constant, a prototype); for
    /// a run of definitions without a symbol, all of its names; for a file, leaves that import it. Names are
    /// looked up in the index and judged in the current working tree. Calls within the declaration itself do not
    /// count. [`Relations::total`] also counts leaves with the name in documents beyond the limit, which are not
    /// read. For the name at a position, the users of what it means.
    Callers(Option<Symbol>),
    /// Declarations that it calls, by certainty, then in the order of the calls.
    Callees,
    /// Nearest declarations of the type that it names as its owner, if it is outside of that type. A type
    /// without a declaration is [`Relations::unresolved`].
    Owner,
    /// Members of the chunk; for one without members, its siblings.
    Siblings,
    /// Declarations that it uses: those that it calls or imports, or with a symbol, those of the names on the line
    /// or of the name at the position. By certainty, then from the nearest file to the farthest.
    Definitions(Option<Symbol>),
    /// Types that implement it or inherit from it, or for a method, the methods of such types; with a position, of
    /// what the name there means.
    Implementations(Option<Symbol>),
}

/// Direction of steps between declarations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// To the declarations that use one: its callers.
    Backward,
    /// To the declarations that one uses: its callees.
    Forward,
}

impl RelationKind {
    /// Returns the position of the name that it is about, if it is not about the chunk.
    pub fn name_position(&self) -> Option<&NamePosition> {
        match self {
            Self::Callers(Some(Symbol::At(at)))
            | Self::Definitions(Some(Symbol::At(at)))
            | Self::Implementations(Some(Symbol::At(at))) => Some(at),
            _ => None,
        }
    }

    /// Returns at most `limit` relations of a chunk from [`around::target()`], the most certain first; none when
    /// cancelled.
    pub fn find(
        self,
        snapshot: &Snapshot,
        sources: &mut Sources,
        tree: &ChunkTree,
        chunk: usize,
        limit: usize,
        cancel: &Cancel,
    ) -> Lookup<Relations> {
        let mut codebase = Codebase::new(snapshot, sources, cancel);
        self.find_growing(&mut codebase, tree, chunk, limit, &mut |_, _| ())
    }

    /// The same; callers and implementations are also reported as soon as each is found, in any number and order.
    pub fn find_growing(
        self,
        codebase: &mut Codebase<'_>,
        tree: &ChunkTree,
        chunk: usize,
        limit: usize,
        report: Report<'_>,
    ) -> Lookup<Relations> {
        let Some(at) = tree.chunks.get(chunk) else {
            return Ok(Relations::default());
        };
        let mut relations = match self {
            Self::Imports => codebase.imports(tree, &at.bytes)?,
            Self::Callers(Some(Symbol::At(name))) => {
                codebase.users_of_name(tree, at, &name, report)?
            }
            Self::Callers(symbol) => codebase.callers(tree, at, symbol.as_ref(), report)?,
            Self::Callees => codebase.callees(tree, at)?,
            Self::Owner => owner(codebase.snapshot, tree, chunk)?,
            Self::Siblings => siblings(tree, chunk),
            Self::Definitions(Some(Symbol::At(name))) => codebase.meant(tree, at, &name)?,
            Self::Definitions(symbol) => {
                let line = match symbol {
                    Some(Symbol::OnLine(line)) => Some(line),
                    _ => None,
                };
                codebase.definitions(tree, at, line)?
            }
            Self::Implementations(symbol) => {
                codebase.implementations_of(tree, at, symbol.as_ref(), report)?
            }
        };
        if codebase.cancel.is_cancelled() {
            return Ok(Relations::default());
        }
        relations.found.truncate(limit);
        Ok(relations)
    }
}

/// Returns the members of a chunk, or its siblings; all are in its own document, so certain.
fn siblings(tree: &ChunkTree, chunk: usize) -> Relations {
    let mut found = Vec::new();
    for index in around::members_or_siblings(tree, chunk) {
        let chunk = &tree.chunks[index];
        let sibling = Relation::of(tree, chunk, &chunk.name, 0, Certainty::Certain);
        found.push(sibling.located(chunk.name_at));
    }
    Relations::sorted(found, [])
}
