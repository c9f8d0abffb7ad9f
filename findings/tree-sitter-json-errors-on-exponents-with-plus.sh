#!/usr/bin/env bash
# tree-sitter-json reports an error for `1e+21`, which is how Python and JavaScript write this number; tree-sitter-hcl for `1e5`.
#
# Expected: JSON's grammar allows a sign in an exponent, `e+3` as well as `e-3`; HCL's allows an exponent without a fraction.
# Seen on 2026-12-01 with tree-sitter 0.26.1, tree-sitter-json 0.24.8 and tree-sitter-hcl 1.2.0 (PyPI):
#   json.dumps(1e21), `1e+21`, and `2.5E+3`:   an error in the number.
#   1e-07, 1e3, 2.5e-3:                        right.
#   HCL, `a = 1e5` and `a = 1e-5`:             an error; python-hcl2 reads them.
#   HCL, `a = 1.5e3`:                          right.
# Files with measurements, limits and benchmarks show errors, and the values lose their type in queries for numbers.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check \
  tree-sitter==0.26.1 tree-sitter-json==0.24.8 tree-sitter-hcl==1.2.0 python-hcl2==8.1.4
"$work/venv/bin/python" - <<'PY'
import json, hcl2, tree_sitter_hcl, tree_sitter_json
from tree_sitter import Language, Parser

assert json.dumps(1e21) == "1e+21"
for grammar, reader, cases in [
    (tree_sitter_json, json.loads, [("1e+21", True), ("2.5E+3", True), ("[1e+3]", True), ("1e-07", False), ("1e3", False), ("2.5e-3", False)]),
    (tree_sitter_hcl, hcl2.loads, [("a = 1e5\n", True), ("a = 1e-5\n", True), ("a = 1.5e3\n", False)]),
]:
    parser = Parser(Language(grammar.language()))
    for text, expected in cases:
        value, found = reader(text), parser.parse(text.encode()).root_node.has_error
        print(f"{text!r}: {value}, error in the tree: {found}")
        assert found == expected
PY
