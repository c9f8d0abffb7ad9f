#!/usr/bin/env bash
# ml-distance gives NaN between a sparse vector and itself in 18 of its distances, and a negative Canberra distance.
#
# Expected: a distance of equal vectors is 0, and none is negative; a position with a zero in both vectors adds nothing, as in SciPy.
# Seen on 2026-11-30 with ml-distance 5.0.0 (npm) and scipy 1.17.1 (PyPI), p = [.5, .5, 0, 0] and q = [.5, 0, .5, 0]:
#   p and q:    Canberra, Jensen-Shannon, Clark and 15 more are NaN. SciPy: Canberra 2, Jensen-Shannon 0.3466 (as a divergence).
#   p and p:    the same 18 are NaN. SciPy: 0.
#   [-1, -2] and [-3, -4]:    Canberra is -0.83, and between [1] and [-1] Infinity. SciPy: 0.83 and 1.
#   random shares and the same shares:    Hellinger and Matusita are NaN for one vector of seven, by rounding: a root of -2e-16.
# No error is given, and the README says nothing about zeros. Counts of words, histograms and embeddings have common zeros or
# negative values, and a NaN is neither nearer nor farther than any other distance: sorting by it gives any order.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check scipy==1.17.1 numpy==2.4.6
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" ml-distance@5.0.0
cd "$work"
venv/bin/python - <<'PY'
import math
from scipy.spatial.distance import canberra, jensenshannon

p, q = [.5, .5, 0, 0], [.5, 0, .5, 0]
print("scipy:", canberra(p, q), jensenshannon(p, q) ** 2, canberra([-1, -2], [-3, -4]), canberra([1], [-1]))
assert canberra(p, q) == 2 and canberra(p, p) == 0 and jensenshannon(p, p) == 0
assert math.isclose(jensenshannon(p, q) ** 2, math.log(2) / 2)
assert math.isclose(canberra([-1, -2], [-3, -4]), 2 / 4 + 2 / 6) and canberra([1], [-1]) == 1
PY
cat > check.mjs <<'JS'
import assert from "node:assert";
import { distance } from "ml-distance";

const p = [.5, .5, 0, 0], q = [.5, 0, .5, 0];
const EXPECTED = ["additiveSymmetric", "canberra", "clark", "divergence", "harmonicMean", "jeffreys", "jensenDifference",
  "jensenShannon", "kdivergence", "kullbackLeibler", "kumarJohnson", "neyman", "pearson", "probabilisticSymmetric", "squared",
  "taneja", "topsoe", "waveHedges"];
// minkowski needs a third argument.
const names = Object.keys(distance).filter((name) => name !== "minkowski").sort();
for (const other of [q, p]) {
  const found = names.filter((name) => Number.isNaN(distance[name](p, other)));
  console.log("NaN:", found.join(", "));
  assert.deepEqual(found, EXPECTED);
}
for (const name of ["euclidean", "manhattan", "soergel", "sorensen", "lorentzian", "jaccard"]) assert.equal(distance[name](p, p), 0, name);

console.log("Canberra:", distance.canberra([-1, -2], [-3, -4]), distance.canberra([1], [-1]));
assert.equal(distance.canberra([-1, -2], [-3, -4]).toFixed(4), "-0.8333");
assert.equal(distance.canberra([1], [-1]), Infinity);

// Distributions from a fixed sequence of numbers.
let state = 1;
const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
let without = 0;
for (let i = 0; i < 1000; i++) {
  const values = Array.from({ length: 8 }, random);
  const sum = values.reduce((a, b) => a + b);
  const shares = values.map((value) => value / sum);
  const found = [distance.hellinger(shares, shares), distance.matusita(shares, shares)];
  assert.equal(Number.isNaN(found[0]), Number.isNaN(found[1]));
  if (Number.isNaN(found[0])) without++;
}
console.log(`Hellinger of a distribution and itself: NaN for ${without} of 1000`);
assert(without > 100 && without < 170);
JS
node check.mjs
