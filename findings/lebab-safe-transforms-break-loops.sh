#!/usr/bin/env bash
# lebab's "safe" transforms put `await` and `yield` into the callback of forEach, and `...args` above "use strict" and into getters.
#
# Expected: safe transforms "use pretty straight-forward and strict rules", "the resulting code should be almost 100% equivalent";
# where a rule does not hold the loop or function stays.
# Seen on 2026-11-30 with lebab 3.2.9 (npm), each program valid before, no warning where it breaks:
#   for-each, a plain loop, `break`, `return`:   right, or not changed.
#   for-each, a loop with `await` or `yield` in its body:    a SyntaxError, since they are in the callback now.
#   for-each, a loop over a string or over `arguments`:      a TypeError, they have no forEach.
#   for-each, a loop that appends to its array:              the new elements are not visited.
#   for-each, a `var` in the body that is used after it:     a ReferenceError.
#   arg-rest, a function that begins with "use strict":      `function f(...args) { "use strict"; … }`, a SyntaxError.
#   arg-rest, a getter of a class or an object:              `get size(...args)` or `get size function(...args)`, a SyntaxError.
#   arrow-return, `for (var f = x => { return x in o; };;)`: without the braces `in` belongs to the loop, a SyntaxError.
# Most break when the file is loaded; the loop that appends does less than before without an error.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" lebab@3.2.9
cd "$work"
cat > transform.mjs <<'JS'
import assert from "node:assert";
import vm from "node:vm";
import lebab from "lebab";

// Runs a program and returns what it logged, or the error.
async function run(code) {
  const lines = [];
  try {
    await vm.runInNewContext(`(async () => { ${code} })()`, { log: (...values) => lines.push(values.join(" ")) });
    return lines.join(", ");
  } catch (error) {
    return error.name;
  }
}

async function check(transform, code, before, after) {
  const result = lebab.transform(code, [transform]);
  const values = [await run(code), await run(result.code)];
  console.log(`${transform}: ${code} -> ${result.code.replace(/\s+/g, " ")}: ${values.join(" -> ")}`);
  if (before !== after) assert.deepEqual(result.warnings, []);
  assert.deepEqual(values, [before, after]);
}

const loop = (body, list = "[1, 2]") => `const a = ${list}; for (let i = 0; i < a.length; i++) { const x = a[i]; ${body} }`;
await check("for-each", loop("log(i, x);"), "0 1, 1 2", "0 1, 1 2");
await check("for-each", loop("if (x === 2) break; log(i, x);"), "0 1", "0 1");
await check("for-each", `function f() { ${loop("if (x === 2) return i;")} } log(f());`, "1", "1");
await check("for-each", `async function f() { ${loop("await x; log(i, x);")} } await f();`, "0 1, 1 2", "SyntaxError");
await check("for-each", `function* f() { ${loop("yield i + x;")} } log(...f());`, "1 3", "SyntaxError");
await check("for-each", loop("log(i, x);", '"ab"'), "0 a, 1 b", "TypeError");
await check("for-each", `function f() { ${loop("log(i, x);", "arguments")} } f(7);`, "0 7", "TypeError");
await check("for-each", loop("if (a.length < 4) a.push(9); log(i, x);"), "0 1, 1 2, 2 9, 3 9", "0 1, 1 2");
await check("for-each", `${loop("var last = x + i;")} log(last);`, "3", "ReferenceError");
await check("arg-rest", "function f() { return arguments.length; } log(f(1, 2));", "2", "2");
await check("arg-rest", 'function f() { "use strict"; return arguments.length; } log(f(1, 2));', "2", "SyntaxError");
await check("arg-rest", "class A { get size() { return arguments.length; } } log(new A().size);", "0", "SyntaxError");
await check("arg-rest", "const o = { get size() { return arguments.length; } }; log(o.size);", "0", "SyntaxError");
await check("arrow-return", "const f = x => { return x in {}; }; log(f(1));", "false", "false");
await check("arrow-return", "for (var f = x => { return x in {}; };;) { log(f(1)); break; }", "false", "SyntaxError");
JS
node transform.mjs
