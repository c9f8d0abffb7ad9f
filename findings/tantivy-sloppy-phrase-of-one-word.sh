#!/usr/bin/env bash
# A phrase query of tantivy with slop lets one occurrence stand for a word that the phrase repeats.
#
# Expected: the phrase "x x" with a slop of 1 needs two occurrences of x, at most one word apart, as in Lucene.
# Seen on 2026-11-29 with tantivy 0.27.0 (PyPI):
#   "x x"    finds nothing among the documents below: exact phrases need both occurrences.
#   "x x"~1  finds every document that contains x, also the one that is only `x`.
#   "x y x"~2 finds `x y` and `y x`.
#   "x z x"~1 is right: it finds `x z x` alone.
# Code repeats words (`x = x + 1`), so a search that relaxes a phrase by slop ranks documents without the phrase as if
# they contained it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tantivy==0.27.0
"$work/venv/bin/python" - <<'PY'
import tantivy

builder = tantivy.SchemaBuilder()
builder.add_text_field("body", stored=True)
index = tantivy.Index(builder.build())
writer = index.writer(heap_size=20_000_000, num_threads=1)
for text in ["x", "x y", "y x", "x y x", "x z x", "y"]:
    writer.add_document(tantivy.Document(body=text))
writer.commit()
index.reload()
searcher = index.searcher()

EXPECTED = {
    '"x x"': [],
    '"x x"~1': ["x", "x y", "x y x", "x z x", "y x"],
    '"x y x"': ["x y x"],
    '"x y x"~2': ["x y", "x y x", "y x"],
    '"x z x"~1': ["x z x"],
}
for text, expected in EXPECTED.items():
    hits = searcher.search(index.parse_query(text, ["body"]), 10).hits
    found = sorted(searcher.doc(address)["body"][0] for _, address in hits)
    print(f"{text:10} {found}")
    assert found == expected, f"expected {expected}"
PY
