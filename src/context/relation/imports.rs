//! Imports of a chunk, as methods of [`Codebase`].

use super::codebase::Codebase;
use super::receiver::{is_local, receiver};
use super::{Certainty, Lookup, Relation, Relations};
use crate::chunk::ChunkTree;
use crate::corpus::SourcePath;
use crate::index::Record;
use crate::syntax::{Import, Language, Packages};
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

impl Codebase<'_> {
    /// Returns the declarations and documents of the repository that a part of a document imports, or
    /// uses by an import.
    pub(super) fn imports(&mut self, tree: &ChunkTree, part: &Range<usize>) -> Lookup<Relations> {
        let Some(view) = self.view(tree.path())? else {
            return Ok(Relations::default());
        };
        // A member or a local variable may have the name of an import.
        let used = tree.references_in(part).iter().filter_map(|it| {
            let name = match it.is_member {
                true => receiver(tree, it).chain.into_iter().next()?,
                false => tree.word(&it.bytes).into_owned(),
            };
            (!is_local(tree, it, &name)).then_some(name)
        });
        let used: HashSet<String> = used.collect();
        let mut found = Vec::new();
        let mut unresolved = BTreeSet::new();
        for (import, documents) in view.imports() {
            if !part.contains(&import.at) && !used.contains(import.local_name()) {
                continue;
            }
            let resolved = self.resolved(tree, import, documents)?;
            if resolved.is_empty() {
                unresolved.insert(import.module.clone());
            }
            found.extend(resolved);
        }
        Ok(Relations::sorted(found, unresolved))
    }

    /// Returns the declaration that an import names, or else its document.
    fn resolved(
        &mut self,
        tree: &ChunkTree,
        import: &Import,
        documents: &[SourcePath],
    ) -> Lookup<Vec<Relation>> {
        let certainty = certainty(documents);
        let mut found = Vec::new();
        for origin in self.origins_of(tree, import, documents)? {
            let records = self.declared_in(&origin.path, &origin.name)?;
            let relation = |record: &Record| Relation::of_record(record, &origin.name, certainty);
            found.extend(records.iter().map(relation));
        }
        let packages = tree.language.map(Language::packages);
        let is_namespace = packages == Some(Packages::Prefixed) && documents.len() > 1;
        if !found.is_empty() || is_namespace {
            return Ok(found);
        }
        let symbol = match import.name.as_str() {
            "" | "*" => &import.module,
            name => name,
        };
        // A directory is listed by its first file.
        let directories = documents.chunk_by(|one, other| one.directory() == other.directory());
        for document in directories.filter_map(|files| files.first()) {
            if let Some(view) = self.view(document)? {
                let file = &view.tree.chunks[0];
                found.push(Relation::of(&view.tree, file, symbol, 0, certainty));
            }
        }
        Ok(found)
    }
}

/// Certainty that an import means these documents: they are one module, files of a directory, or candidates.
pub(super) fn certainty(documents: &[SourcePath]) -> Certainty {
    match documents.is_sorted_by(|one, other| one.directory() == other.directory()) {
        true => Certainty::Certain,
        false => Certainty::Likely,
    }
}
