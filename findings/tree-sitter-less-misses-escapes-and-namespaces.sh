#!/usr/bin/env bash
# tree-sitter-less cannot read escaped strings (`~"a"`), sets of rules (`@a: { … }`), namespaces, or named and `;` parameters.
#
# Expected: style sheets that the compiler of Less accepts have trees without errors.
# Seen on 2026-11-30 with tree-sitter-less 1.0.0, tree-sitter 0.26.1 (PyPI; crates.io has 1.0.0) and less 4.9.1 (npm):
#   e("a")                           right. ~"a", in a variable or a property:   an error.
#   @a: 1px;                         right. @a: { b: c }, and its call @a();:   errors.
#   .m(@a, @b: 2) { … }              right. .m(@a; @b: 2) { … }:   an error. .m(1px; 2px);:   right. .m(@a: 1);:   an error.
#   when (@a > 1)                    right. when (iscolor(@a)), when (default()), when (@a = dark):   errors.
#   #ns > .m();                      right, but its declaration, #ns { .m() { … } }, is an error.
#   & > .b { … }                     right. > .b { … } inside a rule:   an error.
# Bootstrap 3 and Ant Design's themes use most of these, so their files have errors.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" less@4.9.1
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-less==1.0.0
cat > "$work/check.cjs" <<'JS'
const less = require("less");
Promise.all(JSON.parse(process.argv[2]).map((source) => less.render(source)))
  .catch((error) => { console.error(String(error), error.extract); process.exit(1); });
JS
"$work/venv/bin/python" - "$work/check.cjs" <<'PY'
import json, subprocess, sys
import tree_sitter, tree_sitter_less

parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_less.language()))

RIGHT = [
    '.c { width: e("a"); }',
    "@a: 1px;",
    ".m(@a, @b: 2) { x: @a }",
    ".m(@a, @b) { x: @a }\n.c { .m(1px; 2px); }",
    ".m(@a) when (@a > 1) { x: @a }",
    ".m() { x: y }\n.c { .m(); }",
    ".c { & > .b { x: y } }",
]
WRONG = [
    '.c { width: ~"a"; }',
    '@a: ~"(min-width: 768px)";',
    "@a: { b: c }",
    "@a: { b: c };\n.c { @a(); }",
    ".m(@a; @b: 2) { x: @a }",
    ".m(@a) { x: @a }\n.c { .m(@a: 1); }",
    ".m(@a) when (iscolor(@a)) { x: @a }",
    ".m(@a) when (default()) { x: @a }",
    ".m(@a) when (@a = dark) { x: @a }",
    "#ns { .m() { x: y } }\n.c { #ns > .m(); }",
    ".c { > .b { x: y } }",
]
subprocess.run(["node", sys.argv[1], json.dumps(RIGHT + WRONG)], check=True)
for source in RIGHT + WRONG:
    has_error = parser.parse(f"{source}\n".encode()).root_node.has_error
    print(f"{source!r}: has_error {has_error}")
    assert has_error == (source in WRONG), source
PY
