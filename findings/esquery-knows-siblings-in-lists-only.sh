#!/usr/bin/env bash
# esquery and tsquery know the order of children in lists only: the first child of a call is its first argument, that of `a + b` none.
#
# Expected: `:first-child`, `:last-child`, `~` and `+` are those of CSS, to which both READMEs link: they hold for all children of a
#   node in their order in the source, and `!` marks the node that is returned.
# Seen on 2026-11-30 with esquery 1.7.0, espree 11.2.0, @phenomnomnominal/tsquery 6.2.0 and typescript 5.9.3 (npm), no error:
#   CallExpression > :first-child in `save(path, data)`:   path, not save.
#   CallExpression > :nth-child(2):                        data, not path.
#   FunctionDeclaration > :first-child in `function area(side)`:   side, not area.
#   BinaryExpression > :first-child in `first + second`:   nothing; nor has it a last child.
#   IfStatement > :last-child in `if (ready) run(); else stop();`:   nothing.
#   [name=first] ~ Identifier, [name=save] + Identifier:   nothing.
#   ![name=path] ~ [name=data]:   path; ![name=path] + [name=data]: nothing in esquery.
#   !CallExpression > [name=data]:   the call; in tsquery data, as it accepts `!` and ignores it.
# Rules of ESLint (`no-restricted-syntax`) and codemods with such selectors report nothing, or the wrong node.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  esquery@1.7.0 espree@11.2.0 @phenomnomnominal/tsquery@6.2.0 typescript@5.9.3
cat > "$work/check.mjs" <<'JS'
import { createRequire } from "node:module";
import * as espree from "espree";

const require = createRequire(import.meta.url);
const esquery = require("esquery");
const { tsquery } = require("@phenomnomnominal/tsquery");
const SOURCE = `function area(side, scale) { return side; }
save(path, data);
limit = first + second;
if (ready) run(); else stop();
`;
// a selector, what esquery finds, and what tsquery finds (null: not asked, as the trees have other nodes there)
const CASES = [
  ["CallExpression > Identifier", "save path data run stop", "save path data run stop"],
  ["CallExpression > :first-child", "path", "path"],
  ["CallExpression > :nth-child(2)", "data", "data"],
  ["FunctionDeclaration > :first-child", "side", "side"],
  ["BinaryExpression > [name=first]", "first", "first"],
  ["BinaryExpression > [name=first]:first-child", "", ""],
  ["BinaryExpression > [name=second]:last-child", "", ""],
  ["IfStatement > :last-child", "", ""],
  ["IfStatement > :first-child", "", ""],
  ["[name=first] ~ Identifier", "", ""],
  ["[name=save] + Identifier", "", ""],
  ["[name=path] + Identifier", "data", "data"],
  ["![name=path] ~ [name=data]", "path", null],
  ["![name=path] + [name=data]", "", null],
  ["!CallExpression > [name=data]", "save(path, data)", "data"],
];

const program = espree.parse(SOURCE, { ecmaVersion: 2022, range: true });
const file = tsquery.ast(SOURCE);

function equal(found, expected, what) {
  console.log(`${what}: ${found || "nothing"}`);
  if (found !== expected) throw new Error(`expected ${expected || "nothing"}`);
}

for (const [selector, esqueryExpected, tsqueryExpected] of CASES) {
  equal(esquery(program, selector).map((node) => SOURCE.slice(...node.range)).join(" "), esqueryExpected, `esquery ${selector}`);
  if (tsqueryExpected !== null) {
    equal(tsquery(file, selector).map((node) => node.getText()).join(" "), tsqueryExpected, `tsquery ${selector}`);
  }
}
JS
cd "$work" && node check.mjs
