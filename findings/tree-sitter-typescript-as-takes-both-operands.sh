#!/usr/bin/env bash
# tree-sitter-typescript binds `as` and `satisfies` looser than `||`, `&&`, `??` and `==`: `a || b as T` casts the whole.
#
# Expected: `as` binds like `<`, so in `a || b as T` it casts b alone, as in the TypeScript compiler.
# Seen on 2026-11-29 with tree-sitter-typescript 0.23.2 (PyPI, crates.io and npm) and typescript 5.9.3 (npm); outermost operator:
#   `a || b as T`, `a && b as T`, `a ?? b as T`, `a == b as T`, `a ?? b satisfies T`:  the cast; the compiler: `||`, `&&`, …
#   `a ** b as T`:                     `**`; the compiler: the cast.
#   `a + b as T`, `a instanceof b as T`, `a = b as T`, `a ? b as T : c`:  both agree.
# There is no error node. `options ?? {} as Options` is common, so a search for casts of object literals (`{} as $T`), or a
# rewrite of `as` to `satisfies`, misses or changes the wrong operand.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" typescript@5.9.3
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-typescript==0.23.2
cat > "$work/compiler.cjs" <<'JS'
const ts = require("typescript");
for (const expression of JSON.parse(process.argv[2])) {
  const file = ts.createSourceFile("a.ts", expression, ts.ScriptTarget.Latest);
  if (file.parseDiagnostics.length) throw new Error(expression);
  const node = file.statements[0].expression;
  console.log(ts.isAsExpression(node) || ts.isSatisfiesExpression(node) ? "cast" : node.operatorToken?.getText(file) ?? "?");
}
JS
"$work/venv/bin/python" - "$work/compiler.cjs" <<'PY'
import json, subprocess, sys
import tree_sitter_typescript
from tree_sitter import Language, Parser

# the expression, and the outermost operators of the grammar and of the compiler
EXPECTED = {
    "a || b as T": ("cast", "||"),
    "a && b as T": ("cast", "&&"),
    "a ?? b as T": ("cast", "??"),
    "a == b as T": ("cast", "=="),
    "a ?? b satisfies T": ("cast", "??"),
    "a ** b as T": ("**", "cast"),
    "a + b as T": ("cast", "cast"),
    "a instanceof b as T": ("cast", "cast"),
    "a = b as T": ("=", "="),
    "a ? b as T : c": ("?", "?"),
}
compiler = subprocess.run(["node", sys.argv[1], json.dumps(list(EXPECTED))], check=True, capture_output=True, text=True)
parser = Parser(Language(tree_sitter_typescript.language_typescript()))
for (expression, expected), operator in zip(EXPECTED.items(), compiler.stdout.split()):
    root = parser.parse(expression.encode()).root_node
    assert not root.has_error, expression
    node = root.children[0].children[0]
    kind = node.type in ("as_expression", "satisfies_expression")
    found = "cast" if kind else node.children[1].text.decode(), operator
    print(f"{expression:20} grammar: {found[0]:5} compiler: {found[1]}")
    assert found == expected, f"expected {expected}"
PY
