#!/usr/bin/env bash
# Orama's English stemmer takes the `t` or `s` before `-ion` away too: a search for `detect` does not find `detection`.
#
# Expected: the Porter stemmer removes `-ion` behind s or t and keeps that letter, so both words have the stem `detect`.
# Seen on 2026-11-30 with @orama/orama 3.1.18, its separate package @orama/stemmers 3.1.18, and stemmer 2.0.1 (npm), which gives
#   one stem for each of these pairs:
#   detect, select, connect, express, … (16 verbs) and their nouns in `-ion`:   two stems, `detect` and `detec`, for all 16.
#   `stemming: true`, language English:      the query `detect` finds `detect` and `detects`, not `detection`.
#   the same without stemming:               the query `detect` finds all three, as it is the beginning of each.
#   the query `detection`:                   finds all three, and `detector`, as its stem is the beginning of each.
# So turning on stemming loses results, and a query and its noun find different documents.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  @orama/orama@3.1.18 @orama/stemmers@3.1.18 stemmer@2.0.1
cat > "$work/check.mjs" <<'JS'
import assert from "node:assert";
import { create, insert, search } from "@orama/orama";
import { stemmer as orama } from "@orama/stemmers/english";
import { stemmer as porter } from "stemmer";

const verbs = `detect select connect express compress extract inject reject collect reflect protect intercept correct project
  inspect regress`.split(/\s+/);
for (const [name, stem, expected] of [["stemmer", porter, 0], ["@orama/stemmers", orama, verbs.length]]) {
  const split = verbs.filter((verb) => stem(verb) !== stem(`${verb}ion`));
  console.log(`${name}: detection is ${stem("detection")}, ${split.length} of ${verbs.length} pairs have two stems`);
  assert.equal(split.length, expected);
}

async function find(stemming, stemmer, term) {
  const database = create({ schema: { text: "string" }, components: { tokenizer: { language: "english", stemming, stemmer } } });
  for (const text of ["detect", "detects", "detection", "detector", "unrelated"]) insert(database, { text });
  return (await search(database, { term })).hits.map((hit) => hit.document.text).sort().join(" ");
}
// a name, the settings, and what the queries `detect` and `detection` find
for (const [name, stemming, stemmer, verb, noun] of [
  ["Orama's own stemmer", true, undefined, "detect detector detects", "detect detection detector detects"],
  ["@orama/stemmers", true, orama, "detect detector detects", "detect detection detector detects"],
  ["stemmer", true, porter, "detect detection detector detects", "detect detection detector detects"],
  ["no stemming", false, undefined, "detect detection detector detects", "detection"],
]) {
  const found = [await find(stemming, stemmer, "detect"), await find(stemming, stemmer, "detection")];
  console.log(`${name}: detect finds ${found[0]}; detection finds ${found[1]}`);
  assert.deepEqual(found, [verb, noun], name);
}
JS
cd "$work"
node check.mjs
