//! Documents that shells load together, as methods of [`Codebase`].

use super::codebase::{Codebase, MAX_MENTIONS};
use super::relations::Lookup;
use crate::corpus::SourcePath;
use crate::index::Record;
use std::collections::HashSet;
use std::sync::Arc;

/// Maximum number of documents that are loaded together.
const MAX_LOADED: usize = 64;

impl Codebase<'_> {
    /// Returns the documents that load a document, are loaded by it, or are loaded together with it, and true if all
    /// that they load is known.
    pub(super) fn loaded_with(
        &mut self,
        path: &SourcePath,
    ) -> Lookup<(Arc<HashSet<SourcePath>>, bool)> {
        if let Some(found) = self.loaded.get(path) {
            return Ok(found.clone());
        }
        let mut waiting = vec![path.clone()];
        let mut loaded = HashSet::new();
        let mut is_complete = true;
        while let Some(next) = waiting.pop() {
            if loaded.len() >= MAX_LOADED || !loaded.insert(next.clone()) {
                continue;
            }
            if let Some(view) = self.view(&next)? {
                // `source "$A"` calls an importer, but imports no known file.
                let mut called = view.tree.references.iter();
                let is_importer = |name: &str| {
                    view.tree
                        .language
                        .is_some_and(|language| language.is_importer(name))
                };
                is_complete &= view.imports().all(|(_, from)| !from.is_empty())
                    && !called.any(|call| is_importer(&view.tree.word(&call.bytes)));
                waiting.extend(view.imports().flat_map(|(_, from)| from).cloned());
            }
            // `./log.sh` is indexed by its stem, `log.sh` by its last part.
            let names = [Some(next.stem()), next.extension()];
            for name in names.into_iter().flatten() {
                for Record { path, .. } in self.snapshot.referring(None, name, MAX_MENTIONS)? {
                    let view = self.view(&path)?;
                    let mut imports = view.iter().flat_map(|view| view.imports());
                    if imports.any(|(_, from)| from.contains(&next)) {
                        waiting.push(path);
                    }
                }
            }
        }
        let found = (Arc::new(loaded), is_complete);
        self.loaded.insert(path.clone(), found.clone());
        Ok(found)
    }
}
