#!/usr/bin/env bash
# tree-sitter-javascript 0.25 reads `await (await fetch(u)).json()` as a call of a function named `await`.
#
# Expected: in an async function `await` is an operator, whatever follows it; 0.23.1 read it so.
# Seen on 2026-11-29 with tree-sitter-javascript 0.23.1 and 0.25.0 (PyPI; crates.io and npm have the same), no error nodes:
#   await (await fetch(u)).json();   0.23.1: an await_expression around the call. 0.25.0: await(…).json(), that is, the identifier
#   await (async () => {})();        `await` is called; the same behind `=`.
#   await [a].map(f);                0.25.0: a subscript, await[a].
#   await fetch(u); await (p);       both versions: an await_expression.
# So a call graph has a function `await`, and a check for missing or needless awaits sees none in these statements.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for version in 0.23.1 0.25.0; do
    python3 -m venv "$work/$version"
    "$work/$version/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 "tree-sitter-javascript==$version"
    "$work/$version/bin/python" - "$version" <<'PY'
import sys
import tree_sitter_javascript
from tree_sitter import Language, Parser

EXPECTED = {
    "await fetch(u)": ("await_expression", "await_expression"),
    "await (p)": ("await_expression", "await_expression"),
    "await (await fetch(u)).json()": ("await_expression", "call_expression"),
    "await (async () => {})()": ("await_expression", "call_expression"),
    "await (a ?? b).run()": ("await_expression", "call_expression"),
    "await [a].map(f)": ("await_expression", "call_expression"),
    "x = await (await fetch(u)).json()": ("await_expression", "call_expression"),
}
version = sys.argv[1]
parser = Parser(Language(tree_sitter_javascript.language()))
for statement, expected in EXPECTED.items():
    root = parser.parse(f"async function f() {{ {statement}; }}".encode()).root_node
    assert not root.has_error, statement
    node = root.children[0].child_by_field_name("body").named_children[0].named_children[0]
    found = (node.child_by_field_name("right") or node).type
    print(f"{version}  {statement:34} {found}")
    assert found == expected[version == "0.25.0"], f"expected {expected}"
PY
done
