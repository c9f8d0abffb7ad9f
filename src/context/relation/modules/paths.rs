//! Modules that are written as paths: `./store`, `ring.h`, `github.com/a/b/store`.

use super::{Modules, OF_DIRECTORY, Place, is_related, longest_end, normal, parts_of};
use crate::corpus::SourcePath;
use crate::syntax::Packages;

/// First parts of paths that stand for the repository's own code, by what people configure.
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
        // What comes before the repository's own part of a path is not in the repository.
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

    /// `./store`, `../store.js`, `./api` for `api/index.ts`.
    fn beside(&self, module: &str, place: &Place<'_>) -> Vec<&'a SourcePath> {
        let path = super::beside(place.path.directory(), module).join("/");
        self.at(&path, place)
    }

    /// The file at a path, with or without its extension, or that which stands for a directory.
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

    /// Files whose whole path without extension this is.
    pub(super) fn whole(&self, key: &str, place: &Place<'_>) -> Vec<&'a SourcePath> {
        let listed = self.listed(&self.by_stem, key, place);
        listed.map(|file| file.path).collect()
    }

    /// Files whose path ends with these parts, extension and all.
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

/// `ring.h`: a module with the extension of a language of its kind.
pub(super) fn is_file_name(module: &str, place: &Place<'_>) -> bool {
    let path = SourcePath::new(module);
    path.extension().is_some() && is_related(&path, place)
}
