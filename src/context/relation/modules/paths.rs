//! Modules written as paths: `./store`, `ring.h`, `github.com/a/b/store`.

use super::{Modules, OF_DIRECTORY, Place, is_related, longest_end, normal, parts_of};
use crate::corpus::SourcePath;
use crate::syntax::Packages;

/// First parts of paths that are commonly configured as aliases of the repository's own code.
const ALIASES: &[&str] = &["@", "~", "#", "$lib", "src", "app"];

impl<'a> Modules<'a> {
    pub(super) fn by_path(&self, module: &str, place: &Place<'_>) -> Vec<&'a SourcePath> {
        if module.starts_with('.') {
            return self.beside(module, place);
        }
        let parts: Vec<String> = parts_of(module);
        let exact = self.with_file_name(module, &parts, place);
        if !exact.is_empty() {
            return exact;
        }
        let parts = without_extension(parts);
        let first = module.split('/').next().unwrap_or_default();
        let is_foreign = first.contains('.') || module.contains([':', '@']);
        let fewest = match place.packages() {
            Packages::Relative if !ALIASES.contains(&first) => return Vec::new(),
            Packages::Relative => 1,
            _ if is_foreign => 1,
            _ => parts.len().min(2),
        };
        longest_end(&parts, fewest, |end| {
            let mut found = self.ending(end, place);
            found.extend(self.in_directories(end, place));
            found
        })
    }

    /// Resolves `./store`, `../store.js`, and `./api` for `api/index.ts`.
    fn beside(&self, module: &str, place: &Place<'_>) -> Vec<&'a SourcePath> {
        let path = super::beside(place.path.directory(), module).join("/");
        self.at(&path, place)
    }

    /// Returns the file at a path, with or without its extension, or the index file of a directory.
    pub(super) fn at(&self, path: &str, place: &Place<'_>) -> Vec<&'a SourcePath> {
        let parts = parts_of(path);
        // `./store.js` may be written for `store.ts`, and `./store.test` for `store.test.ts`.
        let stems = [parts.clone(), without_extension(parts)];
        let of_directory = OF_DIRECTORY.iter().map(|name| format!("/{name}"));
        let ends: Vec<String> = std::iter::once(String::new()).chain(of_directory).collect();
        let keys = stems.iter().flat_map(|stem| {
            let stem = stem.join("/");
            ends.iter().map(move |end| format!("{stem}{end}"))
        });
        keys.map(|key| self.whole(key.trim_start_matches('/'), place))
            .find(|found| !found.is_empty())
            .unwrap_or_default()
    }

    /// Returns the files with this path without extension.
    pub(super) fn whole(&self, key: &str, place: &Place<'_>) -> Vec<&'a SourcePath> {
        let listed = self.listed(&self.by_stem, key, place);
        listed.map(|file| file.path).collect()
    }

    /// Returns the files whose path, including the extension, ends with these parts.
    fn with_file_name(
        &self,
        module: &str,
        parts: &[String],
        place: &Place<'_>,
    ) -> Vec<&'a SourcePath> {
        let Some(name) = module.rsplit('/').next().filter(|name| name.contains('.')) else {
            return Vec::new();
        };
        let stem = without_extension(vec![normal(name)]).join("");
        self.listed(&self.by_name, &stem, place)
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
pub(super) fn is_file_name(module: &str, place: &Place<'_>) -> bool {
    let path = SourcePath::new(module);
    path.extension().is_some() && is_related(&path, place)
}
