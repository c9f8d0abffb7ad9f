//! The type that a declaration belongs to by its name alone: that of a method of Go, of a definition
//! outside of its C++ class, of an `impl`.

use super::judge::is_spoken_by;
use super::target::Target;
use super::{Certainty, Relation, Relations};
use crate::chunk::ChunkTree;
use crate::context::Sources;
use crate::context::around::owner_elsewhere;
use crate::corpus::{Cancel, SourcePath};
use crate::index::{IndexError, Record, Snapshot};

/// How near a type is to what says that it belongs to it; the nearest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Distance {
    SameDocument,
    SameDirectory,
    Elsewhere,
}

/// The declarations of the type that a chunk names as its owner, where it does not lie in one: those
/// nearest to it, all equally near. [`Relations::total`] counts these. A type that none is found of is
/// [`Relations::unresolved`]. Nothing when cancelled, and where the chunk names no owner.
pub fn owner(
    snapshot: &Snapshot,
    _: &mut Sources,
    tree: &ChunkTree,
    chunk: usize,
    limit: usize,
    cancel: &Cancel,
) -> Result<Relations, IndexError> {
    let scope = owner_elsewhere(tree, chunk).get(1..).unwrap_or_default();
    let Some(name) = scope.last().filter(|_| !cancel.is_cancelled()) else {
        return Ok(Relations::default());
    };
    let language = tree.chunks.get(chunk).and_then(|chunk| chunk.language);
    let mut found = snapshot.named(name)?;
    found.retain(|record| {
        record.kind.is_type()
            && record.name == *name
            && may_be(scope, record.names.get(1..).unwrap_or_default())
            && is_spoken_by(language.or(tree.language), &Target::named(record, name))
    });
    let rank = |record: &Record| {
        let is_exact = record.names.get(1..) == Some(scope);
        (distance(&record.path, tree.path()), !is_exact)
    };
    let nearest = found.iter().map(rank).min();
    found.retain(|record| Some(rank(record)) == nearest);
    found.sort_by(|one, other| (&one.path, one.lines).cmp(&(&other.path, other.lines)));
    let certainty = match nearest {
        Some((Distance::SameDocument | Distance::SameDirectory, _)) => Certainty::Certain,
        _ => Certainty::Likely,
    };
    let relations = found.iter().take(limit);
    Ok(Relations {
        found: relations
            .map(|record| Relation::of_record(record, name, certainty))
            .collect(),
        total: found.len(),
        unresolved: match found.is_empty() {
            true => vec![name.clone()],
            false => Vec::new(),
        },
    })
}

/// Whether two scopes may be the same: one of them may leave out what is around it, as behind a
/// `using namespace`.
fn may_be(one: &[String], other: &[String]) -> bool {
    one.ends_with(other) || other.ends_with(one)
}

fn distance(path: &SourcePath, from: &SourcePath) -> Distance {
    match path == from {
        true => Distance::SameDocument,
        false if path.directory() == from.directory() => Distance::SameDirectory,
        false => Distance::Elsewhere,
    }
}
