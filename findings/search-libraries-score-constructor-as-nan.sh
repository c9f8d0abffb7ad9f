#!/usr/bin/env bash
# For the word `constructor`, Orama, elasticlunr and natural compute the score NaN; Orama counts it as "function Object() …11".
#
# Expected: a word is a word: documents that contain `constructor` get the scores that they would get for another word.
# Seen on 2026-11-29 with five documents, the word in the first and the third one, compared with the word `ordinary`:
#   @orama/orama 3.1.18:   the first has NaN, the third 5.61 in place of 1.98; as a facet the word, like `toString` and
#                          `hasOwnProperty`, has the count "function Object() { [native code] }11" in place of 2.
#   elasticlunr 0.9.5:     both have NaN, so that their order is that of the documents.
#   natural 8.1.1, TfIdf:  the three documents without the word have NaN in place of 0, so a sort by score is arbitrary.
#   minisearch 7.2.0, lunr 2.3.9, flexsearch 0.8.212, wink-bm25-text-search 3.1.2, js-search 2.0.1:   the same as for `ordinary`.
# The counters are plain objects, which inherit properties of that name. In code and its documentation `constructor` is one of
# the most frequent words, and NaN goes on into each sum, fusion and threshold without an error.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @orama/orama@3.1.18 elasticlunr@0.9.5 natural@8.1.1 \
  minisearch@7.2.0 lunr@2.3.9 flexsearch@0.8.212 wink-bm25-text-search@3.1.2 js-search@2.0.1
cat > "$work/check.mjs" <<'JS'
import assert from "node:assert";
import { createRequire } from "node:module";
import { create, insert, search } from "@orama/orama";
const require = createRequire(import.meta.url);

const texts = (word) => [`alpha ${word} beta`, "gamma delta epsilon", `zeta ${word}`, "eta theta", "iota kappa"];
const documents = (word) => texts(word).map((text, index) => ({ id: `${index + 1}`, text }));
const scores = (hits) => hits.map(([id, score]) => (score === undefined ? id : `${id} ${score.toFixed(2)}`)).join(", ");
const libraries = {
  "@orama/orama"(word) {
    const database = create({ schema: { text: "string", words: "string[]" } });
    for (const { id, text } of documents(word)) insert(database, { id, text, words: text.split(" ") });
    const { hits, facets } = search(database, { term: word, facets: { words: {} } });
    return `${scores(hits.map(({ id, score }) => [id, score]))}; count ${facets.words.values[word]}`;
  },
  "elasticlunr"(word) {
    const index = require("elasticlunr")(function () { this.addField("text"); this.setRef("id"); });
    documents(word).forEach((document) => index.addDoc(document));
    return scores(index.search(word).map(({ ref, score }) => [ref, score]));
  },
  "natural"(word) {
    const index = new (require("natural/lib/natural/tfidf").TfIdf)();
    texts(word).forEach((text) => index.addDocument(text));
    return index.tfidfs(word).map((score) => score.toFixed(2)).join(", ");
  },
  "minisearch"(word) {
    const index = new (require("minisearch"))({ fields: ["text"] });
    index.addAll(documents(word));
    return scores(index.search(word).map(({ id, score }) => [id, score]));
  },
  "lunr"(word) {
    const index = require("lunr")(function () {
      this.ref("id");
      this.field("text");
      documents(word).forEach((document) => this.add(document));
    });
    return scores(index.search(word).map(({ ref, score }) => [ref, score]));
  },
  "flexsearch"(word) {
    const index = new (require("flexsearch").Index)();
    documents(word).forEach(({ id, text }) => index.add(id, text));
    return scores(index.search(word).map((id) => [id]));
  },
  "wink-bm25-text-search"(word) {
    const index = require("wink-bm25-text-search")();
    index.defineConfig({ fldWeights: { text: 1 } });
    index.definePrepTasks([(text) => text.split(" ")]);
    documents(word).forEach((document) => index.addDoc(document, document.id));
    index.consolidate();
    return scores(index.search(word));
  },
  "js-search"(word) {
    const index = new (require("js-search").Search)("id");
    index.addIndex("text");
    index.addDocuments(documents(word));
    return scores(index.search(word).map(({ id }) => [id]));
  },
};

function check(name, usual, expected) {
  const found = [libraries[name]("ordinary"), libraries[name]("constructor")];
  console.log(`${name}: ordinary ${found[0]}; constructor ${found[1]}`);
  assert.deepEqual(found, [usual, expected]);
}
const object = "function Object() { [native code] }11";
check("@orama/orama", "3 1.98, 1 0.98; count 2", `1 NaN, 3 5.61; count ${object}`);
check("elasticlunr", "3 1.07, 1 0.87", "1 NaN, 3 NaN");
check("natural", "1.51, 0.00, 1.51, 0.00, 0.00", "1.51, NaN, 1.51, NaN, NaN");
for (const name of ["minisearch", "lunr", "flexsearch", "wink-bm25-text-search", "js-search"]) {
  check(name, libraries[name]("ordinary"), libraries[name]("ordinary"));
}
JS
cd "$work"
node check.mjs
