#!/usr/bin/env bash
# vicinity gives all good hits of a search by inner product the distance 0.0, and its exact index ignores `max_k`.
#
# Expected: a hit has the distance of the index below, here 1 minus the inner product, so that a better hit has a smaller one.
# Seen on 2026-11-30 with vicinity 0.4.6 and usearch 2.26.6 (PyPI), vectors that are not of length 1, metric "inner_product":
#   usearch itself:                 -3, -2, -1 and 0 for inner products of 4, 3, 2 and 1.
#   `query`:                        0.0 four times; the order is right, but no number tells the hits apart.
#   `query_threshold(…, -1.0)`:     two hits, each with a distance of 0.0, above the threshold.
#   `query_threshold(…, max_k=10)` on 200 equal vectors: 10 hits with usearch, 200 with the exact backends BASIC and FAISS.
# Negative distances are cut off, which suits rounding errors of the cosine only. Scores that are fused, cut or shown by these numbers
# treat the best hit and the one that just reached an inner product of 1 alike.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check vicinity==0.4.6 usearch==2.26.6 faiss-cpu==1.15.1 numpy==1.26.4
"$work/venv/bin/python" - <<'PY'
import numpy as np
from usearch.index import Index
from vicinity import Backend, Metric, Vicinity

vectors = np.diag([1, 2, 3, 4]).astype(np.float32)
query = np.ones(4, dtype=np.float32)

index = Index(ndim=4, metric="ip")
index.add(None, vectors)
below = index.search(query, 4)
print("usearch:", below.keys, below.distances)
assert below.keys.tolist() == [3, 2, 1, 0] and below.distances.tolist() == [-3, -2, -1, 0]

store = Vicinity.from_vectors_and_items(vectors, ["one", "two", "three", "four"], backend_type=Backend.USEARCH, metric=Metric.INNER_PRODUCT)

def hits(results):
    return [(item, float(distance)) for item, distance in results[0]]

found = hits(store.query(query, k=4))
print("query:", found)
assert found == [("four", 0), ("three", 0), ("two", 0), ("one", 0)]
found = hits(store.query_threshold(query, threshold=-1.0))
print("query_threshold:", found)
assert found == [("four", 0), ("three", 0)]
# Distances of products below 1 are right.
assert hits(store.query(-query, k=4)) == [("one", 2), ("two", 3), ("three", 4), ("four", 5)]

copies = np.ones((200, 4), dtype=np.float32)
for backend, count in [(Backend.USEARCH, 10), (Backend.BASIC, 200), (Backend.FAISS, 200)]:
    store = Vicinity.from_vectors_and_items(copies, list(range(200)), backend_type=backend, metric=Metric.COSINE)
    found = hits(store.query_threshold(query, threshold=0.5, max_k=10))
    print(backend.name, "max_k=10:", len(found))
    assert len(found) == count
PY
