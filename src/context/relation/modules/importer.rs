//! Resolution of the imports of one document.
//!
//! Principal type: [`Importer`].

use super::build::{ImportSite, OWN_DIRECTORY};
use super::index::{Files, ModuleFile, ModuleIndex, PathKey};
use super::path::{DIRECTORY_FILES, beside, module_of, nearest, normalize, parts_of, stem_of};
use crate::corpus::{SourcePath, ancestors};
use crate::syntax::{Import, Language, Packages, Reach};

/// Directories of sources in a directory of Python's path.
const SOURCE_DIRECTORIES: &[&str] = &["", "src", "lib", "python"];

/// Documents that an import may mean by the end of its path.
pub(crate) struct Guess<'a> {
    pub(crate) files: Files<'a>,
    /// True for an alias that no configuration explains: it may mean any document.
    pub(crate) is_open: bool,
}

/// A document that imports, and the modules of its repository.
pub(crate) struct Importer<'i, 'a> {
    pub(crate) modules: &'i ModuleIndex<'a>,
    pub(crate) path: &'i SourcePath,
    pub(crate) language: Language,
    /// Number of inline modules around the import.
    pub(crate) inline_modules: usize,
    /// True if an import of the document is relative to it, so that it is in a package.
    pub(crate) is_in_package: bool,
}

impl<'a> Importer<'_, 'a> {
    /// Returns the documents that an import may mean; of several, only the nearest to the importing document.
    pub(crate) fn resolve(&self, import: &Import) -> Files<'a> {
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
        // A build file may state a module of the same name.
        let is_stated = matches!(
            self.language.packages(),
            Packages::Relative | Packages::Stated
        );
        if self.language.is_standard(module) && !is_stated {
            found.retain(|path| self.shadows_standard(path));
        }
        // Only `super` in an inline module may lead to the document itself.
        let may_be_own = matches!(self.language.packages(), Packages::Rooted(_));
        found.retain(|path| may_be_own || *path != self.path);
        if self.language.fills_modules {
            self.keep_outermost(&mut found, module.split('.').count());
        }
        nearest(found, self.path)
    }

    /// Keeps the documents of the outermost root around the importing one, if there are any: a program of Lua has one.
    /// The module has a number of names.
    fn keep_outermost(&self, found: &mut Files<'a>, names: usize) {
        let own = parts_of(self.path.directory());
        let outer = |path: &SourcePath| {
            let mut root = module_of(path);
            root.truncate(root.len().saturating_sub(names));
            own.starts_with(&root).then_some(root.len())
        };
        let around = found.iter().filter_map(|path| outer(path)).min();
        found.retain(|path| around.is_none() || outer(path) == around);
    }

    /// Returns the documents that an import may mean by the end of its path, if [`Self::resolve`] finds none; none if
    /// the import is proven to be from outside the repository.
    pub(crate) fn guess(&self, import: &Import) -> Option<Guess<'a>> {
        let module = import.module.as_str();
        let is_explained = match self.language.packages() {
            Packages::Stated => self.modules.states("go.mod"),
            Packages::Rooted(_) => self.modules.states("Cargo.toml"),
            Packages::Nested(_) => {
                module.starts_with('.') || self.modules.states(first_word(module))
            }
            Packages::Relative => false,
            Packages::Unmarked => !self.is_by_file(),
            Packages::Prefixed => true,
        };
        if is_explained || self.language.is_standard(module) {
            return None;
        }
        let (mut parts, fewest) = match self.language.packages() {
            Packages::Relative => self.script_parts(module)?,
            _ if self.is_file_name(module) => (stem_of(module), 1),
            _ => (module.split(['/', '.', ':']).map(normalize).collect(), 1),
        };
        let mut files = self.anywhere(&parts, fewest.max(1));
        if matches!(self.language.packages(), Packages::Nested(_)) {
            // `from depot.app import tools` names a module in a directory.
            if files.is_empty() && !matches!(import.name.as_str(), "" | "*") {
                parts.push(normalize(&import.name));
                files = self.anywhere(&parts, 1);
            }
            // The root of the repository may be a package of any name.
            let two = parts
                .get(parts.len().saturating_sub(2)..)
                .unwrap_or_default();
            files.retain(|path| {
                let own = module_of(path);
                own.ends_with(two) || parts.ends_with(&own)
            });
        }
        let files = nearest(files, self.path);
        let is_open = fewest == 0;
        (is_open || !files.is_empty()).then_some(Guess { files, is_open })
    }

    /// Returns the parts of a module of JavaScript, and the number of them that a file must end with; 0 if the module
    /// may be any: `@/store`, `~/store`, `../dist/store`. None for a package that the repository depends on.
    fn script_parts(&self, module: &str) -> Option<(Vec<String>, usize)> {
        let mut words: Vec<&str> = module.split('/').collect();
        let is_scoped = module.starts_with('@') && !module.starts_with("@/");
        let mut fewest = 0;
        if module.starts_with('.') {
            // A file in another language, as a style sheet.
            let path = SourcePath::new(&beside(self.path.directory(), module));
            let is_script = path
                .extension()
                .is_none_or(|_| self.is_file_name(path.as_str()));
            if !is_script {
                return None;
            }
        } else if is_scoped || !module.starts_with(['@', '/', '~', '#', '$']) {
            let package = words.get(..1 + usize::from(is_scoped))?.join("/");
            if module.contains(':') || self.modules.states(&package) {
                return None;
            }
            fewest = if is_scoped { 1 } else { words.len() };
        }
        words[0] = words[0].trim_start_matches(['@', '~', '#', '$']);
        words.retain(|word| !matches!(*word, "" | "." | ".."));
        Some((stem_of(&words.join("/")), fewest))
    }

    /// Returns true for a file that hides a module of the standard library: one beside the importing file, unless that
    /// is in a package.
    fn shadows_standard(&self, path: &SourcePath) -> bool {
        let own = self.path.directory();
        let is_in_package = match self.language.packages() {
            Packages::Nested(marker) => self.is_in_package || self.modules.has(own, marker),
            _ => false,
        };
        path.directory() == own && !is_in_package
    }

    /// Resolves a package: the files of its directories except tests, which cannot be imported.
    fn in_packages(&self, module: &str) -> Files<'a> {
        let mut found = Vec::new();
        for directory in self.aliased(module) {
            let files = self.in_directory(&directory);
            found.extend(files.filter(|path| !path.stem().ends_with("_test")));
        }
        found
    }

    /// The files of a directory.
    fn in_directory(&self, directory: &str) -> impl Iterator<Item = &'a SourcePath> {
        let last = parts_of(directory).pop().unwrap_or_default();
        let files = self.listed(PathKey::Directory(last)).map(|file| file.path);
        files.filter(move |path| path.directory() == directory)
    }

    /// Resolves a name in a namespace that a build file declares: its file, or else the files of the namespace.
    fn by_prefix(&self, import: &Import) -> Files<'a> {
        let namespace = format!("{}\\", import.module);
        let files = self.first_at(self.aliased(&(namespace.clone() + &import.name)));
        if files.is_empty() {
            return self.in_packages(&namespace);
        }
        files
    }

    /// Resolves a module written as a path: `./store`, `ring.h`, `@/store`.
    fn by_path(&self, module: &str) -> Files<'a> {
        if module.starts_with('.') {
            let path = beside(self.path.directory(), module);
            let mut found = self.first_at([path.clone()]);
            // A module of Terraform is a directory.
            if found.is_empty() && self.language.reach() == Reach::Directory {
                return self.in_directory(&path).collect();
            }
            // A workflow names files from the root of the repository.
            if found.is_empty() && self.language.packages() == Packages::Unmarked {
                return self.first_at([beside("", module)]);
            }
            // Its index file may only declare the types of a package.
            if found.iter().all(|file| file.directory() == path) {
                found.extend(self.first_at(self.aliased(&(OWN_DIRECTORY.to_owned() + &path))));
            }
            return found;
        }
        if self.language.packages() == Packages::Relative {
            let paths = self.aliased(module);
            // An internal name of a package may mean another file under each condition.
            if module.starts_with('#') {
                let files = paths.into_iter().flat_map(|path| self.first_at([path]));
                return files.collect();
            }
            return self.first_at(paths);
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
        let mut words: Vec<&str> = import.module.split(['.', ':', '\\']).collect();
        words.retain(|word| !word.is_empty());
        let dots = import.module.len() - import.module.trim_start_matches('.').len();
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
        let mut paths = Vec::new();
        for (directory, taken) in self.starts(words, dots) {
            let mut fewest = words.len();
            if is_rooted && !is_taken {
                // Names after a file may be inline modules.
                fewest = taken.max(1);
            }
            for end in (fewest..=words.len()).rev() {
                if let Some(names) = words.get(taken..end) {
                    paths.push(beside(&directory, &names.join("/")));
                }
            }
        }
        let packages = self.language.packages();
        if matches!(packages, Packages::Nested(_) | Packages::Unmarked) {
            paths.extend(self.aliased(&words.join("/")));
        }
        let mut found = self.first_at(paths);
        if found.is_empty() && !is_rooted && dots == 0 {
            let parts: Vec<String> = words.iter().map(|word| normalize(word)).collect();
            let fewest = if self.is_by_file() { parts.len() } else { 2 };
            found = self.anywhere(&parts, fewest);
            if let Packages::Nested(marker) = packages {
                // Files of packages have only their full name.
                found.retain(|path| {
                    !self.modules.has(path.directory(), marker) && self.is_on_path(path, words)
                });
            }
        }
        found
    }

    /// Returns true if a module of these names is in a directory from which the importing document can import: its own,
    /// one above it, or the sources of one.
    fn is_on_path(&self, path: &SourcePath, words: &[&str]) -> bool {
        let mut directories = ancestors(self.path.directory());
        directories.any(|directory| {
            SOURCE_DIRECTORIES.iter().any(|sources| {
                let root = beside(directory, sources);
                let module = stem_of(&beside(&root, &words.join("/")));
                module_of(path) == module || stem_of(path.as_str()) == module
            })
        })
    }

    /// Returns the directories in which a module written as names may begin, and the number of names that each
    /// represents.
    fn starts(&self, words: &[&str], dots: usize) -> Vec<(String, usize)> {
        let directory = self.path.directory();
        if dots > 0 {
            return vec![(above(directory, dots - 1), 0)];
        }
        match self.language.packages() {
            Packages::Nested(marker) => {
                let first = words.first().copied().unwrap_or_default();
                let mut roots = Vec::new();
                for file in self.listed(PathKey::Name(normalize(first))) {
                    let path = file.path;
                    // Only an outermost package is named from its root.
                    if path.stem() == marker
                        && let Some(root) = ancestors(path.directory()).nth(1)
                        && !self.modules.has(root, marker)
                    {
                        roots.push((root.to_owned(), 0));
                    }
                }
                roots
            }
            Packages::Rooted(stems) => self.starts_in_crate(words, stems),
            _ => Vec::new(),
        }
    }

    /// Returns [`Self::starts`] of a path in a crate, whose root file has one of these stems.
    fn starts_in_crate(&self, words: &[&str], stems: &[&str]) -> Vec<(String, usize)> {
        let directory = self.path.directory();
        // A file of `tests` or `examples` is a separate crate.
        let root = ancestors(directory)
            .find(|directory| stems.iter().any(|stem| self.modules.has(directory, stem)));
        let stem = self.path.stem();
        let mut own = beside(directory, stem);
        if root.is_none() || stem == "mod" || stems.contains(&stem) {
            own = beside(directory, "");
        }
        let file = beside(directory, stem);
        match words.first().copied().unwrap_or_default() {
            "crate" if root.is_none() => vec![(directory.to_owned(), 1), (file, 1)],
            "crate" => vec![(root.unwrap_or(directory).to_owned(), 1)],
            "self" => vec![(own, 1)],
            "super" => {
                let ups = words.iter().take_while(|word| **word == "super").count();
                let mut starts = vec![(above(&own, ups.saturating_sub(self.inline_modules)), ups)];
                if ups == self.inline_modules && file != own {
                    starts.push((file, ups));
                }
                starts
            }
            first => {
                let crates = self.aliased(first).into_iter();
                let mut starts: Vec<_> = crates.map(|directory| (directory, 1)).collect();
                starts.push((own, 0));
                starts
            }
        }
    }

    /// Resolves the longest end of a module, of at least `fewest` parts, that a file or a directory has.
    fn anywhere(&self, parts: &[String], fewest: usize) -> Files<'a> {
        for from in 0..=parts.len().saturating_sub(fewest) {
            let end = &parts[from..];
            let Some(name) = end.last() else {
                continue;
            };
            let is_directory = self.language.packages() == Packages::Stated;
            let files = self.listed(PathKey::Name(name.clone()));
            let has_end =
                |file: &&ModuleFile<'_>| file.module.ends_with(end) || file.stem.ends_with(end);
            let files = files.filter(|file| !is_directory && has_end(file));
            let mut found: Files<'a> = files.map(|file| file.path).collect();
            if found.is_empty() && !self.is_by_file() {
                let files = self.listed(PathKey::Directory(name.clone()));
                let files = files.filter(|file| file.directory.ends_with(end));
                found.extend(files.map(|file| file.path));
            }
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// Returns the file at the first path that has one: with or without its extension, or the index file of a
    /// directory.
    fn first_at(&self, paths: impl IntoIterator<Item = String>) -> Files<'a> {
        for path in paths {
            // `./store.js` may be written for `store.ts`, and `./store.test` for `store.test.ts`.
            for stem in [parts_of(&path), stem_of(&path)] {
                let stem = stem.join("/");
                for file in [""].iter().chain(DIRECTORY_FILES) {
                    let key = PathKey::Path(beside(&stem, file));
                    let found: Files<'a> = self.listed(key).map(|file| file.path).collect();
                    if !found.is_empty() {
                        return found;
                    }
                }
            }
        }
        Vec::new()
    }

    /// Returns the paths that build files give a module.
    fn aliased(&self, module: &str) -> Vec<String> {
        let site = ImportSite {
            path: self.path,
            language: self.language,
        };
        self.modules.aliased(site, module)
    }

    /// Returns the files with a key whose declarations the importing language can name.
    fn listed(&self, key: PathKey) -> impl Iterator<Item = &ModuleFile<'a>> {
        let listed = self.modules.listed(key);
        listed.filter(|file| self.interoperates(file.language))
    }

    /// Returns true for a module with the extension of a related language: `ring.h`.
    fn is_file_name(&self, module: &str) -> bool {
        let path = SourcePath::new(module);
        path.extension().is_some() && self.interoperates(Language::of(&path, ""))
    }

    /// Returns true if modules are files rather than directories.
    fn is_by_file(&self) -> bool {
        self.language.reach() == Reach::File
    }

    /// Returns true if the importing language can name declarations of another.
    fn interoperates(&self, other: Option<Language>) -> bool {
        other.is_some_and(|language| language.interoperates_with(self.language))
    }
}

/// Returns the first part of a module's name.
fn first_word(module: &str) -> &str {
    module.split('.').next().unwrap_or_default()
}

/// Returns the directory that is some levels above another; the root if there are fewer.
fn above(directory: &str, levels: usize) -> String {
    ancestors(directory)
        .nth(levels)
        .unwrap_or_default()
        .to_owned()
}
