#!/usr/bin/env bash
# Printers of JavaScript trees write other programs: escodegen turns `export * as utils` into `export *`, astring `(a?.b).c` into `a?.b.c`.
#
# Expected: the printed text of a parsed program has the same tree; what a printer does not know raises an error, as class fields do.
# Seen on 2026-11-30 with astring 1.9.0, escodegen 2.1.0 and esrap 2.4.0 (npm), trees by acorn 8.19.0:
#   -(-x), (a, b), a ** -b, (a ?? b) || c, (x => x)(), new (a())():    the same tree in all three.
#   export * as utils from "x":             escodegen writes `export * from "x"`: all names of x are exported, and `utils` is not.
#   export { a as "b-c" }, export { "b-c" as a } from "x":    the name `undefined` in astring and escodegen.
#   import data from "x" with { type: "json" }:               escodegen drops the `with`, without which Node.js reads no JSON.
#   import("x", { with: { type: "json" } }):                  astring and escodegen drop the second argument.
#   (a?.b).c, (a?.b)():                     astring writes a?.b.c and a?.b(), undefined where the program fails.
#   x => ({ a } = b):                       astring writes `x => {a} = b`, a SyntaxError.
#   export default (function () {})():      escodegen writes no parentheses, a SyntaxError.
#   for ((async) of x);, new (import("x"))():    a SyntaxError in two or three.
# The modules load in most cases, but a bundled or instrumented one has other exports than its source, and null gives undefined.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" astring@1.9.0 escodegen@2.1.0 esrap@2.4.0 acorn@8.19.0
cd "$work"
cat > print.mjs <<'JS'
import assert from "node:assert";
import { parse as acorn } from "acorn";
import { generate } from "astring";
import escodegen from "escodegen";
import { print } from "esrap";
import ts from "esrap/languages/ts";

const printers = { astring: generate, escodegen: (tree) => escodegen.generate(tree), esrap: (tree) => print(tree, ts()).code };
const parse = (source) => acorn(source, { ecmaVersion: "latest", sourceType: "module" });
const POSITIONS = new Set(["start", "end", "raw"]);
const shape = (tree) => JSON.stringify(tree, (key, value) => (POSITIONS.has(key) ? undefined : value));

// The printed text of each printer: `same` if it has the tree of the source, `SyntaxError: …` if it has none.
function check(source, expected = {}) {
  const found = {};
  for (const [name, printer] of Object.entries(printers)) {
    const text = printer(parse(source)).replace(/\s+/g, " ").trim();
    try {
      if (shape(parse(text)) !== shape(parse(source))) found[name] = text;
    } catch (error) {
      found[name] = `${error.name}: ${text}`;
    }
  }
  console.log(source, found);
  assert.deepEqual(found, expected);
}

for (const source of ["-(-x);", "f((a, b));", "a ** -b;", "(a ?? b) || c;", "(x => x)();", "new (a())();"]) check(source);
check('export * as utils from "x";', { escodegen: "export * from 'x';" });
check('export { a as "b-c" }; var a;', { astring: "export {a as undefined}; var a;", escodegen: "export { a as undefined }; var a;" });
check('export { "b-c" as a } from "x";', { astring: 'export {undefined as a} from "x";', escodegen: "export { undefined as a } from 'x';" });
check('import data from "x" with { type: "json" };', { escodegen: "import data from 'x';" });
check('import("x", { with: { type: "json" } });', { astring: 'import("x");', escodegen: "import('x');" });
check("(a?.b).c;", { astring: "a?.b.c;" });
check("(a?.b)();", { astring: "a?.b();" });
check("f(x => ({ a } = b));", { astring: "SyntaxError: f(x => {a} = b);" });
check("export default (function () {})();", { escodegen: "SyntaxError: export default function () { }();" });
check("for ((async) of x);", {
  astring: "SyntaxError: for (async of x) ;", escodegen: "SyntaxError: for (async of x);", esrap: "SyntaxError: for (async of x) ;" });
check('new (import("x"))();', { astring: 'SyntaxError: new import("x")();', esrap: 'SyntaxError: new import("x")();' });

// What the program does: astring's text gives undefined in place of a TypeError.
assert.throws(() => new Function("const a = null; return (a?.b).c;")(), TypeError);
assert.equal(new Function("const a = null; return a?.b.c;")(), undefined);
JS
node print.mjs
