//! What a path says about the code in it.

use crate::corpus::SourcePath;

/// Where in a project a file stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// The project's own code.
    Code,
    /// Tests, fixtures, benchmarks.
    Tests,
    /// Examples, samples, demos.
    Examples,
    /// Somebody else's code, kept here.
    Vendored,
    /// Made by a program.
    Generated,
}

const TESTS: [&str; 16] = [
    "test",
    "tests",
    "testing",
    "testdata",
    "spec",
    "specs",
    "__tests__",
    "__mocks__",
    "fixtures",
    "fixture",
    "mocks",
    "bench",
    "benches",
    "benchmark",
    "benchmarks",
    "e2e",
];
const EXAMPLES: [&str; 7] = [
    "example", "examples", "sample", "samples", "demo", "demos", "tutorial",
];
const VENDORED: [&str; 6] = [
    "vendor",
    "vendored",
    "third_party",
    "thirdparty",
    "node_modules",
    "external",
];
const GENERATED: [&str; 3] = ["generated", "gen", "dist"];

/// Extensions of what people read.
const DOCUMENTATION: [&str; 17] = [
    "md", "mdx", "markdown", "rst", "adoc", "asciidoc", "txt", "text", "textile", "rdoc", "pod",
    "org", "tex", "docx", "pdf", "html", "htm",
];
/// Extensions of what programs read to know what to do.
const SETTINGS: [&str; 10] = [
    "json",
    "yml",
    "yaml",
    "toml",
    "xml",
    "ini",
    "cfg",
    "properties",
    "gradle",
    "csproj",
];
/// Extensions of data, resources and licenses.
const DATA: [&str; 18] = [
    "csv",
    "license",
    "licence",
    "tsv",
    "jsonl",
    "ndjson",
    "lock",
    "svg",
    "snap",
    "po",
    "pot",
    "resx",
    "strings",
    "xcstrings",
    "plist",
    "xib",
    "storyboard",
    "geojson",
];

/// Documents that need no extension.
const DOCUMENTS: [&str; 11] = [
    "readme",
    "license",
    "licence",
    "copying",
    "notice",
    "authors",
    "maintainers",
    "contributors",
    "contributing",
    "changelog",
    "changes",
];
/// Directories of documents.
const DOCUMENT_DIRECTORIES: [&str; 3] = ["doc", "docs", "documentation"];

impl Place {
    /// What this takes from the score where nothing is known but names: the signal and its value.
    pub(super) fn demotion(self) -> Option<(&'static str, f32)> {
        match self {
            Self::Code => None,
            Self::Examples => Some(("examples", -0.25)),
            Self::Tests => Some(("tests", -0.5)),
            Self::Generated => Some(("generated", -1.0)),
            Self::Vendored => Some(("vendored", -1.0)),
        }
    }

    /// Rank among copies of one text, the original first.
    pub(super) fn rank(self) -> u8 {
        match self {
            Self::Code => 0,
            Self::Examples => 1,
            Self::Tests => 2,
            Self::Generated => 3,
            Self::Vendored => 4,
        }
    }

    /// Judges by the conventional names of directories, the file, and the modules inside it.
    pub(super) fn of(path: &SourcePath, names: &[String]) -> Self {
        let lower = path.as_str().to_lowercase();
        let (directories, file) = lower.rsplit_once('/').unwrap_or(("", &lower));
        let within = |names: &[&str]| directories.split('/').any(|part| names.contains(&part));
        if within(&VENDORED) {
            Self::Vendored
        } else if within(&GENERATED) || is_generated_name(file) {
            Self::Generated
        } else if within(&TESTS) || is_test_name(path.file_name()) || is_test_module(names) {
            Self::Tests
        } else if within(&EXAMPLES) {
            Self::Examples
        } else {
            Self::Code
        }
    }
}

/// Whether a file is documentation, a license, settings, data or a tree-sitter query, and not code.
pub(super) fn is_not_code(path: &SourcePath) -> bool {
    let is_query = || ends_in(path, &["scm"]) && path.directory().contains("queries");
    is_documentation(path) || ends_in(path, &SETTINGS) || ends_in(path, &DATA) || is_query()
}

/// Whether a file is documentation, by its extension or, without one, its conventional name.
pub(super) fn is_documentation(path: &SourcePath) -> bool {
    let is_named = || {
        let name = path.file_name().to_lowercase();
        DOCUMENTS.iter().any(|document| {
            let rest = name.strip_prefix(document);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_']))
        })
    };
    ends_in(path, &DOCUMENTATION) || (path.extension().is_none() && is_named())
}

/// Whether a path leads through, or to, a directory of documents.
pub(super) fn is_among_documents(path: &SourcePath) -> bool {
    let lower = path.as_str().to_lowercase();
    let mut parts = lower.split('/');
    parts.any(|part| DOCUMENT_DIRECTORIES.contains(&part))
}

/// Whether a file is settings: by its extension, as what locks them, or hidden and without one.
pub(super) fn is_settings(path: &SourcePath) -> bool {
    let is_hidden = || path.file_name().starts_with('.') && path.extension().is_none();
    ends_in(path, &SETTINGS) || ends_in(path, &["lock"]) || is_hidden()
}

fn ends_in(path: &SourcePath, extensions: &[&str]) -> bool {
    let extension = path.extension().unwrap_or_default().to_lowercase();
    extensions.contains(&extension.as_str())
}

fn is_generated_name(file: &str) -> bool {
    [
        ".min.js",
        ".min.css",
        ".pb.go",
        "_pb2.py",
        ".pb.cc",
        ".pb.h",
        ".g.cs",
        ".designer.cs",
        ".lock",
        "-lock.json",
    ]
    .iter()
    .any(|ending| file.ends_with(ending))
}

/// Rust keeps tests in a module of the file they test.
fn is_test_module(names: &[String]) -> bool {
    names
        .iter()
        .skip(1)
        .any(|name| name == "tests" || name == "test")
}

/// `test_x.py`, `x_test.go`, `x.spec.ts`, `XTest.java`, `XTests.swift`.
fn is_test_name(file: &str) -> bool {
    let stem = file.split('.').next().unwrap_or(file);
    let lower = stem.to_lowercase();
    let marked = |mark: &str| file.to_lowercase().contains(mark);
    lower.starts_with("test_")
        || lower.ends_with("_test")
        || lower.ends_with("_tests")
        || lower.ends_with("_spec")
        || stem.ends_with("Test")
        || stem.ends_with("Tests")
        || stem.ends_with("Spec")
        || lower == "test"
        || lower == "tests"
        || lower == "conftest"
        || marked(".test.")
        || marked(".spec.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, expected: Place) {
        assert_eq!(Place::of(&SourcePath::new(path), &[]), expected, "{path}");
    }

    #[test]
    fn paths_are_judged_by_their_conventional_names() {
        check("src/index.rs", Place::Code);
        check("src/latest.rs", Place::Code);
        check("src/tests/index.rs", Place::Tests);
        check("pkg/chi_test.go", Place::Tests);
        check("src/FooTest.java", Place::Tests);
        check("a/b.spec.ts", Place::Tests);
        check("examples/hello.rs", Place::Examples);
        check("vendor/tests/x.c", Place::Vendored);
        check("api/v1.pb.go", Place::Generated);
        check("Cargo.lock", Place::Generated);
    }

    #[test]
    fn documentation_and_settings_are_no_code() {
        let other = |path| is_not_code(&SourcePath::new(path));
        assert!(other("docs/index.md") && other("Package.JSON"));
        assert!(
            other("LICENSE-MIT")
                && other("themes/nord.LICENSE")
                && other("data/rows.csv")
                && other("Cargo.lock")
        );
        assert!(other("runtime/queries/rust/indents.scm") && !other("src/eval.scm"));
        assert!(!other("src/markdown.rs") && !other("Makefile"));
    }
}
