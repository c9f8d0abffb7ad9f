//! What a file is for, by its name.

use super::manifest;
use crate::corpus::SourcePath;
use serde::{Deserialize, Serialize};

/// What a file is for, as far as its name tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FileRole {
    /// Says what its directory is about, to people: `README.md`.
    Readme,
    /// Declares a package: `Cargo.toml`, `package.json`.
    Manifest,
    /// Where a program begins: `main.rs`, `__main__.py`.
    Entry,
    /// Stands for its directory: `mod.rs`, `lib.rs`, `__init__.py`, `index.ts`, `doc.go`.
    Package,
    /// Tests, benchmarks and what they read.
    Test,
    /// Examples, and code of others: not what the repository is.
    Aside,
    /// All others.
    Source,
}

/// Directories of tests, in lower case.
const TESTS: &[&str] = &[
    "test",
    "tests",
    "spec",
    "specs",
    "__tests__",
    "testing",
    "testdata",
    "fixtures",
    "__mocks__",
    "benches",
    "bench",
    "benchmarks",
    "e2e",
];
/// Directories of what is beside the point, in lower case.
const ASIDES: &[&str] = &[
    "examples",
    "example",
    "_examples",
    "samples",
    "vendor",
    "third_party",
    "node_modules",
    "templates",
    "dist",
];
/// Where programs begin, without the extension.
const ENTRIES: &[&str] = &["main", "__main__", "Main", "Program", "manage"];
/// Other files where programs begin.
const ENTRY_FILES: &[&str] = &[
    "server.js",
    "server.ts",
    "app.py",
    "cli.py",
    "cli.js",
    "cli.ts",
    "config.ru",
    "wsgi.py",
    "asgi.py",
];
/// Files that stand for their directory.
const PACKAGES: &[&str] = &[
    "mod.rs",
    "lib.rs",
    "__init__.py",
    "__init__.pyi",
    "package-info.java",
    "doc.go",
    "index.js",
    "index.ts",
    "index.mjs",
    "index.cjs",
    "index.jsx",
    "index.tsx",
    "root.zig",
    "package.scala",
    "init.lua",
    "default.nix",
];

impl FileRole {
    /// By the path alone.
    pub fn of(path: &SourcePath) -> Self {
        let name = path.file_name();
        let lower = name.to_lowercase();
        let directories = || path.directory().split('/').map(str::to_lowercase);
        if directories().any(|part| TESTS.contains(&part.as_str())) || is_test(name) {
            Self::Test
        } else if directories().any(|part| ASIDES.contains(&part.as_str())) {
            Self::Aside
        } else if manifest::is_manifest(name) {
            Self::Manifest
        } else if lower.split('.').next() == Some("readme") {
            Self::Readme
        } else if PACKAGES.contains(&name) {
            Self::Package
        } else if is_entry(path) {
            Self::Entry
        } else {
            Self::Source
        }
    }
}

fn is_entry(path: &SourcePath) -> bool {
    let is_code = path.extension().is_some_and(|extension| {
        ![
            "md", "txt", "json", "yml", "yaml", "toml", "css", "scss", "html", "tf",
        ]
        .contains(&extension)
    });
    let is_command = path.directory().rsplit('/').next() == Some("bin");
    is_code && ENTRIES.contains(&path.stem())
        || ENTRY_FILES.contains(&path.file_name())
        || is_command
}

/// `test_api.py`, `api_test.go`, `api.spec.ts`, `ApiTest.java`, `conftest.py`.
fn is_test(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let lower = stem.to_lowercase();
    let is_camel = stem.ends_with("Test") || stem.ends_with("Tests") || stem.ends_with("Spec");
    lower.starts_with("test_")
        || lower.ends_with("_test")
        || lower.ends_with("_tests")
        || lower.ends_with("_spec")
        || matches!(lower.as_str(), "tests" | "test" | "conftest")
        || is_camel
        || name.contains(".test.")
        || name.contains(".spec.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, expected: FileRole) {
        assert_eq!(FileRole::of(&SourcePath::new(path)), expected, "{path}");
    }

    #[test]
    fn a_name_tells_what_a_file_is_for() {
        check("README.md", FileRole::Readme);
        check("docs/readme.rst", FileRole::Readme);
        check("Cargo.toml", FileRole::Manifest);
        check("src/main.rs", FileRole::Entry);
        check("bin/tool", FileRole::Entry);
        check("cmd/tool/main.go", FileRole::Entry);
        check("docs/main.md", FileRole::Source);
        check("src/index/mod.rs", FileRole::Package);
        check("pkg/__init__.py", FileRole::Package);
        check("tests/it/main.rs", FileRole::Test);
        check("store_test.go", FileRole::Test);
        check("src/OrderTest.java", FileRole::Test);
        check("src/contest.py", FileRole::Source);
        check("examples/main.rs", FileRole::Aside);
        check("src/merger.rs", FileRole::Source);
    }
}
