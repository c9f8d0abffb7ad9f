#!/usr/bin/env bash
# tree-sitter-swift has no declaration for a struct or class whose body has `#warning("…")`, `#error` or a macro such as `#URLs()`.
#
# Expected: Swift's grammar allows compiler control statements and freestanding macros (SE-0397) between the members of a type.
# Seen on 2026-12-01 with tree-sitter 0.26.1 and tree-sitter-swift 0.7.4 (PyPI):
#   struct A { #warning("later"), a line end, var x = 1 }:    one ERROR from `struct A {` on, no declaration named A.
#   the same with #error("…"), #URLs and #URLs():             the same, also for a class and an extension.
#   a struct behind it in the file:                           there, right.
#   #warning at the top of the file or in a function:         right.
#   #if and #endif between members:                           right.
# A reminder that a developer leaves in a type takes the type out of every outline, search and list of symbols.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-swift==0.7.4
"$work/venv/bin/python" - <<'PY'
import tree_sitter_swift
from tree_sitter import Language, Parser

parser = Parser(Language(tree_sitter_swift.language()))

def names(node):
    """The names of the declared types."""
    own = [node.child_by_field_name("name").text.decode()] if node.type == "class_declaration" else []
    return own + [name for child in node.children for name in names(child)]

for text, expected in [
    ('struct A {\n  var x = 1\n}\nstruct B {}\n', ["A", "B"]),
    ('#warning("later")\nstruct A {\n  var x = 1\n}\nstruct B {}\n', ["A", "B"]),
    ('struct A {\n  func f() {\n    #warning("later")\n    g()\n  }\n}\nstruct B {}\n', ["A", "B"]),
    ('struct A {\n  #if DEBUG\n  var x = 1\n  #endif\n}\nstruct B {}\n', ["A", "B"]),
    ('struct A {\n  #warning("later")\n  var x = 1\n}\nstruct B {}\n', ["B"]),
    ('struct A {\n  #error("later")\n  var x = 1\n}\nstruct B {}\n', ["B"]),
    ('struct A {\n  #URLs\n  var x = 1\n}\nstruct B {}\n', ["B"]),
    ('class A {\n  #URLs()\n  func f() {}\n}\nstruct B {}\n', ["B"]),
    ('extension A {\n  #URLs("x")\n  func f() {}\n}\nstruct B {}\n', ["B"]),
]:
    tree = parser.parse(text.encode()).root_node
    print(f"{text!r}: {names(tree)}")
    assert names(tree) == expected and tree.has_error == ("A" not in expected)
PY
