//! Owner of a declaration outside its type: a Go method, a C++ definition outside its class, an `impl`.

use super::codebase::Codebase;
use super::resolver::is_usable_from;
use super::target::Target;
use super::{Certainty, Lookup, Relation, Relations};
use crate::chunk::ChunkTree;
use crate::context::around::owner_elsewhere;
use crate::index::Record;

/// Returns the declarations of the type that a chunk outside any type names as its owner.
pub(super) fn owner(world: &mut Codebase<'_>, tree: &ChunkTree, chunk: usize) -> Lookup<Relations> {
    let scope = owner_elsewhere(tree, chunk).get(1..).unwrap_or_default();
    let Some(name) = scope.last() else {
        return Ok(Relations::default());
    };
    let language = tree.chunks.get(chunk).and_then(|chunk| chunk.language);
    let mut found = world.snapshot.named(name)?;
    found.retain(|record| {
        record.kind.is_type()
            && record.name == *name
            && may_be_same(scope, record.names.get(1..).unwrap_or_default())
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
    let relation = |record: &Record| Relation::of_record(record, name, certainty);
    Ok(Relations {
        found: found.iter().map(relation).collect(),
        total: found.len(),
        unresolved: found.is_empty().then(|| name.clone()).into_iter().collect(),
    })
}

/// Returns true if two scopes may be the same: one may lack outer parts, as after `using namespace`.
fn may_be_same(one: &[String], other: &[String]) -> bool {
    one.ends_with(other) || other.ends_with(one)
}
