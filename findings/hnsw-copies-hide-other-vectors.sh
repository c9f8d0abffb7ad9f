#!/usr/bin/env bash
# A few hundred equal vectors make all other vectors of an HNSW index unreachable, in usearch and in hnswlib.
#
# Expected: a query that equals a stored vector finds it, whatever else the index holds; copies cost time, but not recall.
# Seen on 2026-11-29 with usearch 2.26.6 and hnswlib 0.8.0 (PyPI), 100 random vectors of 64 numbers and copies of another one,
# added first, one thread, default parameters (hnswlib: ef 64); the nearest neighbor of each of the 100 vectors is itself:
#   0 and 50 copies: both find 100 of 100.
#   500 copies:      both find 0 of 100 and answer with copies; an exact scan finds 100.
# Copies fill each other's lists of neighbors, so no link leads out of them. Code has many (license headers, generated files,
# vendored directories), so equal chunks have to be stored once, with a list of their locations.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check usearch==2.26.6 hnswlib==0.8.0 numpy==2.4.6
"$work/venv/bin/python" - <<'PY'
import hnswlib
import numpy as np
from usearch.index import Index

vectors = np.random.default_rng(1).normal(size=(101, 64)).astype("f4")
vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
queries = vectors[1:]

for copies in (0, 50, 500):
    rows = np.vstack([np.repeat(vectors[:1], copies, axis=0), queries])
    expected = np.arange(copies, copies + 100)

    graph = Index(ndim=64, metric="cos", dtype="f32")
    graph.add(np.arange(len(rows)), rows, threads=1)
    usearch_found = sum(graph.search(query, 1, threads=1).keys[0] == row for query, row in zip(queries, expected))

    graph = hnswlib.Index(space="cosine", dim=64)
    graph.init_index(max_elements=len(rows), random_seed=1)
    graph.add_items(rows, np.arange(len(rows)), num_threads=1)
    graph.set_ef(64)
    hnswlib_found = (graph.knn_query(queries, k=1, num_threads=1)[0][:, 0] == expected).sum()

    exact_found = ((queries @ rows.T).argmax(axis=1) == expected).sum()
    print(f"{copies} copies: usearch {usearch_found}, hnswlib {hnswlib_found}, exact {exact_found} of 100")
    assert exact_found == 100
    if copies == 500:
        assert usearch_found <= 5 and hnswlib_found <= 5, "the other vectors are reachable now"
    else:
        assert usearch_found == 100 and hnswlib_found == 100
PY
