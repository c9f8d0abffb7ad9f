#!/usr/bin/env bash
# lunr removes punctuation around the words of documents but not of queries: a copied `render()` finds nothing, `render` does.
#
# Expected: documents and queries pass the same analysis, so that a word copied from a document finds this document.
# Seen on 2026-11-29 with lunr 2.3.9 (npm) and its port lunr 0.8.0 (PyPI):
#   `render()` in the text:   found by `render`; nothing by `render()`.
#   `$scope`:                 found by `scope`;  nothing by `$scope`.
#   `"quoted"`, `done.`:      found by the bare word; nothing as they stand.
# Both put the trimmer into the pipeline of documents and only the stemmer into the one of queries, and give no warning.
# So on a documentation site with such a search, a word that is copied from the page with its brackets or its full stop finds
# nothing, unless the site adds the trimmer to `searchPipeline`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" lunr@2.3.9
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check lunr==0.8.0
cat > "$work/search.cjs" <<'JS'
const lunr = require("lunr");

const [documents, queries] = JSON.parse(process.argv[2]);
const index = lunr(function () {
  this.ref("id");
  this.field("text");
  documents.forEach((document) => this.add(document));
});
console.log(JSON.stringify(queries.map((query) => index.search(query).map(({ ref }) => ref))));
JS
"$work/venv/bin/python" - "$work/search.cjs" <<'PY'
import json, subprocess, sys
from lunr import lunr

TEXTS = {"call": "call render() here", "variable": "set $scope first", "quotation": 'the "quoted" words', "end": "it is done."}
# the query, and the documents that are found
EXPECTED = {
    "render": ["call"], "render()": [],
    "scope": ["variable"], "$scope": [],
    "quoted": ["quotation"], '"quoted"': [],
    "done": ["end"], "done.": [],
}
documents = [{"id": name, "text": text} for name, text in TEXTS.items()]
index = lunr(ref="id", fields=["text"], documents=documents)
output = subprocess.run(["node", sys.argv[1], json.dumps([documents, list(EXPECTED)])],
                        check=True, capture_output=True, text=True)
for (query, expected), javascript in zip(EXPECTED.items(), json.loads(output.stdout)):
    python = [hit["ref"] for hit in index.search(query)]
    print(f"{query:9} lunr: {javascript}, lunr.py: {python}")
    assert javascript == python == expected
PY
