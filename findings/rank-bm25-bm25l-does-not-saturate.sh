#!/usr/bin/env bash
# BM25L of rank-bm25 grows in proportion to the term frequency: it multiplies the saturated score by the frequency again.
#
# Expected: BM25L saturates like every BM25 (its shift `delta` only helps long documents): with k1 = 1.5 and delta = 0.5, eight
# occurrences score at most twice as much as one in documents of equal length.
# Seen on 2026-11-29 with rank-bm25 0.2.2 and bm25s 0.3.16 (PyPI), documents of 8 words with 1, 2, 4 and 8 occurrences:
#   bm25s, method "bm25l": the scores rise by factors of 1.25, 1.5 and 1.7.
#   rank-bm25, BM25L:      2.5, 6 and 13.6, the same factors times 2, 4 and 8. Its BM25Okapi saturates.
# So a comparison of ranking functions for code with this BM25L measures term frequency: generated files that repeat a
# name win.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check rank-bm25==0.2.2 bm25s==0.3.16
"$work/venv/bin/python" - <<'PY'
import bm25s
from rank_bm25 import BM25L, BM25Okapi

documents = [["cache"] * n + ["word"] * (8 - n) for n in (1, 2, 4, 8)] + [["word"] * 8] * 12

reference = bm25s.BM25(method="bm25l", k1=1.5, b=0.75, delta=0.5)
reference.index(documents, show_progress=False)
for name, scores in [
    ("bm25s bm25l", reference.get_scores(["cache"])),
    ("rank-bm25 BM25L", BM25L(documents, k1=1.5, b=0.75, delta=0.5).get_scores(["cache"])),
    ("rank-bm25 BM25Okapi", BM25Okapi(documents, k1=1.5, b=0.75).get_scores(["cache"])),
]:
    factors = [round(float(score / scores[0]), 2) for score in scores[1:4]]
    print(f"{name}: {factors}")
    if name == "rank-bm25 BM25L":
        assert factors[2] > 8, "BM25L saturates now"
    else:
        assert factors[2] < 2.5, "no saturation"
PY
