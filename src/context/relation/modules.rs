//! Module resolution: from an import to the documents it may mean.
//!
//! Principal type: [`ModuleIndex`]. One rule serves all languages: a module is a path without extension,
//! written with `/`, `.`, `::` or `\\`, relative to the importing file (`./`, `super`, leading dots) or
//! to the root of module names ([`Packages`]). Only build files that name directories are read.

mod build;
mod names;
mod paths;

pub(super) use build::{are_package, is_build_file};

use crate::corpus::SourcePath;
use crate::syntax::{Import, Language, Packages, Reach};
use std::collections::HashMap;

/// Documents of a repository by module.
#[derive(Default)]
pub(super) struct ModuleIndex<'a> {
    files: Vec<ModuleFile<'a>>,
    /// Files by the last part of their module.
    by_name: HashMap<String, Vec<usize>>,
    /// Files by the last part of their directory.
    by_directory: HashMap<String, Vec<usize>>,
    /// Files by their whole path without extension.
    by_stem: HashMap<String, Vec<usize>>,
    aliases: Vec<build::Alias<'a>>,
}

struct ModuleFile<'a> {
    path: &'a SourcePath,
    /// The parts of its module.
    module: Vec<String>,
}

/// A document that imports, and the position of the import in it.
pub(super) struct Importer<'a> {
    pub(super) path: &'a SourcePath,
    pub(super) language: Option<Language>,
    /// Number of inline modules around the import.
    pub(super) inline_modules: usize,
}

impl Importer<'_> {
    fn packages(&self) -> Packages {
        self.language.map_or(Packages::Unmarked, Language::packages)
    }

    /// Returns true if modules are files rather than directories.
    fn is_by_file(&self) -> bool {
        self.language.map(Language::reach) == Some(Reach::File)
    }

    /// Returns true if its language can name declarations of a file.
    fn is_related(&self, path: &SourcePath) -> bool {
        match (Language::of(path, ""), self.language) {
            (Some(one), Some(other)) => one.interoperates_with(other),
            _ => false,
        }
    }
}

/// File names that stand for their directory.
const DIRECTORY_FILES: &[&str] = &["mod", "index", "init", "lib", "main", "default"];
/// Directories that are not part of a module's name.
const ROOTS: &[&str] = &["src", "lib", "source", "sources", "include"];

impl<'a> ModuleIndex<'a> {
    pub(super) fn of(paths: &'a [SourcePath]) -> Self {
        let mut modules = Self::default();
        for (index, path) in paths.iter().enumerate() {
            let module = module_of(path);
            let add = |table: &mut HashMap<String, Vec<usize>>, key: String| {
                table.entry(key).or_default().push(index);
            };
            let directory = path.directory().rsplit('/').next().unwrap_or_default();
            add(&mut modules.by_directory, normalize(directory));
            add(&mut modules.by_stem, stem_of(path).join("/"));
            if let Some(name) = module.last() {
                add(&mut modules.by_name, name.clone());
            }
            modules.files.push(ModuleFile { path, module });
        }
        modules
    }

    /// Returns the documents that an import may mean; of several, only those nearest to the importing one.
    pub(super) fn resolve(&self, import: &Import, from: &Importer<'_>) -> Vec<&'a SourcePath> {
        let module = import.module.as_str();
        let mut found = match from.packages() {
            Packages::Stated(_) => return self.package(module, from),
            Packages::Relative => self.script(module, from),
            _ if module.contains('/') || paths::is_file_name(module, from) => {
                self.by_path(module, from)
            }
            _ => self.by_parts(import, from),
        };
        // Only `super` in an inline module may lead to the document itself.
        let may_be_own = matches!(from.packages(), Packages::Rooted(_));
        found.retain(|path| may_be_own || *path != from.path);
        nearest(found, from.path)
    }

    /// Returns the files of a table under a key.
    fn listed<'s>(
        &'s self,
        table: &'s HashMap<String, Vec<usize>>,
        key: &str,
        from: &Importer<'_>,
    ) -> impl Iterator<Item = &'s ModuleFile<'a>> {
        let listed = table.get(key).into_iter().flatten();
        let files = listed.filter_map(|index| self.files.get(*index));
        files.filter(|file| from.is_related(file.path))
    }

    /// Returns the files whose module ends with these parts.
    fn with_suffix(&self, end: &[String], from: &Importer<'_>) -> Vec<&'a SourcePath> {
        let Some(name) = end.last() else {
            return Vec::new();
        };
        self.listed(&self.by_name, name, from)
            .filter(|file| file.module.ends_with(end))
            .map(|file| file.path)
            .collect()
    }

    /// Returns the files in directories whose path ends with these parts, if directories are packages.
    fn in_directories(&self, end: &[String], from: &Importer<'_>) -> Vec<&'a SourcePath> {
        let Some(name) = end.last().filter(|_| !from.is_by_file()) else {
            return Vec::new();
        };
        self.listed(&self.by_directory, name, from)
            .filter(|file| parts_of(file.path.directory()).ends_with(end))
            .map(|file| file.path)
            .collect()
    }
}

/// Returns the parts of a document's module: its path without [`ROOTS`], the extension and, below the
/// root directory, names of [`DIRECTORY_FILES`].
pub(super) fn module_of(path: &SourcePath) -> Vec<String> {
    let mut parts = stem_of(path);
    let stem = parts.pop().unwrap_or_default();
    parts.retain(|part| !ROOTS.contains(&part.as_str()));
    if parts.is_empty() || !DIRECTORY_FILES.contains(&stem.as_str()) {
        parts.push(stem);
    }
    parts
}

/// Returns the normalized parts of a path, the last without extension.
fn stem_of(path: &SourcePath) -> Vec<String> {
    let stem = path.stem();
    let mut parts = parts_of(path.directory());
    parts.push(normalize(stem.strip_suffix(".d").unwrap_or(stem)));
    parts
}

/// Returns the normalized parts of a path.
fn parts_of(path: &str) -> Vec<String> {
    let parts = path.split('/').filter(|part| !part.is_empty());
    parts.map(normalize).collect()
}

/// Normalizes a part of a path: `HTTPServer`, `http_server` and `http-server` are equal.
pub(super) fn normalize(part: &str) -> String {
    let letters = part
        .chars()
        .filter(|letter| !matches!(letter, '_' | '-'))
        .flat_map(char::to_lowercase);
    letters.collect()
}

/// Returns the result of the longest suffix, of at least `fewest` parts, that finds anything.
fn longest_suffix<'p, T>(
    parts: &[T],
    fewest: usize,
    find: impl Fn(&[T]) -> Vec<&'p SourcePath>,
) -> Vec<&'p SourcePath> {
    let ends = (0..=parts.len().saturating_sub(fewest)).filter_map(|from| parts.get(from..));
    first_found(ends.filter(|end| !end.is_empty()).map(find))
}

/// Returns the first result that is not empty.
fn first_found<'p>(results: impl IntoIterator<Item = Vec<&'p SourcePath>>) -> Vec<&'p SourcePath> {
    let mut results = results.into_iter();
    results.find(|found| !found.is_empty()).unwrap_or_default()
}

/// Resolves `./a` and `../a` relative to a directory.
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

/// Joins a directory and a path below it.
fn joined(directory: &str, below: &str) -> String {
    match (directory, below) {
        ("", below) => below.to_owned(),
        (directory, "") => directory.to_owned(),
        (directory, below) => format!("{directory}/{below}"),
    }
}

/// Returns a directory and its ancestors, innermost first.
fn above(directory: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(directory), |directory| {
        let parent = directory.rsplit_once('/').map_or("", |(parent, _)| parent);
        (!directory.is_empty()).then_some(parent)
    })
}

/// Returns the paths that share the most leading directories with one.
fn nearest<'a>(mut found: Vec<&'a SourcePath>, to: &SourcePath) -> Vec<&'a SourcePath> {
    let longest = found.iter().map(|path| shared(path, to)).max();
    found.retain(|path| Some(shared(path, to)) == longest);
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns the number of leading directories that two paths share.
pub(super) fn shared(one: &SourcePath, other: &SourcePath) -> usize {
    let parts = one.directory().split('/').zip(other.directory().split('/'));
    parts.take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(from: &str, inline_modules: usize, module: &str, name: &str, expected: &[&str]) {
        let files = [
            "crates/store/src/lib.rs",
            "crates/store/src/reader.rs",
            "crates/store/src/reader/block.rs",
            "crates/query/src/reader.rs",
            "crates/query/src/lib.rs",
            "app/__init__.py",
            "app/views.py",
            "app/models/__init__.py",
            "app/models/user.py",
            "web/src/client.ts",
            "web/src/api/index.ts",
            "web/src/api/http.ts",
            "include/ring.h",
            "src/ring.c",
            "cmd/store/open.go",
            "cmd/store/close.go",
            "java/com/acme/Ledger.java",
            "php/src/Models/User.php",
            "app/typing.py",
            "tests/inner/app.py",
            "web/src/default.ts",
            "web/src/vite.ts",
        ];
        let store = ("crates/store/Cargo.toml", "[package]\nname = \"store\"\n");
        let files: Vec<_> = files
            .map(|path| (path, ""))
            .into_iter()
            .chain([store])
            .collect();
        check_import(&files, (from, inline_modules), (module, name), expected);
    }

    /// Checks the documents that an import in `from` means, with the texts of build files.
    #[track_caller]
    pub(super) fn check_import(
        files: &[(&str, &str)],
        (from, inline_modules): (&str, usize),
        (module, name): (&str, &str),
        expected: &[&str],
    ) {
        let paths: Vec<SourcePath> = files
            .iter()
            .map(|(path, _)| SourcePath::new(path))
            .collect();
        let mut modules = ModuleIndex::of(&paths);
        let text = |path: &str| {
            files
                .iter()
                .find(|it| it.0 == path)
                .map(|it| it.1.to_owned())
        };
        for path in paths.iter().filter(|path| is_build_file(path)) {
            modules.add_build_file(path, &mut |path| text(path));
        }
        let path = SourcePath::new(from);
        let importer = Importer {
            language: Language::of(&path, ""),
            path: &path,
            inline_modules,
        };
        let import = Import {
            module: module.to_owned(),
            name: name.to_owned(),
            ..Import::default()
        };
        let found = modules.resolve(&import, &importer);
        let found: Vec<&str> = found.iter().map(|path| path.as_str()).collect();
        assert_eq!(found, expected, "{module} {name} from {from}");
    }

    #[test]
    fn rust_paths_resolve_from_the_crate_and_the_module() {
        let lib = "crates/store/src/lib.rs";
        check(
            lib,
            0,
            "crate::reader",
            "Reader",
            &["crates/store/src/reader.rs"],
        );
        check(lib, 0, "self", "reader", &["crates/store/src/reader.rs"]);
        check(
            "crates/query/src/lib.rs",
            0,
            "store::reader",
            "Reader",
            &["crates/store/src/reader.rs"],
        );
        let block = "crates/store/src/reader/block.rs";
        check(block, 0, "super", "Reader", &["crates/store/src/reader.rs"]);
        check(block, 1, "super", "*", &[block]);
        check(lib, 0, "std::fmt", "", &[]);
        check(lib, 0, "std::collections", "HashMap", &[]);
        check(block, 0, "crate", "open", &[lib]);
        check(
            block,
            0,
            "crate::reader::inline",
            "Part",
            &["crates/store/src/reader.rs"],
        );
        check(
            "crates/query/src/reader.rs",
            0,
            "crate::reader",
            "block",
            &["crates/query/src/reader.rs"],
        );
    }

    #[test]
    fn python_modules() {
        check(
            "app/views.py",
            0,
            ".models",
            "user",
            &["app/models/user.py"],
        );
        check(
            "app/views.py",
            0,
            ".models.user",
            "User",
            &["app/models/user.py"],
        );
        check("app/models/user.py", 0, "..", "views", &["app/views.py"]);
        check(
            "app/views.py",
            0,
            "app.models",
            "User",
            &["app/models/__init__.py"],
        );
        check("app/views.py", 0, "os.path", "join", &[]);
        check("app/views.py", 0, "typing", "", &[]);
        check("tests/test_app.py", 0, "app", "", &["app/__init__.py"]);
    }

    #[test]
    fn paths() {
        check(
            "web/src/client.ts",
            0,
            "./api",
            "get",
            &["web/src/api/index.ts"],
        );
        check(
            "web/src/client.ts",
            0,
            "./api/http.js",
            "get",
            &["web/src/api/http.ts"],
        );
        check(
            "web/src/api/http.ts",
            0,
            "../client",
            "",
            &["web/src/client.ts"],
        );
        check("web/src/client.ts", 0, "react", "", &[]);
        check("web/src/client.ts", 0, "vite", "", &[]);
        check(
            "web/src/client.ts",
            0,
            "./default",
            "",
            &["web/src/default.ts"],
        );
        check("src/ring.c", 0, "ring.h", "", &["include/ring.h"]);
        check("src/ring.c", 0, "stdio.h", "", &[]);
    }

    #[test]
    fn packages() {
        check(
            "java/com/acme/Main.java",
            0,
            "com.acme",
            "Ledger",
            &["java/com/acme/Ledger.java"],
        );
        check(
            "php/src/Web.php",
            0,
            "App\\Models",
            "User",
            &["php/src/Models/User.php"],
        );
    }
}
