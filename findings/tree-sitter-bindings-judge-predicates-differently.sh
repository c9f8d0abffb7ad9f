#!/usr/bin/env bash
# In Python, `#not-any-of?` of a tree-sitter query excludes nothing, and in JavaScript an absent capture fails other predicates.
#
# Expected: the bindings of the tree-sitter project find the same matches for a query.
# Seen on 2026-11-29 with tree-sitter 0.26.1 (PyPI) and web-tree-sitter 0.27.2 (npm), the source `f(a); g(b); h(c); i();`:
#   #not-any-of? @x "a" "b":  web: c. Python: a, b and c; with one value it excludes that value.
#   #any-of? @x "a" "b":      both a and b.
#   an optional capture (`(identifier)? @x`) that is absent, as in `i()`:
#     #eq? @x "a":            both accept `i()`.
#     #any-of? @x "a", #match? @x "^a":  Python accepts `i()`, web refuses it.
# Highlight and tags queries exclude keywords and builtins by `#not-any-of?`, so in Python the rules for other names take them too,
# and a query that was tested in one binding cannot be moved to the other unread.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" web-tree-sitter@0.27.2 tree-sitter-javascript@0.25.0
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-javascript==0.25.0
cat > "$work/web.cjs" <<'JS'
const { Language, Parser, Query } = require("web-tree-sitter");

(async () => {
  await Parser.init();
  const language = await Language.load(require.resolve("tree-sitter-javascript/tree-sitter-javascript.wasm"));
  const parser = new Parser();
  parser.setLanguage(language);
  const [source, queries] = JSON.parse(process.argv[2]);
  const root = parser.parse(source).rootNode;
  const names = (query) => new Query(language, query).matches(root)
    .map(({ captures }) => captures.find(({ name }) => name === "f").node.text).join(" ");
  console.log(JSON.stringify(queries.map(names)));
})();
JS
"$work/venv/bin/python" - "$work/web.cjs" <<'PY'
import json, subprocess, sys
import tree_sitter_javascript
from tree_sitter import Language, Parser, Query, QueryCursor

SOURCE = "f(a); g(b); h(c); i();"
# the argument's pattern and the predicate, and the functions whose calls Python and web find
EXPECTED = {
    ("(identifier) @x", '#any-of? @x "a" "b"'): ("f g", "f g"),
    ("(identifier) @x", '#not-any-of? @x "a"'): ("g h", "g h"),
    ("(identifier) @x", '#not-any-of? @x "a" "b"'): ("f g h", "h"),
    ("(identifier)? @x", '#eq? @x "a"'): ("f i", "f i"),
    ("(identifier)? @x", '#any-of? @x "a"'): ("f i", "f"),
    ("(identifier)? @x", '#match? @x "^a"'): ("f i", "f"),
}
queries = [f"((call_expression function: (_) @f arguments: (arguments . {argument})) ({predicate}))"
           for argument, predicate in EXPECTED]
output = subprocess.run(["node", sys.argv[1], json.dumps([SOURCE, queries])], check=True, capture_output=True, text=True)
language = Language(tree_sitter_javascript.language())
root = Parser(language).parse(SOURCE.encode()).root_node
for (case, expected), query, web in zip(EXPECTED.items(), queries, json.loads(output.stdout)):
    matches = QueryCursor(Query(language, query)).matches(root)
    found = " ".join(captures["f"][0].text.decode() for _, captures in matches), web
    print(f"{case[0]:17} {case[1]:26} Python: {found[0]:6} web: {found[1]}")
    assert found == expected, f"expected {expected}"
PY
