#!/usr/bin/env bash
# djot.js writes `1\. no list` as a list and `a\|b` in a table as two cells, and cannot write a hard line break at all.
#
# Expected: `renderDjot` of a document that was read gives a document that is read as the same.
# Seen on 2026-12-01 with @djot/djot 0.3.2 (npm), the reference implementation, `renderDjot(parse(…))`:
#   1\. no list                         1. no list, an ordered list when it is read again.
#   | a\|b |, a cell of a table:        |a|b|, two cells.
#   one\, a line end, two:              an error, "No renderer defined for node type hard_break".
#   \# no heading, \*no emphasis\*:     right.
# Whoever formats or edits a document through its tree changes the text beside, and fails where authors break lines by hand.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/npm" @djot/djot@0.3.2
cat > "$work/npm/check.mjs" <<'JS'
import assert from "node:assert";
import { parse, renderDjot, renderHTML } from "@djot/djot";

const html = (text) => renderHTML(parse(text)).replace(/\s+/g, "");
for (const [text, expected, same] of [
  ["\\# no heading\n", "\\# no heading\n", true],
  ["\\*no emphasis\\*\n", "\\*no emphasis\\*\n", true],
  ["1\\. no list\n", "1. no list\n", false],
  ["| a\\|b |\n|---|\n| c |\n", "|a|b|\n|---|\n|c|\n", false],
]) {
  const found = renderDjot(parse(text));
  console.log(JSON.stringify(text), JSON.stringify(found), html(text), html(found));
  assert.equal(found, expected);
  assert.equal(html(found) === html(text), same);
}
assert.match(html("1\\. no list\n"), /^<p>/);
assert.match(html("1. no list\n"), /^<ol>/);
assert.equal(html("one\\\ntwo\n"), "<p>one<br>two</p>");
assert.throws(() => renderDjot(parse("one\\\ntwo\n")), /No renderer defined for node type hard_break/);
JS
node "$work/npm/check.mjs"
