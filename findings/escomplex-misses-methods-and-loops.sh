#!/usr/bin/env bash
# typhonjs-escomplex leaves out methods of objects and private methods, and counts `for … of`, `??`, `?.` and `&&=` as no branch.
#
# Expected: each function of a module is listed with its own cyclomatic complexity, 1 and one more for each branch or loop.
# Seen on 2026-11-29 with typhonjs-escomplex 0.1.0 (npm), on code that it parses without an error:
#   if, &&, ||, ?:, while, do, for, switch, with the option `forin` for … in:   counted.
#   for (const x of xs), for await, a ?? b, a?.b, a ??= b, a &&= b:   the function has 1, as without them.
#   { run() { if (x) y(); } } and `#run() { … }` in a class:          the method is missing.
#   { run: function() { … } } and a method of a class:                listed with 2.
# code-complexity and es6-plato rank files by these figures, and modules in the style of the last ten years rank too low.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" typhonjs-escomplex@0.1.0
cat > "$work/check.cjs" <<'JS'
const assert = require("node:assert");
const escomplex = require("typhonjs-escomplex");

function check(code, expected) {
  const { methods, classes } = escomplex.analyzeModule(code, { forin: true });
  const found = [...methods, ...classes.flatMap((one) => one.methods)].map(({ cyclomatic }) => cyclomatic);
  console.log(`${code}: ${found.join(" ") || "no function"}`);
  assert.deepEqual(found, expected);
}
const body = (statement) => `async function f(a, b) { ${statement} }`;
for (const statement of ["if (a) b();", "a && b;", "a || b;", "a ? b : 1;", "while (a) b();", "do b(); while (a)",
  "for (; a;) b();", "for (const x in a) b();", "switch (a) { case 1: b(); }"]) {
  check(body(statement), [2]);
}
for (const statement of ["b();", "for (const x of a) b();", "for await (const x of a) b();", "a ?? b;", "a?.b;", "a ??= b;",
  "a &&= b;"]) {
  check(body(statement), [1]);
}
check("const o = { run: function() { if (x) y(); } };", [2]);
check("class A { run() { if (x) y(); } }", [2]);
check("const o = { run() { if (x) y(); } };", []);
check("class A { #run() { if (x) y(); } }", []);
JS
node "$work/check.cjs"
