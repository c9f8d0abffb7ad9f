#!/usr/bin/env bash
# An HNSW index of faiss for METRIC_Lp ignores `metric_arg`: all vectors have the same distance, 8 with 8 dimensions.
#
# Expected: `index.metric_arg = 3` sets the exponent, as it does for IndexFlat: an index and an exact search find the same neighbors.
# Seen on 2026-12-01 with faiss-cpu 1.15.1 (PyPI), 2,000 random vectors of 8 dimensions:
#   IndexFlat(8, METRIC_Lp), `metric_arg = 3`:              each vector is its own neighbor, distance 0, right.
#   IndexHNSWFlat(8, 16, METRIC_Lp), `metric_arg = 3`:      all distances are 8.0, the number of dimensions, as with the exponent
#                                                           0, and each query gets the same three rows.
#   the same, set on `downcast_index(index.storage)` too:   right, the neighbors of the exact search.
# There is no error and no warning, and results look like results: three numbers per query.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check faiss-cpu==1.15.1 numpy==2.4.1
"$work/venv/bin/python" - <<'PY'
import faiss, numpy as np

D = 8
vectors = np.random.default_rng(1).random((2000, D), dtype=np.float32)
queries = vectors[:50]

def search(index, parts):
    for part in parts:
        part.metric_arg = 3
    index.add(vectors)
    return index.search(queries, 3)

def hnsw():
    index = faiss.IndexHNSWFlat(D, 16, faiss.METRIC_Lp)
    index.hnsw.efSearch = 200
    return index

flat = faiss.IndexFlat(D, faiss.METRIC_Lp)
distances, exact = search(flat, [flat])
assert (exact[:, 0] == np.arange(50)).all() and (distances[:, 0] == 0).all()

index = hnsw()
distances, rows = search(index, [index])
print("HNSW:", distances[0], rows[0], rows[1])
assert index.metric_arg == 3 and (distances == D).all() and (rows == rows[0]).all()

index = hnsw()
distances, rows = search(index, [index, faiss.downcast_index(index.storage)])
print("HNSW, also set on its storage:", distances[0], (rows == exact).mean())
assert (rows == exact).mean() > 0.95
PY
