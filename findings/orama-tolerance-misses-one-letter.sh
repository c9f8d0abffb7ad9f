#!/usr/bin/env bash
# Orama's `tolerance: 1` misses words that differ in one letter: `render` loses `sender` once `sector` is indexed.
#
# Expected: a tolerance of 1 finds every word within an edit distance of 1, as `fuzzy: 1` of MiniSearch does.
# Seen on 2026-11-29 with @orama/orama 3.1.18 and minisearch 7.2.0 (npm), documents of one word each:
#   `render` among `sender`:             found by both.
#   `render` among `sender`, `sector`:   MiniSearch: sender. Orama: nothing.
#   `windex` among `index`:              found by both.
#   `windex` among `index`, `indices`:   MiniSearch: index. Orama: nothing.
#   `rendar` among `render`, `renew`:    found by both: the difference stands behind the common prefix.
# Whether a word is found depends on the other words, because they decide where the tree of words branches.
# So a misspelled name is found in a small index, and is lost once a relative of the name is in another file.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @orama/orama@3.1.18 minisearch@7.2.0
cat > "$work/check.cjs" <<'JS'
const assert = require("assert");
const { create, insert, search } = require("@orama/orama");
const MiniSearch = require("minisearch");

// the query, the words of the index, and the words that each library finds
const CASES = [
  ["render", "sender", "sender", "sender"],
  ["render", "sender sector", "sender", ""],
  ["windex", "index", "index", "index"],
  ["windex", "index indices", "index", ""],
  ["rendar", "render renew", "render", "render"],
];
(async () => {
  for (const [query, words, inMiniSearch, inOrama] of CASES) {
    const documents = words.split(" ").map((word) => ({ id: word, word }));
    const miniSearch = new MiniSearch({ fields: ["word"] });
    miniSearch.addAll(documents);
    const database = create({ schema: { word: "string" } });
    for (const document of documents) insert(database, document);
    const orama = await search(database, { term: query, tolerance: 1 });
    const found = [
      miniSearch.search(query, { fuzzy: 1 }).map(({ id }) => id).join(" "),
      orama.hits.map(({ id }) => id).join(" "),
    ];
    console.log(`${query} among ${words}: MiniSearch ${found[0] || "nothing"}, Orama ${found[1] || "nothing"}`);
    assert.deepStrictEqual(found, [inMiniSearch, inOrama]);
  }
})();
JS
node "$work/check.cjs"
