#!/usr/bin/env bash
# Highlight queries in grammar crates color all names alike in tree-sitter-highlight: they need predicates that only Neovim has.
#
# Expected: a crate's public highlight query works with the highlighter of the tree-sitter project.
# Seen on 2026-11-29 with tree-sitter-highlight 0.27.1 (crates.io), without an error or a warning unless one is named:
#   tree-sitter-zig 1.1.2:        every variable and parameter is `constant`.
#   tree-sitter-luau 1.2.0:       the same.
#   tree-sitter-glsl 0.2.0:       every variable, and the name of a function, is `variable.builtin`.
#   tree-sitter-solidity 1.2.13:  the query is refused, "Invalid syntax" in line 90.
# `((identifier) @constant (#lua-match? @constant "^[A-Z]…"))` is meant for names in capitals. The library leaves predicates that
# it does not know to its caller, and the highlighter ignores them, so the pattern holds for every name.
# So a query of a crate has to be searched for other predicates than eq, match, any-of and their variants before it is used.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/colors/src"
cat > "$work/colors/Cargo.toml" <<'TOML'
[package]
name = "colors"
version = "0.0.0"
edition = "2021"

[dependencies]
tree-sitter = "=0.27.1"
tree-sitter-highlight = "=0.27.1"
tree-sitter-glsl = "=0.2.0"
tree-sitter-luau = "=1.2.0"
tree-sitter-solidity = "=1.2.13"
tree-sitter-zig = "=1.1.2"
TOML
cat > "$work/colors/src/main.rs" <<'RUST'
use tree_sitter::Language;
use tree_sitter_highlight::{HighlightConfiguration, HighlightEvent, Highlighter};

/// The words of the source, each with its innermost highlight.
fn show(name: &str, language: Language, query: &str, source: &str) {
    let mut configuration = match HighlightConfiguration::new(language, name, query, "", "") {
        Ok(configuration) => configuration,
        Err(error) => return println!("{name}: {}", error.to_string().lines().next().unwrap()),
    };
    let names: Vec<String> = configuration.names().iter().map(|name| name.to_string()).collect();
    configuration.configure(&names);
    let mut highlighter = Highlighter::new();
    let mut open = Vec::new();
    let mut words = Vec::new();
    for event in highlighter.highlight(&configuration, source.as_bytes(), None, None, |_| None).unwrap() {
        match event.unwrap() {
            HighlightEvent::HighlightStart { 0: highlight, .. } => open.push(highlight.0),
            HighlightEvent::HighlightEnd => drop(open.pop()),
            HighlightEvent::Source { start, end } => {
                let (word, color) = (source[start..end].trim(), open.last().map_or("none", |&n| &names[n]));
                if !word.is_empty() && word.chars().all(char::is_alphanumeric) && !color.starts_with("keyword") {
                    words.push(format!("{word}={color}"));
                }
            }
        }
    }
    println!("{name}: {}", words.join(" "));
}

fn main() {
    show("zig", tree_sitter_zig::LANGUAGE.into(), tree_sitter_zig::HIGHLIGHTS_QUERY, "const count = LIMIT;\n");
    show("luau", tree_sitter_luau::LANGUAGE.into(), tree_sitter_luau::HIGHLIGHTS_QUERY, "local count = LIMIT\n");
    show("glsl", tree_sitter_glsl::LANGUAGE_GLSL.into(), tree_sitter_glsl::HIGHLIGHTS_QUERY,
        "void run ( ) { int count = LIMIT; }\n");
    show("solidity", tree_sitter_solidity::LANGUAGE.into(), tree_sitter_solidity::HIGHLIGHT_QUERY, "contract A {}\n");
}
RUST
found=$(CARGO_TARGET_DIR="$work/target" cargo run --quiet --manifest-path "$work/colors/Cargo.toml")
echo "$found"
test "$found" = "zig: count=constant LIMIT=constant
luau: count=constant LIMIT=constant
glsl: void=type run=variable.builtin int=type count=variable.builtin LIMIT=variable.builtin
solidity: Query error at 90:58. Invalid syntax:"
