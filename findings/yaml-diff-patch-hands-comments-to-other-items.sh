#!/usr/bin/env bash
# yaml-diff-patch and yawn-yaml keep the comment of a removed list item at the next one: `# pinned, see #12` stands at another package.
#
# Expected: tools that write new values into YAML "while preserving whitespace, comments and overall structure" leave each comment at
#   its item, or drop it together with the item; a line above an item belongs to it.
# Seen on 2026-11-30 with yaml-diff-patch 2.0.0, yawn-yaml 3.0.0 and yaml 2.9.1 (npm), without an error; the values are right:
#   an item is added at the end, the last one removed, a key of a mapping removed:   right.
#   the first item is removed:               both keep the line above it, now above the second item, whose own line is gone; yawn-yaml
#                                            writes the comment behind the removed item behind the second one.
#   an item is added at the front:           yawn-yaml moves all comments to the new item and to the wrong ones; yaml-diff-patch
#                                            does so with the first line and drops all others.
#   the list is reversed:                    both leave the comments at the positions, or drop them.
#   yaml-diff-patch, a number is changed:    the comment behind it is gone.
# After an update a comment that says why a version is pinned, or a check switched off, stands at the wrong line.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" yaml-diff-patch@2.0.0 yawn-yaml@3.0.0 yaml@2.9.1
cd "$work"
cat > edit.mjs <<'JS'
import assert from "node:assert";
import YAML from "yaml";
import { yamlOverwrite } from "yaml-diff-patch";
import Yawn from "yawn-yaml";

function byYawn(text, data) {
  const document = new (Yawn.default ?? Yawn)(text);
  document.json = data;
  return document.yaml;
}

// The lines that each tool writes.
function check(name, text, change, byPatch, byJson = byPatch) {
  const data = YAML.parse(text);
  change(data);
  for (const [tool, result, lines] of [["yaml-diff-patch", yamlOverwrite(text, data), byPatch], ["yawn-yaml", byYawn(text, data), byJson]]) {
    console.log(`${name}, ${tool}:`, JSON.stringify(result));
    assert.deepEqual(YAML.parse(result), data);
    assert.deepEqual(result.trimEnd().split("\n").map((line) => line.trim()), lines);
  }
}

const LIST = "list:\n  # about x\n  - x # pinned\n  # about y\n  - y # free\n";
const [X, Y] = [["# about x", "- x # pinned"], ["# about y", "- y # free"]];
check("push", LIST, ({ list }) => list.push("new"), ["list:", ...X, ...Y, "- new"]);
check("pop", LIST, ({ list }) => list.pop(), ["list:", ...X]);
check("key", "a: 1 # one\n# about b\nb: 2 # two\n", (data) => { delete data.a; }, ["# about b", "b: 2 # two"]);

check("shift", LIST, ({ list }) => list.shift(), ["list:", "# about x", "- y"], ["list:", "# about x", "- y # pinned"]);
check("unshift", LIST, ({ list }) => list.unshift("new"), ["list:", "# about x", "- new", "- x", "- y"],
  ["list:", "# about x", "- new # pinned", "# about y", "- x # free", "- y"]);
check("reverse", LIST, ({ list }) => list.reverse(), ["list:", "# about x", "- y", "- x"],
  ["list:", "# about x", "- y # pinned", "# about y", "- x # free"]);
check("number", "a: 1 # one\nb: 2 # two\n", (data) => { data.a = 3; }, ["a: 3", "b: 2 # two"], ["a: 3 # one", "b: 2 # two"]);
JS
node edit.mjs
