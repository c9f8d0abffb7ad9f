//! Dependencies between modules and the form of files. The compiler checks no layers within a crate, so these
//! tests read every path of the shipped code (tests may reach further).

mod circles;
mod crates;
mod layers;
mod modules;

use super::rust_source::sources;
use std::path::PathBuf;

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
