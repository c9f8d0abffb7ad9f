#!/usr/bin/env bash
# Stop-word lists take names of code for filler: stopwords-en drops `null`, `index`, `test` and `http`, gensim `find`, `system` and `call`.
#
# Expected: a stop word is a frequent word without a meaning of its own, such as `the`, `of` and `with`.
# Seen on 2026-11-30 with stopwords-en 0.3.0, stopwords-iso 1.1.0, stopword 3.1.5 and @orama/stopwords 3.1.18 (npm) and gensim 4.4.0
# (PyPI), 24 words of code and its documentation:
#   stopword, @orama/stopwords:      108 and 180 words, none of the 24.
#   stopwords-en, stopwords-iso:     the same 1,298 words, with test, index, null, int, state, group, id, name, page, html, http, run, line,
#                                    text, find, call, system, computer, empty, describe, detail, and py, cs and md as domains of countries.
#   gensim, STOPWORDS:               337 words, with find, call, system, computer, name, empty, describe and detail.
#   "find null index", "test state group", "http page id":   stopwords-en leaves no word. gensim leaves none of "find system call".
# The lists were made from web pages and news. With such a list a query has no hits or all of them, and the words are not in the index
# that was made with it, so no spelling of the query finds them. All are described by their languages only.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
# Without its dependencies, which are large; the list is taken from the source of the module.
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-compile --no-deps gensim==4.4.0
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts stopwords-en@0.3.0 stopwords-iso@1.1.0 stopword@3.1.5 @orama/stopwords@3.1.18
cat > words.json <<'JSON'
["test", "index", "null", "int", "state", "group", "id", "name", "page", "html", "http", "run", "line", "text", "find", "call", "system",
 "computer", "empty", "describe", "detail", "py", "cs", "md"]
JSON
cat > check.mjs <<'JS'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { stopwords as orama } from "@orama/stopwords/english";
import { eng as stopword } from "stopword";
const require = createRequire(import.meta.url);

const WORDS = JSON.parse(readFileSync("words.json", "utf8"));
const lists = {
  "stopword": stopword,
  "@orama/stopwords": orama,
  "stopwords-en": require("stopwords-en"),
  "stopwords-iso": require("stopwords-iso").en,
};
for (const [name, list] of Object.entries(lists)) {
  const found = WORDS.filter((word) => list.includes(word));
  console.log(`${name}: ${list.length} words, with ${found.join(", ") || "none of them"}`);
  assert(["the", "of", "with"].every((word) => list.includes(word)));
  const small = name === "stopword" || name === "@orama/stopwords";
  assert.deepEqual(found, small ? [] : WORDS);
  for (const query of ["find null index", "test state group", "http page id"]) {
    const left = query.split(" ").filter((word) => !list.includes(word));
    assert.equal(left.length, small ? 3 : 0);
  }
}
JS
node check.mjs
venv/bin/python - <<'PY'
import ast
import json
from importlib.metadata import distribution

source = distribution("gensim").locate_file("gensim/parsing/preprocessing.py").read_text(encoding="utf-8")
calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and ast.unparse(node.func) == "frozenset")
stopwords = set(ast.literal_eval(next(calls).args[0]))
assert {"the", "of", "with"} <= stopwords
found = [word for word in json.load(open("words.json")) if word in stopwords]
print("gensim:", len(stopwords), "words, with", found)
assert found == ["name", "find", "call", "system", "computer", "empty", "describe", "detail"]
PY
