//! Modules named by `tsconfig.json` and `package.json`: path aliases and packages of the repository.

use super::{Modules, Place, beside, joined};
use crate::corpus::SourcePath;
use serde_json::{Map, Value};

/// Directories of files built from `src`.
const BUILT: &[&str] = &["dist", "build", "lib", "out", "es", "cjs", "esm"];
/// Maximum nesting of conditions in `exports`.
const DEEPEST_CONDITION: usize = 4;

/// A pattern of module names that is valid below a directory, and the paths that it may mean.
pub(super) struct Alias<'a> {
    scope: &'a str,
    pattern: String,
    paths: Vec<String>,
}

/// Returns true for a file that names modules.
pub(super) fn configures(path: &SourcePath) -> bool {
    let name = path.file_name();
    let is_compiler = name.starts_with("tsconfig") || name == "jsconfig.json";
    name == "package.json" || is_compiler && name.ends_with(".json")
}

impl<'a> Modules<'a> {
    /// Adds the aliases of a configuration and of those that it extends. `read` returns the text of a file.
    pub(super) fn configure(
        &mut self,
        file: &'a SourcePath,
        read: &mut dyn FnMut(&str) -> Option<String>,
    ) {
        let Some(Value::Object(object)) = parsed(read, file.as_str()) else {
            return;
        };
        let scope = file.directory();
        if file.file_name() == "package.json" {
            return self.packaged(scope, &object);
        }
        let mut next = Some((file.as_str().to_owned(), object));
        let mut seen = Vec::new();
        while let Some((path, object)) = next.take() {
            let directory = SourcePath::new(&path).directory().to_owned();
            let has_paths = self.mapped(scope, &directory, &object);
            let extended = object.get("extends").and_then(Value::as_str);
            let extended = extended.filter(|it| it.starts_with('.') && !has_paths);
            seen.push(path);
            next = extended.and_then(|extended| {
                let path = beside(&directory, extended).join("/");
                let path = match path.ends_with(".json") {
                    true => path,
                    false => format!("{path}.json"),
                };
                let object = match parsed(read, &path)? {
                    Value::Object(object) if !seen.contains(&path) => object,
                    _ => return None,
                };
                Some((path, object))
            });
        }
    }

    /// Adds `baseUrl` and `paths` of the compiler options; returns true if there are paths.
    fn mapped(&mut self, scope: &'a str, directory: &str, object: &Map<String, Value>) -> bool {
        let options = object.get("compilerOptions");
        let option = |name: &str| options.and_then(|options| options.get(name));
        let base = option("baseUrl").and_then(Value::as_str);
        let from = |path: &str| {
            let base = beside(directory, base.unwrap_or(".")).join("/");
            beside(&base, path).join("/")
        };
        let paths = option("paths").and_then(Value::as_object);
        for (pattern, targets) in paths.into_iter().flatten() {
            let targets = targets.as_array().into_iter().flatten();
            self.aliases.push(Alias {
                scope,
                pattern: pattern.clone(),
                paths: targets.filter_map(Value::as_str).map(from).collect(),
            });
        }
        if base.is_some() {
            self.aliases.push(Alias {
                scope,
                pattern: "*".to_owned(),
                paths: vec![from("*")],
            });
        }
        paths.is_some()
    }

    /// Adds the name, the `exports` and the `imports` of a package.
    fn packaged(&mut self, directory: &'a str, object: &Map<String, Value>) {
        if let Some(Value::Object(imports)) = object.get("imports") {
            for (pattern, value) in imports {
                self.aliases.push(Alias {
                    scope: directory,
                    pattern: pattern.clone(),
                    paths: sources(directory, value),
                });
            }
        }
        let Some(name) = object.get("name").and_then(Value::as_str) else {
            return;
        };
        let mut add = |path: &str, paths: Vec<String>| {
            self.aliases.push(Alias {
                scope: "",
                pattern: format!("{name}{path}"),
                paths,
            });
        };
        let mut whole = Vec::new();
        match object.get("exports") {
            Some(Value::Object(exports)) if exports.keys().any(|key| key.starts_with('.')) => {
                for (key, value) in exports {
                    match key.trim_start_matches('.') {
                        "" => whole.extend(sources(directory, value)),
                        path => add(path, sources(directory, value)),
                    }
                }
            }
            Some(value) => whole.extend(sources(directory, value)),
            None => add(
                "/*",
                vec![joined(directory, "*"), joined(directory, "src/*")],
            ),
        }
        let entries = ["source", "module", "main", "types"].into_iter();
        let entries = entries.filter_map(|entry| object.get(entry));
        whole.extend(entries.flat_map(|value| sources(directory, value)));
        whole.extend(["src/index", "index"].map(|path| joined(directory, path)));
        add("", whole);
    }

    /// Returns the files of the longest matching pattern of the nearest directory.
    pub(super) fn configured(&self, module: &str, place: &Place<'_>) -> Vec<&'a SourcePath> {
        let directory = place.path.directory();
        let reaching = self.aliases.iter().filter(|alias| {
            let below = directory.strip_prefix(alias.scope);
            below.is_some_and(|it| alias.scope.is_empty() || it.is_empty() || it.starts_with('/'))
        });
        let mut fitting: Vec<(&Alias<'_>, &str)> = reaching
            .filter_map(|alias| Some((alias, any_part(&alias.pattern, module)?)))
            .collect();
        fitting.sort_by_key(|(alias, part)| (usize::MAX - alias.scope.len(), part.len()));
        let paths = fitting.iter().flat_map(|(alias, part)| {
            let paths = alias.paths.iter();
            paths.map(move |path| path.replacen('*', part, 1))
        });
        paths
            .map(|path| self.at(&path, place))
            .find(|found| !found.is_empty())
            .unwrap_or_default()
    }
}

/// Returns the text that the `*` of a pattern matches.
fn any_part<'m>(pattern: &str, module: &'m str) -> Option<&'m str> {
    match pattern.split_once('*') {
        Some((before, after)) => module.strip_prefix(before)?.strip_suffix(after),
        None => (pattern == module).then_some(""),
    }
}

/// Returns the paths of a value of `exports` under all conditions; for a built file, its source too.
fn sources(directory: &str, value: &Value) -> Vec<String> {
    let mut waiting = vec![(value, 0)];
    let mut found = Vec::new();
    while let Some((value, depth)) = waiting.pop() {
        match value {
            Value::String(path) => {
                let path = path.trim_start_matches("./");
                let parts: Vec<&str> = path.split('/').collect();
                let is_built = |part: &&str| BUILT.contains(part);
                if let Some(last) = parts.iter().rposition(is_built) {
                    let source = parts.get(last + 1..).unwrap_or_default().join("/");
                    found.push(joined(directory, &format!("src/{source}")));
                }
                found.push(joined(directory, path));
            }
            Value::Object(conditions) if depth < DEEPEST_CONDITION => {
                waiting.extend(conditions.values().map(|value| (value, depth + 1)));
            }
            _ => {}
        }
    }
    // Written paths precede guessed ones.
    found.reverse();
    found
}

/// Parses JSON with comments and trailing commas.
fn parsed(read: &mut dyn FnMut(&str) -> Option<String>, path: &str) -> Option<Value> {
    let text = read(path)?;
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    let mut is_quoted = false;
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some(_)) if is_quoted => {
                plain.push(letter);
                plain.extend(letters.next());
                continue;
            }
            ('"', _) => is_quoted = !is_quoted,
            ('/', Some('/')) if !is_quoted => {
                letters.by_ref().find(|letter| *letter == '\n');
                continue;
            }
            ('/', Some('*')) if !is_quoted => {
                let mut before = ' ';
                letters.next();
                letters
                    .by_ref()
                    .find(|it| std::mem::replace(&mut before, *it) == '*' && *it == '/');
                continue;
            }
            (']' | '}', _) if !is_quoted => {
                let end = plain.trim_end();
                plain.truncate(end.strip_suffix(',').unwrap_or(end).len());
            }
            _ => {}
        }
        plain.push(letter);
    }
    serde_json::from_str(&plain).ok()
}

#[cfg(test)]
mod tests {
    use crate::context::relation::modules::tests::check_import;

    const FILES: [(&str, &str); 12] = [
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
            "packages/core/package.json",
            r#"{ "name": "@acme/core", "exports": { ".": { "import": "./dist/index.js" }, "./deep": "./dist/deep.js" }, "imports": { "\u0023net": "./src/net.ts" } }"#,
        ),
        ("web/shared/time.ts", ""),
        ("web/page.ts", ""),
        ("app/src/pages/home.ts", ""),
        ("app/src/main.ts", ""),
        ("packages/core/src/index.ts", ""),
        ("packages/core/src/deep.ts", ""),
        ("packages/core/src/net.ts", ""),
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
    fn a_base_url_and_its_paths_resolve_below_their_directory() {
        check("app/src/main.ts", "pages/home", &["app/src/pages/home.ts"]);
        check("app/src/main.ts", "home", &["app/src/pages/home.ts"]);
        check("web/page.ts", "pages/home", &[]);
    }

    #[test]
    fn exports_and_imports_of_a_package_resolve_to_sources() {
        check("web/page.ts", "@acme/core", &["packages/core/src/index.ts"]);
        check(
            "web/page.ts",
            "@acme/core/deep",
            &["packages/core/src/deep.ts"],
        );
        check(
            "packages/core/src/deep.ts",
            "#net",
            &["packages/core/src/net.ts"],
        );
        check("web/page.ts", "@acme/core/net", &[]);
    }
}
