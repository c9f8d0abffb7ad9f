#!/usr/bin/env bash
# The locals queries of tree-sitter's JavaScript and Ruby miss names that `catch`, `rescue`, `for`, `import` and patterns bind.
#
# Expected: a name that the code binds is a local wherever it is used, so it is not colored as a builtin or as a method call.
# Seen on 2026-11-30 with tree-sitter-highlight 0.27.1, tree-sitter-javascript 0.25.0 and tree-sitter-ruby 0.23.1 (crates.io):
#   JavaScript: a parameter or variable called `module` is `variable`. It is `variable.builtin` as the parameter of an arrow
#               function without parentheses, in `{ module }`, `...module`, `for (const module of …)`, `catch (module)` and
#               `import module`, and as the name of a function.
#   Ruby:       parameters and assigned names are variables. The names of `rescue => error`, `for item in …`, `in {name:}` and
#               `in [first]` are `function.method`, at their definition and at each use.
# An editor, a pager or a list of references that takes its locals from these queries shows calls where there are variables.
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
tree-sitter-javascript = "=0.25.0"
tree-sitter-ruby = "=0.23.1"
TOML
cat > "$work/colors/src/main.rs" <<'RUST'
use tree_sitter_highlight::{HighlightConfiguration, HighlightEvent, Highlighter};

/// The innermost highlight of the last occurrence of `word`.
fn color(configuration: &mut HighlightConfiguration, source: &str, word: &str) -> String {
    let names: Vec<String> = configuration.names().iter().map(|name| name.to_string()).collect();
    configuration.configure(&names);
    let (mut open, mut color) = (Vec::new(), "none");
    for event in Highlighter::new().highlight(configuration, source.as_bytes(), None, None, |_| None).unwrap() {
        match event.unwrap() {
            HighlightEvent::HighlightStart { 0: highlight, .. } => open.push(highlight.0),
            HighlightEvent::HighlightEnd => drop(open.pop()),
            HighlightEvent::Source { start, end } if &source[start..end] == word => {
                color = open.last().map_or("none", |&number| &names[number]);
            }
            HighlightEvent::Source { .. } => {}
        }
    }
    color.to_string()
}

fn main() {
    use {tree_sitter_javascript as javascript, tree_sitter_ruby as ruby};
    let mut javascript = HighlightConfiguration::new(
        javascript::LANGUAGE.into(), "javascript", javascript::HIGHLIGHT_QUERY, "", javascript::LOCALS_QUERY).unwrap();
    for source in [
        "function f(module) { return module.x; }",
        "const f = (module) => module.x;",
        "let module = 1; module.x();",
        "function f([module]) { return module.x; }",
        "const f = module => module.x;",
        "function f({ module }) { return module.x; }",
        "function f(...module) { return module.x; }",
        "for (const module of list) { module.x(); }",
        "try { f(); } catch (module) { module.x(); }",
        "import module from 'y'; module.x();",
        "function module() {} module.x();",
    ] {
        println!("{source} {}", color(&mut javascript, source, "module"));
    }
    let mut ruby =
        HighlightConfiguration::new(ruby::LANGUAGE.into(), "ruby", ruby::HIGHLIGHTS_QUERY, "", ruby::LOCALS_QUERY).unwrap();
    for source in [
        "def f(name) name end",
        "name = 1; name",
        "f { |name| name }",
        "begin; f; rescue E => name; name; end",
        "for name in list do name end",
        "case value; in {name:} then name; end",
        "case value; in [name] then name; end",
        "case value; in {key: String => name} then name; end",
    ] {
        println!("{source} {}", color(&mut ruby, source, "name"));
    }
}
RUST
found=$(CARGO_TARGET_DIR="$work/target" cargo run --quiet --manifest-path "$work/colors/Cargo.toml")
echo "$found"
diff - <(echo "$found" | sed 's/.* //' | uniq -c | sed 's/^ *//') <<'TEXT'
4 variable
7 variable.builtin
1 variable.parameter
1 variable
1 variable.parameter
5 function.method
TEXT
