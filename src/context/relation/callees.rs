//! Declarations that a chunk calls.

use super::codebase::{Codebase, DocumentImports};
use super::resolver::judge;
use super::target::Target;
use super::{Certainty, Lookup, Relation, Relations};
use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::index::Record;
use crate::syntax::Reference;
use std::collections::{BTreeSet, HashSet};

/// Maximum number of equally certain declarations for one call.
const MAX_CANDIDATES: usize = 3;

/// Returns the declarations that a chunk calls.
pub(super) fn callees(
    world: &mut Codebase<'_>,
    tree: &ChunkTree,
    chunk: &Chunk,
) -> Lookup<Relations> {
    let Some(view) = world.view(tree.path())? else {
        return Ok(Relations::default());
    };
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut unresolved = BTreeSet::new();
    for reference in tree.references_of(chunk).iter().filter(|it| it.is_called) {
        if world.cancel.is_cancelled() {
            break;
        }
        let name = tree.word(&reference.bytes).into_owned();
        let spoken = format!("{}.{name}", tree.word(&reference.qualifier));
        if !seen.insert((spoken, reference.is_member)) {
            continue;
        }
        let meanings = candidates(&name, &view, reference, chunk, world)?;
        if meanings.is_empty() {
            unresolved.insert(name);
        }
        found.extend(meanings);
    }
    Ok(Relations::sorted(found, unresolved))
}

/// Returns the most certain declarations of a called name.
fn candidates(
    name: &str,
    view: &DocumentImports,
    reference: &Reference,
    chunk: &Chunk,
    world: &mut Codebase<'_>,
) -> Lookup<Vec<Relation>> {
    let mut names = BTreeSet::from([name.to_owned()]);
    let origins = world.imported(view, name)?;
    names.extend(origins.into_iter().flatten().map(|origin| origin.name));
    let mut judged: Vec<(Certainty, Record)> = Vec::new();
    for name in names.iter().filter(|name| !name.is_empty()) {
        for record in world.named(name)?.iter() {
            if record.id != chunk.id
                && is_called(record.kind)
                && let Some(certainty) =
                    judge(view, reference, &Target::named(record, name), world)?
            {
                judged.push((certainty, record.clone()));
            }
        }
    }
    let best = judged.iter().map(|(certainty, _)| *certainty).min();
    judged.retain(|(certainty, _)| Some(*certainty) == best);
    judged.sort_by(|(_, one), (_, other)| (&one.path, one.lines).cmp(&(&other.path, other.lines)));
    // Several equally certain candidates: none is certain.
    let least = match judged.len() {
        1 => Certainty::Certain,
        _ => Certainty::Likely,
    };
    let judged = judged.iter().take(MAX_CANDIDATES);
    let relation = |(certainty, record): &(Certainty, Record)| {
        Relation::of_record(record, name, least.max(*certainty))
    };
    Ok(judged.map(relation).collect())
}

/// Returns true for functions, and for types, which are called to construct a value.
fn is_called(kind: Kind) -> bool {
    kind.is_type() || kind.has_code() || kind == Kind::Items
}
