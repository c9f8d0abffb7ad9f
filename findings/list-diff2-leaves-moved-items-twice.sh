#!/usr/bin/env bash
# list-diff2 never removes an item that moves to the front: after its moves `a b c` is `c a b c` in place of `c a b`.
#
# Expected: after the loop of the README "`oldList` is equal to `newList`"; the keys of both lists are unique.
# Seen on 2026-11-30 with list-diff2 0.1.4 and fast-array-diff 1.1.0 (npm), the moves applied as the README does:
#   a b c to c a b:     one move, "insert c at 0": c is there twice.
#   all orders of 3, 4 and 5 items:    2 of 6, 11 of 24 and 81 of 120 lists end with an item too many.
#   items that only come or go:        right. fast-array-diff is right for all of these lists.
# The moves work on DOM nodes only, where an insertion takes a node from its old place; the README says "lists" and shows arrays.
# A list of results or tabs that is sorted anew shows entries twice, and the later indexes of moves point to other entries.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" list-diff2@0.1.4 fast-array-diff@1.1.0
cd "$work"
cat > check.cjs <<'JS'
const assert = require("node:assert");
const diff = require("list-diff2");
const { applyPatch, getPatch } = require("fast-array-diff");

// The loop of the README.
const apply = (oldKeys, newKeys) => {
  const [oldList, newList] = [oldKeys, newKeys].map((keys) => [...keys].map((id) => ({ id })));
  const { moves } = diff(oldList, newList, "id");
  for (const move of moves) {
    if (move.type === 0) oldList.splice(move.index, 1);
    else oldList.splice(move.index, 0, move.item);
  }
  assert.equal(applyPatch([...oldKeys], getPatch([...oldKeys], [...newKeys])).join(""), newKeys);
  return oldList.map(({ id }) => id).join("");
};
const orders = (keys) => keys.length < 2 ? [keys]
  : [...keys].flatMap((key) => orders(keys.replace(key, "")).map((rest) => key + rest));

for (const [from, to, expected] of [
  ["abc", "cab", "cabc"],
  ["abcd", "cdab", "cdabcd"],
  ["abc", "bca", "bca"],
  ["abcd", "acd", "acd"],
  ["acd", "abcde", "abcde"],
]) {
  const found = apply(from, to);
  console.log(`${from} to ${to}: ${found}`);
  assert.equal(found, expected);
}
for (const [keys, wrong] of [["abc", 2], ["abcd", 11], ["abcde", 81]]) {
  const all = orders(keys);
  const found = all.filter((order) => apply(keys, order) !== order);
  console.log(`orders of ${keys}: ${found.length} of ${all.length} wrong`);
  assert.equal(found.length, wrong);
  for (const order of found) assert(apply(keys, order).length > keys.length);
}
JS
node check.cjs
