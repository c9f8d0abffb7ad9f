//! Imports of a chunk.

use super::codebase::Codebase;
use super::modules::are_package;
use super::{Certainty, Relation, Relations};
use crate::chunk::{Chunk, ChunkTree};
use crate::corpus::SourcePath;
use crate::index::{IndexError, Record};
use crate::syntax::Import;
use std::collections::{BTreeSet, HashSet};

/// Returns the declarations and documents of the repository that a chunk imports.
pub(super) fn imports(
    world: &mut Codebase<'_>,
    tree: &ChunkTree,
    chunk: &Chunk,
) -> Result<Relations, IndexError> {
    let Some(view) = world.view(tree.path())? else {
        return Ok(Relations::default());
    };
    let used: HashSet<String> = tree
        .references_of(chunk)
        .iter()
        .flat_map(|reference| [&reference.bytes, &reference.qualifier])
        .map(|bytes| tree.word(bytes).into_owned())
        .collect();
    let mut found: Vec<Relation> = Vec::new();
    let mut unresolved = BTreeSet::new();
    for (import, documents) in view.imports() {
        if world.cancel.is_cancelled() {
            break;
        }
        if !chunk.bytes.contains(&import.at) && !used.contains(import.local_name()) {
            continue;
        }
        if documents.is_empty() {
            unresolved.insert(import.module.clone());
        }
        for relation in resolved(tree, import, documents, world)? {
            let is_same = |it: &Relation| (&it.id, &it.name) == (&relation.id, &relation.name);
            if !found.iter().any(is_same) {
                found.push(relation);
            }
        }
    }
    Ok(Relations::sorted(found, unresolved))
}

/// Returns the declaration that an import names, or else its document.
fn resolved(
    tree: &ChunkTree,
    import: &Import,
    documents: &[SourcePath],
    world: &mut Codebase<'_>,
) -> Result<Vec<Relation>, IndexError> {
    let certainty = certainty(documents);
    let mut found = Vec::new();
    for origin in world.origins_of(tree, import, documents)? {
        let records = world.declared_in(&origin.path, &origin.name)?;
        let relation = |record: &Record| Relation::of_record(record, &origin.name, certainty);
        found.extend(records.iter().map(relation));
    }
    if !found.is_empty() {
        return Ok(found);
    }
    let is_named = !matches!(import.name.as_str(), "" | "*");
    // A directory that is one module is listed by its first file.
    let shown = match are_package(documents) {
        true => documents.get(..1).unwrap_or_default(),
        false => documents,
    };
    for document in shown {
        if let Some(view) = world.view(document)? {
            let file: &Chunk = &view.tree.chunks[0];
            let symbol = if is_named {
                &import.name
            } else {
                &import.module
            };
            found.push(Relation::of(&view.tree, file, symbol, 0, certainty));
        }
    }
    Ok(found)
}

/// Certainty that an import means these documents: they are one module, or candidates.
pub(super) fn certainty(documents: &[SourcePath]) -> Certainty {
    match documents {
        [_] => Certainty::Certain,
        several if are_package(several) => Certainty::Certain,
        _ => Certainty::Likely,
    }
}
