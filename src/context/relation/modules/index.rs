//! Documents of a repository by the modules that they may be.
//!
//! Principal type: [`ModuleIndex`].

use super::build::{Alias, ImportSite, RENAMED, Read, aliases};
use super::literals::dependencies;
use super::path::{beside, module_of, normalize, parts_of, shared, stem_of};
use crate::corpus::SourcePath;
use crate::syntax::Language;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// Documents of a repository by module.
#[derive(Default)]
pub(crate) struct ModuleIndex<'a> {
    files: Vec<ModuleFile<'a>>,
    /// Positions of the files with a key.
    by_key: HashMap<PathKey, Vec<usize>>,
    /// By the text of their patterns before the wildcard.
    aliases: HashMap<String, Vec<Alias<'a>>>,
    /// Names of build files, and normalized names of the packages that they depend on.
    stated: HashSet<String>,
}

/// A document, with the normalized parts of its path.
pub(super) struct ModuleFile<'a> {
    pub(super) path: &'a SourcePath,
    pub(super) language: Option<Language>,
    /// Of its module.
    pub(super) module: Vec<String>,
    /// Of its path, which also has the name of an index file.
    pub(super) stem: Vec<String>,
    pub(super) directory: Vec<String>,
}

/// The names that a build file declares, and those of the packages that it depends on.
pub(crate) type StatedNames<'a> = (Vec<Alias<'a>>, Vec<String>);

/// Returns the names in a build file; `read` returns the text of a file.
pub(crate) fn stated_names<'a>(file: &'a SourcePath, read: Read<'_>) -> StatedNames<'a> {
    let text = read(file.as_str()).unwrap_or_default();
    let dependencies = dependencies(file.file_name(), &text);
    (aliases(file, &text, read), dependencies)
}

/// Files that a module may mean.
pub(super) type Files<'a> = Vec<&'a SourcePath>;

/// A normalized part of a path.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum PathKey {
    /// The whole path without extension.
    Path(String),
    /// The last part of the module.
    Name(String),
    /// The last part of the directory.
    Directory(String),
}

impl<'a> ModuleIndex<'a> {
    pub(crate) fn of(paths: impl Iterator<Item = &'a SourcePath>) -> Self {
        let mut modules = Self::default();
        for (number, path) in paths.enumerate() {
            let (module, directory) = (module_of(path), parts_of(path.directory()));
            let stem = stem_of(path.as_str());
            let mut keys = vec![
                PathKey::Path(stem.join("/")),
                PathKey::Name(module.last().cloned().unwrap_or_default()),
                PathKey::Directory(directory.last().cloned().unwrap_or_default()),
            ];
            if stem != module {
                keys.push(PathKey::Name(stem.last().cloned().unwrap_or_default()));
            }
            for key in keys {
                modules.by_key.entry(key).or_default().push(number);
            }
            modules.files.push(ModuleFile {
                path,
                language: Language::of(path, ""),
                module,
                stem,
                directory,
            });
        }
        modules
    }

    /// Returns the files with a key.
    pub(super) fn listed(&self, key: PathKey) -> impl Iterator<Item = &ModuleFile<'a>> {
        let numbers = self.by_key.get(&key).into_iter().flatten();
        numbers.map(|number| &self.files[*number])
    }

    /// Returns true if a directory has a file with a stem.
    pub(super) fn has(&self, directory: &str, stem: &str) -> bool {
        let path = parts_of(&beside(directory, stem)).join("/");
        self.by_key.contains_key(&PathKey::Path(path))
    }

    /// Adds the names that a build file declares.
    pub(crate) fn add_names(&mut self, file: &SourcePath, (aliases, packages): StatedNames<'a>) {
        for alias in aliases {
            let start = alias.pattern.split('*').next().unwrap_or_default();
            let listed = self.aliases.entry(start.to_owned()).or_default();
            listed.push(alias);
        }
        self.stated.insert(file.file_name().to_owned());
        self.stated
            .extend(packages.iter().map(|name| normalize(name)));
    }

    /// Returns true for the name of a build file of the repository, or of a package that one depends on.
    pub(super) fn states(&self, name: &str) -> bool {
        self.stated.contains(name) || self.stated.contains(&normalize(name))
    }

    /// Returns the paths of the patterns that match a module in a document: nearest scopes first, then longest patterns,
    /// then those of the nearest build file.
    pub(super) fn aliased(&self, from: ImportSite<'_>, module: &str) -> Vec<String> {
        let paths = self.matching(from, module);
        let mut renamed = paths.iter().filter_map(|path| path.strip_prefix(RENAMED));
        let paths = match renamed.next() {
            Some(package) => self.matching(from, package),
            None => paths,
        };
        paths.iter().map(|path| beside("", path)).collect()
    }

    /// Returns [`Self::aliased`] as stated.
    fn matching(&self, from: ImportSite<'_>, module: &str) -> Vec<String> {
        let mut matching = Vec::new();
        let starts = (0..=module.len()).filter_map(|end| module.get(..end));
        for alias in starts.filter_map(|start| self.aliases.get(start)).flatten() {
            if let Some(wildcard) = alias.matches(from, module) {
                matching.push((alias, wildcard));
            }
        }
        matching.sort_by_key(|(alias, wildcard)| {
            let far = Reverse(shared(alias.file, from.path));
            (Reverse(alias.scope.len()), wildcard.len(), far)
        });
        let paths = matching.into_iter().flat_map(|(alias, wildcard)| {
            let wildcard = wildcard.replace('\\', "/");
            let paths = alias.paths.iter();
            paths.map(move |path| path.replacen('*', &wildcard, 1))
        });
        paths.collect()
    }
}
