#!/usr/bin/env bash
# three-way-merge expects the base as its second text, but its README passes it first: changes vanish and removed lines come back.
#
# Expected: the example of the README, `merge(base, left, right)`, has no conflict, as it says there, and the changes of both sides.
# Seen on 2026-11-30 with three-way-merge 0.1.0 and node-diff3 3.2.1 (npm) and Git:
#   README's texts, the left side removes line 1 and the right side changes line 5:   a conflict.
#   only the left side adds, changes or removes a line, in the README's order:        the base, as if there had been no change.
#   the left side removes a line and the right side adds one, in this order:         the removed line is back.
#   `merge(left, base, right)`:    the results of `git merge-file` and node-diff3 for all of them.
# Nothing fails with the wrong order: `conflict` is false, and the text that one of two people wrote is gone.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" three-way-merge@0.1.0 node-diff3@3.2.1
cat > "$work/check.mjs" <<'JS'
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { merge as mergeDiff3 } from "node-diff3";
import threeWayMerge from "three-way-merge";

const merge = threeWayMerge.default ?? threeWayMerge;
function mergeWithGit(sides) {
  for (const [name, lines] of Object.entries(sides)) fs.writeFileSync(name, lines.map((line) => `${line}\n`).join(""));
  return execFileSync("git", ["merge-file", "-p", "left", "base", "right"], { encoding: "utf8" }).trim().split("\n");
}
function mergeTexts(...sides) {
  const merged = merge(...sides.map((lines) => lines.join("\n")));
  return merged.isConflict() ? ["conflict"] : merged.joinedResults().split("\n");
}

// the lines of the three texts, the right result, and the one for the order in the README
for (const [name, base, left, right, expected, found] of [
  ["README", "1 2 3 4 5 6", "2 3 4 5 6", "1 2 3 4 9 6", "2 3 4 9 6", "conflict"],
  ["left adds", "1 2 3 4", "1 2 9 3 4", "1 2 3 4", "1 2 9 3 4", "1 2 3 4"],
  ["left changes", "1 2 3 4", "1 9 3 4", "1 2 3 4", "1 9 3 4", "1 2 3 4"],
  ["left removes", "1 2 3 4", "1 3 4", "1 2 3 4", "1 3 4", "1 2 3 4"],
  ["both remove", "1 2 3 4", "1 3 4", "1 3 4", "1 3 4", "1 2 3 4"],
  ["right changes", "1 2 3 4", "1 2 3 4", "1 9 3 4", "1 9 3 4", "1 9 3 4"],
  ["left removes, right adds", "1 2 3 4 5 6", "1 3 4 5 6", "1 2 3 4 5 9 6", "1 3 4 5 9 6", "1 2 3 4 5 9 6"],
]) {
  const sides = { base: base.split(" "), left: left.split(" "), right: right.split(" ") };
  const results = [
    mergeWithGit(sides),
    mergeDiff3(sides.left, sides.base, sides.right).result,
    mergeTexts(sides.left, sides.base, sides.right),
    mergeTexts(sides.base, sides.left, sides.right),
  ].map((lines) => lines.join(" "));
  console.log(`${name}: git ${results[0]}; node-diff3 ${results[1]}; (left, base, right) ${results[2]}; (base, left, right) ${results[3]}`);
  assert.deepEqual(results, [expected, expected, expected, found], name);
}
JS
cd "$work"
node check.mjs
