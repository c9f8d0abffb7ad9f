#!/usr/bin/env bash
# MiniSearch takes `=`, `<`, `|`, `+`, `$` and the backtick for letters: `render` finds `this.render()`, but not `total=render(page)`.
#
# Expected: an operator separates words, so a name in code or in Markdown is found by its name.
# Seen on 2026-11-30 with minisearch 7.2.0, @orama/orama 3.1.18, flexsearch 0.8.212 and lunr 2.3.9 (npm), ten texts with the word `render`:
#   Orama, FlexSearch:   all ten.
#   MiniSearch:          `this.render()` and `render draws`; not total=render(page), a<render>, x|render|y, render+1, $render, ~render,
#                        ^render and the inline code of Markdown, `render` between backticks.
#   lunr:                five, where the word has nothing but white space and such characters around it.
# Words are split at white space and punctuation, and for Unicode these characters are symbols, not punctuation; `-`, `_`, `*`, `/` and
# `&` are punctuation. The query is split in the same way, so it finds the name with its backticks, and only there.
# So an index of Markdown or code finds a name in prose and misses most of its uses, unless `tokenize` is replaced.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
npm install --silent --no-audit --no-fund minisearch@7.2.0 @orama/orama@3.1.18 flexsearch@0.8.212 lunr@2.3.9
cat > check.mjs <<'JS'
import assert from "node:assert";
import FlexSearch from "flexsearch";
import lunr from "lunr";
import MiniSearch from "minisearch";
import { create, insert, search } from "@orama/orama";

const TEXTS = ["render draws", "this.render()", "total=render(page)", "`render` draws", "a<render>"];
TEXTS.push("$render", "render+1", "x|render|y", "~render", "^render");
const ALL = TEXTS.map((_, id) => id);
const sorted = (ids) => ids.map(Number).sort((a, b) => a - b);

const mini = new MiniSearch({ fields: ["text"] });
mini.addAll(TEXTS.map((text, id) => ({ id, text })));
const inMini = (query) => sorted(mini.search(query).map((hit) => hit.id));

const flex = new FlexSearch.Index();
TEXTS.forEach((text, id) => flex.add(id, text));

const orama = create({ schema: { text: "string" } });
for (const [id, text] of TEXTS.entries()) await insert(orama, { id: String(id), text });
const hits = (await search(orama, { term: "render", limit: 100 })).hits;

const lunrIndex = lunr(function () {
  this.ref("id");
  this.field("text");
  TEXTS.forEach((text, id) => this.add({ id, text }));
});

const found = {
  minisearch: inMini("render"),
  orama: sorted(hits.map((hit) => hit.id)),
  flexsearch: sorted(flex.search("render")),
  lunr: sorted(lunrIndex.search("render").map((hit) => hit.ref)),
};
for (const [library, ids] of Object.entries(found)) console.log(library, ids.map((id) => TEXTS[id]));
assert.deepEqual(found.orama, ALL);
assert.deepEqual(found.flexsearch, ALL);
assert.deepEqual(found.minisearch, [0, 1]);
assert.deepEqual(found.lunr, [0, 3, 5, 8, 9]);
assert.deepEqual(inMini("`render`"), [3]);
JS
node check.mjs
