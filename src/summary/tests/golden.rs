//! Every summary of a small project in three languages: `tests/fixtures/project`.

use super::*;
use std::fmt::Write;
use std::path::Path;

const FILES: &[&str] = &[
    "README.md",
    "docs/design.md",
    "engine/Cargo.toml",
    "engine/src/index/merger.rs",
    "engine/src/index/mod.rs",
    "engine/src/lib.rs",
    "engine/src/main.rs",
    "engine/src/store.rs",
    "engine/tests/merging.rs",
    "reports/pyproject.toml",
    "reports/src/reports/__init__.py",
    "reports/src/reports/table.py",
    "web/package.json",
    "web/src/index.js",
    "web/src/router.js",
];

#[test]
fn a_project_is_summarized_at_every_level() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/project");
    let mut out = String::new();
    let mut files = Vec::new();
    for path in FILES {
        let raw = std::fs::read(root.join(path)).expect("a fixture");
        let tree = tree(path, raw);
        let digest = digest(&tree);
        let _ = writeln!(
            out,
            "file {path}\n  {}\n  {}",
            file_lead(&digest),
            file(tree.path(), &digest)
        );
        let mut last = String::new();
        for chunk in 0..tree.chunks.len() {
            let symbol = symbol(&tree, chunk);
            if symbol != last && !symbol.is_empty() && path.ends_with("rs") {
                let _ = writeln!(out, "  - {symbol}");
            }
            last = symbol;
        }
        files.push((tree.path().clone(), digest));
    }
    let summaries = summaries("harbour", files);
    for (path, lead, text) in &summaries.modules {
        let _ = writeln!(out, "module {path}\n  {lead}\n  {text}");
    }
    let lead = repository_lead(&summaries.files);
    let _ = writeln!(out, "repository\n  {lead}\n  {}", summaries.repository);
    insta::with_settings!({
        snapshot_path => root.parent().expect("the fixtures"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("project", out);
    });
}
