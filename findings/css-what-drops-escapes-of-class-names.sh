#!/usr/bin/env bash
# css-what writes the class `w-1\/2`, as Tailwind names it, without its backslash, and `#a\#b` as an element with two ids.
#
# Expected: `stringify(parse(selector))` is a selector for the same elements.
# Seen on 2026-12-01 with css-what 8.0.0 (npm), beside css-tree 3.2.1 as a second parser of selectors:
#   .w-1\/2:          .w-1/2, which css-tree and browsers refuse.
#   .\@md\:flex:      .@md\:flex, refused.
#   #\31 23:          #123, which the standard refuses, as an id cannot begin with a digit; css-tree is more lenient.
#   #a\#b:            #a#b, valid, but for an element that has two ids.
#   .md\:flex, .w-\[10px\], .\!p, [x="a\"b"]:   right.
# Tools that rewrite selectors, to scope or to minify them, write rules that match nothing, and the browser drops the whole rule.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/npm" css-what@8.0.0 css-tree@3.2.1
cat > "$work/npm/check.mjs" <<'JS'
import assert from "node:assert";
import * as csstree from "css-tree";
import { parse, stringify } from "css-what";

function accepted(selector) {
  let fine = true;
  csstree.parse(`${selector} {}`, { onParseError: () => { fine = false; } });
  return fine;
}
for (const [selector, expected, valid] of [
  [".md\\:flex", ".md\\:flex", true],
  [".w-\\[10px\\]", ".w-\\[10px\\]", true],
  [".\\!p", ".\\!p", true],
  ['[x="a\\"b"]', '[x="a\\"b"]', true],
  [".w-1\\/2", ".w-1/2", false],
  [".\\@md\\:flex", ".@md\\:flex", false],
  ["#\\31 23", "#123", true],
  ["#a\\#b", "#a#b", true],
]) {
  const found = stringify(parse(selector));
  console.log(`${selector}: ${found}, accepted by css-tree: ${accepted(found)}`);
  assert.ok(accepted(selector));
  assert.deepEqual([found, accepted(found)], [expected, valid]);
}
assert.equal(parse("#a\\#b")[0].length, 1);
assert.equal(parse("#a#b")[0].length, 2);
JS
node "$work/npm/check.mjs"
