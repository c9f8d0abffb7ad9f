//! Imports of a chunk, as methods of [`Codebase`].

use super::codebase::Codebase;
use super::receiver::{is_local, receiver};
use super::relations::{Certainty, Lookup, Relation, Relations};
use crate::chunk::ChunkTree;
use crate::corpus::SourcePath;
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
        let used = used_names(tree, part);
        let mut found = Vec::new();
        let mut unresolved = BTreeSet::new();
        for (import, documents) in view.imports() {
            if !part.contains(&import.at) && !used.contains(import.local_name()) {
                continue;
            }
            let mut resolved = self.resolved(tree, import, documents)?;
            if resolved.is_empty() {
                self.met_unexplained = view.has_unexplained;
                self.add_guessed(&mut resolved, tree.path(), |codebase, _| {
                    let documents = codebase.resolve(tree, import)?;
                    codebase.resolved(tree, import, &documents)
                })?;
            }
            if resolved.is_empty() {
                unresolved.insert(import.module.clone());
            }
            found.extend(resolved);
        }
        Ok(Relations::sorted(found, unresolved))
    }

    /// Returns the declaration that an import names, or else its document.
    pub(super) fn resolved(
        &mut self,
        tree: &ChunkTree,
        import: &Import,
        documents: &[SourcePath],
    ) -> Lookup<Vec<Relation>> {
        let certainty = certainty(documents);
        let mut found = Vec::new();
        for origin in self.origins_of(tree, import, documents)? {
            for record in self.declared_in(&origin.path, &origin.name)? {
                found.push(Relation::of_record(&record, &origin.name, certainty));
            }
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

/// Returns the names in a part of a document that an import may bring in. Those of members and of local variables
/// may be equal to the name of an import, but do not mean it.
fn used_names(tree: &ChunkTree, part: &Range<usize>) -> HashSet<String> {
    let mut names = HashSet::new();
    for reference in tree.references_in(part) {
        let name = if reference.is_member {
            receiver(tree, reference).chain.into_iter().next()
        } else {
            Some(tree.word(&reference.bytes).into_owned())
        };
        if let Some(name) = name
            && !is_local(tree, reference, &name)
        {
            names.insert(name);
        }
    }
    names
}

/// Certainty that an import means these documents: they are one module, files of a directory, or candidates.
pub(super) fn certainty(documents: &[SourcePath]) -> Certainty {
    if documents.is_sorted_by(|one, other| one.directory() == other.directory()) {
        Certainty::Certain
    } else {
        Certainty::Likely
    }
}
