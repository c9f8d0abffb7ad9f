#!/usr/bin/env bash
# tree-sitter-kotlin needs a line end or `;` before the `}` of a class: `class Small { val side = 1 }` is an enum with an ERROR.
#
# Expected: code that the compiler accepts gets a tree without errors, on one line as on several.
# Seen on 2026-11-29 with tree-sitter-kotlin 1.1.0 and tree-sitter 0.26.1 (PyPI), with a function `after` in the last line:
#   class A { val x = 1; }, or its `}` in the next line:      no error.
#   class A { val x = 1 }, interface A { fun f() }, object A { … }, `object : A { override fun f() = 1 }`:
#                                      an ERROR, and the body of most classes is an `enum_class_body`.
#   class A { init { } fun f() {} }, enum class E { A { override fun f() = 1 }; abstract fun f(): Int }:
#                                      the whole file is one ERROR, `after` included.
#   `is A if ready -> …` in a `when` (Kotlin 2.2), context parameters:   the same.
# Small classes, sealed hierarchies and fakes in tests are written so. An outline loses the members, and a highlighter the rest.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-kotlin==1.1.0
"$work/venv/bin/python" - <<'PY'
import tree_sitter_kotlin
from tree_sitter import Language, Parser

parser = Parser(Language(tree_sitter_kotlin.language()))

def nodes(node):
    yield node
    for child in node.children:
        yield from nodes(child)

def check(code, expected):
    root = parser.parse(f"{code}\nfun after() {{}}\n".encode()).root_node
    found = ["error" if root.has_error else "no error"]
    if any(node.type == "enum_class_body" for node in nodes(root)):
        found.append("enum body")
    if not any(node.type == "function_declaration" and b"after" in node.text for node in nodes(root)):
        found.append("rest lost")
    print(f"{code!r}: {', '.join(found)}")
    assert ", ".join(found) == expected, f"expected {expected}"

check("class A { val x = 1; }", "no error")
check("class A { val x = 1\n}", "no error")
check("class A { init { }\nfun f() {}\n}", "no error")
check("enum class E {\n  A { override fun f() = 1\n},\n  B { override fun f() = 2\n};\n  abstract fun f(): Int\n}", "no error, enum body")
check("fun f() { val x = 1 }", "no error")

check("class A { val x = 1 }", "error, enum body")
check("interface Shape { fun area(): Int }", "error")
check("class A { class B }", "error, enum body")
check("object A { val x = 1 }", "error")
check("val x = object : A { override fun f() = 1 }", "error")
check("class A { init { } fun f() {} }", "error, rest lost")
check("enum class E { A { override fun f() = 1 }; abstract fun f(): Int }", "error, rest lost")
check("fun f(x: Any) = when (x) {\n  is A if ready -> 1\n  else -> 2\n}", "error, rest lost")
check("context(a: A)\nfun f() {}", "error, rest lost")
PY
