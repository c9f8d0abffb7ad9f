#!/usr/bin/env bash
# putout's `--fix` turns `t = a; a = b; b = t` into `a = b; b = a`, and removes a call whose result is not used.
#
# Expected: the rules that are on by default change the form of a program, not what it prints ("keep your code clean").
# Seen on 2026-11-30 with putout 41.3.1 (npm) without configuration, one program in each file, exit code 0 and no message:
#   an unused number and function, `[a, b] = [b, a]`, a used constant:   right.
#   let t = a; a = b; b = t:                      `a = b; b = a`, both have the value of b.
#   const done = save():                          removed with the call, if `done` is not used; so is `const old = count++`.
#   Math.pow(Math.pow(2, 3), 2):                  `2 ** 3 ** 2`, 512 in place of 64; of Math.pow(-2, 2) a SyntaxError.
#   count(1, 2), function count() { return arguments.length }:   `count(1)`.
#   list.indexOf(NaN) !== -1:                     `includes`, true in place of false.
#   forEach of an own class without an iterator:  `for … of`, a TypeError.
#   promisify(setTimeout):                        another setTimeout is imported above, and the wait never ends.
# Most results are valid programs and pass the tool's own check, so a run over a repository brings errors that nobody is told of.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" putout@41.3.1
mkdir "$work/project"
cd "$work/project"
echo '{ "type": "module" }' > package.json
# putout removes calls of console.log
echo 'export const print = (...values) => process.stdout.write(`${values.join(" ")}\n`);' > print.js
cat > ../check.mjs <<'JS'
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

// code, and its output before and after
const CASES = [
  ["const a = 1; const unused = 2; function old() {} print(a);", "1", "1"],
  ["let a = 1; let b = 2; [a, b] = [b, a]; print(a, b);", "2 1", "2 1"],
  ["let a = 1; let b = 2; const t = a; a = b; b = t; print(a, b);", "2 1", "2 2"],
  ["const save = () => { print('saved'); return true; }; const done = save(); print('end');", "saved\nend", "end"],
  ["let count = 0; const old = count++; print(count);", "1", "0"],
  ["print(Math.pow(2, 3));", "8", "8"],
  ["print(Math.pow(Math.pow(2, 3), 2));", "64", "512"],
  ["print(Math.pow(-2, 2));", "4", "SyntaxError"],
  ["function count() { return arguments.length; } print(count(1, 2));", "2", "1"],
  ["const list = [NaN]; print(list.indexOf(NaN) !== -1);", "false", "true"],
  ["class Pair { forEach(use) { use(1); use(2); } } const pair = new Pair(); pair.forEach((value) => { print(value); });", "1\n2", "TypeError"],
  ["const { promisify } = await import('node:util'); const wait = promisify(setTimeout); await wait(1); print('end');", "end", "no end"],
];

const file = (i) => `case${i}.js`;
const run = (i) => {
  const { status, stdout, stderr } = spawnSync("node", [file(i)], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : status === 13 ? "no end" : stderr.match(/(\w+Error)/)[1];
};
CASES.forEach(([code], i) => writeFileSync(file(i), `import { print } from "./print.js"; ${code}\n`));
const before = CASES.map((_, i) => run(i));
const { status, stdout } = spawnSync("../node_modules/.bin/putout", ["--fix", ...CASES.map((_, i) => file(i))], { encoding: "utf8" });
assert.deepEqual([status, stdout.trim()], [0, ""]);
CASES.forEach(([code, ...expected], i) => {
  const text = readFileSync(file(i), "utf8").replace(/import .*print.js.;/, "").trim().replace(/\s+/g, " ");
  const found = [before[i], run(i)];
  console.log(`${code} -> ${text}: ${found.join(" -> ").replaceAll("\n", ", ")}`);
  assert.deepEqual(found, expected);
});
JS
node ../check.mjs
