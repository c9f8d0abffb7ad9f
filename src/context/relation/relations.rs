//! Results of lookups.
//!
//! Principal type: [`Relations`].

use crate::chunk::{Chunk, ChunkId, ChunkTree, Kind};
use crate::corpus::SourcePath;
use crate::index::{IndexError, Record};
use std::collections::HashSet;

/// Result of a lookup in the index.
pub(super) type Lookup<T> = Result<T, IndexError>;

named! {
    /// Certainty that a name means the declaration it was resolved to.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum Certainty {
        /// The scope, an import or a type before the name proves it.
        Certain = "certain",
        /// No other visible declaration has the name.
        Likely = "likely",
        /// Only the name is the same.
        Possible = "possible",
    }
}

/// A location that a chunk is related to.
#[derive(Clone, PartialEq, Debug)]
pub struct Relation {
    /// The document at the other end.
    pub path: SourcePath,
    /// The leaf that calls, or the declaration that is called or imported.
    pub id: ChunkId,
    /// Kind of that chunk.
    pub kind: Kind,
    /// Names from the file down, its own last.
    pub names: Vec<String>,
    /// Its 1-based first and last line, inclusive.
    pub lines: (u32, u32),
    /// Content hash of its text.
    pub hash: u64,
    /// The name that connects them.
    pub name: String,
    /// 1-based line and column: for a caller, of the use; otherwise, of the name that is called or imported.
    pub at: (u32, u32),
    /// Certainty of the relation.
    pub certainty: Certainty,
}

impl Relation {
    pub(super) fn of(
        tree: &ChunkTree,
        chunk: &Chunk,
        name: &str,
        at: usize,
        certainty: Certainty,
    ) -> Self {
        Self {
            path: tree.path().clone(),
            id: chunk.id,
            kind: chunk.kind,
            names: chunk.names.clone(),
            lines: chunk.lines,
            hash: chunk.hash,
            name: name.to_owned(),
            at: tree.position(at),
            certainty,
        }
    }

    /// The relation at another line and column.
    pub(super) fn located(self, at: (u32, u32)) -> Self {
        Self { at, ..self }
    }

    pub(super) fn of_record(record: &Record, name: &str, certainty: Certainty) -> Self {
        let mut at = record.name_at;
        if record.name != name
            && let Some(line) = record.line_of(name)
        {
            at = (line, 1);
        }
        Self {
            path: record.path.clone(),
            id: record.id,
            kind: record.kind,
            names: record.names.clone(),
            lines: record.lines,
            hash: record.hash,
            name: name.to_owned(),
            at,
            certainty,
        }
    }
}

/// Relations of a chunk, the most certain first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Relations {
    /// The relations, up to the requested limit.
    pub found: Vec<Relation>,
    /// Number of relations before the limit.
    pub total: usize,
    /// Names that nothing in the repository declares.
    pub unresolved: Vec<String>,
    /// For callers, files that mention the name in code that is not read for references, by format: `2 Blade templates
    /// (a.blade.php, b.blade.php)`.
    pub unread: Vec<String>,
    /// Qualified names of the definitions that a symbol selected; empty for the chunk itself.
    pub of: Vec<String>,
}

impl Relations {
    /// Sorts relations by certainty; equal ones keep their order. Keeps the first of several relations to one
    /// chunk by one name.
    pub(super) fn sorted(
        mut found: Vec<Relation>,
        unresolved: impl IntoIterator<Item = String>,
    ) -> Self {
        found.sort_by_key(|relation| relation.certainty);
        let mut seen = HashSet::new();
        found.retain(|relation| seen.insert((relation.id, relation.name.clone())));
        Self {
            total: found.len(),
            found,
            unresolved: unresolved.into_iter().collect(),
            unread: Vec::new(),
            of: Vec::new(),
        }
    }

    /// Sorts relations by certainty and keeps the most certain one of each leaf; `unread` leaves are counted, too.
    pub fn of_leaves(found: Vec<Relation>, unread: usize) -> Self {
        let mut relations = Self::sorted(found, []);
        let mut seen = HashSet::new();
        relations.found.retain(|relation| seen.insert(relation.id));
        relations.total = relations.found.len() + unread;
        relations
    }
}
