#!/usr/bin/env bash
# An index of usearch with the type `i8` forgets the length of vectors: under `l2sq` and `ip`, v and 3v are one vector.
#
# Expected: quantization to 8 bits approximates the distances of f32, or refuses vectors outside its range.
# Seen on 2026-11-29 with usearch 2.26.6 (PyPI), the vectors (1, 0, …), three times it, and one close to the first:
#   l2sq, f32, f16 and bf16:  3v has the distance 4 from v, the close vector 0.02.
#   l2sq, i8:                 3v has a distance of 1 from v, the close vector of 293, in units of the quantized numbers.
#   ip, f32:                  the inner product of v with 3v is 3 times that with v: the distance is -2 instead of 0.
#   ip, i8:                   both are equal up to rounding, about -16,000.
# Each vector is scaled to length 1 when it is stored, whatever the metric. No error or warning is given.
# So models that put weight into the length (for inner products), and thresholds or rankings over several indexes, work with
# floats and give other results as soon as the index is made smaller by `dtype="i8"`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check usearch==2.26.6
"$work/venv/bin/python" - <<'PY'
import numpy
from usearch.index import Index

UNIT = numpy.zeros(16, dtype=numpy.float32)
UNIT[0] = 1
CLOSE = UNIT.copy()
CLOSE[1] = 0.14
VECTORS = {"v": UNIT, "3v": 3 * UNIT, "close": CLOSE}

def distances(metric, dtype):
    index = Index(ndim=16, metric=metric, dtype=dtype)
    index.add(numpy.arange(3), numpy.stack(list(VECTORS.values())))
    matches = index.search(UNIT, 3)
    names = list(VECTORS)
    return {names[match.key]: float(match.distance) for match in matches}

for dtype in ("f32", "f16", "bf16", "i8"):
    found = distances("l2sq", dtype)
    print(f"l2sq {dtype}: {found}")
    if dtype == "i8":
        assert max(found["v"], found["3v"]) < 10 < 100 < found["close"]
    else:
        assert list(found) == ["v", "close", "3v"] and abs(found["3v"] - 4) < 0.05
for dtype in ("f32", "f16", "bf16", "i8"):
    found = distances("ip", dtype)
    print(f"ip {dtype}: {found}")
    if dtype == "i8":
        assert max(found["v"], found["3v"]) < -15_000 and abs(found["v"] - found["3v"]) < 200
    else:
        assert abs(found["3v"] + 2) < 0.05 and abs(found["v"]) < 0.05
PY
