//! Modules written as paths: `./store`, `ring.h`, `@/store`.

use super::{
    DIRECTORY_FILES, Importer, ModuleIndex, beside, first_found, longest_suffix, normalize,
    parts_of,
};
use crate::corpus::SourcePath;

/// First parts of paths that bundlers commonly map to the repository's own code.
const COMMON_ALIASES: &[&str] = &["@", "~", "#", "$lib", "src", "app"];

impl<'a> ModuleIndex<'a> {
    /// Resolves a module of JavaScript: a path from the importing file, or an alias.
    pub(super) fn script(&self, module: &str, from: &Importer<'_>) -> Vec<&'a SourcePath> {
        if module.starts_with('.') {
            return self.at(&beside(from.path.directory(), module), from);
        }
        let aliased = self.aliased(module, from);
        let found = first_found(aliased.iter().map(|path| self.at(path, from)));
        let is_common = module
            .split_once('/')
            .is_some_and(|it| COMMON_ALIASES.contains(&it.0));
        match found.is_empty() && is_common {
            true => {
                let parts = without_extension(parts_of(module));
                longest_suffix(&parts, 1, |end| self.with_suffix(end, from))
            }
            false => found,
        }
    }

    /// Resolves a path from the importing file, or from any directory.
    pub(super) fn by_path(&self, module: &str, from: &Importer<'_>) -> Vec<&'a SourcePath> {
        if module.starts_with('.') {
            return self.at(&beside(from.path.directory(), module), from);
        }
        let parts = parts_of(module);
        let exact = self.with_file_name(module, &parts, from);
        if !exact.is_empty() {
            return exact;
        }
        let parts = without_extension(parts);
        let first = module.split('/').next().unwrap_or_default();
        let fewest = match first.contains('.') || module.contains([':', '@']) {
            true => 1,
            false => parts.len().min(2),
        };
        longest_suffix(&parts, fewest, |end| {
            let mut found = self.with_suffix(end, from);
            found.extend(self.in_directories(end, from));
            found
        })
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

    /// Returns the files whose path, including the extension, ends with these parts.
    fn with_file_name(
        &self,
        module: &str,
        parts: &[String],
        from: &Importer<'_>,
    ) -> Vec<&'a SourcePath> {
        let Some(name) = module.rsplit('/').next().filter(|name| name.contains('.')) else {
            return Vec::new();
        };
        let stem = without_extension(vec![normalize(name)]).join("");
        self.listed(&self.by_name, &stem, from)
            .filter(|file| file.path.file_name() == name)
            .filter(|file| parts_of(file.path.as_str()).ends_with(parts))
            .map(|file| file.path)
            .collect()
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
