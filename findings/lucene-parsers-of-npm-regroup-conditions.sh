#!/usr/bin/env bash
# Parsers of Lucene's syntax for npm change the query: one drops `NOT`, three read `a AND b OR c` as `a AND (b OR c)`, liqe
# `a OR b AND c` as `(a OR b) AND c`.
#
# Expected: `NOT b` excludes b. AND binds before OR, as in most search languages. Lucene's own parser has no precedence, but it requires
# a and b in `a AND b OR c`, which is not `a AND (b OR c)` either.
# Seen on 2026-11-30 with liqe 3.8.7, lucene 2.1.1, lucene-queryparser 3.0.0, lucene-query-parser 1.2.0 and lucene-kit 1.3.0 (npm) and
# luqum 1.0.0 (PyPI), eight texts with all combinations of a, b and c:
#   lucene-kit, luqum:                       AND binds before OR in all queries.
#   lucene, both lucene-query parsers:       `a AND b OR c` is `a AND (b OR c)`, `a b OR c` too: a text with c alone is missing.
#   liqe:                                    `a OR b AND c` is `(a OR b) AND c`: a text with a alone is missing.
#   lucene-query-parser, `a AND NOT b`:      the tree of `a AND b`; also `NOT a OR b` and `NOT (a OR b)` are read without NOT.
# No error or warning is given, and no README names an order. A saved filter finds other entries after the parser was changed, or
# where browser and server use different ones, and an exclusion finds what it excludes.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check luqum==1.0.0
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts liqe@3.8.7 lucene@2.1.1 lucene-queryparser@3.0.0 lucene-query-parser@1.2.0 \
  lucene-kit@1.3.0
cat > check.cjs <<'JS'
const assert = require("node:assert");
const liqe = require("liqe");
const kit = require("lucene-kit");

const TEXTS = ["a", "b", "c", "a b", "a c", "b c", "a b c", "x"];
const documents = TEXTS.map((text) => ({ text }));

function matches(node, text) {
  if (node.term !== undefined) return text.includes(node.term);
  const left = matches(node.left, text) !== (node.start === "NOT");
  if (!node.right) return left;
  const right = matches(node.right, text);
  return {
    "AND": left && right, "<implicit>": left && right, "AND NOT": left && !right, "OR": left || right,
  }[node.operator];
}
const byTree = (name) => (query) => TEXTS.filter((text) => matches(require(name).parse(query), text));
const LIBRARIES = {
  "lucene-kit": (query) => kit.filter(new kit.QueryParser(query), documents).map((found) => found.text),
  "liqe": (query) => liqe.filter(liqe.parse(query), documents).map((found) => found.text),
  "lucene": byTree("lucene"),
  "lucene-queryparser": byTree("lucene-queryparser"),
  "lucene-query-parser": byTree("lucene-query-parser"),
};

function check(query, usual, others = {}) {
  for (const [name, search] of Object.entries(LIBRARIES)) {
    const found = search(query).sort().join(", ");
    console.log(`${query}: ${name}: ${found}`);
    assert.equal(found, others[name] ?? usual);
  }
}
const regrouped = "a b, a b c, a c";
const three = { "lucene": regrouped, "lucene-queryparser": regrouped, "lucene-query-parser": regrouped };
check("a AND (b OR c)", regrouped);
check("a AND b OR c", "a b, a b c, a c, b c, c", three);
// Words side by side: OR in lucene-kit, as in Lucene; AND in liqe; left open by the other trees, and taken for AND here.
check("a b OR c", "a b, a b c, a c, b c, c", { ...three, "lucene-kit": "a, a b, a b c, a c, b, b c, c" });
check("a OR b AND c", "a, a b, a b c, a c, b c", { liqe: "a b c, a c, b c" });
check("a AND NOT b", "a, a c", { "lucene-query-parser": "a b, a b c" });
check("NOT a OR b", "a b, a b c, b, b c, c, x", { "lucene-query-parser": "a, a b, a b c, a c, b, b c" });
check("NOT (a OR b)", "c, x", { "lucene-query-parser": "a, a b, a b c, a c, b, b c" });
JS
node check.cjs
"$work/venv/bin/python" - <<'PY'
from luqum.parser import parser
from luqum.tree import AndOperation, OrOperation

tree = parser.parse("a OR b AND c")
assert isinstance(tree, OrOperation) and isinstance(tree.children[1], AndOperation)
tree = parser.parse("a AND b OR c")
assert isinstance(tree, OrOperation) and isinstance(tree.children[0], AndOperation)
PY
