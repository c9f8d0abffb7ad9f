//! Relations of declarations: references, calls over several steps, docs.
//!
//! Principal types: [`QueryTarget`], the subject of a request, and [`RelatedHits`].

use crate::chunk::{ChunkId, Symbol, file_id};
use crate::context::{DeclarationKey, Direction, Relation, RelationKind, Relations};
use crate::corpus::SourcePath;
use crate::search::Hit;

/// The chunk, file or directory of a query for similar code or related chunks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueryTarget {
    /// Document that contains the chunk.
    pub path: SourcePath,
    /// Chunk id.
    pub id: ChunkId,
    /// Content hash that finds the chunk if its id changed; 0 if unknown.
    pub hash: u64,
    /// Its qualified name: `IndexMerger › write`.
    pub name: String,
    /// For deleted code, the query with `in:changed` that lists it.
    pub deleted_in: Option<String>,
}

impl QueryTarget {
    /// Returns true for a file. Its references are the files that import it.
    pub fn is_file(&self) -> bool {
        self.id == file_id(&self.path)
    }
}

/// A chunk and a kind of relation.
#[derive(Clone, PartialEq, Debug)]
pub struct RelationRequest {
    /// The chunk.
    pub target: QueryTarget,
    /// Kind of relation.
    pub kind: RelationKind,
    /// Maximum number of relations.
    pub limit: usize,
    /// True to request the docs of the related declarations instead of a list.
    pub with_docs: bool,
}

/// A target, and the name that is meant if it defines several.
pub type NamedTarget = (QueryTarget, Option<Symbol>);

/// A list made of several steps between declarations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Walk {
    /// The path from this declaration.
    PathFrom(NamedTarget),
    /// The tests that reach the target.
    Tests,
    /// Everything that a change of the target reaches.
    Impact,
}

/// A list made of several steps, and its target.
#[derive(Clone, PartialEq, Debug)]
pub struct WalkRequest {
    /// The list.
    pub walk: Walk,
    /// The declaration at its end.
    pub target: NamedTarget,
}

/// A row of a call tree.
#[derive(Clone, PartialEq, Debug)]
pub struct StepRequest {
    /// Identity of the row, which returns with the reply.
    pub row: ChunkId,
    /// The row's chunk, with the declaration whose calls are requested.
    pub target: QueryTarget,
    /// 1-based line of the row in it.
    pub line: u32,
    /// To what the declaration calls, or to what calls it.
    pub direction: Direction,
    /// The target of the list.
    pub root: NamedTarget,
    /// The declarations of the rows above.
    pub above: Vec<DeclarationKey>,
}

/// The calls below a row of a call tree.
#[derive(Clone, Debug)]
pub struct CallSteps {
    /// Identity of the row.
    pub row: ChunkId,
    /// The declaration of the row.
    pub of: DeclarationKey,
    /// The most certain first.
    pub steps: Vec<CallStep>,
    /// Number of leaves with the name in files that were not read.
    pub unread: usize,
}

/// A call: a row of a call tree.
#[derive(Clone, Debug)]
pub struct CallStep {
    /// The leaf with the call, or the declaration that is called.
    pub hit: Hit,
    /// The relation; its names are those of the declaration.
    pub relation: Relation,
    /// The line of the call without indentation.
    pub line: String,
    /// True if the declaration is above itself: its calls are above, too.
    pub is_cycle: bool,
}

/// Chunks related to a chunk.
#[derive(Clone, Debug, Default)]
pub struct RelatedHits {
    /// The relations.
    pub relations: Relations,
    /// Indexed chunks at the other end of each relation, in the same order.
    pub hits: Vec<Hit>,
    /// True for definitions that the whole chunk uses, because the requested line uses none.
    pub is_wider: bool,
    /// True if the hits are the steps of a path, in order.
    pub is_ordered: bool,
    /// True if these are those found so far; a reply with more follows.
    pub is_partial: bool,
}

/// Signature and docs of a declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Documentation {
    /// Its qualified name.
    pub name: String,
    /// Its document.
    pub path: SourcePath,
    /// 1-based line of its name.
    pub line: u32,
    /// Its signature as written, or else the line of its name.
    pub signature: String,
    /// Its docs without comment marks; empty if there are none.
    pub docs: String,
}
