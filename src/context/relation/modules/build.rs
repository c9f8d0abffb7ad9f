//! Build files that name modules: `go.mod`, `Cargo.toml`, `composer.json`, `package.json`,
//! `tsconfig.json`, `dune`.
//!
//! Principal type: [`Alias`]. Contract: a file that cannot be parsed names nothing, and no program runs to
//! read one.

use super::literals::{Patterns, configured_aliases, is_configuration, is_requirements};
use super::path::beside;
use crate::corpus::SourcePath;
use crate::syntax::{Language, Packages};
use regex::Regex;
use serde_json::{Map, Value};
use std::mem::discriminant;
use std::sync::LazyLock;

/// Maximum number of configurations that are read for one that extends others.
const MAX_CONFIGURATIONS: usize = 16;

/// Directory of the configuration that extends others, in `tsconfig.json`.
const CONFIGURATION: &str = "${configDir}";

/// A pattern of module names that is valid below a directory, and the paths that it may mean.
pub(crate) struct Alias<'a> {
    /// The build file that declares it.
    pub(super) file: &'a SourcePath,
    /// The directory; empty for the whole repository.
    pub(super) scope: &'a str,
    pub(super) pattern: String,
    pub(super) paths: Vec<String>,
}

/// The document of an import.
#[derive(Clone, Copy)]
pub(super) struct ImportSite<'p> {
    pub(super) path: &'p SourcePath,
    pub(super) language: Language,
}

impl Alias<'_> {
    /// Returns the text that the `*` of the pattern matches in a module that a document names, in a language with such
    /// packages.
    pub(super) fn matches<'m>(&self, from: ImportSite<'_>, module: &'m str) -> Option<&'m str> {
        let below = from.path.directory().strip_prefix(self.scope)?;
        let is_below = self.scope.is_empty() || below.is_empty() || below.starts_with('/');
        let own = reader(self.file.file_name()).0;
        if !is_below || discriminant(&own) != discriminant(&from.language.packages()) {
            return None;
        }
        match self.pattern.split_once('*') {
            Some((before, after)) => module.strip_prefix(before)?.strip_suffix(after),
            None => (self.pattern == module).then_some(""),
        }
    }
}

/// Before a directory of the repository, the module that is the package in it.
pub(super) const OWN_DIRECTORY: &str = "./";
/// Before a module, in place of a path: a dependency has another name than its package.
pub(super) const RENAMED: &str = "npm:";

/// Returns the text of a file.
pub(crate) type Read<'r> = &'r dyn Fn(&str) -> Option<String>;

/// Reads the patterns in the text of a build file.
type PatternReader = fn(&str) -> Option<Patterns>;

/// Returns how the languages that a build file is for mark packages, and the function that reads its patterns, if its
/// name alone says so.
fn reader(name: &str) -> (Packages, Option<PatternReader>) {
    match name {
        "go.mod" => (Packages::Stated, Some(go_module)),
        "Cargo.toml" => (Packages::Rooted(&[]), Some(cargo_package)),
        "composer.json" => (Packages::Prefixed, Some(composer_package)),
        "dune" => (Packages::Unmarked, Some(dune_libraries)),
        "pyproject.toml" | "setup.py" => (Packages::Nested(""), None),
        "package.json" => (Packages::Relative, Some(script_package)),
        _ => (Packages::Relative, None),
    }
}

/// Returns true for a file that names modules.
pub(crate) fn is_build_file(path: &SourcePath) -> bool {
    let name = path.file_name();
    let is_tsconfig = name.starts_with("tsconfig") && name.ends_with(".json");
    let is_json = is_tsconfig || name == "jsconfig.json";
    is_json || is_requirements(name) || is_configuration(name) || reader(name).1.is_some()
}

/// Returns the names that a build file with a text declares.
pub(super) fn aliases<'a>(file: &'a SourcePath, text: &str, read: Read<'_>) -> Vec<Alias<'a>> {
    let (directory, name) = (file.directory(), file.file_name());
    let mut whole = Patterns::new();
    let mut own = Patterns::new();
    match reader(name).1 {
        Some(reader) => whole = reader(text).unwrap_or_default(),
        None if name.ends_with(".json") => own = compiler_options(directory, name, read),
        None => {}
    }
    if name == "Cargo.toml" {
        add_renamed_crates(name, &text.parse().unwrap_or_default(), &mut own);
    }
    if is_configuration(name) {
        own.extend(configured_aliases(name, text));
    }
    let mut aliases = Vec::new();
    let scoped = whole.into_iter().map(|pattern| ("", pattern));
    for (scope, (mut pattern, mut paths)) in
        scoped.chain(own.into_iter().map(|own| (directory, own)))
    {
        if pattern == OWN_DIRECTORY {
            pattern.push_str(directory);
        }
        let is_renamed = paths.iter().any(|path| path.starts_with(RENAMED));
        // Names that hold in a package alone.
        let is_internal = is_renamed || pattern.starts_with('#');
        if !is_renamed {
            paths = paths.iter().map(|path| beside(directory, path)).collect();
        }
        let scope = if is_internal { directory } else { scope };
        aliases.push(Alias {
            file,
            scope,
            pattern,
            paths,
        });
    }
    aliases
}

/// Returns `baseUrl` and `paths` of a configuration, or of the ones it extends, relative to a directory.
fn compiler_options(directory: &str, file: &str, read: Read<'_>) -> Patterns {
    let mut patterns = Patterns::new();
    let mut pending = vec![file.to_owned()];
    for _ in 0..MAX_CONFIGURATIONS {
        let Some(file) = pending.pop() else { break };
        let text = read(&beside(directory, &file));
        let object = text.and_then(|text| json(&text)).unwrap_or_default();
        let option = |name: &str| object.get("compilerOptions")?.get(name);
        let base = option("baseUrl").and_then(Value::as_str);
        let own = file.rsplit_once('/').map_or(".", |(own, _)| own);
        let from = |path: &String| {
            let path = match base {
                Some(base) if !path.starts_with(CONFIGURATION) => format!("{base}/{path}"),
                _ => path.clone(),
            };
            match path.strip_prefix(CONFIGURATION) {
                Some(path) => format!("./{path}"),
                None => format!("{own}/{path}"),
            }
        };
        if let Some(paths) = option("paths").and_then(Value::as_object) {
            for (pattern, targets) in paths {
                patterns.push((pattern.clone(), strings(targets).iter().map(from).collect()));
            }
        } else if let Some(extended) = object.get("extends") {
            // The last of several is read first: it overrides the others.
            for name in strings(extended) {
                if name.starts_with('.') {
                    pending.push(format!("{own}/{}.json", name.trim_end_matches(".json")));
                }
            }
        }
        if base.is_some() {
            let all = "*".to_owned();
            patterns.push((all.clone(), vec![from(&all)]));
        }
    }
    patterns
}

/// Returns the modules of the libraries of a `dune` file: the files of its directory.
fn dune_libraries(text: &str) -> Option<Patterns> {
    let mut patterns = Patterns::new();
    for library in text.split("(library").skip(1) {
        let fields = library.split("(executable").next()?;
        let name = fields.split("(name").nth(1);
        let name = name.and_then(|rest| rest.split(')').next()).map(str::trim);
        let Some((first, rest)) = name.and_then(|name| name.split_at_checked(1)) else {
            continue;
        };
        if !fields.contains("(wrapped false)") {
            let pattern = format!("{}{rest}/*", first.to_uppercase());
            patterns.push((pattern, vec!["*".to_owned()]));
        }
    }
    Some(patterns)
}

/// Returns the module of a `go.mod`: its directory.
fn go_module(text: &str) -> Option<Patterns> {
    for line in text.lines() {
        let mut words = line.split_whitespace();
        if words.next() == Some("module")
            && let Some(name) = words.next()
        {
            let name = name.trim_matches(['"', '`']);
            return Some(vec![
                (format!("{name}/*"), vec!["*".to_owned()]),
                (name.to_owned(), vec![".".to_owned()]),
            ]);
        }
    }
    None
}

/// Returns the library of a crate: the directory of its root.
fn cargo_package(text: &str) -> Option<Patterns> {
    let manifest: toml::Table = text.parse().ok()?;
    let value = |table: &str, key: &str| manifest.get(table)?.get(key)?.as_str();
    let mut patterns = Patterns::new();
    if let Some(name) = value("lib", "name").or(value("package", "name")) {
        let root = SourcePath::new(value("lib", "path").unwrap_or("src/lib.rs"));
        patterns.push((name.replace('-', "_"), vec![root.directory().to_owned()]));
    }
    Some(patterns)
}

/// Adds the dependencies in a table of a manifest, or in tables in it, that have another name than their package.
fn add_renamed_crates(key: &str, table: &toml::Table, patterns: &mut Patterns) {
    for (name, value) in table {
        let Some(inner) = value.as_table() else {
            continue;
        };
        if let (Some(path), Some(_)) = (inner.get("path"), inner.get("package"))
            && key.ends_with("dependencies")
        {
            let root = format!("{}/src", path.as_str().unwrap_or_default());
            patterns.push((name.replace('-', "_"), vec![root]));
        } else {
            add_renamed_crates(name, inner, patterns);
        }
    }
}

/// Returns the namespaces of a PHP package, each with its directories (PSR-4).
fn composer_package(text: &str) -> Option<Patterns> {
    let object = json(text)?;
    let mut patterns = Patterns::new();
    let sections = ["autoload", "autoload-dev"].into_iter();
    let prefixes = sections.filter_map(|section| object.get(section)?.get("psr-4")?.as_object());
    for (prefix, directories) in prefixes.flatten() {
        let directories = strings(directories).into_iter();
        let paths = directories.map(|directory| directory + "/*");
        patterns.push((format!("{prefix}*"), paths.collect()));
    }
    Some(patterns)
}

/// Returns a package of JavaScript: its `exports` under any condition, else its entry or its index file.
/// The sources are in `src`.
fn script_package(text: &str) -> Option<Patterns> {
    let object = json(text)?;
    let value = |key: &str| object.get(key)?.as_str().map(str::to_owned);
    let mut patterns = Patterns::new();
    for (key, paths) in object
        .get("imports")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        patterns.push((key.clone(), strings(paths)));
    }
    patterns.extend(renamed_packages(&object));
    let entries = ["source", "module", "main"].into_iter().filter_map(value);
    let entries = entries.flat_map(|entry| {
        // Built from sources.
        let built = entry.trim_start_matches("./").split_once('/');
        let source = built.map(|(_, file)| format!("src/{file}"));
        [Some(entry), source].into_iter().flatten()
    });
    let index_files = ["src/index", "index"].map(str::to_owned);
    let entries: Vec<String> = entries.chain(index_files).collect();
    patterns.push((OWN_DIRECTORY.to_owned(), entries.clone()));
    let Some(name) = value("name") else {
        return Some(patterns);
    };
    match object.get("exports") {
        Some(Value::Object(exports)) if exports.keys().all(|key| key.starts_with('.')) => {
            for (key, paths) in exports {
                let pattern = format!("{name}{}", key.trim_start_matches('.'));
                patterns.push((pattern, strings(paths)));
            }
        }
        Some(paths) => patterns.push((name.clone(), strings(paths))),
        None => {}
    }
    let below = ["src/*", "*"].map(str::to_owned).to_vec();
    patterns.push((format!("{name}/*"), below));
    patterns.push((name, entries));
    Some(patterns)
}

/// Returns the dependencies of a package of JavaScript that have another name than their package: `npm:@acme/core@1.0.0`.
fn renamed_packages(object: &Map<String, Value>) -> Patterns {
    static PACKAGE: LazyLock<Regex> = regex!(r"^(?:npm:(@?[\w./-]+)|workspace:(@?[\w./-]+)@)");
    let sections = ["dependencies", "devDependencies"].into_iter();
    let listed = sections.filter_map(|section| object.get(section)?.as_object());
    let renamed = listed.flatten().filter_map(|(name, version)| {
        let found = PACKAGE.captures(version.as_str()?)?;
        let package = RENAMED.to_owned() + found.get(1).or(found.get(2))?.as_str();
        let below = (format!("{name}/*"), vec![format!("{package}/*")]);
        Some([(name.clone(), vec![package]), below])
    });
    renamed.flatten().collect()
}

/// All strings of a value, at any depth.
fn strings(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(values) => values.iter().flat_map(strings).collect(),
        Value::Object(values) => values.values().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}

static COMMENT: LazyLock<Regex> = regex!(r#"(?s)("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/"#);
static TRAILING_COMMA: LazyLock<Regex> = regex!(r#"(?s)("(?:[^"\\]|\\.)*")|,(\s*[}\]])"#);

/// Parses an object of JSON with comments and trailing commas.
fn json(text: &str) -> Option<Map<String, Value>> {
    let text = COMMENT.replace_all(text, "$1");
    let text = TRAILING_COMMA.replace_all(&text, "$1$2");
    serde_json::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use crate::context::relation::modules::tests::check_import;

    const FILES: [(&str, &str); 14] = [
        (
            "config/tsconfig.base.json",
            "{ /* base */ \"compilerOptions\": { \"paths\": { \"@shared/*\": [\"../web/shared/*\"], }, } }",
        ),
        (
            "web/tsconfig.json",
            "{\n  // aliases\n  \"extends\": \"../config/tsconfig.base\",\n}",
        ),
        (
            "app/tsconfig.json",
            r#"{ "compilerOptions": { "baseUrl": "src", "paths": { "home": ["pages/home.ts"] } } }"#,
        ),
        (
            "packages/web/package.json",
            r#"{ "name": "web", "exports": { ".": { "import": { "default": "./lib/main.js" } }, "./unsafe/*": "./lib/*" } }"#,
        ),
        ("packages/web/lib/main.js", ""),
        ("packages/web/lib/core/send.js", ""),
        (
            "packages/core/package.json",
            r#"{ "name": "@acme/core", "exports": { ".": { "import": "./dist/index.js" }, "./deep": "./dist/deep.js" } }"#,
        ),
        ("web/shared/time.ts", ""),
        ("web/page.ts", ""),
        ("app/src/pages/home.ts", ""),
        ("app/src/main.ts", ""),
        ("packages/core/src/index.ts", ""),
        ("packages/core/src/deep.ts", ""),
        ("other/pages/home.ts", ""),
    ];

    #[track_caller]
    fn check(from: &str, module: &str, expected: &[&str]) {
        check_import(&FILES, (from, 0), (module, ""), expected);
    }

    #[test]
    fn paths_of_an_extended_configuration_resolve() {
        check("web/page.ts", "@shared/time", &["web/shared/time.ts"]);
        check("other/pages/home.ts", "@shared/time", &[]);
    }

    #[test]
    fn the_last_of_several_extended_configurations_overrides_the_others() {
        let base = |directory| {
            format!(
                "{{ \"compilerOptions\": {{ \"paths\": {{ \"@/*\": [\"./{directory}/*\"] }} }} }}"
            )
        };
        let [one, two] = ["one", "two"].map(base);
        let extends = r#"{ "extends": ["./one.json", "./two.json"] }"#;
        let files = [
            ("tsconfig.json", extends),
            ("one.json", &*one),
            ("two.json", &*two),
            ("one/a.ts", ""),
            ("two/a.ts", ""),
            ("main.ts", ""),
        ];
        check_import(&files, ("main.ts", 0), ("@/a", ""), &["two/a.ts"]);
    }

    #[test]
    fn a_base_url_and_its_paths_resolve_below_their_directory() {
        check("app/src/main.ts", "pages/home", &["app/src/pages/home.ts"]);
        check("app/src/main.ts", "home", &["app/src/pages/home.ts"]);
        check("web/page.ts", "pages/home", &[]);
    }

    #[test]
    fn names_of_a_package_resolve_to_sources() {
        check("web/page.ts", "@acme/core", &["packages/core/src/index.ts"]);
        check(
            "web/page.ts",
            "@acme/core/deep",
            &["packages/core/src/deep.ts"],
        );
    }

    #[test]
    fn a_directory_of_a_package_resolves_to_its_sources() {
        let files = [
            (
                "package.json",
                r#"{ "name": "acme", "main": "lib/acme.js" }"#,
            ),
            ("kit/package.json", r#"{ "main": "./dist/kit.js" }"#),
            ("src/index.js", ""),
            ("index.d.ts", ""),
            ("kit/src/kit.ts", ""),
            ("test/store.spec.js", ""),
        ];
        let check = |module, expected: &[&str]| {
            check_import(&files, ("test/store.spec.js", 0), (module, ""), expected);
        };
        check("../", &["index.d.ts", "src/index.js"]);
        check("..", &["index.d.ts", "src/index.js"]);
        check("../kit", &["kit/src/kit.ts"]);
        check("../src", &["src/index.js"]);
    }

    #[test]
    fn exports_of_a_package_resolve_under_any_condition() {
        check("web/page.ts", "web", &["packages/web/lib/main.js"]);
        check(
            "web/page.ts",
            "web/unsafe/core/send.js",
            &["packages/web/lib/core/send.js"],
        );
    }

    #[test]
    fn php_namespaces_are_in_the_directories_of_their_prefix() {
        let package = r#"{ "autoload": { "psr-4": { "Acme\\": "src/Acme/", "Acme\\Support\\": ["src/Acme/Lists/"] } } }"#;
        let files = [
            ("composer.json", package),
            ("src/Acme/Lists/Collection.php", ""),
            ("src/Acme/Support/Str.php", ""),
            ("src/Acme/Support/helpers.php", ""),
            ("types/Acme/Support/Collection.php", ""),
            ("types/Support/Collection.php", ""),
            ("types/Support/Lost.php", ""),
        ];
        let check = |name, expected: &[&str]| {
            let from = ("types/Support/Str.php", 0);
            check_import(&files, from, ("Acme\\Support", name), expected);
        };
        check("Collection", &["src/Acme/Lists/Collection.php"]);
        check("Str", &["src/Acme/Support/Str.php"]);
        let files = [
            "src/Acme/Lists/Collection.php",
            "src/Acme/Support/Str.php",
            "src/Acme/Support/helpers.php",
        ];
        check("value_of", &files);
    }

    #[test]
    fn crates_have_the_names_of_their_manifests() {
        let files = [
            (
                "Cargo.toml",
                "[workspace]\n\n[package]\nname = \"grep-cli\"\n",
            ),
            (
                "printer/Cargo.toml",
                "[lib]\nname = \"grep_printer\"\npath = \"code/all.rs\"\n",
            ),
            ("src/lib.rs", ""),
            ("src/escape.rs", ""),
            ("printer/code/lib.rs", ""),
            ("printer/code/json.rs", ""),
        ];
        let check = |module, expected: &[&str]| {
            check_import(&files, ("tests/cli.rs", 0), (module, "x"), expected);
        };
        check("grep_cli", &["src/lib.rs"]);
        check("grep_cli::escape", &["src/escape.rs"]);
        check("grep_printer::json", &["printer/code/json.rs"]);
        check("printer::json", &[]);
    }

    /// Checks the files that a Go file in `hugolib` imports, with the texts of build files.
    #[track_caller]
    fn check_go(stated: &[(&str, &str)], module: &str, expected: &[&str]) {
        let files = [
            "hugo.go",
            "config/allconfig.go",
            "config/config.go",
            "config/config_test.go",
            "hugolib/config.go",
            "hugolib/errors.go",
            "hugolib/site.go",
            "tool/config/flags.go",
        ];
        let files: Vec<_> = files
            .map(|path| (path, ""))
            .into_iter()
            .chain(stated.iter().copied())
            .collect();
        check_import(&files, ("hugolib/site.go", 0), (module, ""), expected);
    }

    const HUGO: &[(&str, &str)] = &[
        (
            "go.mod",
            "// hugo\nmodule github.com/gohugoio/hugo\n\ngo 1.23\n",
        ),
        (
            "tool/go.mod",
            "module \"github.com/gohugoio/hugo/tool\" // beside\n",
        ),
    ];
    const CONFIG: &[&str] = &["config/allconfig.go", "config/config.go"];

    #[test]
    fn a_module_is_a_directory_and_no_file_of_its_name() {
        check_go(HUGO, "github.com/gohugoio/hugo/config", CONFIG);
        check_go(HUGO, "github.com/gohugoio/hugo", &["hugo.go"]);
        let tool = "github.com/gohugoio/hugo/tool/config";
        check_go(HUGO, tool, &["tool/config/flags.go"]);
    }

    #[test]
    fn paths_without_a_declared_name_are_external() {
        check_go(HUGO, "github.com/aws/aws-sdk-go/config", &[]);
        check_go(HUGO, "github.com/gohugoio/hugofork/config", &[]);
        check_go(HUGO, "errors", &[]);
        check_go(HUGO, "config", &[]);
    }
}
