#!/usr/bin/env bash
# regexp-tree's optimizer turns `[a^]` into `[^a]`, `\]|\[` into `[[]]` and `a{0}` into `a*`; an ESLint rule writes it into the code.
#
# Expected: an optimized expression, some parts "replaced with their idiomatic patterns", finds the same in every text.
# Seen on 2026-11-30 with regexp-tree 0.1.27 and eslint-plugin-optimize-regex 1.2.1 with eslint 10.15.0 (npm), no error:
#   [\^a], [*^], [^^a], [0-9a-zA-Z_], aa*, (?:a|b|c):   right.
#   [a^], [|^], [_^]:         [^a], [^|], [^_]. Items are sorted by their code, and `^` comes to the front.
#   \]|\[:                    [[]], which finds `[]` only.
#   a|\], by `toRegExp()`:    []a], which finds nothing; `toString()` of the same result is right.
#   xy{0}z:                   xy*z
#   [\]] with the flag u:     ] with the flag u, a SyntaxError.
#   `eslint --fix` writes the same; for the brackets `\[]`, which finds `[]` only too.
# A tokenizer for operators, or for brackets, reads other texts after a run of the fixer.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  regexp-tree@0.1.27 eslint-plugin-optimize-regex@1.2.1 eslint@10.15.0
cd "$work"
cat > optimize.mjs <<'JS'
import assert from "node:assert";
import { ESLint } from "eslint";
import plugin from "eslint-plugin-optimize-regex";
import RegexpTree from "regexp-tree";

const eslint = new ESLint({
  fix: true,
  overrideConfigFile: true,
  overrideConfig: [{ plugins: { plugin }, rules: { "plugin/optimize-regex": "warn" } }],
});

const matches = (regexp, text) => [...text.matchAll(new RegExp(regexp, "g"))].map(([match]) => match);

// An expression, its optimized form, a text, and what the two find in it.
async function check(regexp, optimized, text, before, after, fixed = optimized) {
  const result = RegexpTree.optimize(regexp).toString();
  const [{ output }] = await eslint.lintText(`x(${regexp});\n`);
  console.log(`${regexp} -> ${result}; ESLint:`, output?.trim() ?? "unchanged");
  assert.equal(result, optimized);
  assert.equal(output ?? `x(${regexp});\n`, `x(${fixed});\n`);
  assert.deepEqual(matches(regexp, text), before);
  assert.deepEqual(matches(new RegExp(result.slice(1, -1)), text), after);
}

// Right.
await check(/[\^a]/, "/[\\^a]/", "a^b", ["a", "^"], ["a", "^"]);
await check(/[*^]/, "/[*^]/", "2^3*4", ["^", "*"], ["^", "*"]);
await check(/[0-9a-zA-Z_]/, "/\\w/", "a b", ["a", "b"], ["a", "b"]);
await check(/aa*/, "/a+/", "aab", ["aa"], ["aa"]);

await check(/[a^]/, "/[^a]/", "a^b", ["a", "^"], ["^", "b"]);
await check(/[|^]/, "/[^|]/", "a|b^c", ["|", "^"], ["a", "b", "^", "c"]);
await check(/[_^]/, "/[^_]/", "_a^", ["_", "^"], ["a", "^"]);
await check(/\]|\[/, "/[[]]/", "a[0]", ["[", "]"], [], "/\\[]/");
await check(/xy{0}z/, "/xy*z/", "xz xyz", ["xz"], ["xz", "xyz"]);
const union = RegexpTree.optimize(/a|\]/);
console.log(String(union), String(union.toRegExp()));
assert.deepEqual([String(union), String(union.toRegExp())], ["/a|]/", "/[]a]/"]);
assert.deepEqual([matches(/a|\]/, "[a]"), matches(union.toRegExp(), "[a]")], [["a", "]"], []]);
const bracket = RegexpTree.optimize(/[\]]/u).toString();
console.log(bracket);
assert.equal(bracket, "/]/u");
assert.throws(() => new RegExp("]", "u"), SyntaxError);
JS
node optimize.mjs
