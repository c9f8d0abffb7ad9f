//! Manifests of packages: their description, technology and dependencies.
//!
//! The table [`MANIFESTS`] lists the known ones. Contract: an invalid manifest has no description and no
//! dependencies; it is never an error.

use serde_json::Value;
use std::collections::BTreeSet;

/// Maximum size of a manifest, in bytes.
const MAX_LEN: usize = 256 * 1024;

/// File name, technology, and JSON pointers to the description and the dependencies.
type PackageManifest = (&'static str, &'static str, Pointers, Pointers);
type Pointers = &'static [&'static str];

const MANIFESTS: &[PackageManifest] = &[
    (
        "Cargo.toml",
        "Cargo",
        &["/package/description", "/workspace/package/description"],
        &["/dependencies", "/workspace/dependencies"],
    ),
    (
        "package.json",
        "npm",
        &["/description"],
        &["/dependencies", "/devDependencies"],
    ),
    (
        "pyproject.toml",
        "Python packages",
        &["/project/description", "/tool/poetry/description"],
        &["/project/dependencies", "/tool/poetry/dependencies"],
    ),
    (
        "composer.json",
        "Composer",
        &["/description"],
        &["/require"],
    ),
    ("go.mod", "Go modules", &[], &[]),
    ("requirements.txt", "pip", &[], &[]),
    ("pom.xml", "Maven", &[], &[]),
    ("Gemfile", "Bundler", &[], &[]),
];

/// Dependencies that are technologies, or indicate one.
const DEPENDENCIES: &[(&str, &str)] = &[
    ("@angular/core", "angular"),
    ("actix-web", "actix"),
    ("asyncpg", "postgresql"),
    ("axum", "axum"),
    ("celery", "celery"),
    ("django", "django"),
    ("express", "express"),
    ("fastapi", "fastapi"),
    ("flask", "flask"),
    ("github.com/gin-gonic/gin", "gin"),
    ("ioredis", "redis"),
    ("laravel/framework", "laravel"),
    ("mongodb", "mongodb"),
    ("mongoose", "mongodb"),
    ("mysql2", "mysql"),
    ("mysqlclient", "mysql"),
    ("next", "next.js"),
    ("numpy", "numpy"),
    ("pandas", "pandas"),
    ("pg", "postgresql"),
    ("psycopg", "postgresql"),
    ("psycopg2", "postgresql"),
    ("psycopg2-binary", "postgresql"),
    ("pymongo", "mongodb"),
    ("rails", "rails"),
    ("react", "react"),
    ("redis", "redis"),
    ("sqlalchemy", "sqlalchemy"),
    ("svelte", "svelte"),
    ("symfony/framework-bundle", "symfony"),
    ("tokio", "tokio"),
    ("torch", "pytorch"),
    ("typescript", "typescript"),
    ("vue", "vue"),
];

/// The technologies that a manifest depends on.
pub fn dependencies(file_name: &str, text: &str) -> BTreeSet<&'static str> {
    let names = declared_dependencies(file_name, text).unwrap_or_default();
    DEPENDENCIES
        .iter()
        .filter(|(known, _)| names.iter().any(|name| name == known))
        .map(|(_, technology)| *technology)
        .collect()
}

/// The names of a manifest's direct dependencies, in lower case.
fn declared_dependencies(file_name: &str, text: &str) -> Option<Vec<String>> {
    let (_, _, _, tables) = manifest(file_name)?;
    let lines = text.lines().map(str::trim);
    match file_name {
        "requirements.txt" | "go.mod" => {
            let lines = lines.map(|line| line.trim_start_matches("require "));
            return Some(lines.map(requirement).collect());
        }
        "Gemfile" => {
            let gems = lines.filter_map(|line| {
                let quoted = line.strip_prefix("gem ")?.split(['"', '\'']).nth(1)?;
                Some(quoted.to_lowercase())
            });
            return Some(gems.collect());
        }
        _ => {}
    }
    let parsed = parsed(file_name, text)?;
    let mut names = Vec::new();
    for table in tables.iter().filter_map(|path| parsed.pointer(path)) {
        match table {
            Value::Object(table) => names.extend(table.keys().map(|name| name.to_lowercase())),
            Value::Array(list) => {
                names.extend(list.iter().filter_map(Value::as_str).map(requirement));
            }
            _ => {}
        }
    }
    Some(names)
}

/// `psycopg2` of `psycopg2>=2.9; python_version > "3.8"`.
fn requirement(line: &str) -> String {
    line.trim()
        .split(|letter: char| letter.is_whitespace() || "[<>=!~;#@(".contains(letter))
        .next()
        .unwrap_or_default()
        .to_lowercase()
}

fn manifest(file_name: &str) -> Option<&'static PackageManifest> {
    MANIFESTS.iter().find(|(name, ..)| *name == file_name)
}

/// The parsed JSON or TOML of a manifest.
fn parsed(file_name: &str, text: &str) -> Option<Value> {
    let text = text.trim_start_matches('\u{feff}');
    if text.len() > MAX_LEN {
        return None;
    }
    match file_name.rsplit_once('.')? {
        (_, "json") => serde_json::from_str(text).ok(),
        (_, "toml") => toml::from_str(text).ok(),
        _ => None,
    }
}

/// The technology of a manifest, by its file name; none for other files.
pub(super) fn technology(file_name: &str) -> Option<&'static str> {
    manifest(file_name).map(|(_, technology, ..)| *technology)
}

/// The description of a package in its manifest.
pub(super) fn description(file_name: &str, text: &str) -> Option<String> {
    let (_, _, paths, _) = manifest(file_name)?;
    if file_name == "go.mod" {
        let module = text.lines().find_map(|line| line.strip_prefix("module "));
        return module.map(|module| format!("Go module {}.", module.trim()));
    }
    let parsed = parsed(file_name, text)?;
    let found = paths.iter().find_map(|path| parsed.pointer(path)?.as_str());
    found.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file_name: &str, text: &str, expected: Option<&str>) {
        assert_eq!(description(file_name, text).as_deref(), expected, "{text}");
    }

    #[test]
    fn dependencies_name_technologies() {
        let check = |file_name: &str, text: &str, expected: &[&str]| {
            let found: Vec<_> = dependencies(file_name, text).into_iter().collect();
            assert_eq!(found, expected, "{text}");
        };
        let both = ["django", "postgresql"];
        check(
            "requirements.txt",
            "Django>=4.2\npsycopg2-binary==2.9 # x\nfoo\n",
            &both,
        );
        check(
            "pyproject.toml",
            "[project]\ndependencies = [\"django[x] ~= 4\", \"psycopg>3\"]\n",
            &both,
        );
        check(
            "package.json",
            r#"{"dependencies": {"react": "1"}, "devDependencies": {"vue": "2"}}"#,
            &["react", "vue"],
        );
        check(
            "Cargo.toml",
            "[dependencies]\ntokio = \"1\"\nother = \"2\"\n",
            &["tokio"],
        );
        check(
            "go.mod",
            "module a\n\nrequire github.com/gin-gonic/gin v1.9\n",
            &["gin"],
        );
        check("Gemfile", "source 'x'\ngem 'rails', '~> 7'\n", &["rails"]);
        check(
            "composer.json",
            r#"{"require": {"laravel/framework": "10"}}"#,
            &["laravel"],
        );
        check("package.json", "{", &[]);
    }

    #[test]
    fn manifests_describe_their_packages() {
        let expected = Some("A shop.");
        check(
            "Cargo.toml",
            "[package]\ndescription = \"A shop.\"\n",
            expected,
        );
        check(
            "pyproject.toml",
            "[project]\ndescription = 'A shop.'\n",
            expected,
        );
        check(
            "pyproject.toml",
            "[tool.poetry]\ndescription = 'A shop.'\n",
            expected,
        );
        check("package.json", r#"{"description": "A shop."}"#, expected);
        check("composer.json", r#"{"description": "A shop."}"#, expected);
        check(
            "go.mod",
            "module a.b/c\n\ngo 1.22\n",
            Some("Go module a.b/c."),
        );
        check("Cargo.toml", "[package]\nname = \"x\"\n", None);
        check("Cargo.toml", "]]] {{{ (", None);
        check("package.json", "]]] {{{ (", None);
        check("other.toml", "[package]\ndescription = \"A shop.\"\n", None);
    }
}
