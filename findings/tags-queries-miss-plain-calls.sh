#!/usr/bin/env bash
# The tags queries that grammars of tree-sitter ship leave out the most frequent calls of PHP and Rust, and all calls of C.
#
# Expected: `tags.scm` marks each call as `@reference.call`, so that a repository map can be built from it in any language.
# Seen on 2026-11-29 with the wheels of PyPI (the crates of these versions ship the same queries):
#   tree-sitter-php 0.25.1:  `$this->m()`, `C::m()` and `\n\f()` are tagged; a plain `f()`, `$x?->m()` and `new C()` are not.
#   tree-sitter-rust 0.24.2: `f()`, `s.m()` and `m!()` are tagged; `S::new()`, `m::f()`, `Self::f()` and `f::<u8>()` are not.
#   tree-sitter-c 0.24.2:    no call is tagged.
#   tree-sitter-go 0.25.0:   `f[int](1)`, a call of a generic function, is tagged as a type.
# So callers that are read from tags queries look complete in one language and are nearly empty in the next one.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check \
    tree-sitter==0.26.1 tree-sitter-php==0.25.1 tree-sitter-rust==0.24.2 tree-sitter-c==0.24.2 tree-sitter-go==0.25.0
"$work/venv/bin/python" - <<'PY'
import tree_sitter_c, tree_sitter_go, tree_sitter_php, tree_sitter_rust
from tree_sitter import Language, Parser, Query, QueryCursor

# language, tags query, a function around the call, and for each call its name and the expected capture
CASES = [
    ("PHP", Language(tree_sitter_php.language_php()), tree_sitter_php.TAGS_QUERY, "<?php function caller() { %s; }", {
        "$this->m()": ("m", "reference.call"), "C::m()": ("m", "reference.call"), r"\n\f()": ("f", "reference.call"),
        "f()": ("f", None), "$x?->m()": ("m", None), "new C()": ("C", None)}),
    ("Rust", Language(tree_sitter_rust.language()), tree_sitter_rust.TAGS_QUERY, "fn caller() { %s; }", {
        "f()": ("f", "reference.call"), "s.m()": ("m", "reference.call"), "m!()": ("m", "reference.call"),
        "S::new()": ("new", None), "m::f()": ("f", None), "Self::f()": ("f", None), "f::<u8>()": ("f", None)}),
    ("C", Language(tree_sitter_c.language()), tree_sitter_c.TAGS_QUERY, "void caller(void) { %s; }", {
        "f()": ("f", None), "s->m()": ("m", None)}),
    ("Go", Language(tree_sitter_go.language()), tree_sitter_go.TAGS_QUERY, "package p\nfunc caller() { %s }", {
        "f()": ("f", "reference.call"), "p.F()": ("F", "reference.call"), "f[int](1)": ("f", "reference.type")}),
]
for name, language, tags, function, calls in CASES:
    parser, query = Parser(language), Query(language, tags)
    for call, expected in calls.items():
        tree = parser.parse((function % call).encode())
        assert not tree.root_node.has_error, call
        references = {
            captures["name"][0].text.decode(): capture
            for _, captures in QueryCursor(query).matches(tree.root_node)
            for capture in captures
            if capture.startswith("reference.")
        }
        found = expected[0], references.get(expected[0])
        print(f"{name:5} {call:12} {found[1] or 'not tagged'}")
        assert found == expected, f"expected {expected}"
PY
