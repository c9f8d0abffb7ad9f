#!/usr/bin/env bash
# tree-sitter-css cannot read a range such as `@media (400px <= width <= 700px)`: the rules in it become rules without a condition.
#
# Expected: media queries with `<`, `<=`, `>` and `>=`, which all browsers have had since 2023, get a tree without errors.
# Seen on 2026-11-29 with tree-sitter-css 0.25.0 (PyPI; crates.io has the same version) and css-tree 3.2.1 (npm):
#   @media (min-width: 400px)           both: a media rule that contains the rule.
#   @media (width >= 400px)             css-tree: the same. tree-sitter: an error node in the condition.
#   @container side (width > 10em)      css-tree: right. tree-sitter: errors in the name and in the condition.
#   @media (400px <= width <= 700px)    css-tree: right. tree-sitter: the rule stands at the top level, between two error nodes.
#   @import url("x.css") layer(base)    css-tree: right. tree-sitter: an error node.
# So an outline shows the narrow layout's rules beside the general ones, and a check for parse errors skips valid files.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" css-tree@3.2.1
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-css==0.25.0
cat > "$work/errors.cjs" <<'JS'
const { parse } = require("css-tree");
const errors = [];
const tree = parse(process.argv[2], { onParseError: (error) => errors.push(error.message) });
console.log(JSON.stringify([errors.length, tree.children.toArray().map(({ type, name }) => name ?? type)]));
JS
"$work/venv/bin/python" - "$work/errors.cjs" <<'PY'
import json, subprocess, sys
import tree_sitter_css
from tree_sitter import Language, Parser

parser = Parser(Language(tree_sitter_css.language()))

def check(source, at_rule, has_error, top_level):
    command = ["node", sys.argv[1], source]
    errors, names = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    root = parser.parse(source.encode()).root_node
    found = [node.type for node in root.children]
    print(f"{source}: css-tree {names}, {errors} errors; tree-sitter {found}{', with errors' if root.has_error else ''}")
    assert (errors, names) == (0, [at_rule])
    assert (root.has_error, found) == (has_error, top_level)

RULE = "{ .a { color: red } }"
check(f"@media (min-width: 400px) {RULE}", "media", False, ["media_statement"])
check(f"@media (width >= 400px) {RULE}", "media", True, ["media_statement"])
check(f"@container (min-width: 10em) {RULE}", "container", False, ["at_rule"])
check(f"@container side (width > 10em) {RULE}", "container", True, ["at_rule"])
check(f"@media (400px <= width <= 700px) {RULE}", "media", True, ["ERROR", "rule_set", "ERROR"])
check('@import url("x.css") layer(base);', "import", True, ["import_statement"])
PY
