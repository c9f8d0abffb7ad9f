#!/usr/bin/env bash
# recast, the printer of jscodeshift, leaves out parentheses around nodes that a codemod moves: `-x` in a minus is `--x`, which decrements x.
#
# Expected: the printed text has the tree that the codemod built, as it has for `*`, `.p` or `?:`.
# Seen on 2026-11-30 with jscodeshift 17.4.0 and recast 0.23.21 (npm), parser `tsx`. The codemod moves an expression to _:
#   -_, typeof _, _.p, _ * z, _ ? y : z      with a + b, a = b:     right.
#   -_          with -a:                 --a, which changes a.
#   await _     with a || b:             await a || b; in the same way with `??`, `?:`, `+` and `===`. The promise b is not awaited.
#   _()         with !a, typeof a, -a:   !a(), which calls a.
#   _.p         with a?.b or new A:      a?.b.p, which does not fail where (a?.b).p does; new A.p.
#   _ as T      with a || b, a ? b : c:  a || b as T, which casts b only.
#   z + _       with a as T:             z + a as T; in the same way -a as T and !a as T.
#   z ?? _      with a || b:             z ?? a || b, a SyntaxError, as are `class extends a || b {}` and `new a?.b()`.
# A codemod that adds `await` to calls, casts to arguments or a minus to values compiles in most files and changes results.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" jscodeshift@17.4.0 recast@0.23.21
cd "$work"
cat > codemod.mjs <<'JS'
import assert from "node:assert";
import vm from "node:vm";
import jscodeshift from "jscodeshift";

const j = jscodeshift.withParser("tsx");
const [p, y, z] = ["p", "y", "z"].map((name) => j.identifier(name));
const type = j.tsTypeReference(j.identifier("T"));
const builders = {
  "-_": (node) => j.unaryExpression("-", node),
  "!_": (node) => j.unaryExpression("!", node),
  "typeof _": (node) => j.unaryExpression("typeof", node),
  "await _": (node) => j.awaitExpression(node),
  "_()": (node) => j.callExpression(node, []),
  "_.p": (node) => j.memberExpression(node, p),
  "_ * z": (node) => j.binaryExpression("*", node, z),
  "z + _": (node) => j.binaryExpression("+", z, node),
  "z ?? _": (node) => j.logicalExpression("??", z, node),
  "_ ? y : z": (node) => j.conditionalExpression(node, y, z),
  "_ as T": (node) => j.tsAsExpression(node, type),
  "new _()": (node) => j.newExpression(node, []),
  "class extends _ {}": (node) => j.classExpression(null, j.classBody([]), node),
};

// Replaces each call `wrap(E)` by the built node; the program stays an async function, where `await` is valid.
function convert(source, build) {
  const program = j(source);
  program.find(j.CallExpression, { callee: { name: "wrap" } }).replaceWith(({ node }) => build(node.arguments[0]));
  return program.toSource();
}

function check(pattern, expression, expected) {
  const printed = convert(`async () => { x = wrap(${expression}); }`, builders[pattern]);
  const found = printed.slice("async () => { x = ".length, -"; }".length);
  console.log(`${pattern} with ${expression}: ${found}`);
  assert.equal(found, expected);
}

check("-_", "a + b", "-(a + b)");
check("typeof _", "a + b", "typeof (a + b)");
check("_.p", "-a", "(-a).p");
check("_.p", "a + b", "(a + b).p");
check("_ * z", "a + b", "(a + b) * z");
check("_ ? y : z", "a + b", "a + b ? y : z");
check("_ ? y : z", "a = b", "(a = b) ? y : z");
check("-_", "a = b", "-(a = b)");

check("-_", "-a", "--a");
for (const operator of ["||", "??", "+", "==="]) check("await _", `a ${operator} b`, `await a ${operator} b`);
check("await _", "a ? b : c", "await a ? b : c");
check("_()", "!a", "!a()");
check("_()", "typeof a", "typeof a()");
check("_()", "-a", "-a()");
check("_.p", "a?.b", "a?.b.p");
check("_.p", "new A", "new A.p");
check("_ as T", "a || b", "a || b as T");
check("_ as T", "a ? b : c", "a ? b : c as T");
check("z + _", "a as T", "z + a as T");
check("-_", "a as T", "-a as T");
check("!_", "a as T", "!a as T");
check("z ?? _", "a || b", "z ?? a || b");
check("class extends _ {}", "a || b", "class extends a || b {}");
check("new _()", "a?.b", "new a?.b()");

// The results: a variable that changes, and a promise that nobody awaits.
const run = (source) => vm.runInNewContext(source, { wrap: (value) => -value });
const negated = "a = 5; [wrap(-a), a].join()";
console.log(run(negated), "is", run(convert(negated, builders["-_"])));
assert.equal(run(negated), "5,5");
assert.equal(run(convert(negated, builders["-_"])), "4,4");
const load = "(async () => { const cached = null; const x = wrap(cached || Promise.resolve(1)); return x instanceof Promise; })()";
assert.equal(await vm.runInNewContext(load.replace("wrap", "await "), { Promise }), false);
assert.equal(await vm.runInNewContext(convert(load, builders["await _"]), { Promise }), true);
for (const source of ["z ?? a || b", "class extends a || b {}", "new a?.b()"]) assert.throws(() => new vm.Script(`(${source})`), SyntaxError);
JS
node codemod.mjs
