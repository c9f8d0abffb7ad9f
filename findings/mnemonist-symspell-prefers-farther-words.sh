#!/usr/bin/env bash
# SymSpell of mnemonist suggests `index` for `idx` and `filters` for `files`, although `id` and `file` are closer.
#
# Expected: `verbosity` 0 returns "only the top suggestion", 1 "suggestions with the smallest edit distance", as in symspellpy.
# Seen on 2026-11-30 with mnemonist 0.40.8 (npm) and symspellpy 6.10.1 (PyPI), 16 words, a distance of at most 2:
#   `idx`, `files`, `reads`, by 0:    mnemonist: index, filters, readers, each with the distance 2. symspellpy: id, file, read, with 1.
#   the same by 1:                    mnemonist: both words, the farther one first. symspellpy: the closer one alone.
#   the same by 2, all words:         both libraries return both words; mnemonist does not sort them.
#   `rander`, `strng`, `sett`:        render, string and set by both.
# A word that extends the query is looked at first, and one that is the query without a letter does not remove it.
# So "did you mean" shows another word wherever a plural, a doubled letter or a slip makes the query longer than the name.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check symspellpy==6.10.1
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts mnemonist@0.40.8
cat > words.json <<'JSON'
["file", "filters", "read", "readers", "id", "index", "arg", "target", "name", "names", "string", "set", "offset", "sender", "render",
 "header"]
JSON
cat > check.cjs <<'JS'
const assert = require("node:assert");
const { SymSpell } = require("mnemonist");

function suggestions(query, verbosity) {
  const speller = new SymSpell({ maxDistance: 2, verbosity });
  require("./words.json").forEach((word) => speller.add(word));
  return speller.search(query).map(({ term, distance }) => `${term} ${distance}`);
}
for (const [query, farther, closer] of [["idx", "index", "id"], ["files", "filters", "file"], ["reads", "readers", "read"]]) {
  const found = [0, 1, 2].map((verbosity) => suggestions(query, verbosity));
  console.log("mnemonist", query, found);
  const both = [`${farther} 2`, `${closer} 1`];
  assert.deepEqual(found, [[`${farther} 2`], both, both]);
}
for (const [query, word] of [["rander", "render"], ["strng", "string"], ["sett", "set"]]) {
  assert.deepEqual(suggestions(query, 0), [`${word} 1`]);
}
JS
node check.cjs
venv/bin/python - <<'PY'
import json
from symspellpy import SymSpell, Verbosity

speller = SymSpell(max_dictionary_edit_distance=2)
for word in json.load(open("words.json")):
    speller.create_dictionary_entry(word, 1)
cases = {"idx": "id", "files": "file", "reads": "read", "rander": "render", "strng": "string", "sett": "set"}
for query, word in cases.items():
    for verbosity in (Verbosity.TOP, Verbosity.CLOSEST):
        assert [(found.term, found.distance) for found in speller.lookup(query, verbosity, 2)] == [(word, 1)]
    print("symspellpy", query, [str(found) for found in speller.lookup(query, Verbosity.ALL, 2)])
PY
