#!/usr/bin/env bash
# voyager finds more neighbors by inner product if the vectors are added in the order of their length, and `get_distance` moves.
#
# Expected: the order of insertion changes the recall of an HNSW index by a few percent, and the distance of two vectors never.
# Seen on 2026-11-29 with voyager 2.2.3 and hnswlib 0.8.0 (PyPI), Space.InnerProduct and `ip`:
#   recall@10, 3,000 random vectors of 32 numbers and of lengths from 0.5 to 3, 10 candidates, one thread:
#     in random order:             voyager 0.49, hnswlib 0.71.
#     by length, rising, falling:  voyager 0.68 and 0.72.
#     all of one length:           voyager and hnswlib alike, whatever the order.
#   get_distance((1, 0), (1, 0)):  0; after (3, 0) and (0, 10) were added, -81. `query` reports 0 all the time, which is
#                                  1 minus the inner product.
# voyager appends a number to each vector that depends on the longest vector so far. It makes the graph worse, and is part of
# what `get_distance` returns. So a threshold by `get_distance` is worth nothing as soon as a longer vector arrives.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check voyager==2.2.3 hnswlib==0.8.0
"$work/venv/bin/python" - <<'PY'
import hnswlib, numpy, voyager

NUMBER, SIZE = 3000, 32
random = numpy.random.default_rng(2)

def unit(number):
    vectors = random.standard_normal((number, SIZE)).astype("f4")
    return vectors / numpy.linalg.norm(vectors, axis=1, keepdims=True)

def in_voyager(vectors, queries, order):
    index = voyager.Index(voyager.Space.InnerProduct, num_dimensions=SIZE, M=12, ef_construction=200)
    index.add_items(vectors[order], ids=order.tolist(), num_threads=1)
    return index.query(queries, k=10, query_ef=10)[0]

def in_hnswlib(vectors, queries, order):
    index = hnswlib.Index(space="ip", dim=SIZE)
    index.init_index(len(vectors), M=12, ef_construction=200)
    index.set_num_threads(1)
    index.add_items(vectors[order], order)
    index.set_ef(10)
    return index.knn_query(queries, k=10)[0]

def recall(search, vectors, queries, order):
    exact = numpy.argsort(-(queries @ vectors.T), axis=1)[:, :10]
    found = search(vectors, queries, order)
    return float(numpy.mean([len(set(a) & set(b)) / 10 for a, b in zip(exact, found)]))

directions, queries = unit(NUMBER), unit(300)
lengths = random.uniform(0.5, 3, NUMBER).astype("f4")
vectors = directions * lengths[:, None]
at_random, rising = random.permutation(NUMBER), numpy.argsort(lengths)
found = {
    "random order": recall(in_voyager, vectors, queries, at_random),
    "random order, hnswlib": recall(in_hnswlib, vectors, queries, at_random),
    "rising": recall(in_voyager, vectors, queries, rising),
    "falling": recall(in_voyager, vectors, queries, rising[::-1]),
    "one length, random order": recall(in_voyager, directions, queries, at_random),
    "one length, hnswlib": recall(in_hnswlib, directions, queries, at_random),
}
for name, value in found.items():
    print(f"{name:26} {value:.2f}")
lost = found["random order"]
assert all(found[name] > lost + 0.12 for name in ["random order, hnswlib", "rising", "falling"])
assert abs(found["one length, random order"] - found["one length, hnswlib"]) < 0.05

index = voyager.Index(voyager.Space.InnerProduct, num_dimensions=2)
for vector, expected in [([1, 0], 0), ([3, 0], -4), ([0, 10], -81)]:
    index.add_item(vector)
    ids, distances = index.query([1, 0], k=len(index))
    by_query = dict(zip(ids.tolist(), distances.tolist()))[0]
    distance = index.get_distance([1, 0], [1, 0])
    print(f"after {vector}: query {by_query}, get_distance {distance}")
    assert by_query == 0 and distance == expected
PY
