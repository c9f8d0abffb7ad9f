//! Tests of summaries: a small project, single rules, and properties of all summaries.

use super::digest::{MAX_FILE_LEN, MAX_SYMBOL_LEN};
use super::directory::MAX_DIRECTORY_LEN;
use super::*;
use crate::chunk::{ChunkTree, Limits};
use crate::corpus::{Document, SourcePath, Text};
use crate::syntax::Language;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

fn tree(path: &str, text: impl Into<Vec<u8>>) -> ChunkTree {
    let document = Document::new(SourcePath::new(path), Text::decode(text.into()));
    ChunkTree::of(document, &Limits::default())
}

fn digests(files: &[(&str, &str)]) -> Vec<(SourcePath, Digest)> {
    let digests = files.iter().map(|(path, text)| tree(path, *text));
    digests.map(|it| (it.path().clone(), digest(&it))).collect()
}

const PROJECT: &[&str] = &[
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
    // The files of each directory, deepest first.
    let mut directories: BTreeMap<&str, Vec<(SourcePath, Digest)>> = BTreeMap::new();
    for path in PROJECT {
        let tree = tree(path, std::fs::read(root.join(path)).expect("a fixture"));
        let digest = digest(&tree);
        let (lead, text) = (file_lead(&digest), file(tree.path(), &digest));
        let _ = writeln!(out, "file {path}\n  {lead}\n  {text}");
        for (at, chunk) in tree.chunks.iter().enumerate() {
            let symbol = symbol(&tree, at);
            if !symbol.is_empty() && at > 0 {
                let _ = writeln!(out, "  - {}: {symbol}", chunk.name);
            }
        }
        let above = path.rsplit_once('/').map_or("", |(above, _)| above);
        let file = (SourcePath::new(path), digest);
        directories.entry(above).or_default().push(file.clone());
        files.push(file);
    }
    for (path, files) in &directories {
        let (text, lead) = directory(path, files, &[], "");
        let _ = writeln!(out, "directory {path}\n  {lead}\n  {text}");
    }
    let parts =
        [("engine", "Stores."), ("reports", "")].map(|(name, lead)| (name.into(), lead.into()));
    let (text, lead) = directory(".", &directories[""], &parts, &technologies(&files));
    let _ = writeln!(out, "repository\n  {lead}\n  {text}");
    insta::with_settings!({
        snapshot_path => root.parent().expect("the fixtures"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("project", out);
    });
}

fn check_file(path: &str, text: &str, expected: &str) {
    let tree = tree(path, text);
    assert_eq!(file(tree.path(), &digest(&tree)), expected, "{text}");
}

#[test]
fn a_file_is_its_docs_else_its_main_declarations() {
    check_file(
        "a.rs",
        "//! Merges. Fast.\n\npub struct A;\n",
        "Merges. Fast.",
    );
    check_file(
        "a.rs",
        "// Copyright 2020 X\n//! Merges.\npub struct A;\n",
        "Merges.",
    );
    check_file("a.py", "\"\"\"Merges.\"\"\"\n", "Merges.");
    check_file(
        "a.rs",
        "const C: u8 = 1;\nfn f() {}\npub struct A {\n    own: u8,\n}\nimpl A {\n    fn m() {}\n}\nmod tests {\n    fn t() {}\n}\n",
        "Declares struct A, function f, impl A, module tests.",
    );
    check_file("a.yaml", "one: 1\ntwo: 2\n", "Contains one, two.");
    check_file(
        "a.rst",
        "One\n===\n\n- x\n\nTwo\n===\n\n- y\n",
        "Contains One, Two.",
    );
    check_file("a/b.txt", "", "a/b.txt");
}

#[test]
fn a_declaration_is_the_first_sentence_of_its_docs() {
    let check = |path: &str, text: &str, expected: &str| {
        let tree = tree(path, text);
        let at = tree.chunks.iter().position(|chunk| chunk.name == "A");
        assert_eq!(symbol(&tree, at.expect("a chunk")), expected, "{text}");
    };
    check(
        "a.py",
        "class A(B):\n    \"\"\"Is one. Of many.\"\"\"\n",
        "Is one.",
    );
    check(
        "a.rs",
        "/// Is one. Of many.\npub struct A {\n    own: u8,\n}\n",
        "Is one.",
    );
    check("a.rs", "pub struct A;\n", "");
}

#[test]
fn a_directory_is_its_readme_its_manifest_or_its_module_docs() {
    let other = ("x/other.rs", "//! Does more.\npub fn other() {}\n");
    let check = |file: (&str, &str), lead: &str, text: &str| {
        let found = directory("x", &digests(&[file, other]), &[], "");
        assert_eq!(found, (text.to_owned(), lead.to_owned()));
    };
    check(
        ("x/README.md", "# X\n\nThis is the index.\n"),
        "This is the index.",
        "This is the index. Contains: other.rs (Does more)",
    );
    check(
        ("x/package.json", "{\"description\": \"The index.\"}"),
        "The index.",
        "The index. Contains: other.rs (Does more)",
    );
    check(
        ("x/mod.rs", "//! The index.\nmod other;\n"),
        "The index.",
        "The index. Contains: other.rs (Does more)",
    );
    check(
        ("x/main.rs", "fn main() {}\n"),
        "other.rs, main.rs",
        "Contains: other.rs (Does more); main.rs (function main)",
    );
}

#[test]
fn a_long_part_of_a_directory_keeps_its_closing_parenthesis() {
    let part = ("api".to_owned(), "word ".repeat(40));
    let (text, _) = directory("x", &[], &[part], "");
    assert!(text.ends_with(" word…)"), "{text}");
    assert!(text.len() <= "Contains: ".len() + 102, "{text}");
}

#[test]
fn technologies_are_languages_and_package_managers() {
    let files = digests(&[
        ("a.rs", "fn a() {}\nfn b() {}\nfn c() {}\n"),
        ("b.py", "b = 1\n"),
        ("Gemfile", "gem 'rails'\n"),
        ("Cargo.toml", "[package]\n"),
    ]);
    let rust_and_python = "Written in rust 60%, python 20%, ruby 20%. Built with Bundler, Cargo.";
    assert_eq!(technologies(&files), rust_and_python);
    assert_eq!(technologies(&[]), "");
}

/// Fragments of docs, code and documents of many languages.
const WORDS: &[&str] = &[
    "\n",
    "\n\n",
    "    ",
    " ",
    "/// ",
    "//! ",
    "/** ",
    " */",
    "* ",
    "# ",
    "\"\"\"",
    "'''",
    "-- ",
    "<!-- ",
    "-->",
    "@moduledoc ",
    "@param a b\n",
    ":param x: y\n",
    "[`a`](b)",
    "![x](y)",
    "**b**",
    "{@link A#b}",
    "<summary>",
    "</summary>",
    "===\n",
    "```\n",
    "- item\n",
    "| a | b |\n",
    ".. image:: x\n",
    "Merges segments. ",
    "Copyright (c) 2020 X\n",
    "索引を統合する。",
    "größe ",
    "\u{1F600}",
    "\u{202e}",
    "\u{1b}[31m",
    "\0",
    "\r\n",
    "\u{feff}",
    "pub fn f(a: u8) {\n}\n",
    "pub struct A { b: u8 }\n",
    "impl A {\n",
    "class B(C):\n",
    "def m(self):\n",
    "end\n",
    "}\n",
    "package a\n",
    "[package]\nname = \"x\"\n",
    "a_very_long_name_that_goes_on_and_on_",
    "key: value\n",
];

fn path() -> impl Strategy<Value = String> {
    let languages = Language::all().map(Language::file_name);
    let names = [
        "a.txt",
        "README",
        "README.md",
        "Cargo.toml",
        "go.mod",
        "\u{1b}[31m/\u{202e}.rs",
    ];
    let names = names.into_iter().map(str::to_owned);
    prop::sample::select(languages.chain(names).collect::<Vec<_>>())
}

fn is_shown(text: &str, longest: usize) -> Result<(), TestCaseError> {
    prop_assert!(text.chars().count() <= longest, "{text:?}");
    let hidden = |letter: char| letter.is_control() || ('\u{202a}'..='\u{202e}').contains(&letter);
    prop_assert!(!text.chars().any(hidden), "{text:?}");
    prop_assert_eq!(text.trim(), text);
    Ok(())
}

proptest! {
    #[test]
    fn summaries_are_bounded_lines_and_need_no_order(
        files in prop::collection::vec(
            (path(), prop::collection::vec(prop::sample::select(WORDS), 0..80)),
            0..8,
        ),
    ) {
        let mut digests = BTreeMap::new();
        for (path, words) in files {
            let tree = tree(&path, words.concat());
            let digest = digest(&tree);
            is_shown(&file(tree.path(), &digest), MAX_FILE_LEN)?;
            is_shown(&file_lead(&digest), MAX_LEAD_LEN)?;
            for chunk in 0..=tree.chunks.len() {
                is_shown(&symbol(&tree, chunk), MAX_SYMBOL_LEN)?;
            }
            digests.insert(tree.path().clone(), digest);
        }
        let files: Vec<(SourcePath, Digest)> = digests.into_iter().collect();
        let reversed: Vec<(SourcePath, Digest)> = files.iter().rev().cloned().collect();
        let (text, lead) = directory("a", &files, &[], &technologies(&files));
        is_shown(&text, MAX_DIRECTORY_LEN)?;
        is_shown(&lead, MAX_LEAD_LEN)?;
        prop_assert_eq!((text, lead), directory("a", &reversed, &[], &technologies(&reversed)));
    }
}
