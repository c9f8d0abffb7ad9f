//! Classification of files by their paths.
//!
//! Principal type: [`FileClass`]. Contract: only the path and the names of modules decide, never the content,
//! so the class of an indexed leaf needs no file. The index stores it; search ranks and filters by it.

use super::path::SourcePath;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Class of a file in its project. Ordered by preference among copies of one text: original first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FileClass {
    /// The project's own code.
    Code,
    /// Examples, samples, demos.
    Examples,
    /// Tests, fixtures, benchmarks.
    Tests,
    /// Generated files.
    Generated,
    /// Vendored code.
    Vendored,
}

const TESTS: &str = "\
    test tests testing testdata spec specs __tests__ __mocks__ fixtures fixture mocks bench \
    benches benchmark benchmarks e2e t regress";
const EXAMPLES: &str = "\
    example examples _examples sample samples demo demos tutorial snippet snippets";
/// Directories in which code is an example, unless they are part of the source.
const GUIDES: &str = "docs documentation";
const VENDORED: &str = "\
    vendor vendored _vendor bundled third_party third-party thirdparty 3rdparty 3rd_party external \
    godeps node_modules bower_components jspm_packages web_modules .yarn elm-stuff site-packages \
    dist-packages __pypackages__ .venv .virtualenv .tox .nox .eggs conda-meta";
/// The same, where another case is a usual name of own code.
const VENDORED_CAPITALIZED: &str = "Pods Carthage";
/// Usual names of Python environments, which are names of own code too, and what only an environment has there.
const ENVIRONMENTS: &str = "venv env virtualenv";
const IN_ENVIRONMENTS: &str = "bin scripts lib64 pyvenv.cfg";
const GENERATED: &str = "generated gen dist";

/// Classes of directories by their names in lower case.
static DIRECTORIES: LazyLock<HashMap<&str, FileClass>> = LazyLock::new(|| {
    let mut classes = HashMap::new();
    for (names, class) in [
        (EXAMPLES, FileClass::Examples),
        (TESTS, FileClass::Tests),
        (GENERATED, FileClass::Generated),
        (VENDORED, FileClass::Vendored),
    ] {
        classes.extend(names.split(' ').map(|name| (name, class)));
    }
    classes
});

const GENERATED_ENDINGS: &str = "\
    .min.js .min.css .pb.go _pb2.py .pb.cc .pb.h .g.cs .designer.cs .lock -lock.json -lock.yaml";

/// Extensions of documentation.
const DOCUMENTATION: &str = "\
    md mdx qmd rmd markdown rst adoc asciidoc txt text textile rdoc pod org tex docx pdf html htm \
    man mdoc roff";
/// Extensions of settings.
const SETTINGS: &str = "\
    json yml yaml toml xml ini cfg conf properties gradle kts sbt cabal neon editorconfig \
    globalconfig csproj sln props targets pbxproj";
/// Extensions of data, resources and licenses.
const DATA: &str = "\
    csv license licence tsv jsonl ndjson lock svg snap po pot resx strings xcstrings plist xib \
    storyboard geojson api";
/// Extensions of files from which other files are generated: `config.h.in`.
const TEMPLATES: &str = "in dist example sample template tmpl prebuilt";

/// Names of documents without an extension.
const DOCUMENTS: &str = "\
    readme license licence copying notice authors maintainers contributors contributing \
    changelog changes";
/// Directories of documents.
const DOCUMENT_DIRECTORIES: &str = "doc docs documentation";

impl FileClass {
    /// Signal and value that lower the score in modes without fitted weights.
    pub fn demotion(self) -> Option<(&'static str, f32)> {
        match self {
            Self::Code => None,
            Self::Examples => Some(("examples", -0.25)),
            Self::Tests => Some(("tests", -0.5)),
            Self::Generated => Some(("generated", -1.0)),
            Self::Vendored => Some(("vendored", -1.0)),
        }
    }

    /// Classifies a chunk by its file, and by the names around it.
    pub fn of(path: &SourcePath, names: &[String]) -> Self {
        Self::of_file(path).within(names)
    }

    /// Classifies a chunk of a file of this class by the names around it.
    pub fn within(self, names: &[String]) -> Self {
        match self {
            Self::Code | Self::Examples if is_test_module(names) => Self::Tests,
            class => class,
        }
    }

    /// Classifies by the conventional names of directories and of the file.
    pub fn of_file(path: &SourcePath) -> Self {
        let path = &path.alone();
        let lower = path.as_str().to_lowercase();
        let (directories, file) = lower.rsplit_once('/').unwrap_or(("", &lower));
        // The least preferred class decides.
        let parts = without_packages(directories).split('/');
        let by_directory = parts
            .filter_map(|part| DIRECTORIES.get(part).copied())
            .max();
        let is_within = |class| by_directory == Some(class);
        let mut outside = directories.split('/').take_while(|part| *part != "src");
        let is_in_guide = outside.any(|part| is_one_of(GUIDES, part));
        let mut parts = path.directory().split('/');
        let mut all = directories.split('/');
        if is_within(Self::Vendored)
            || parts.any(|part| is_one_of(VENDORED_CAPITALIZED, part))
            || is_in_python_environment(&lower)
        {
            Self::Vendored
        } else if all.any(|part| is_one_of(GENERATED, part)) || is_generated_name(file) {
            Self::Generated
        } else if is_within(Self::Tests)
            || path.directory().split('/').any(is_test_directory)
            || is_test_name(path.file_name()) && !is_in_main_sources(&lower)
        {
            Self::Tests
        } else if is_within(Self::Examples) || is_in_guide && !is_not_code(path) {
            Self::Examples
        } else {
            Self::Code
        }
    }
}

/// Returns true for files that are not code: documentation, licenses, settings, data, tree-sitter queries.
pub fn is_not_code(path: &SourcePath) -> bool {
    is_documentation(path)
        || is_settings(path)
        || ends_in(path, DATA)
        || ends_in(path, "scm") && path.alone().directory().contains("queries")
}

/// Returns true for documentation, by its extension or, without one, its conventional name.
pub fn is_documentation(path: &SourcePath) -> bool {
    if ends_in(path, DOCUMENTATION) || is_manual_page(path) {
        return true;
    }
    let name = path.file_name().to_lowercase();
    path.extension().is_none()
        && DOCUMENTS.split(' ').any(|document| {
            name.strip_prefix(document)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_']))
        })
}

/// Returns true for a directory of documents and for every path in it.
fn is_among_documents(path: &SourcePath) -> bool {
    let lower = path.as_str().to_lowercase();
    let mut parts = lower.split('/');
    parts.any(|part| is_one_of(DOCUMENT_DIRECTORIES, part))
}

/// Returns true for settings: by extension, a lock file, or a hidden file without extension.
pub fn is_settings(path: &SourcePath) -> bool {
    ends_in(path, SETTINGS)
        || ends_in(path, "lock")
        || path.file_name().starts_with('.') && path.extension().is_none()
}

/// Purpose of a file, of a directory, or of a leaf inside these modules of a file (Rust keeps tests in
/// modules): `code`, `tests`, `docs` or `config`.
pub fn purpose(path: &SourcePath, modules: &[String]) -> &'static str {
    let path = &path.alone();
    let is_read = is_documentation(path);
    let is_directory = is_among_documents(&SourcePath::new(path.file_name()));
    // A guide to testing is a guide.
    if is_directory || (is_read && is_among_documents(path)) {
        return "docs";
    }
    let is_set = is_settings(path);
    // `test.yml` is a test only in a directory of tests; file names are conclusive only for code.
    let class = if is_read || is_set {
        FileClass::of_file(&SourcePath::new(&format!("{}/", path.directory())))
    } else {
        FileClass::of(path, modules)
    };
    if class == FileClass::Tests {
        "tests"
    } else if is_read {
        "docs"
    } else if is_set {
        "config"
    } else {
        "code"
    }
}

/// `merger.1`, `merger.1.in`, but not `build.sbt.1`.
fn is_manual_page(path: &SourcePath) -> bool {
    let mut endings = endings(path.file_name());
    match (endings.next(), endings.next()) {
        (Some(section), None) => is_one_of("1 2 3 4 5 6 7 8 9", section),
        _ => false,
    }
}

fn ends_in(path: &SourcePath, extensions: &str) -> bool {
    endings(&path.file_name().to_lowercase())
        .last()
        .is_some_and(|last| is_one_of(extensions, last))
}

/// Returns what follows the dots of a file name, without the endings of templates.
fn endings(name: &str) -> impl Iterator<Item = &str> {
    name.split('.')
        .skip(1)
        .filter(|ending| !is_one_of(TEMPLATES, ending))
}

/// Returns true if a word is in a space-separated list.
fn is_one_of(words: &str, word: &str) -> bool {
    !word.is_empty() && words.split(' ').any(|listed| listed == word)
}

fn is_generated_name(file: &str) -> bool {
    let mut endings = GENERATED_ENDINGS.split(' ');
    file.contains("_amalgamated.") || endings.any(|ending| file.ends_with(ending))
}

/// Returns true if the names below a file include a module of tests: Rust keeps them in the file they test.
pub fn is_test_module(names: &[String]) -> bool {
    let mut modules = names.iter().skip(1);
    modules.any(|name| name == "tests" || name == "test")
}

/// `venv/bin/activate`, `any/lib/python3.13/enum.py`.
fn is_in_python_environment(path: &str) -> bool {
    let parts = path.split('/').zip(path.split('/').skip(1));
    parts.into_iter().any(|(part, next)| {
        let version = next.strip_prefix("python").unwrap_or_default();
        is_one_of(ENVIRONMENTS, part) && is_one_of(IN_ENVIRONMENTS, next)
            || is_one_of("lib lib64", part)
                && version.starts_with(|digit: char| digit.is_ascii_digit())
    })
}

/// `jvmTest`, `Merger.Tests`.
fn is_test_directory(name: &str) -> bool {
    let one = name.strip_suffix('s').unwrap_or(name);
    let rest = one.strip_suffix("Test").unwrap_or_default();
    rest.ends_with(|last: char| last.is_ascii_lowercase() || last == '.')
}

/// The directories up to the root of packages: `com/google/samples` in `src/main/kotlin` is a name.
fn without_packages(directories: &str) -> &str {
    let roots = ["/java/", "/kotlin/", "/scala/", "/groovy/"].into_iter();
    let outer = roots.filter_map(|root| Some(directories.split_once(root)?.0));
    let outer = outer.filter(|outer| outer.contains("src/"));
    outer.min_by_key(|outer| outer.len()).unwrap_or(directories)
}

/// Returns true in the layout of Maven, Gradle and sbt, where tests are outside: `src/main/java/TypeSpec.java`.
fn is_in_main_sources(lower: &str) -> bool {
    lower.starts_with("src/main/") || lower.contains("/src/main/")
}

/// `test_x.py`, `x_test.go`, `x.spec.ts`, `XTest.java`, `XTests.swift`.
fn is_test_name(file: &str) -> bool {
    let stem = file.split('.').next().unwrap_or(file);
    let (stem_lower, lower) = (stem.to_lowercase(), file.to_lowercase());
    let ends = |name: &str, endings: &[&str]| endings.iter().any(|end| name.ends_with(end));
    stem_lower.starts_with("test_")
        || ends(&stem_lower, &["_test", "_tests", "_spec"])
        || ends(stem, &["Test", "Tests", "Spec"])
        || is_one_of("test tests conftest", &stem_lower)
        || ends(&lower, &[".feature", ".bats"])
        || lower.contains(".test.")
        || lower.contains(".spec.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Place;

    fn check(path: &str, expected: FileClass) {
        assert_eq!(
            FileClass::of_file(&SourcePath::new(path)),
            expected,
            "{path}"
        );
    }

    #[test]
    fn purpose_follows_conventional_names() {
        check("src/index.rs", FileClass::Code);
        check("src/latest.rs", FileClass::Code);
        check("src/tests/index.rs", FileClass::Tests);
        check("pkg/chi_test.go", FileClass::Tests);
        check("src/FooTest.java", FileClass::Tests);
        check("a/b.spec.ts", FileClass::Tests);
        check("src/main/java/poet/TypeSpec.java", FileClass::Code);
        check("core/src/main/scala/MathSpec.scala", FileClass::Code);
        check("src/test/java/poet/TypeSpec.java", FileClass::Tests);
        check(
            "a/src/main/kotlin/com/google/samples/App.kt",
            FileClass::Code,
        );
        check(
            "src/main/java/org/kit/external/Client.java",
            FileClass::Code,
        );
        check(
            "samples/src/main/java/org/kit/App.java",
            FileClass::Examples,
        );
        check(
            "src/main/java/org/kit/generated/Api.java",
            FileClass::Generated,
        );
        check("a/merge.feature", FileClass::Tests);
        check("examples/hello.rs", FileClass::Examples);
        check("vendor/tests/x.c", FileClass::Vendored);
        check("src/jvmTest/Merger.kt", FileClass::Tests);
        check("Merger.Tests/Merger.cs", FileClass::Tests);
        check("src/latest/index.rs", FileClass::Code);
        check("src/Test/index.rs", FileClass::Tests);
        check("docs/guide/hello.rs", FileClass::Examples);
        check("docs/guide/hello.md", FileClass::Code);
        check("server/src/docs/hello.rs", FileClass::Code);
        check("tools/merge_amalgamated_files.py", FileClass::Code);
        check("extras/merger_amalgamated.cpp", FileClass::Generated);
        check("include/bundled/format.h", FileClass::Vendored);
        check("api/v1.pb.go", FileClass::Generated);
        for path in [
            "node_modules/a/index.js",
            "web/bower_components/a.js",
            ".venv/lib/python3.13/site-packages/a/b.py",
            "tools/myenv/Lib/site-packages/a.py",
            "any/lib/python3.9/enum.py",
            "venv/bin/activate_this.py",
            "env/Scripts/activate.ps1",
            "venv/pyvenv.cfg",
            "ios/Pods/A/a.swift",
            "3rdparty/zlib/zlib.c",
        ] {
            check(path, FileClass::Vendored);
        }
        check("Lib/venv/__init__.py", FileClass::Code);
        check("src/virtualenv/run/plugin.py", FileClass::Code);
        check("pkg/pods/list.go", FileClass::Code);
        check("lib/python/enum.rb", FileClass::Code);
        check("Cargo.lock", FileClass::Generated);
    }

    #[test]
    fn a_path_determines_one_purpose() {
        let check = |path: &str, expected: &str| {
            assert_eq!(purpose(&SourcePath::new(path), &[]), expected, "{path}");
        };
        check("src/index.rs", "code");
        check("Makefile", "code");
        check("examples/hello.rs", "code");
        check("vendor/tests/x.c", "code");
        check("docs/conf.py", "code");
        check("src/contest.rs", "code");
        check("tests/index.rs", "tests");
        check("pkg/chi_test.go", "tests");
        check("tests/fixtures/broken.json", "tests");
        check("tests/fixtures/page.html", "tests");
        check("spec/README.md", "tests");
        check("src/tests", "tests");
        check("README.md", "docs");
        check("LICENSE", "docs");
        check("LICENSE-MIT", "docs");
        check("docs/testing/guide.md", "docs");
        check("docs", "docs");
        check("Cargo.toml", "config");
        check("Cargo.lock", "config");
        check(".github/workflows/ci.yml", "config");
        check(".gitignore", "config");
        check("build.gradle.kts", "config");
        check("config/settings.json.example", "config");
        check("config.h.in", "code");
        check(".github/workflows/test.yml", "config");
        check("guide/test.md", "docs");
        check("MAINTAINERS", "docs");
        check("merger.1", "docs");
        check("build.sbt.1", "code");
        check("docs/book.toml", "config");
    }

    #[test]
    fn documentation_and_settings_are_not_code() {
        let other = |path| is_not_code(&SourcePath::new(path));
        assert!(other("docs/index.md") && other("Package.JSON"));
        assert!(
            other("LICENSE-MIT")
                && other("themes/nord.LICENSE")
                && other("data/rows.csv")
                && other("Cargo.lock")
        );
        assert!(other("runtime/queries/rust/indents.scm") && !other("src/eval.scm"));
        assert!(other("queries-old/rust.scm"));
        let below = |place| Place::new(place).path(&SourcePath::new("src/eval.scm"));
        assert!(!is_not_code(&below("queries")));
        assert!(other(".editorconfig") && other("man/merger.1.in"));
        assert!(!other("src/markdown.rs") && !other("Makefile") && !other("config.h.in"));
    }
}
