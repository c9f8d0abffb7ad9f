#!/usr/bin/env bash
# bm25s answers each query with k documents: for a word that no document has, these are the last ones, and a fusion ranks them.
#
# Expected: a keyword search returns documents that contain a word of the query, so an unknown word has no hits.
# Seen on 2026-11-29 with bm25s 0.3.16 (PyPI) and minisearch 7.2.0 (npm), six documents, k = 3:
#   `config`, in two documents:        MiniSearch: these two. bm25s: these two and the last document, with the score 0.
#   `zzz`, in none:                    MiniSearch: no hit. bm25s: documents 5, 4 and 3, with the score 0, by all methods.
#   `x`, a word of document 1:         MiniSearch: this one. bm25s: 5, 4 and 3, since its tokenizer drops words of one letter.
#   `zzz`, fused by reciprocal ranks with a vector search that finds 0, 1 and 2:   5 and 0 share the first rank, then 4 and 1.
# So in a hybrid search each query that the keyword side cannot answer, like a misspelled name, lifts the documents that were
# added last to the top. The hits have to be cut at the score 0 before their ranks mean anything.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" minisearch@7.2.0
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check bm25s==0.3.16
cat > "$work/search.cjs" <<'JS'
const MiniSearch = require("minisearch");
const [documents, query] = JSON.parse(process.argv[2]);
const index = new MiniSearch({ fields: ["text"] });
documents.forEach((text, id) => index.add({ id, text }));
console.log(JSON.stringify(index.search(query).map(({ id }) => id)));
JS
"$work/venv/bin/python" - "$work/search.cjs" <<'PY'
import json, subprocess, sys
import bm25s

DOCUMENTS = ["read config file", "write x to file", "open socket", "int value", "parse json config", "free memory"]

def in_minisearch(query):
    command = ["node", sys.argv[1], json.dumps([DOCUMENTS, query])]
    return sorted(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))

def in_bm25s(query, method="lucene"):
    index = bm25s.BM25(method=method)
    index.index(bm25s.tokenize(DOCUMENTS, show_progress=False), show_progress=False)
    ids, scores = index.retrieve(bm25s.tokenize(query, show_progress=False), k=3, show_progress=False)
    return [(int(number), float(score)) for number, score in zip(ids[0], scores[0])]

for query, matching, others in [("config", [0, 4], [5]), ("zzz", [], [5, 4, 3]), ("x", [1], [5, 4, 3])]:
    hits = in_bm25s(query)
    print(query, "MiniSearch:", in_minisearch(query), "bm25s:", hits)
    assert in_minisearch(query) == matching
    assert [number for number, score in hits if score == 0] == others
for method in ["robertson", "atire", "bm25l", "bm25+"]:
    assert in_bm25s("zzz", method) == [(5, 0.0), (4, 0.0), (3, 0.0)]

fused = {}
for hits in [[number for number, _ in in_bm25s("zzz")], [0, 1, 2]]:
    for rank, number in enumerate(hits, start=1):
        fused[number] = fused.get(number, 0) + 1 / (60 + rank)
print("fused:", fused)
assert fused[5] == fused[0] > fused[4] == fused[1] > fused[3] == fused[2]
PY
