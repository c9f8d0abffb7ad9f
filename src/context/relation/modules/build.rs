//! Build files that name modules: `go.mod`, `Cargo.toml`, `composer.json`, `package.json`,
//! `tsconfig.json`.
//!
//! Principal type: [`Alias`]. Contract: a file that cannot be parsed names nothing, and no program runs to
//! read one.

use super::{Importer, ModuleIndex, beside};
use crate::corpus::SourcePath;
use regex::Regex;
use serde_json::{Map, Value};
use std::sync::LazyLock;

/// Maximum number of configurations that are read for one that extends others.
const MAX_CONFIGURATIONS: usize = 16;

/// A pattern of module names that is valid below a directory, and the paths that it may mean.
pub(super) struct Alias<'a> {
    scope: &'a str,
    pattern: String,
    paths: Vec<String>,
}

/// The patterns of module names that a build file declares, each with the paths that it may mean.
type Patterns = Vec<(String, Vec<String>)>;

/// Returns the text of a file.
type Read<'r> = &'r mut dyn FnMut(&str) -> Option<String>;

/// Returns the function that reads the patterns of a build file, by the file's name; none if it names no modules.
fn reader(name: &str) -> Option<fn(&str) -> Option<Patterns>> {
    Some(match name {
        "go.mod" => go_module,
        "Cargo.toml" => cargo_package,
        "composer.json" => composer_package,
        "package.json" => script_package,
        _ => return None,
    })
}

/// Returns true for a file that names modules.
pub(in crate::context::relation) fn is_build_file(path: &SourcePath) -> bool {
    let name = path.file_name();
    let is_tsconfig = name.starts_with("tsconfig") && name.ends_with(".json");
    is_tsconfig || name == "jsconfig.json" || reader(name).is_some()
}

impl<'a> ModuleIndex<'a> {
    /// Adds the names that a build file declares; `read` returns the text of a file.
    pub(in crate::context::relation) fn add_names(&mut self, file: &'a SourcePath, read: Read<'_>) {
        let directory = file.directory();
        let (scope, patterns) = match reader(file.file_name()) {
            Some(reader) => {
                let patterns = read(file.as_str()).as_deref().and_then(reader);
                ("", patterns.unwrap_or_default())
            }
            None => (
                directory,
                compiler_options(directory, file.file_name(), read),
            ),
        };
        for (pattern, paths) in patterns {
            let paths = paths.iter().map(|path| beside(directory, path)).collect();
            self.aliases.push(Alias {
                scope,
                pattern,
                paths,
            });
        }
    }
}

impl Importer<'_, '_> {
    /// Returns the paths of the patterns that match a module: nearest directories first, then longest
    /// patterns.
    pub(super) fn aliased(&self, module: &str) -> Vec<String> {
        let matching = self.modules.aliases.iter().filter_map(|alias| {
            let below = self.path.directory().strip_prefix(alias.scope)?;
            let is_below = alias.scope.is_empty() || below.is_empty() || below.starts_with('/');
            let part = wildcard_match(&alias.pattern, module)?;
            is_below.then_some((alias, part))
        });
        let mut matching: Vec<(&Alias<'_>, &str)> = matching.collect();
        matching.sort_by_key(|(alias, part)| (usize::MAX - alias.scope.len(), part.len()));
        let paths = matching.iter().flat_map(|(alias, part)| {
            let part = part.replace('\\', "/");
            let paths = alias.paths.iter();
            paths.map(move |path| beside("", &path.replacen('*', &part, 1)))
        });
        paths.collect()
    }
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
        let from = |path: &str| format!("{own}/{}/{path}", base.unwrap_or("."));
        let paths = option("paths").and_then(Value::as_object);
        for (pattern, targets) in paths.into_iter().flatten() {
            let targets = strings(targets);
            patterns.push((pattern.clone(), targets.iter().map(|it| from(it)).collect()));
        }
        if base.is_some() {
            patterns.push(("*".to_owned(), vec![from("*")]));
        }
        // The last of several is read first: it overrides the others.
        let extended = object.get("extends").filter(|_| paths.is_none());
        let extended = extended.map(strings).unwrap_or_default().into_iter();
        let extended = extended.filter(|it| it.starts_with('.'));
        pending.extend(extended.map(|it| format!("{own}/{}.json", it.trim_end_matches(".json"))));
    }
    patterns
}

/// Returns the module of a `go.mod`: its directory.
fn go_module(text: &str) -> Option<Patterns> {
    let mut lines = text.lines().map(str::split_whitespace);
    let name = lines.find_map(|mut words| (words.next()? == "module").then(|| words.next())?)?;
    let name = name.trim_matches(['"', '`']);
    Some(vec![
        (format!("{name}/*"), vec!["*".to_owned()]),
        (name.to_owned(), vec![".".to_owned()]),
    ])
}

/// Returns the library of a crate: the directory of its root.
fn cargo_package(text: &str) -> Option<Patterns> {
    let manifest: toml::Table = text.parse().ok()?;
    let value = |table: &str, key: &str| manifest.get(table)?.get(key)?.as_str();
    let name = value("lib", "name").or(value("package", "name"))?;
    let root = SourcePath::new(value("lib", "path").unwrap_or("src/lib.rs"));
    let root = root.directory().to_owned();
    Some(vec![(name.replace('-', "_"), vec![root])])
}

/// Returns the namespaces of a PHP package, each with its directories (PSR-4).
fn composer_package(text: &str) -> Option<Patterns> {
    let object = json(text)?;
    let sections = ["autoload", "autoload-dev"].into_iter();
    let prefixes = sections.filter_map(|section| object.get(section)?.get("psr-4")?.as_object());
    let pattern = |(prefix, directories): (&String, &Value)| {
        let directories = strings(directories).into_iter();
        (
            format!("{prefix}*"),
            directories.map(|it| it + "/*").collect(),
        )
    };
    Some(prefixes.flatten().map(pattern).collect())
}

/// Returns a package of JavaScript: its `exports` under any condition, else its entry or its index file.
/// The sources are in `src`.
fn script_package(text: &str) -> Option<Patterns> {
    let object = json(text)?;
    let value = |key: &str| object.get(key)?.as_str().map(str::to_owned);
    let name = value("name")?;
    let mut patterns = match object.get("exports") {
        Some(Value::Object(exports)) if exports.keys().all(|key| key.starts_with('.')) => exports
            .iter()
            .map(|(key, paths)| {
                let key = key.trim_start_matches('.');
                (format!("{name}{key}"), strings(paths))
            })
            .collect(),
        Some(paths) => vec![(name.clone(), strings(paths))],
        None => Vec::new(),
    };
    let entries = ["source", "module", "main"].into_iter().filter_map(value);
    let below = ["src/*", "*"].map(str::to_owned).to_vec();
    patterns.push((format!("{name}/*"), below));
    let entries = entries.chain(["src/index", "index"].map(str::to_owned));
    patterns.push((name, entries.collect()));
    Some(patterns)
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

/// Returns the text that the `*` of a pattern matches.
fn wildcard_match<'m>(pattern: &str, module: &'m str) -> Option<&'m str> {
    match pattern.split_once('*') {
        Some((before, after)) => module.strip_prefix(before)?.strip_suffix(after),
        None => (pattern == module).then_some(""),
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
