//! Which modules use which crates, and which ones touch files, the environment and processes.

use super::modules::{Modules, room};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Modules that may use a crate, or a module of one. A name without a row is refused everywhere.
const OWNED: &[(&str, &[&str])] = &[
    (
        "anyhow",
        &[
            "config", "session", "terminal", "answers", "project", "pages", "mcp", "cli", "runtime",
        ],
    ),
    ("arc_swap", &["index"]),
    ("base64", &["terminal"]),
    ("clap", &["project", "cli"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("crc32fast", &["corpus", "extract", "index"]),
    ("crossterm", &["terminal", "runtime", "cli"]),
    ("crossterm::event", &["app"]),
    ("directories", &["config"]),
    ("flate2", &["index"]),
    ("gix_config", &["corpus"]),
    ("gix_filter", &["corpus"]),
    ("gix_hash", &["corpus"]),
    ("gix_index", &["corpus"]),
    ("gix_object", &["corpus"]),
    ("gix_odb", &["corpus"]),
    ("hnsw_rs", &["index"]),
    ("ignore", &["corpus"]),
    ("imara_diff", &["corpus"]),
    ("jsonc_parser", &["corpus", "cli"]),
    ("lru", &["extract", "index", "context", "app"]),
    ("lz4_flex", &["workers"]),
    ("memchr", &["corpus", "search"]),
    ("mimalloc", &["lib"]),
    ("multiversion", &["embed", "index"]),
    ("nix", &["corpus", "extract", "terminal", "runtime"]),
    ("notify", &["workers"]),
    ("nucleo_matcher", &["search", "app"]),
    ("ort", &["embed"]),
    ("percent_encoding", &["mcp", "pages"]),
    ("postcard", &["extract", "index", "workers"]),
    ("postgres", &["engine"]),
    ("pulldown_cmark", &["chunk", "summary"]),
    ("ratatui", &["ui", "runtime"]),
    ("ratatui::layout", &["app"]),
    (
        "regex",
        &[
            "answers", "chunk", "context", "extract", "index", "search", "summary", "syntax",
        ],
    ),
    ("grep_matcher", &["search"]),
    ("grep_regex", &["search"]),
    ("regex_syntax", &["search"]),
    ("rustc_hash", &["chunk", "context", "embed", "syntax"]),
    ("rustls", &["engine", "http"]),
    ("rustls_platform_verifier", &["engine"]),
    ("shell_words", &["terminal"]),
    ("signal_hook", &["terminal", "runtime"]),
    ("rmcp", &["mcp"]),
    ("rmcp::schemars", &["answers", "project", "pages", "cli"]),
    ("sled", &["index"]),
    ("strsim", &["config", "search"]),
    ("tantivy", &["index"]),
    ("tempfile", &["cli", "extract", "project"]),
    ("tar", &["index"]),
    ("tokenizers", &["embed"]),
    ("tokio_postgres_rustls", &["engine"]),
    ("tokio", &["workers", "runtime", "mcp", "main"]),
    ("toml", &["config", "context", "summary", "ui", "cli"]),
    ("tree_sitter", &["syntax"]),
    ("undoc", &["extract"]),
    ("unicode_segmentation", &["app", "chunk"]),
    ("unicode_width", &["app", "chunk", "ui"]),
    ("unpdf", &["extract"]),
    ("zip", &["extract"]),
    ("ureq", &["http", "summary"]),
];

/// Crates of no module: derives, errors, a hash.
const SHARED: &[&str] = &["serde", "serde_json", "thiserror", "twox_hash"];

/// Access to files, environment and processes.
const OUTSIDE: &[&str] = &["fs", "env", "process"];

/// Modules without such access.
const PURE: &[&str] = &[
    "app", "ui", "search", "chunk", "summary", "export", "protocol",
];

/// The rule that a path breaks that names something outside this crate, if any.
fn violation(module: &str, path: &[String]) -> Option<String> {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match path[..] {
        ["std", area, ..] if PURE.contains(&module) && OUTSIDE.contains(&area) => Some(format!(
            "{module} has no side effects: no std::{}",
            OUTSIDE.join(", std::")
        )),
        ["std", "self" | "*", ..] | ["std"] => Some("name a module of std".to_owned()),
        ["crate", "*"] | ["crate"] => Some("name a module of the crate".to_owned()),
        [name, ..] => broken_ownership(module, name, &path),
        [] => None,
    }
}

/// The name that the table has for a crate: one for all grammars.
fn family(krate: &str) -> &str {
    if krate.starts_with("tree_sitter") {
        "tree_sitter"
    } else {
        krate
    }
}

/// Returns true if a crate is named outside its modules. Other names are not checked.
fn broken_ownership(module: &str, name: &str, path: &[&str]) -> Option<String> {
    let rows = || {
        OWNED
            .iter()
            .filter(|(krate, _)| krate.split("::").next() == Some(family(name)))
    };
    let covered = |krate: &str| {
        krate.split("::").zip(path).all(|(a, b)| a == family(b))
            && krate.split("::").count() <= path.len()
    };
    if rows().next().is_none()
        || rows().any(|(krate, modules)| covered(krate) && modules.contains(&module))
    {
        return None;
    }
    let owners: Vec<String> = rows()
        .map(|(krate, modules)| format!("{krate} belongs to [{}]", modules.join(", ")))
        .collect();
    Some(owners.join("; "))
}

#[test]
fn crates_and_side_effects_stay_in_their_modules() {
    let modules = Modules::of_the_program();
    let violations: Vec<String> = modules
        .paths()
        .filter_map(|(module, path)| {
            let rule = violation(room(module), &path.segments)?;
            let named = path.segments.join("::");
            Some(format!("{module}: line {}: `{named}`: {rule}", path.line))
        })
        .collect();
    assert!(violations.is_empty(), "\n{}\n", violations.join("\n"));
}

#[test]
fn every_crate_is_assigned_to_modules() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let manifest: toml::Table = fs::read_to_string(manifest).unwrap().parse().unwrap();
    let mut crates = Vec::new();
    let mut tables = vec![&manifest];
    tables.extend(
        manifest
            .get("target")
            .and_then(toml::Value::as_table)
            .into_iter()
            .flat_map(|targets| targets.values().filter_map(toml::Value::as_table)),
    );
    for table in tables {
        let dependencies = table.get("dependencies").and_then(toml::Value::as_table);
        crates.extend(dependencies.into_iter().flat_map(|table| table.keys()));
    }
    let named = crates.iter().map(|name| name.replace('-', "_"));
    let named: BTreeSet<String> = named.map(|name| family(&name).to_owned()).collect();
    let ruled: BTreeSet<String> = OWNED
        .iter()
        .filter_map(|(krate, _)| krate.split("::").next())
        .chain(SHARED.iter().copied())
        .map(str::to_owned)
        .collect();
    assert_eq!(
        named, ruled,
        "Cargo.toml on the left, this table on the right"
    );
}

/// The rule that a path breaks in a module; none if it breaks none.
#[track_caller]
fn check(module: &str, path: &str, expected: Option<&str>) {
    let segments: Vec<String> = path.split("::").map(str::to_owned).collect();
    let rule = violation(module, &segments);
    match expected {
        Some(part) => assert!(
            rule.as_ref().is_some_and(|rule| rule.contains(part)),
            "{rule:?}"
        ),
        None => assert_eq!(rule, None, "{module}: {path}"),
    }
}

#[test]
fn a_crate_outside_its_modules_is_refused() {
    check("index", "tantivy::Index", None);
    check("search", "tantivy::Result", Some("belongs to [index]"));
    check("ui", "ratatui", None);
    check("app", "ratatui", Some("belongs to [ui"));
    check("app", "crossterm::event::KeyCode", None);
    check("app", "crossterm::terminal", Some("crossterm"));
    check("app", "ignore", Some("belongs to"));
    check("corpus", "unknown::name", None);
}

#[test]
fn a_side_effect_in_a_pure_module_is_refused() {
    for module in PURE {
        check(module, "std::env::var", Some("has no side effects"));
        check(module, "std::process::Command", Some("has no side effects"));
        check(module, "std::fmt", None);
    }
    check("corpus", "std::fs::File", None);
    check("app", "std::self", Some("a module of std"));
    check("app", "crate::*", Some("a module of the crate"));
}
