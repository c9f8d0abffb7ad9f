//! Dependencies between modules. The compiler checks no layers within a crate, so this test scans every path
//! of the shipped code (tests may reach further) and fails on an edge that the tables of `rules.rs` do not
//! list.

mod rules;
mod scan;

use rules::{Import, MODULES, OWNED, SHARED, SHELL, What, family, imports, place, violations};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Test files next to the code.
fn is_test_file(file: &Path) -> bool {
    file.iter()
        .any(|part| part == "tests" || part == "tests.rs")
}

pub(crate) fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut folders = vec![top.clone()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                sources.push((path.strip_prefix(&top).unwrap().to_owned(), text));
            }
        }
    }
    sources.sort();
    assert!(!sources.is_empty(), "{folder}");
    sources
}

#[test]
fn modules_use_only_listed_modules() {
    let violations: Vec<String> = sources("src")
        .iter()
        .filter(|(file, _)| !is_test_file(file))
        .flat_map(|(file, source)| violations(file, source))
        .collect();
    assert!(violations.is_empty(), "\n{}\n", violations.join("\n"));
}

#[test]
fn every_permission_is_used() {
    let sources = sources("src");
    let shipped = sources.iter().filter(|(file, _)| !is_test_file(file));
    let used: BTreeSet<_> = shipped
        .flat_map(|(file, source)| imports(file, source))
        .collect();
    let permissions = || {
        MODULES.iter().flat_map(|module| {
            module.imports.iter().flat_map(|Import(target, what)| {
                let names = match what {
                    What::All => &[],
                    What::Only(names) => *names,
                };
                names.iter().map(|name| (module.name, *target, *name))
            })
        })
    };
    let is_used = |(module, target, name): (&str, &str, &str)| {
        used.contains(&(module.to_owned(), target.to_owned(), name.to_owned()))
    };
    // Several modules share a list of values; one of them must use a name.
    let granted: BTreeSet<_> = permissions()
        .map(|(_, target, name)| (target, name))
        .collect();
    let needed: BTreeSet<_> = permissions()
        .filter(|it| is_used(*it))
        .map(|(_, target, name)| (target, name))
        .collect();
    let unused: Vec<_> = granted.difference(&needed).collect();
    assert!(unused.is_empty(), "no module needs {unused:?}");
}

#[test]
fn table_is_layered_and_complete() {
    for module in MODULES {
        for Import(name, _) in module.imports {
            let below = MODULES.iter().find(|other| other.name == *name).unwrap();
            assert!(below.layer < module.layer, "{} imports {name}", module.name);
        }
    }
    let tops: BTreeSet<String> = sources("src")
        .iter()
        .map(|(file, _)| place(file).0)
        .collect();
    let known: BTreeSet<String> = MODULES
        .iter()
        .map(|module| module.name)
        .chain(SHELL.iter().copied())
        .map(str::to_owned)
        .collect();
    assert_eq!(tops, known);
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

#[test]
fn every_module_documents_its_purpose() {
    let missing: Vec<PathBuf> = sources("src")
        .into_iter()
        .filter(|(file, source)| {
            let is_module =
                file.file_name().is_some_and(|name| name == "mod.rs") || file.iter().count() == 1;
            is_module && !source.starts_with("//!")
        })
        .map(|(file, _)| file)
        .collect();
    assert!(
        missing.is_empty(),
        "without a `//!` on their first line: {missing:?}"
    );
}

#[test]
fn no_file_is_longer_than_the_limit() {
    const LIMIT: usize = 600;
    for folder in ["src", "tests"] {
        for (file, source) in sources(folder) {
            let lines = source.lines().count();
            assert!(
                lines <= LIMIT,
                "{folder}/{}: {lines} lines, split it",
                file.display()
            );
        }
    }
}
