#!/usr/bin/env bash
# toml-patch removes the subtables of all elements of an array of tables together with one element, or hands them to another one.
#
# Expected: `parse(patch(text, object))` is `object`, with the comments and the layout of `text`.
# Seen on 2026-11-30 with @decimalturn/toml-patch 3.3.0 and toml-patch 0.2.3 (npm), two `[[fruit]]` with `[[fruit.variety]]` below:
#   @decimalturn, remove the last fruit:     the varieties of the first one are gone, too.
#   @decimalturn, remove the first fruit:    the second one has no varieties any more.
#   @decimalturn, swap the two:              one fruit has the varieties of both, the other none.
#   both, give a `[[bin]]` a subtable that the next element already has: the file cannot be parsed any more.
#   toml-patch, remove the last fruit:       its varieties go to the first one.
#   toml-patch, add a fruit at the end:      it takes the varieties of the one before it.
#   toml-patch, remove or swap others:       an error.
# Except for the last line no error is given. Cargo.toml (`[[bin]]`), Pipfile (`[[source]]`) and wrangler.toml have such arrays.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @decimalturn/toml-patch@3.3.0 toml-patch@0.2.3
cd "$work"
cat > fruits.toml <<'TOML'
[[fruit]]
name = "apple"

[[fruit.variety]]
name = "red"

[[fruit.variety]]
name = "green"

[[fruit]]
name = "banana"

[[fruit.variety]]
name = "plantain"
TOML
cat > programs.toml <<'TOML'
[[bin]]
name = "one"

[[bin]]
name = "two"

[bin.metadata]
kind = "test"
TOML
cat > check.mjs <<'JS'
import assert from "node:assert";
import fs from "node:fs";
import * as newer from "@decimalturn/toml-patch";
import * as older from "toml-patch";

const fruits = fs.readFileSync("fruits.toml", "utf8");
const programs = fs.readFileSync("programs.toml", "utf8");
const plain = (value) => JSON.parse(JSON.stringify(value));
// The fruits that the patched text has, each with its varieties.
const read = (library, text, edit) => {
  const object = library.parse(text);
  edit(object);
  let patched;
  try { patched = library.patch(text, object); } catch { return "error"; }
  let result;
  try { result = plain(newer.parse(patched)); } catch { return "not TOML"; }
  try { assert.deepEqual(result, plain(object)); return "right"; } catch {}
  return (result.fruit ?? result.bin).map(({ name, variety = [] }) => [name, ...variety.map((each) => each.name)].join(" "));
};
const edits = {
  "remove the last": (object) => object.fruit.pop(),
  "remove the first": (object) => object.fruit.shift(),
  "swap": (object) => object.fruit.reverse(),
  "add at the end": (object) => object.fruit.push({ name: "kiwi" }),
  "change a name": (object) => { object.fruit[0].name = "pear"; },
};
for (const [name, library, expected] of [
  ["@decimalturn/toml-patch", newer, {
    "remove the last": ["apple"],
    "remove the first": ["banana"],
    "swap": ["banana", "apple red green plantain"],
    "add at the end": "right",
    "change a name": "right",
  }],
  ["toml-patch", older, {
    "remove the last": ["apple red green plantain"],
    "remove the first": "error",
    "swap": "error",
    "add at the end": ["apple red green", "banana", "kiwi plantain"],
    "change a name": "right",
  }],
]) {
  for (const [edit, change] of Object.entries(edits)) {
    const found = read(library, fruits, change);
    console.log(`${name}, ${edit}:`, found);
    assert.deepEqual(found, expected[edit]);
  }
  const found = read(library, programs, (object) => { object.bin[0].metadata = { kind: "bench" }; });
  console.log(`${name}, a subtable for the first:`, found);
  assert.equal(found, "not TOML");
}
JS
node check.mjs
