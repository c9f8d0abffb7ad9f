#!/usr/bin/env bash
# The spell checker of natural never suggests a word if a digit, `_`, `-`, `+`, a dot or an accent is missing: `utf` has no correction.
#
# Expected: a known word that is one edit away is suggested, as by pyspellchecker and symspellpy with the same words.
# Seen on 2026-11-30 with natural 8.1.1 (npm), pyspellchecker 0.9.1 and symspellpy 6.10.1 (PyPI), eight words, a distance of 1:
#   pars, prase, utg8, base46:             all three suggest parse, parse, utf8 and base64.
#   utf88, get__name (one too many):       all three suggest utf8 and get_name.
#   utf, utf9, base6, getname, get.name, nodejs, xray, c+, cafe:   the other two suggest utf8, utf8, base64, get_name, get_name,
#                                          node.js, x-ray, c++ and café; natural suggests nothing, also with a distance of 2.
# It tries edits with the letters a to z only, not with the characters of its word list, and says so nowhere.
# For names of code, packages and versions "did you mean" is silent in the cases that occur most: a missing underscore or digit.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pyspellchecker==0.9.1 symspellpy==6.10.1
npm install --silent --no-audit --no-fund natural@8.1.1
cat > words.json <<'JSON'
{
  "words": ["utf8", "get_name", "base64", "parse", "c++", "x-ray", "node.js", "café"],
  "found": {"pars": "parse", "prase": "parse", "utg8": "utf8", "base46": "base64", "utf88": "utf8", "get__name": "get_name"},
  "missed": {"utf": "utf8", "utf9": "utf8", "base6": "base64", "getname": "get_name", "get.name": "get_name",
             "nodejs": "node.js", "xray": "x-ray", "c+": "c++", "cafe": "café"}
}
JSON
cat > check.py <<'PY'
import json
from spellchecker import SpellChecker
from symspellpy import SymSpell, Verbosity

cases = json.load(open("words.json"))
checker = SpellChecker(language=None, distance=1)
checker.word_frequency.load_words(cases["words"])
symspell = SymSpell(max_dictionary_edit_distance=1)
for word in cases["words"]:
    symspell.create_dictionary_entry(word, 1)
for query, word in (cases["found"] | cases["missed"]).items():
    found = checker.candidates(query), [hit.term for hit in symspell.lookup(query, Verbosity.CLOSEST)]
    print(query, *found)
    assert found == ({word}, [word])
PY
venv/bin/python check.py
cat > check.cjs <<'JS'
const assert = require("node:assert");
const fs = require("node:fs");
const natural = require("natural");

const { words, found, missed } = JSON.parse(fs.readFileSync("words.json", "utf8"));
const checker = new natural.Spellcheck(words);
for (const [query, word] of Object.entries(found)) assert.deepEqual(checker.getCorrections(query, 1), [word], query);
for (const query of Object.keys(missed)) {
  for (const distance of [1, 2]) assert.deepEqual(checker.getCorrections(query, distance), [], query);
}
console.log("natural: finds", Object.keys(found), "and misses", Object.keys(missed));
JS
node check.cjs
