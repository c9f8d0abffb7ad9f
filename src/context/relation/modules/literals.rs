//! Tables in configurations of bundlers, frameworks, test runners and packages: `alias` of `vite.config.ts`,
//! `moduleNameMapper` of Jest, `package_dir` of `setup.py`, dependencies.
//!
//! Contract: a configuration is not run; only literals in it are read.

use super::path::beside;
use regex::Regex;
use std::sync::LazyLock;

/// The patterns of module names that a build file declares, each with the paths that it may mean.
pub(super) type Patterns = Vec<(String, Vec<String>)>;

/// Aliases that a framework has without configuration: the beginning of the configuration's name, the alias and its
/// path.
const DEFAULTS: &[[&str; 3]] = &[
    ["nuxt.", "~", ""],
    ["nuxt.", "@", ""],
    ["nuxt.", "~", "app"],
    ["nuxt.", "@", "app"],
    ["svelte.", "$lib", "src/lib"],
    ["vue.", "@", "src"],
];
/// Names before a table of aliases.
const TABLES: &[&str] = &["alias", "moduleNameMapper", "package_dir", "package-dir"];

/// A quoted text, or a name before a colon or an equals sign.
static TOKEN: LazyLock<Regex> =
    regex!(r#"(?:"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`|(\w[\w.$-]*))(\s*[:=])?"#);

/// Returns true for the name of a configuration.
pub(super) fn is_configuration(name: &str) -> bool {
    let is_program = name.contains(".config.") || name.starts_with("webpack.");
    is_program
        || matches!(name, "package.json" | "pyproject.toml" | "setup.py")
        || name.starts_with(".babelrc")
}

/// Returns the aliases in a configuration, relative to its directory.
pub(super) fn configured_aliases(name: &str, text: &str) -> Patterns {
    let mut patterns = Patterns::new();
    for table in TABLES.iter().flat_map(|table| blocks(text, table)) {
        for (key, path) in entries(table) {
            add(&mut patterns, &key, &path);
        }
    }
    for [start, alias, path] in DEFAULTS {
        if name.starts_with(start) {
            add(&mut patterns, alias, path);
        }
    }
    patterns
}

/// Returns the names of the packages that a build file depends on.
pub(super) fn dependencies(name: &str, text: &str) -> Vec<String> {
    let blocks = match name {
        "package.json" | "pyproject.toml" => blocks(text, "ependencies"),
        name if is_requirements(name) => text.lines().collect(),
        _ => Vec::new(),
    };
    let tokens = blocks
        .into_iter()
        .flat_map(|block| TOKEN.captures_iter(block));
    let names = tokens.filter_map(|token| {
        let name = (1..=4).find_map(|group| token.get(group))?.as_str();
        // A requirement of Python has conditions: `requests[socks] >= 2`.
        name.split(['[', ' ', '<', '>', '=', '~', '!', ';']).next()
    });
    names.map(str::to_owned).collect()
}

/// Returns true for a list of requirements of Python.
pub(super) fn is_requirements(name: &str) -> bool {
    name.starts_with("requirements") && name.ends_with(".txt")
}

/// Returns the tables after a name: in brackets, or below a header of TOML.
fn blocks<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(name) {
        let after = &text[at + name.len()..];
        if let Some(section) = after.strip_prefix(']') {
            found.push(section.split("\n[").next().unwrap_or_default());
            continue;
        }
        let start = after.trim_start_matches(['"', '\'', ' ', ':', '=']);
        let mut depth = 0;
        let end = start.find(|letter| {
            depth +=
                i32::from(matches!(letter, '{' | '[')) - i32::from(matches!(letter, '}' | ']'));
            depth <= 0
        });
        found.push(&start[..end.unwrap_or_default()]);
    }
    found
}

/// Returns the keys of a table with the path in their values: the parts of `path.resolve(__dirname, "a", "b")` are
/// joined. In `{ find: "@", replacement: "/src" }`, the key is `@`.
fn entries(table: &str) -> Vec<(String, String)> {
    let mut entries: Vec<(String, String)> = Vec::new();
    for token in TOKEN.captures_iter(table) {
        let quoted = (1..=3).find_map(|group| token.get(group));
        let text = quoted.or(token.get(4)).map_or("", |text| text.as_str());
        if token.get(5).is_some() && text != "replacement" {
            entries.push((text.to_owned(), String::new()));
        } else if let Some((key, path)) = entries.last_mut()
            && quoted.is_some()
        {
            if key == "find" {
                text.clone_into(key);
            } else {
                *path = beside(path, text);
            }
        }
    }
    entries.retain(|(_, path)| !path.is_empty());
    entries
}

/// Adds the patterns of an alias: `@` stands for its path and the paths below, `^@/(.*)$` for those below.
fn add(patterns: &mut Patterns, key: &str, path: &str) {
    let path = path.trim_start_matches("<rootDir>").replace("$1", "*");
    let path = path
        .rsplit('}')
        .next()
        .unwrap_or_default()
        .trim_matches('/');
    let is_exact = key.ends_with('$') && !key.contains('(');
    let key = key.trim_start_matches('^').trim_end_matches(['$', '/']);
    let key = key.replace("(.*)", "*");
    if key.contains('*') || is_exact {
        patterns.push((key.to_owned(), vec![path.to_owned()]));
        return;
    }
    for (key, path) in [
        (key.to_owned(), path.to_owned()),
        (format!("{key}/*"), format!("{path}/*")),
    ] {
        patterns.push((key.trim_start_matches('/').to_owned(), vec![path]));
    }
}

#[cfg(test)]
mod tests {
    use crate::context::relation::modules::tests::check_import;

    #[track_caller]
    fn check(name: &str, text: &str, module: &str, expected: &[&str]) {
        let files = [
            (name, text),
            ("src/util.js", ""),
            ("src/lib/util.js", ""),
            ("shared/util.js", ""),
            ("src/pages/home.js", ""),
        ];
        check_import(&files, ("src/pages/home.js", 0), (module, ""), expected);
    }

    #[test]
    fn literal_aliases_of_configurations_resolve() {
        let own = &["src/util.js"];
        let vite = "vite.config.ts";
        check(
            vite,
            "{ resolve: { alias: { '@': '/src', '~': '/shared' } } }",
            "@/util",
            own,
        );
        let joined = "alias: { x: { y: 1 }, shared: path.join(__dirname, '.', 'shared') }";
        check(vite, joined, "shared/util", &["shared/util.js"]);
        let url =
            "alias: [{ find: '@', replacement: fileURLToPath(new URL('./src', import.meta.url)) }]";
        check(vite, url, "@/util.js", own);
        check(vite, "alias: { '@': `${__dirname}/src` }", "@/util", own);
        check(vite, "alias: { '@': base, '~': '/src' }", "@/util", &[]);
        check(
            "webpack.config.js",
            "alias: { util$: path.resolve('src/util.js') }",
            "util",
            own,
        );
        let jest = r#"{ "jest": { "moduleNameMapper": { "^@/(.*)$": "<rootDir>/src/$1" } } }"#;
        check("package.json", jest, "@/util", own);
        check(
            "package.json",
            r##"{ "imports": { "#lib/*": "./src/*.js" } }"##,
            "#lib/util",
            own,
        );
    }

    #[test]
    fn frameworks_have_aliases_without_configuration() {
        check(
            "svelte.config.js",
            "export default {}",
            "$lib/util",
            &["src/lib/util.js"],
        );
        check("nuxt.config.ts", "", "~/shared/util", &["shared/util.js"]);
        check("vue.config.js", "", "@/util", &["src/util.js"]);
    }
}
