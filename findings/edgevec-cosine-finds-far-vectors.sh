#!/usr/bin/env bash
# edgevec returns far vectors in place of near ones if the metric is `cosine` or `dot`, and with a filter fewer hits than match.
#
# Expected: a search returns the k nearest vectors, for cosine those with the greatest similarity; with a filter the k nearest of
# those that match it.
# Seen on 2026-11-30 with edgevec 0.9.0 (npm), 1,000 random vectors of 8 dimensions, 30 queries:
#   metric l2 (the default):   at least 95% of the 10 nearest.
#   cosine, dot:               none of them; all hits are in the farther half, as the similarity is sorted like a distance.
#   cosine of [1, 0] and [3, 0]:   3. Vectors are not normalized, so this is the inner product.
#   searchWithFilter(query, "bucket = 7", 10), 10 of 1,000 match:   0 to 4 hits, and as few with each strategy of `searchFiltered`,
#                              also with "pre".
# No error is given. Embeddings are compared by cosine as a rule; a search over code, notes or chats in the browser then shows what has
# least to do with the query, and a filter on a folder or language hides most of what is there.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" edgevec@0.9.0
cat > "$work/search.mjs" <<'JS'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import init, { EdgeVec, EdgeVecConfig } from "edgevec";

await init({ module_or_path: readFileSync(`${process.argv[2]}/node_modules/edgevec/edgevec_bg.wasm`) });

function create(metric, dimensions) {
  const config = new EdgeVecConfig(dimensions);
  config.metric = metric;
  return new EdgeVec(config);
}
let seed = 7;
const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648 - 0.5;
const vector = () => new Float32Array(8).map(random);
const sum = (a, b, term) => a.reduce((total, x, i) => total + term(x, b[i]), 0);
const dot = (a, b) => sum(a, b, (x, y) => x * y);
// greater is nearer; edgevec's cosine is the inner product, so vectors of length 1 are used for it
const nearness = { l2: (a, b) => -sum(a, b, (x, y) => (x - y) ** 2), dot, cosine: dot };
const unit = (v) => v.map((x) => x / Math.sqrt(dot(v, v)));

for (const metric of ["l2", "cosine", "dot"]) {
  const next = () => (metric === "cosine" ? unit(vector()) : vector());
  const index = create(metric, 8);
  const vectors = new Map();
  for (let n = 0; n < 1000; n++) {
    const item = next();
    vectors.set(index.insertWithMetadata(item, { bucket: n % 100 }), item);
  }
  let [nearest, farther] = [0, 0];
  const filtered = [];
  for (let n = 0; n < 30; n++) {
    const query = next();
    const ids = [...vectors.keys()].sort((a, b) => nearness[metric](vectors.get(b), query) - nearness[metric](vectors.get(a), query));
    for (const { id } of index.search(query, 10)) {
      nearest += ids.indexOf(id) < 10;
      farther += ids.indexOf(id) >= 500;
    }
    filtered.push(index.searchWithFilter(query, "bucket = 7", 10).length);
    for (const strategy of ["auto", "pre", "post", "hybrid"]) {
      const { results } = JSON.parse(index.searchFiltered(query, 10, JSON.stringify({ filter: "bucket = 7", strategy })));
      filtered.push(results.length);
    }
  }
  console.log(`${metric}: of 300 hits ${nearest} are among the 10 nearest, ${farther} in the farther half;`,
    `hits with a filter that 10 vectors match: ${Math.min(...filtered)} to ${Math.max(...filtered)}`);
  if (metric === "l2") assert(nearest >= 285 && farther === 0);
  else assert(nearest === 0 && farther >= 285);
  assert(Math.max(...filtered) < 6);
}

const index = create("cosine", 2);
for (const item of [[3, 0], [0.8, 0.6], [0, 1], [-2, 0]]) index.insert(new Float32Array(item));
const hits = index.search(new Float32Array([1, 0]), 4).map(({ id, score }) => [id, Math.round(score * 10) / 10]);
console.log("cosine, [1, 0] in [3, 0], [0.8, 0.6], [0, 1], [-2, 0]:", JSON.stringify(hits));
assert.deepEqual(hits, [[4, -2], [3, 0], [2, 0.8], [1, 3]]);
JS
node "$work/search.mjs" "$work"
