#!/usr/bin/env bash
# CodeMirror's grammar of Go binds operators tighter than calls and selectors: `a + f(b)` is a call of `a + f`.
#
# Expected: `!s.ok()` negates the result of a call, and `a && b.c()` calls `b.c`, as Go's specification says.
# Seen on 2026-11-29 with @lezer/go 1.0.1, @lezer/rust 1.0.3 and @lezer/java 1.1.5 (npm), trees without error nodes:
#   !s.ok()      Go: a call of `!s.ok`, whose selector has the operand `!s`. Rust and Java: a negation.
#   -a[0]        Go: an element of `-a`. Rust and Java: a negation.
#   a + f(b)     Go: a call of `a + f`. Rust and Java: a sum.
#   a && b.c()   Go: a call of `a && b.c`. Rust and Java: a conjunction.
#   a + b * c    all three: a sum.
# So whatever reads these trees (an outline of calls, structural selection, a search for calls of `f`) is wrong in nearly every
# Go file, and no error node says so.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @lezer/go@1.0.1 @lezer/rust@1.0.3 @lezer/java@1.1.5
cat > "$work/check.cjs" <<'JS'
const assert = require("assert");

// parser, the text before and after the expression
const LANGUAGES = {
  go: [require("@lezer/go").parser, "package p\n\nfunc g() {\n\tx := ", "\n}\n"],
  rust: [require("@lezer/rust").parser, "fn g() {\n    let x = ", ";\n}\n"],
  java: [require("@lezer/java").parser, "class A { void g() { var x = ", "; } }\n"],
};
/** The texts of the children of the expression's node, operators and brackets included. */
const parts = (language, expression) => {
  const [parser, before, after] = LANGUAGES[language];
  const source = before + expression + after;
  const tree = parser.parse(source);
  tree.iterate({ enter: ({ type }) => assert.ok(!type.isError) });
  let node = tree.resolve(before.length, 1);
  while (node.to < before.length + expression.length) node = node.parent;
  assert.strictEqual(source.slice(node.from, node.to), expression);
  const texts = [];
  for (let child = node.firstChild; child; child = child.nextSibling) texts.push(source.slice(child.from, child.to));
  return texts.join(" ");
};
for (const [expression, inGo, inOthers] of [
  ["!s.ok()", "!s.ok ()", "! s.ok()"],
  ["-a[0]", "-a [ 0 ]", "- a[0]"],
  ["a + f(b)", "a + f (b)", "a + f(b)"],
  ["a && b.c()", "a && b.c ()", "a && b.c()"],
  ["a + b * c", "a + b * c", "a + b * c"],
]) {
  const found = Object.keys(LANGUAGES).map((language) => parts(language, expression));
  console.log(`${expression.padEnd(10)} Go: ${found[0].padEnd(11)}  Rust: ${found[1].padEnd(10)}  Java: ${found[2]}`);
  assert.deepStrictEqual(found, [inGo, inOthers, inOthers]);
}
JS
node "$work/check.cjs"
