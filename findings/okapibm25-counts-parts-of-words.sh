#!/usr/bin/env bash
# okapibm25 counts a keyword inside other words, and as a regular expression: for `int`, `print pointer mint` is the best match.
#
# Expected: BM25 counts the occurrences of a term among the terms of a document.
# Seen on 2026-11-29 with okapibm25 1.4.1 and minisearch 7.2.0 (npm), which ranks by BM25+ without a fuzzy or prefix search:
#   `int`:         MiniSearch: `int value here`. okapibm25: `print pointer mint` first, with three occurrences, then this one.
#   `config.load`: MiniSearch: `config.load here twice`. okapibm25: `config_load here twice` first, since the dot stands for any
#                  character and this document has one word less.
# Both count the length of a document in words, and no error or warning is given.
# So the rare short names of code (`id`, `fd`, `err`) are ranked by the words that contain them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" okapibm25@1.4.1 minisearch@7.2.0
cat > "$work/check.cjs" <<'JS'
const assert = require("assert");
const MiniSearch = require("minisearch");
const bm25 = require("okapibm25").default;

const documents = ["int value here", "print pointer mint", "nothing of it", "config.load here twice", "config_load here twice"];
const okapi = (keyword) => bm25(documents, [keyword])
  .map((score, id) => ({ score, document: documents[id] }))
  .filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
const miniSearch = new MiniSearch({ fields: ["text"], tokenize: (text) => text.split(" ") });
documents.forEach((text, id) => miniSearch.add({ id, text }));

for (const [keyword, inMiniSearch, inOkapi] of [
  ["int", ["int value here"], ["print pointer mint", "int value here"]],
  ["config.load", ["config.load here twice"], ["config_load here twice", "config.load here twice"]],
]) {
  const found = { miniSearch: miniSearch.search(keyword).map(({ id }) => documents[id]), okapi: okapi(keyword) };
  console.log(keyword, JSON.stringify(found));
  assert.deepStrictEqual(found.miniSearch, inMiniSearch);
  assert.deepStrictEqual(found.okapi.map(({ document }) => document), inOkapi);
}
JS
node "$work/check.cjs"
