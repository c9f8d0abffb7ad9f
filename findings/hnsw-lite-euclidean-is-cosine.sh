#!/usr/bin/env bash
# hnsw-lite accepts `space="euclidean"` and searches by the cosine all the same: a vector a hundred times as long is the nearest.
#
# Expected: "euclidean", one of the two documented options, orders by the distance; an unknown name is refused.
# Seen on 2026-11-30 with hnsw-lite 0.1.3 (PyPI), the query (1, 0), the vectors (1, 0.1) and (100, 0), then 300 random vectors:
#   cosine:      (100, 0) is first, with the distance 0, as it should be.
#   euclidean:   (100, 0) is first, with the distance 0; the Euclidean distances are 0.1 and 99.
#   manhattan:   the same, without an error, although there is no such option.
#   300 random vectors of different lengths, recall of the 10 nearest:   0.99 by the cosine and 0.33 by the distance, in all three.
# The option is stored and never passed on. Results of models whose vectors are not of length 1 are wrong, and the scores look right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check hnsw-lite==0.1.3 numpy==2.4.6
"$work/venv/bin/python" - <<'PY'
import numpy
from hnsw import HNSW
from node import Node

def build(space, vectors):
    numpy.random.seed(1)
    index = HNSW(space=space)
    for number, vector in enumerate(vectors):
        index.insert(list(map(float, vector)), {"number": number})
    return index

def search(index, query, count):
    found = index.knn_search(Node(list(map(float, query)), 0), count)
    return [(node.metadata["number"], abs(float(distance))) for distance, node in found]

random = numpy.random.default_rng(1)
vectors = random.normal(size=(300, 8)) * random.uniform(0.3, 3, size=(300, 1))
queries = random.normal(size=(20, 8))

for space in ("cosine", "euclidean", "manhattan"):
    first, distance = search(build(space, [(1, 0.1), (100, 0)]), (1, 0), 1)[0]
    print(f"{space}: vector {first} is first, with the distance {distance:.3f}")
    assert first == 1 and distance < 1e-6
    index = build(space, vectors)
    by_cosine = by_distance = 0
    for query in queries:
        found = {number for number, _ in search(index, query, 10)}
        by_cosine += len(found & set(numpy.argsort(-(vectors @ query) / numpy.linalg.norm(vectors, axis=1))[:10].tolist()))
        by_distance += len(found & set(numpy.argsort(numpy.linalg.norm(vectors - query, axis=1))[:10].tolist()))
    print(f"{space}: recall by the cosine {by_cosine / 200}, by the distance {by_distance / 200}")
    assert by_cosine >= 190 and by_distance < 120
PY
