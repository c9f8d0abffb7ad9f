//! Declarations that a chunk calls.

use super::codebase::{Codebase, DocumentImports};
use super::resolver::{Site, judge};
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
        let meanings = candidates(&name, reference, &view, chunk, world)?;
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
    reference: &Reference,
    view: &DocumentImports,
    chunk: &Chunk,
    world: &mut Codebase<'_>,
) -> Lookup<Vec<Relation>> {
    let Some(leaf) = view.tree.leaf_at(reference.bytes.start as usize) else {
        return Ok(Vec::new());
    };
    let site = Site {
        document: view,
        leaf,
        reference,
    };
    let mut judged: Vec<(Certainty, Record)> = Vec::new();
    let mut names = BTreeSet::from([name.to_owned()]);
    for (import, documents) in view.imports() {
        if import.local_name() == name {
            let origins = world.origins_of(&view.tree, import, documents)?;
            names.extend(origins.into_iter().map(|origin| origin.name));
        }
    }
    for name in names.iter().filter(|name| !name.is_empty()) {
        for record in world.named(name)?.iter() {
            if record.id != chunk.id
                && is_called(record.kind)
                && let Some(certainty) = judge(&site, &Target::named(record, name), world)?
            {
                judged.push((certainty, record.clone()));
            }
        }
    }
    let Some(best) = judged.iter().map(|(certainty, _)| *certainty).min() else {
        return Ok(Vec::new());
    };
    judged.retain(|(certainty, _)| *certainty == best);
    // Several equally certain candidates: none is certain.
    let certainty = match judged.len() {
        1 => best,
        _ => best.max(Certainty::Likely),
    };
    judged.sort_by(|(_, one), (_, other)| (&one.path, one.lines).cmp(&(&other.path, other.lines)));
    let judged = judged.iter().take(MAX_CANDIDATES);
    let relation = |(_, record): &(_, Record)| Relation::of_record(record, name, certainty);
    Ok(judged.map(relation).collect())
}

/// Returns true for functions, and for types, which are called to construct a value.
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
