//! What a chunk calls.

use super::judge::{Site, judge};
use super::target::{Target, whole};
use super::world::{View, World};
use super::{Certainty, Relation, Relations};
use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::context::Sources;
use crate::corpus::Cancel;
use crate::index::{IndexError, Record, Snapshot};
use crate::syntax::Reference;
use std::collections::{BTreeSet, HashSet};

/// Where nothing tells which declaration is meant, no more are named.
const MOST_MEANINGS: usize = 3;

/// The declarations that a chunk calls, in the order of the calls within one certainty, and the
/// names that nothing in the repository is called by. Nothing when cancelled.
pub fn callees(
    snapshot: &Snapshot,
    sources: &mut Sources,
    tree: &ChunkTree,
    chunk: usize,
    limit: usize,
    cancel: &Cancel,
) -> Result<Relations, IndexError> {
    let Some(chunk) = tree.chunks.get(chunk).map(|chunk| whole(tree, chunk)) else {
        return Ok(Relations::default());
    };
    let mut world = World::new(snapshot, sources, cancel)?;
    let Some(view) = world.view(tree.path())? else {
        return Ok(Relations::default());
    };
    let mut found: Vec<Relation> = Vec::new();
    let mut seen = HashSet::new();
    let mut unresolved = BTreeSet::new();
    for reference in tree.references_of(chunk).iter().filter(|it| it.is_called) {
        if cancel.is_cancelled() {
            return Ok(Relations::default());
        }
        let name = tree.word(&reference.bytes).into_owned();
        let spoken = format!("{}.{name}", tree.word(&reference.qualifier));
        if !seen.insert((spoken, reference.is_member)) {
            continue;
        }
        let meanings = meanings(&name, reference, &view, chunk, &mut world)?;
        if meanings.is_empty() {
            unresolved.insert(name);
            continue;
        }
        for meaning in meanings {
            let is_new = found.iter().all(|relation| relation.id != meaning.id);
            if is_new {
                found.push(meaning);
            }
        }
    }
    Ok(Relations::surest(found, unresolved, limit))
}

/// The declarations that a called name may mean: the surest of them.
fn meanings(
    name: &str,
    reference: &Reference,
    view: &View,
    chunk: &Chunk,
    world: &mut World<'_>,
) -> Result<Vec<Relation>, IndexError> {
    let Some(leaf) = view.tree.leaf_at(reference.bytes.start as usize) else {
        return Ok(Vec::new());
    };
    let site = Site {
        view,
        leaf,
        reference,
    };
    let mut judged: Vec<(Certainty, Record)> = Vec::new();
    for record in world.named(name)?.iter() {
        let within = record.id == chunk.id || !is_called(record.kind);
        if within {
            continue;
        }
        if let Some(certainty) = judge(&site, &Target::named(record, name), world)? {
            judged.push((certainty, record.clone()));
        }
    }
    let Some(best) = judged.iter().map(|(certainty, _)| *certainty).min() else {
        return Ok(Vec::new());
    };
    judged.retain(|(certainty, _)| *certainty == best);
    // Several that are equally sure are none of them sure.
    let certainty = match judged.len() {
        1 => best,
        _ => best.max(Certainty::Likely),
    };
    judged.sort_by(|(_, one), (_, other)| (&one.path, one.lines).cmp(&(&other.path, other.lines)));
    Ok(judged
        .into_iter()
        .take(MOST_MEANINGS)
        .map(|(_, record)| Relation::of_record(&record, name, certainty))
        .collect())
}

/// Functions, and types, which are called where they are constructed.
fn is_called(kind: Kind) -> bool {
    !matches!(
        kind,
        Kind::File
            | Kind::Imports
            | Kind::Section
            | Kind::Code
            | Kind::Lines
            | Kind::Impl
            | Kind::Module
    )
}
