#!/usr/bin/env bash
# tree-sitter's JavaScript and TypeScript grammars join two lines when the second begins with a name like `in_use`.
#
# Expected: code without semicolons, as Standard and Prettier (`semi: false`) write it, gets a tree without errors.
# Seen on 2026-11-29 with tree-sitter-javascript 0.25.0 and tree-sitter-typescript 0.23.2 (PyPI, as in crates and npm);
# Node accepts each pair of lines as a module:
#   start() / in_use(x)                     an error node: the first two letters count as the operator `in`. The same for names
#                                           with a digit or `$` behind `in` or `instanceof`; `inner(x)` is right.
#   import "./setup" / (function () {})()   JavaScript only: one call of `import` with an error; `;(function` is right.
#   class { a / *b() {} }                   an error node: a field before a generator needs its semicolon.
#   a = b /* two / lines */ c = d           an error node, though a comment with a line end counts as one.
# So one such line breaks the chunk of a whole function or class, in files that every JavaScript engine reads.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check \
    tree-sitter==0.26.1 tree-sitter-javascript==0.25.0 tree-sitter-typescript==0.23.2
"$work/venv/bin/python" - "$work/module.mjs" <<'PY'
import pathlib, subprocess, sys
import tree_sitter_javascript, tree_sitter_typescript
from tree_sitter import Language, Parser

# the module, and whether the trees of JavaScript and TypeScript have an error
CASES = {
    "start()\ninner(x)": (False, False),
    "start()\nin_use(x)": (True, True),
    "start()\nin2 = x": (True, True),
    "start()\ninstanceof$ = x": (True, True),
    'import a from "./setup"\na.run()': (False, False),
    'import "./setup"\n;(function () {})()': (False, False),
    'import "./setup"\n(function () {})()': (True, False),
    "class A { a\nb() {} }": (False, False),
    "class A { a\n*b() {} }": (True, True),
    "a = b /* two\nlines */\nc = d": (False, False),
    "a = b /* two\nlines */ c = d": (True, True),
}
file = pathlib.Path(sys.argv[1])
for source, expected in CASES.items():
    file.write_text(source)
    subprocess.run(["node", "--check", file], check=True)
    found = tuple(
        Parser(Language(language)).parse(source.encode()).root_node.has_error
        for language in (tree_sitter_javascript.language(), tree_sitter_typescript.language_typescript())
    )
    print(f"{source!r}: error in JavaScript {found[0]}, in TypeScript {found[1]}")
    assert found == expected, f"expected {expected}"
PY
