//! Modules written as paths: `./store`, `ring.h`, `@/store`.

use super::{
    DIRECTORY_FILES, Importer, ModuleIndex, beside, first_found, longest_suffix, parts_of,
};
use crate::corpus::SourcePath;

impl<'a> ModuleIndex<'a> {
    /// Resolves a module of JavaScript: a path from the importing file, or an alias.
    pub(super) fn script(&self, module: &str, from: &Importer<'_>) -> Vec<&'a SourcePath> {
        if module.starts_with('.') {
            return self.at(&beside(from.path.directory(), module), from);
        }
        let aliased = self.aliased(module, from);
        first_found(aliased.iter().map(|path| self.at(path, from)))
    }

    /// Resolves a path from the importing file, or from any directory.
    pub(super) fn by_path(&self, module: &str, from: &Importer<'_>) -> Vec<&'a SourcePath> {
        if module.starts_with('.') {
            return self.at(&beside(from.path.directory(), module), from);
        }
        let parts = without_extension(parts_of(module));
        let first = module.split('/').next().unwrap_or_default();
        let fewest = match first.contains('.') || module.contains([':', '@']) {
            true => 1,
            false => parts.len().min(2),
        };
        let mut found = longest_suffix(&parts, fewest, |end| {
            let mut found = self.with_suffix(end, from);
            found.extend(self.in_directories(end, from));
            found
        });
        // `ring.h` is not `ring.c`.
        let name = module.rsplit('/').next();
        if found.iter().any(|path| Some(path.file_name()) == name) {
            found.retain(|path| Some(path.file_name()) == name);
        }
        found
    }

    /// Returns the file at a path, with or without its extension, or the index file of a directory.
    pub(super) fn at(&self, path: &str, from: &Importer<'_>) -> Vec<&'a SourcePath> {
        let parts = parts_of(path);
        // `./store.js` may be written for `store.ts`, and `./store.test` for `store.test.ts`.
        let stems = [parts.clone(), without_extension(parts)];
        let ends = std::iter::once("").chain(DIRECTORY_FILES.iter().copied());
        first_found(stems.iter().flat_map(|stem| {
            ends.clone().map(|end| {
                let key = super::joined(&stem.join("/"), end);
                let listed = self.listed(&self.by_stem, &key, from);
                listed.map(|file| file.path).collect()
            })
        }))
    }
}

fn without_extension(mut parts: Vec<String>) -> Vec<String> {
    if let Some(last) = parts.last_mut()
        && let Some(dot) = last.rfind('.').filter(|dot| *dot > 0)
    {
        last.truncate(dot);
    }
    parts
}

/// Returns true for a module with the extension of a related language: `ring.h`.
pub(super) fn is_file_name(module: &str, from: &Importer<'_>) -> bool {
    let path = SourcePath::new(module);
    path.extension().is_some() && from.is_related(&path)
}
