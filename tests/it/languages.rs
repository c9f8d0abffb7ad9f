//! One file in each language, and its expected tree: `tests/fixtures/languages`.

use smriti_tui::chunk::{Chunk, ChunkTree, Limits, Role};
use smriti_tui::corpus::{Document, SourcePath, Text};
use smriti_tui::syntax::Language;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

macro_rules! golden {
    ($($language:ident $file:literal;)*) => {
        const FILES: &[(&str, &str)] = &[$((stringify!($language), $file)),*];
        $(
            #[test]
            fn $language() {
                check(stringify!($language), $file);
            }
        )*
    };
}

golden! {
    astro "index.astro";
    bash "deploy.sh";
    blade "show.blade.php";
    c "ring.c";
    clojure "parcel.clj";
    cmake "CMakeLists.txt";
    cpp "shapes.cpp";
    csharp "Orders.cs";
    css "theme.css";
    dart "cart.dart";
    dockerfile "Dockerfile";
    ejs "menu.ejs";
    elixir "account.ex";
    erb "list.html.erb";
    erlang "parcel.erl";
    glsl "light.frag";
    go "store.go";
    gotmpl "helpers.tpl";
    graphql "shop.graphql";
    groovy "build.gradle";
    haskell "Parser.hs";
    hcl "network.tf";
    heex "badge.html.heex";
    html "page.html";
    java "Ledger.java";
    javascript "router.js";
    jinja "account.html.jinja";
    json "package.json";
    julia "solver.jl";
    kotlin "Session.kt";
    less "theme.less";
    lua "inventory.lua";
    luau "inventory.luau";
    make "Makefile";
    markdown "guide.md";
    nix "shell.nix";
    objc "Parcel.m";
    ocaml "queue.ml";
    ocaml_interface "queue.mli";
    php "Invoice.php";
    powershell "depot.ps1";
    protobuf "ledger.proto";
    python "report.py";
    r "summary.r";
    razor "Index.cshtml";
    ruby "invoice.rb";
    rust "merger.rs";
    scala "Graph.scala";
    scss "theme.scss";
    solidity "Depot.sol";
    sql "schema.sql";
    starlark "defs.bzl";
    svelte "Counter.svelte";
    swift "Player.swift";
    toml "config.toml";
    tsx "Panel.tsx";
    typescript "client.ts";
    vue "Card.vue";
    xml "beans.xml";
    yaml "pipeline.yaml";
    zig "arena.zig";
}

#[test]
fn every_language_has_a_file() {
    let files = FILES.iter().map(|(language, _)| *language);
    let files: BTreeSet<&str> = files.filter(|language| is_built(language)).collect();
    let table: BTreeSet<&str> = Language::all().map(Language::name).collect();
    assert_eq!(files, table);
}

/// Returns true if this build has a grammar for a language; it has all by default.
fn is_built(language: &str) -> bool {
    cfg!(feature = "all-languages") || Language::named(language).is_some()
}

fn check(language: &str, file: &str) {
    if !is_built(language) {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/languages");
    let tree = cut(&folder.join(file));
    assert_eq!(tree.language.map(Language::name), Some(language), "{file}");
    let text = &tree.document.text;
    let leaves: String = tree
        .leaves()
        .map(|(_, leaf)| text.slice(leaf.bytes.clone()))
        .collect();
    assert_eq!(leaves.as_bytes(), text.bytes(), "{file}");
    insta::with_settings!({
        snapshot_path => folder,
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(file, outline(&tree));
    });
}

fn cut(file: &Path) -> ChunkTree {
    let raw = std::fs::read(file).expect("a fixture");
    let name = file.file_name().map(PathBuf::from).unwrap_or_default();
    let document = Document::new(SourcePath::new(&name.to_string_lossy()), Text::decode(raw));
    ChunkTree::of(document, &Limits::default())
}

/// A tree as lines: location, kind, name; then definitions, supertypes, docs, imports and calls.
fn outline(tree: &ChunkTree) -> String {
    let mut out = String::new();
    for chunk in &tree.chunks {
        let _ = writeln!(out, "{}", line(tree, chunk).trim_end());
        if chunk.is_leaf() {
            imports(tree, chunk, &mut out);
            calls(tree, chunk, &mut out);
        }
    }
    out
}

fn line(tree: &ChunkTree, chunk: &Chunk) -> String {
    let indent = "  ".repeat(depth(tree, chunk));
    let (first, last) = chunk.lines;
    let mut line = format!("{:>3}-{last:<4}{indent}{} ", first, chunk.kind.name());
    match chunk.role {
        Role::Parent | Role::Body => {}
        role => {
            let _ = write!(line, "({}) ", role.name());
        }
    }
    let names = chunk.names.get(1..).unwrap_or_default();
    let _ = write!(line, "{}", names.join("."));
    let defined: Vec<&str> = chunk
        .definitions
        .iter()
        .map(|definition| definition.name.as_str())
        .collect();
    for (mark, names) in [("+", defined.join(",")), ("< ", chunk.bases.join(", "))] {
        if !names.is_empty() {
            let _ = write!(line, " {mark}{names}");
        }
    }
    let docs = tree.document.text.slice(chunk.docs.clone()).into_owned();
    if let Some(first) = docs.lines().next().filter(|_| chunk.is_leaf()) {
        let _ = write!(line, "  docs: {first}");
    }
    if chunk.silent {
        line.push_str("  (silent)");
    }
    line
}

fn depth(tree: &ChunkTree, chunk: &Chunk) -> usize {
    let mut depth = 0;
    let mut above = chunk.parent;
    while let Some(parent) = above.and_then(|parent| tree.chunks.get(parent)) {
        depth += 1;
        above = parent.parent;
    }
    depth
}

fn imports(tree: &ChunkTree, chunk: &Chunk, out: &mut String) {
    for import in tree.imports_of(chunk) {
        let _ = write!(out, "         imports {}", import.module);
        for (mark, name) in [(" : ", &import.name), (" as ", &import.alias)] {
            if !name.is_empty() {
                let _ = write!(out, "{mark}{name}");
            }
        }
        out.push('\n');
    }
}

fn calls(tree: &ChunkTree, chunk: &Chunk, out: &mut String) {
    let text = &tree.document.text;
    let word = |bytes: &std::ops::Range<u32>| {
        text.slice(bytes.start as usize..bytes.end as usize)
            .into_owned()
    };
    let calls: Vec<String> = tree
        .references_of(chunk)
        .iter()
        .filter(|reference| reference.is_called)
        .map(|call| {
            if call.is_member {
                format!("{}.{}", word(&call.qualifier), word(&call.bytes))
            } else {
                word(&call.bytes)
            }
        })
        .collect();
    if !calls.is_empty() {
        let _ = writeln!(out, "         calls {}", calls.join(" "));
    }
}
