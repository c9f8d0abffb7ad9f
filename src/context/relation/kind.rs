//! Kinds of relations, and their lookup.
//!
//! Principal type: [`RelationKind`]. [`RelationKind::find()`] is the entry of this module for workers, commands
//! and tools.

use super::codebase::Codebase;
use super::modules::distance;
use super::resolver::is_usable_from;
use super::target::Target;
use super::{Certainty, Lookup, Relation, Relations};
use crate::chunk::ChunkTree;
use crate::context::{Sources, around};
use crate::corpus::Cancel;
use crate::index::{Record, Snapshot};

/// Kind of relation between chunks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RelationKind {
    /// Declarations and documents of the repository that the chunk imports: the imports in its text, and
    /// the imports of its document that it uses. Other modules are [`Relations::unresolved`].
    Imports,
    /// Leaves that call or use a declaration or a definition of a leaf (with a 1-based line: on that line,
    /// if any is there); for a file, leaves that import it. Names are looked up in the index and
    /// judged in the current working tree. Calls within the declaration itself do not count.
    /// [`Relations::total`] also counts leaves with the name in documents beyond the limit, which are
    /// not read.
    Callers(Option<u32>),
    /// Declarations that it calls, by certainty, then in the order of the calls.
    Callees,
    /// Nearest declarations of the type that it names as its owner, if it is outside of that type. A type
    /// without a declaration is [`Relations::unresolved`].
    Owner,
    /// Members of the chunk; for one without members, its siblings.
    Siblings,
    /// Declarations that it uses: those that it calls or imports, or with a 1-based line, those of the names
    /// on the line. By certainty, then from the nearest file to the farthest.
    Definitions(Option<u32>),
}

impl RelationKind {
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
        let Some(at) = tree.chunks.get(chunk) else {
            return Ok(Relations::default());
        };
        let mut world = Codebase::new(snapshot, sources, cancel);
        let mut relations = match self {
            Self::Imports => world.imports(tree, &at.bytes)?,
            Self::Callers(line) => world.callers(tree, at, line)?,
            Self::Callees => world.callees(tree, at)?,
            Self::Owner => owner(snapshot, tree, chunk)?,
            Self::Siblings => siblings(tree, chunk),
            Self::Definitions(line) => {
                let line = line.map(|line| tree.document.text.lines(line, line));
                let used = match &line {
                    Some(line) => world.referred(tree, at, tree.references_in(line).iter())?,
                    None => world.callees(tree, at)?,
                };
                let imported = world.imports(tree, line.as_ref().unwrap_or(&at.bytes))?;
                let mut found = [used.found, imported.found].concat();
                found.sort_by_key(|it| distance(&it.path, tree.path()));
                Relations::sorted(found, [])
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
    let chunks = around::members_or_siblings(tree, chunk).into_iter();
    let chunks = chunks.filter_map(|at| tree.chunks.get(at));
    let found = chunks.map(|chunk| Relation {
        at: chunk.name_at,
        ..Relation::of(tree, chunk, &chunk.name, 0, Certainty::Certain)
    });
    Relations::sorted(found.collect(), [])
}

/// Returns the declarations of the type that a chunk outside any type names as its owner.
fn owner(snapshot: &Snapshot, tree: &ChunkTree, chunk: usize) -> Lookup<Relations> {
    let names = around::owner_elsewhere(tree, chunk);
    let scope = names.get(1..).unwrap_or_default();
    let Some(name) = scope.last() else {
        return Ok(Relations::default());
    };
    let language = tree.chunks.get(chunk).and_then(|chunk| chunk.language);
    let mut found = snapshot.named(name)?;
    // Either scope may lack outer parts, as after `using namespace`.
    let is_scope = |other: &[String]| scope.ends_with(other) || other.ends_with(scope);
    found.retain(|record| {
        record.kind.is_type()
            && record.name == *name
            && is_scope(record.names.get(1..).unwrap_or_default())
            && is_usable_from(language.or(tree.language), &Target::named(record, name))
    });
    let rank = |record: &Record| {
        let is_exact = record.names.get(1..) == Some(scope);
        let is_near = record.path.directory() == tree.path().directory();
        (record.path != *tree.path(), !is_near, !is_exact)
    };
    let nearest = found.iter().map(rank).min();
    found.retain(|record| Some(rank(record)) == nearest);
    found.sort_by(|one, other| (&one.path, one.lines).cmp(&(&other.path, other.lines)));
    let certainty = match nearest {
        Some((_, false, _)) => Certainty::Certain,
        _ => Certainty::Likely,
    };
    let unresolved = found.is_empty().then(|| name.clone());
    let relation = |it: &Record| Relation::of_record(it, name, certainty);
    let found = found.iter().map(relation).collect();
    Ok(Relations::sorted(found, unresolved))
}
