//! The type of a declaration that is outside of it: a Go method, a Rust `impl`, a C++ definition.

use super::relations::{Certainty, Lookup, Relation, Relations};
use super::target::{Target, is_usable_from};
use crate::chunk::{ChunkTree, Kind};
use crate::context::around;
use crate::corpus::SourcePath;
use crate::index::{Record, Snapshot};

/// Location of a type as seen from a declaration that names it, nearest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    SameDocument,
    SameDirectory,
    Elsewhere,
}

impl Nearness {
    fn of(path: &SourcePath, from: &SourcePath) -> Self {
        if path == from {
            Self::SameDocument
        } else if path.directory() == from.directory() {
            Self::SameDirectory
        } else {
            Self::Elsewhere
        }
    }
}

/// Returns the nearest declarations of the type that a chunk outside any type names as its owner, or of the constructor
/// function in its document; of these, only the ones in exactly that scope, if there are any.
pub(super) fn owner(snapshot: &Snapshot, tree: &ChunkTree, chunk: usize) -> Lookup<Relations> {
    let names = around::owner_elsewhere(tree, chunk);
    let scope = names.get(1..).unwrap_or_default();
    let Some(name) = scope.last() else {
        return Ok(Relations::default());
    };
    let chunk_language = tree.chunks.get(chunk).and_then(|chunk| chunk.language);
    let language = chunk_language.or(tree.language);
    let mut found = snapshot.named(name)?;
    found.retain(|record| {
        let other = record.names.get(1..).unwrap_or_default();
        // Either scope may lack outer parts, as after `using namespace`.
        let is_same_scope = scope.ends_with(other) || other.ends_with(scope);
        let is_constructor = record.kind == Kind::Function && record.path == *tree.path();
        (record.kind.is_type() || is_constructor)
            && record.name == *name
            && is_same_scope
            && is_usable_from(language, &Target::named(record, name))
    });
    let rank = |record: &Record| {
        let is_other_scope = record.names.get(1..) != Some(scope);
        (Nearness::of(&record.path, tree.path()), is_other_scope)
    };
    let Some(best) = found.iter().map(rank).min() else {
        return Ok(Relations::sorted(Vec::new(), [name.clone()]));
    };
    found.retain(|record| rank(record) == best);
    found.sort_by(|one, other| (&one.path, one.lines).cmp(&(&other.path, other.lines)));
    let certainty = match best.0 {
        Nearness::SameDocument | Nearness::SameDirectory => Certainty::Certain,
        Nearness::Elsewhere => Certainty::Likely,
    };
    let relations = found
        .iter()
        .map(|record| Relation::of_record(record, name, certainty));
    Ok(Relations::sorted(relations.collect(), []))
}
