//! Module resolution: from an import to the documents it may mean.
//!
//! Principal type: [`ModuleIndex`]. One rule serves all languages: a module is a path without extension,
//! written with `/`, `.`, `::` or `\\`. It begins at the importing file (`./`, `super`, leading dots), at a
//! directory that a build file or a package names ([`Packages`]), or, where no file names any, in any directory.

mod build;

pub(super) use build::is_build_file;

use crate::corpus::{SourcePath, ancestors};
use crate::syntax::{Import, Language, Packages, Reach};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Documents of a repository by module.
#[derive(Default)]
pub(super) struct ModuleIndex<'a> {
    files: HashMap<PathKey, Files<'a>>,
    aliases: Vec<build::Alias<'a>>,
}

/// Files that a module may mean.
type Files<'a> = Vec<&'a SourcePath>;

/// A normalized part of a path.
#[derive(PartialEq, Eq, Hash)]
enum PathKey {
    /// The whole path without extension.
    Path(String),
    /// The last part of the module.
    Name(String),
    /// The last part of the directory.
    Directory(String),
}

/// File names that represent their directory.
const DIRECTORY_FILES: &[&str] = &["mod", "index", "init", "lib", "main", "default"];

impl<'a> ModuleIndex<'a> {
    pub(super) fn of(paths: &'a [SourcePath]) -> Self {
        let mut modules = Self::default();
        for path in paths {
            let keys = [
                PathKey::Path(stem_of(path.as_str()).join("/")),
                PathKey::Name(module_of(path).pop().unwrap_or_default()),
                PathKey::Directory(parts_of(path.directory()).pop().unwrap_or_default()),
            ];
            for key in keys {
                modules.files.entry(key).or_default().push(path);
            }
        }
        modules
    }

    /// Returns true if a directory has a file with a stem.
    fn has(&self, directory: &str, stem: &str) -> bool {
        let path = parts_of(&beside(directory, stem)).join("/");
        self.files.contains_key(&PathKey::Path(path))
    }
}

/// A document that imports, and the modules of its repository.
pub(super) struct Importer<'i, 'a> {
    pub(super) modules: &'i ModuleIndex<'a>,
    pub(super) path: &'i SourcePath,
    pub(super) language: Language,
    /// Number of inline modules around the import.
    pub(super) inline_modules: usize,
}

impl<'a> Importer<'_, 'a> {
    /// Returns the documents that an import may mean; of several, only the nearest to the importing document.
    pub(super) fn resolve(&self, import: &Import) -> Files<'a> {
        let module = import.module.as_str();
        let is_path = module.contains('/') || self.is_file_name(module);
        let mut found = match self.language.packages() {
            Packages::Stated => self.in_packages(module),
            Packages::Prefixed if !self.aliased(&format!("{module}\\")).is_empty() => {
                self.by_prefix(import)
            }
            packages if is_path || packages == Packages::Relative => self.by_path(module),
            _ => self.by_name(import),
        };
        // Only `super` in an inline module may lead to the document itself.
        let may_be_own = matches!(self.language.packages(), Packages::Rooted(_));
        found.retain(|path| may_be_own || *path != self.path);
        nearest(found, self.path)
    }

    /// Resolves a package: the files of its directories except tests, which cannot be imported.
    fn in_packages(&self, module: &str) -> Files<'a> {
        let mut found = Vec::new();
        for directory in self.aliased(module) {
            let last = parts_of(&directory).pop().unwrap_or_default();
            let files = self.listed(PathKey::Directory(last));
            let files = files.filter(|it| it.directory() == directory);
            found.extend(files.filter(|it| !it.stem().ends_with("_test")));
        }
        found
    }

    /// Resolves a name in a namespace that a build file declares: its file, or else the files of the namespace.
    fn by_prefix(&self, import: &Import) -> Files<'a> {
        let namespace = format!("{}\\", import.module);
        match self.first_at(self.aliased(&(namespace.clone() + &import.name))) {
            files if files.is_empty() => self.in_packages(&namespace),
            files => files,
        }
    }

    /// Resolves a module written as a path: `./store`, `ring.h`, `@/store`.
    fn by_path(&self, module: &str) -> Files<'a> {
        if module.starts_with('.') {
            return self.first_at([beside(self.path.directory(), module)]);
        }
        if self.language.packages() == Packages::Relative {
            return self.first_at(self.aliased(module));
        }
        let mut found = self.anywhere(&stem_of(module), if module.contains(':') { 1 } else { 2 });
        // `ring.h` is not `ring.c`.
        let is_same = |path: &SourcePath| module.rsplit('/').next() == Some(path.file_name());
        if found.iter().any(|path| is_same(path)) {
            found.retain(|path| is_same(path));
        }
        found
    }

    /// Resolves a module written as names, `std::fmt`, `a.b`, `..a`, `App\\Models`; the imported name may be
    /// its last part.
    fn by_name(&self, import: &Import) -> Files<'a> {
        let words = import.module.split(['.', ':', '\\']);
        let mut words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let dots = import.module.bytes().take_while(|it| *it == b'.').count();
        if !matches!(import.name.as_str(), "" | "*") {
            words.push(&import.name);
            let mut found = self.named(&words, dots, true);
            // `User` in a module is not the file `user.py`.
            let name = import.name.as_str();
            found.retain(|path| {
                let directory = path.directory().rsplit('/').next();
                !self.is_by_file() || path.stem() == name || directory == Some(name)
            });
            if !found.is_empty() {
                return found;
            }
            words.pop();
        }
        self.named(&words, dots, false)
    }

    /// Resolves names after a number of dots; `is_taken` is true if the last one is the imported name.
    fn named(&self, words: &[&str], dots: usize, is_taken: bool) -> Files<'a> {
        let is_rooted = matches!(self.language.packages(), Packages::Rooted(_));
        let starts = self.starts(words, dots);
        let paths = starts.iter().flat_map(|(directory, taken)| {
            // Names after a file may be inline modules.
            let fewest = match is_rooted && !is_taken {
                true => (*taken).max(1),
                false => words.len(),
            };
            let ends = (fewest..=words.len()).rev();
            ends.filter_map(|end| Some(beside(directory, &words.get(*taken..end)?.join("/"))))
        });
        let mut found = self.first_at(paths);
        if found.is_empty() && !is_rooted && dots == 0 {
            let parts: Vec<String> = words.iter().map(|word| normalize(word)).collect();
            let fewest = if self.is_by_file() { parts.len() } else { 2 };
            found = self.anywhere(&parts, fewest);
        }
        found
    }

    /// Returns the directories in which a module written as names may begin, and the number of names that each
    /// represents.
    fn starts(&self, words: &[&str], dots: usize) -> Vec<(String, usize)> {
        let directory = self.path.directory();
        let above_by =
            |start: &str, levels| ancestors(start).nth(levels).unwrap_or_default().to_owned();
        let first = words.first().copied().unwrap_or_default();
        match self.language.packages() {
            _ if dots > 0 => vec![(above_by(directory, dots - 1), 0)],
            Packages::Nested(marker) => {
                let packages = self.listed(PathKey::Name(normalize(first)));
                let packages = packages.filter(|path| path.stem() == marker);
                let roots = packages.filter_map(|path| ancestors(path.directory()).nth(1));
                let outermost = roots.filter(|root| !self.modules.has(root, marker));
                outermost.map(|root| (root.to_owned(), 0)).collect()
            }
            Packages::Rooted(stems) => {
                let is_root = |it: &&str| stems.iter().any(|stem| self.modules.has(it, stem));
                // A file of `tests` or `examples` is a separate crate.
                let root = ancestors(directory).find(is_root);
                let own = match self.path.stem() {
                    stem if root.is_none() || stem == "mod" || stems.contains(&stem) => "",
                    stem => stem,
                };
                let own = beside(directory, own);
                let ups = words.iter().take_while(|word| **word == "super").count();
                let levels = ups.saturating_sub(self.inline_modules);
                match first {
                    "crate" => vec![(root.unwrap_or(directory).to_owned(), 1)],
                    "self" => vec![(own, 1)],
                    "super" => vec![(above_by(&own, levels), ups)],
                    _ => {
                        let crates = self.aliased(first).into_iter();
                        crates.map(|it| (it, 1)).chain([(own, 0)]).collect()
                    }
                }
            }
            _ => Vec::new(),
        }
    }

    /// Resolves the longest end of a module, of at least `fewest` parts, that a file or a directory has. Files of
    /// packages are excluded: they have only their full name.
    fn anywhere(&self, parts: &[String], fewest: usize) -> Files<'a> {
        let ends = (0..=parts.len().saturating_sub(fewest)).filter_map(|from| parts.get(from..));
        first_found(ends.filter_map(|end| {
            let name = end.last()?.clone();
            let files = self.listed(PathKey::Name(name.clone()));
            let mut found: Files<'a> = files.filter(|it| module_of(it).ends_with(end)).collect();
            if let Packages::Nested(marker) = self.language.packages() {
                found.retain(|path| !self.modules.has(path.directory(), marker));
            } else if found.is_empty() && !self.is_by_file() {
                let files = self.listed(PathKey::Directory(name));
                found.extend(files.filter(|it| parts_of(it.directory()).ends_with(end)));
            }
            Some(found)
        }))
    }

    /// Returns the file at the first path that has one: with or without its extension, or the index file of a
    /// directory.
    fn first_at(&self, paths: impl IntoIterator<Item = String>) -> Files<'a> {
        // `./store.js` may be written for `store.ts`, and `./store.test` for `store.test.ts`.
        let paths = paths.into_iter();
        let stems = paths.flat_map(|path| [parts_of(&path), stem_of(&path)]);
        first_found(stems.flat_map(|stem| {
            let ends = std::iter::once("").chain(DIRECTORY_FILES.iter().copied());
            let key = move |end: &str| PathKey::Path(beside(&stem.join("/"), end));
            ends.map(move |end| self.listed(key(end)).collect())
        }))
    }

    /// Returns the files with a key.
    fn listed(&self, key: PathKey) -> impl Iterator<Item = &'a SourcePath> {
        let listed = self.modules.files.get(&key).into_iter().flatten().copied();
        listed.filter(|path| self.is_related(path))
    }

    /// Returns true for a module with the extension of a related language: `ring.h`.
    fn is_file_name(&self, module: &str) -> bool {
        let path = SourcePath::new(module);
        path.extension().is_some() && self.is_related(&path)
    }

    /// Returns true if modules are files rather than directories.
    fn is_by_file(&self) -> bool {
        self.language.reach() == Reach::File
    }

    /// Returns true if the importing language can name declarations of a file.
    fn is_related(&self, path: &SourcePath) -> bool {
        Language::of(path, "").is_some_and(|it| it.interoperates_with(self.language))
    }
}

/// Returns the parts of a document's module: its path without the extension and, below the root directory,
/// names of [`DIRECTORY_FILES`].
fn module_of(path: &SourcePath) -> Vec<String> {
    let mut parts = stem_of(path.as_str());
    let stem = parts.pop().unwrap_or_default();
    if parts.is_empty() || !DIRECTORY_FILES.contains(&stem.as_str()) {
        parts.push(stem);
    }
    parts
}

/// Returns the normalized parts of a path, the last without extension.
fn stem_of(path: &str) -> Vec<String> {
    let path = SourcePath::new(path);
    let stem = path.stem().trim_end_matches(".d");
    parts_of(&beside(path.directory(), stem))
}

/// Returns the normalized parts of a path.
fn parts_of(path: &str) -> Vec<String> {
    let parts = path.split('/').filter(|part| !part.is_empty());
    parts.map(normalize).collect()
}

/// Normalizes a part of a path: `HTTPServer`, `http_server` and `http-server` are equal.
fn normalize(part: &str) -> String {
    let letters = part.chars().filter(|letter| !matches!(letter, '_' | '-'));
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns the first result that is not empty.
fn first_found<'p>(results: impl IntoIterator<Item = Files<'p>>) -> Files<'p> {
    let mut results = results.into_iter();
    results.find(|found| !found.is_empty()).unwrap_or_default()
}

/// Resolves `a`, `./a` and `../a` relative to a directory.
fn beside(directory: &str, module: &str) -> String {
    let mut parts: Vec<&str> = directory.split('/').filter(|it| !it.is_empty()).collect();
    for part in module.split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns the paths that share the most leading directories with `to`.
fn nearest<'a>(mut found: Files<'a>, to: &SourcePath) -> Files<'a> {
    let longest = found.iter().map(|path| shared(path, to)).max();
    found.retain(|path| Some(shared(path, to)) == longest);
    found.sort_unstable();
    found.dedup();
    found
}

/// Sort key of a path as seen from a document: that document first, then the nearest directories.
pub(super) fn distance(path: &SourcePath, from: &SourcePath) -> (bool, Reverse<usize>) {
    (path != from, Reverse(shared(path, from)))
}

/// Returns the number of leading directories that two paths share.
pub(super) fn shared(one: &SourcePath, other: &SourcePath) -> usize {
    let parts = one.directory().split('/').zip(other.directory().split('/'));
    parts.take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests;
