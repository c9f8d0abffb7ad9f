//! What a chunk imports.

use super::modules::{are_package, is_called};
use super::world::World;
use super::{Certainty, Relation, Relations};
use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::corpus::SourcePath;
use crate::index::{IndexError, Record};
use crate::syntax::{Import, Language, Reach};
use std::collections::{BTreeSet, HashSet};

/// The declarations and documents of the repository that a chunk imports.
pub(super) fn imports(
    world: &mut World<'_>,
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
        for relation in resolved(import, documents, world)? {
            let is_same = |it: &Relation| (&it.id, &it.name) == (&relation.id, &relation.name);
            if !found.iter().any(is_same) {
                found.push(relation);
            }
        }
    }
    Ok(Relations::surest(found, unresolved))
}

/// The declaration that an import names, or its document where it names none of that.
fn resolved(
    import: &Import,
    documents: &[SourcePath],
    world: &mut World<'_>,
) -> Result<Vec<Relation>, IndexError> {
    let certainty = certainty(documents);
    let name = import.name.as_str();
    let is_named = !matches!(name, "" | "*");
    // Or the name is the module's own.
    let is_module = documents.iter().all(|it| is_called(it, name)) && is_by_file(documents);
    let records = match is_named && !is_module {
        true => declarations(name, documents, world)?,
        false => Vec::new(),
    };
    if !records.is_empty() {
        let of_record = |record: &Record| Relation::of_record(record, name, certainty);
        return Ok(records.iter().map(of_record).collect());
    }
    let mut found = Vec::new();
    // A directory that is one module is one row: its first file.
    let shown = match are_package(documents) {
        true => documents.get(..1).unwrap_or_default(),
        false => documents,
    };
    for document in shown {
        if let Some(view) = world.view(document)? {
            let file: &Chunk = &view.tree.chunks[0];
            let symbol = if is_named { name } else { &import.module };
            found.push(Relation::of(&view.tree, file, symbol, 0, certainty));
        }
    }
    Ok(found)
}

/// How sure it is that an import means these documents: they are one module, or one of them is
/// meant.
pub(super) fn certainty(documents: &[SourcePath]) -> Certainty {
    match documents {
        [_] => Certainty::Certain,
        several if are_package(several) => Certainty::Certain,
        _ => Certainty::Likely,
    }
}

/// Whether a module is a file rather than what a file declares.
fn is_by_file(documents: &[SourcePath]) -> bool {
    let mut languages = documents.iter().filter_map(|path| Language::of(path, ""));
    languages.all(|language| language.reach() == Reach::File)
}

/// What the documents declare under a name; else what they take from elsewhere in their turn.
fn declarations(
    name: &str,
    documents: &[SourcePath],
    world: &mut World<'_>,
) -> Result<Vec<Record>, IndexError> {
    let mut passed_on = Vec::new();
    for document in documents {
        if let Some(view) = world.view(document)? {
            let imports = view.imports();
            passed_on.extend(
                imports
                    .filter(|(import, _)| import.name == "*" || import.local_name() == name)
                    .flat_map(|(_, documents)| documents.iter().cloned()),
            );
        }
    }
    let records = world.named(name)?;
    let within = |paths: &[SourcePath]| -> Vec<Record> {
        let declared = records.iter().filter(|record| {
            paths.contains(&record.path) && !matches!(record.kind, Kind::Impl | Kind::Imports)
        });
        let of_top =
            declared.filter(|record| record.names.len() <= 2 || record.kind == Kind::Items);
        of_top.cloned().collect()
    };
    let own = within(documents);
    Ok(match own.is_empty() {
        true => within(&passed_on),
        false => own,
    })
}
