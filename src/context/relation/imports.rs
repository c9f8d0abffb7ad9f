//! Imports of a chunk.

use super::codebase::Codebase;
use super::{Certainty, Lookup, Relation, Relations};
use crate::chunk::{Chunk, ChunkTree};
use crate::corpus::SourcePath;
use crate::index::Record;
use crate::syntax::{Import, Language, Packages};
use std::collections::{BTreeSet, HashSet};

/// Returns the declarations and documents of the repository that a chunk imports.
pub(super) fn imports(
    world: &mut Codebase<'_>,
    tree: &ChunkTree,
    chunk: &Chunk,
) -> Lookup<Relations> {
    let Some(view) = world.view(tree.path())? else {
        return Ok(Relations::default());
    };
    let used = tree
        .references_of(chunk)
        .iter()
        .flat_map(|it| [&it.bytes, &it.qualifier]);
    let used: HashSet<_> = used.map(|bytes| tree.word(bytes)).collect();
    let mut found = Vec::new();
    let mut unresolved = BTreeSet::new();
    for (import, documents) in view.imports() {
        if !chunk.bytes.contains(&import.at) && !used.contains(import.local_name()) {
            continue;
        }
        if documents.is_empty() {
            unresolved.insert(import.module.clone());
        }
        found.extend(resolved(tree, import, documents, world)?);
    }
    Ok(Relations::sorted(found, unresolved))
}

/// Returns the declaration that an import names, or else its document.
fn resolved(
    tree: &ChunkTree,
    import: &Import,
    documents: &[SourcePath],
    world: &mut Codebase<'_>,
) -> Lookup<Vec<Relation>> {
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
    let symbol = match import.name.as_str() {
        "" | "*" => &import.module,
        name => name,
    };
    // A directory that is one module is listed by its first file.
    let shown = documents.len().min(if are_package(documents) {
        1
    } else {
        usize::MAX
    });
    for document in documents.iter().take(shown) {
        if let Some(view) = world.view(document)? {
            let file = &view.tree.chunks[0];
            found.push(Relation::of(&view.tree, file, symbol, 0, certainty));
        }
    }
    Ok(found)
}

/// Certainty that an import means these documents: they are one module, or candidates.
pub(super) fn certainty(documents: &[SourcePath]) -> Certainty {
    match documents.len() == 1 || are_package(documents) {
        true => Certainty::Certain,
        false => Certainty::Likely,
    }
}

/// Returns true if documents are one module: a directory.
fn are_package(documents: &[SourcePath]) -> bool {
    let language = documents.first().and_then(|first| Language::of(first, ""));
    language.is_some_and(|it| matches!(it.packages(), Packages::Stated(_)))
}
