#!/usr/bin/env bash
# voy-search compares the first 768 numbers of a vector only: with embeddings of 1,024 or 1,536 dimensions it finds other documents.
#
# Expected: all numbers of an embedding count, or a length that the index does not support is refused.
# Seen on 2026-11-30 with voy-search 0.6.3 (npm), 300 random vectors, the 10 nearest for 20 queries, compared with an exact search:
#   384 and 768 dimensions:    all of them (Euclidean distance).
#   1,024 dimensions:          about half of them.
#   1,536 dimensions:          less than a third. All are right by the first 768 numbers.
#   two documents that differ behind position 768 only: one of them is found for both of their own embeddings.
# No error is given, and neither the README nor the types name a length. OpenAI's text-embedding-3-small has 1,536 dimensions, and
# many open models 1,024. The hits are near in part, so the loss looks like one of the embedding model.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" voy-search@0.6.3
cat > "$work/search.mjs" <<'JS'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import * as glue from "./node_modules/voy-search/voy_search_bg.js";

// what a bundler does for `import { Voy } from "voy-search"`
const code = readFileSync(new URL("node_modules/voy-search/voy_search_bg.wasm", import.meta.url));
const { instance } = await WebAssembly.instantiate(code, { "./voy_search_bg.js": glue });
glue.__wbg_set_wasm(instance.exports);

let seed = 7;
const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648 - 0.5;
const vector = (dimensions) => Float32Array.from({ length: dimensions }, random);
const create = (vectors) => new glue.Voy({
  embeddings: vectors.map((values, n) => ({ id: `${n}`, title: "", url: "", embeddings: [...values] })),
});
const distance = (a, b, end) => a.subarray(0, end).reduce((sum, x, n) => sum + (x - b[n]) ** 2, 0);
const nearest = (vectors, query, end) => [...vectors.keys()]
  .sort((a, b) => distance(vectors[a], query, end) - distance(vectors[b], query, end)).slice(0, 10);

for (const [dimensions, least, most] of [[384, 1, 1], [768, 1, 1], [1024, 0.4, 0.9], [1536, 0.1, 0.7]]) {
  const vectors = Array.from({ length: 300 }, () => vector(dimensions));
  const index = create(vectors);
  let [found, foundByPart] = [0, 0];
  for (let n = 0; n < 20; n++) {
    const query = vector(dimensions);
    const ids = index.search(query, 10).neighbors.map(({ id }) => Number(id));
    found += nearest(vectors, query).filter((id) => ids.includes(id)).length / 200;
    foundByPart += nearest(vectors, query, 768).filter((id) => ids.includes(id)).length / 200;
  }
  const [same, part] = [found, foundByPart].map((share) => Math.round(share * 100) / 100);
  const base = vector(dimensions);
  const pair = [5, -5].map((last) => Float32Array.from([...base.slice(0, -1), last]));
  const own = pair.map((query) => create(pair).search(query, 1).neighbors[0].id);
  console.log(`${dimensions} dimensions: ${same} of the nearest, ${part} by the first 768 numbers; pair: ${own}`);
  assert(same >= least && same <= most && part === 1);
  assert.deepEqual(own, dimensions > 768 ? ["0", "0"] : ["0", "1"]);
}
JS
node "$work/search.mjs"
