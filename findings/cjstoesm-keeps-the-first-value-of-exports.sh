#!/usr/bin/env bash
# cjstoesm keeps the first value of an export and drops the later ones: `exports.limit = 1; exports.limit = 2` exports 1.
#
# Expected: the ES module exports the values of the CommonJS module, or the tool reports what it cannot convert.
# Seen on 2026-11-30 with cjstoesm 3.0.0 and typescript 5.9.3 (npm) and Node's `import` of the result; no warning:
#   exports.a = 1, module.exports = { a: 1 }, setters and getters as functions:   right.
#   exports.a = 1; exports.a = 2:                              a is 1.
#   exports.a = exports.b = 3:                                 b is 3, a is missing.
#   module.exports = { a: 1 }; module.exports.b = 2:           the default export has a only.
#   module.exports = function () {}; module.exports.x = 2:     the function has no x.
#   exports.a = undefined; exports.a = f:                      `export { undefined as a }`, a SyntaxError.
#   exports["a-b"] = 1:                                        `export const a-b = 1`, a SyntaxError.
#   a file that tsc wrote for `export let a = 1; …`:           `export const a = void 0`, and `exports.a` stays in functions, a
#                                                              ReferenceError.
# After the first four the module loads, and all who import it get other values.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" cjstoesm@3.0.0 typescript@5.9.3
cd "$work"
cat > convert.mjs <<'JS'
import assert from "node:assert";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync, readFileSync } from "node:fs";
import ts from "typescript";


function run(code, type) {
  const result = spawnSync("node", [`--input-type=${type}`, "-e", code], { encoding: "utf8", cwd: "case" });
  return result.status === 0 ? result.stdout.trim() : result.stderr.match(/(\w+Error)/)[1];
}

// Values that a user of the module sees before and after the conversion.
function check(source, expression, before, after) {
  rmSync("case", { recursive: true, force: true });
  mkdirSync("case");
  writeFileSync("case/lib.js", source);
  writeFileSync("case/package.json", "{}");
  const old = run(`const lib = require("./lib.js"); console.log(JSON.stringify(${expression}))`, "commonjs");
  const output = execFileSync("../node_modules/.bin/cjstoesm", ["lib.js", "out"], { cwd: "case", encoding: "utf8" });
  assert.doesNotMatch(output, /warn|error/i);
  writeFileSync("case/out/package.json", '{ "type": "module" }');
  const converted = readFileSync("case/out/lib.js", "utf8").trim();
  const now = run(`import * as all from "./out/lib.js"; const lib = all.default ?? all; console.log(JSON.stringify(${expression}))`, "module");
  console.log(`${source} -> ${converted.replaceAll("\n", " ")}: ${old} -> ${now}`);
  assert.deepEqual([old, now], [before, after]);
}

check("exports.a = 1;", "[lib.a]", "[1]", "[1]");
check("module.exports = { a: 1 };", "[lib.a]", "[1]", "[1]");
check("let v = 1; exports.set = (x) => { v = x; }; exports.get = () => v;", "[lib.set(5), lib.get()]", "[null,5]", "[null,5]");
check("exports.a = 1; exports.a = 2;", "[lib.a]", "[2]", "[1]");
check("exports.a = exports.b = 3;", "[lib.a, lib.b]", "[3,3]", "[null,3]");
check("module.exports = { a: 1 }; module.exports.b = 2;", "[lib.a, lib.b]", "[1,2]", "[1,null]");
check("module.exports = function () { return 1; }; module.exports.x = 2;", "[lib(), lib.x]", "[1,2]", "[1,null]");
check("exports.a = undefined; exports.a = function () { return 1; };", "[lib.a()]", "[1]", "SyntaxError");
check('exports["a-b"] = 1;', '[lib["a-b"]]', "[1]", "SyntaxError");
const compiled = ts.transpile("export let a = 1; export let b = 2; export function f() { return a; }", { module: ts.ModuleKind.CommonJS });
check(compiled, "[lib.a, lib.b, lib.f()]", "[1,2,1]", "ReferenceError");
JS
node convert.mjs
