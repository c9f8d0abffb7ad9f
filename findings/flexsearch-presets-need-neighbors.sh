#!/usr/bin/env bash
# FlexSearch's presets "score" and "performance" find a document only if the words of the query stand close together in it.
#
# Expected: a preset changes the order of the results, the speed or the memory; every preset finds a document that contains all
# words of the query.
# Seen on 2026-11-29 with flexsearch 0.8.212 (npm), query `parse config`, three documents with both words:
#   parse config                     found by all presets.
#   read config then parse file      not by "performance" (pairs of neighbors), found by "score" (one word between them).
#   parse the whole config file      not by "performance" and not by "score".
#   "match", "memory", "default":    all three documents.
# `suggest: true` brings the lost documents back only as long as no document has the words as neighbors: one more document in
# the index, and they are gone.
# Both presets switch on the context index, which stores pairs of words that are near each other. So a search by one of them is
# no AND of words, and leaves out results without an error.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" flexsearch@0.8.212
cat > "$work/check.cjs" <<'JS'
const assert = require("assert");
const { Index } = require("flexsearch");

const NEIGHBORS = "parse config";
const CLOSE = "read config then parse file";
const APART = "parse the whole config file";

const check = (preset, documents, options, expected) => {
  const index = new Index(preset);
  documents.forEach((text, id) => index.add(id, text));
  const found = index.search("parse config", options).map((id) => documents[id]);
  console.log(`${preset} ${JSON.stringify(options)}, ${documents.length} documents: ${found.join(" | ") || "nothing"}`);
  assert.deepStrictEqual(found.sort(), expected.sort());
};

const all = [NEIGHBORS, CLOSE, APART];
for (const preset of ["match", "memory", "default"]) check(preset, all, {}, [NEIGHBORS, CLOSE, APART]);
check("score", all, {}, [NEIGHBORS, CLOSE]);
check("performance", all, {}, [NEIGHBORS]);
for (const preset of ["score", "performance"]) {
  check(preset, [APART], {}, []);
  check(preset, [APART], { suggest: true }, [APART]);
  check(preset, [APART, NEIGHBORS], { suggest: true }, [NEIGHBORS]);
}
JS
node "$work/check.cjs"
