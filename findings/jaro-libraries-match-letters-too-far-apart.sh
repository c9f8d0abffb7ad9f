#!/usr/bin/env bash
# Jaro-Winkler packages of npm match letters too far apart: `get` and `parser` have 0.5 in two, in one of them only in this order.
#
# Expected: equal letters match if their positions differ by less than half the length of the longer word, and swapping the two
#   words changes nothing; talisman, wink-jaro-distance and jaro-winkler agree.
# Seen on 2026-11-30 with jaro-winkler-typescript 1.0.1, @skyra/jaro-winkler 1.1.1 and clj-fuzzy 0.4.1 (npm), 60 words of code:
#   jaro-winkler-typescript: 0.5 for `get`, `parser` and 0 for `parser`, `get`; 19% of the pairs depend on the order.
#   @skyra/jaro-winkler:     0.5 for both, right is 0; 15% of the pairs are too high.
#   clj-fuzzy:               0 for `get`, `end` and 0.56 for `end`, `get`; right is 0.
#   talisman, wink-jaro-distance, jaro-winkler:   a value that the formula allows for all pairs.
# A threshold for near-duplicates or "did you mean" lets pairs pass that share no letter nearby, or depends on which word is first.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  jaro-winkler-typescript@1.0.1 @skyra/jaro-winkler@1.1.1 clj-fuzzy@0.4.1 \
  talisman@1.1.4 jaro-winkler@0.2.8 wink-jaro-distance@2.0.0
cat > "$work/check.cjs" <<'JS'
const assert = require("node:assert");
const talisman = require("talisman/metrics/jaro");
const { jaro: typescript } = require("jaro-winkler-typescript");
const { jaroWinkler: skyra } = require("@skyra/jaro-winkler");
const { jaro: cljFuzzy } = require("clj-fuzzy").metrics;
const libraries = {
  talisman: talisman.default ?? talisman,
  "wink-jaro-distance": (a, b) => require("wink-jaro-distance")(a, b).similarity,
  "jaro-winkler": require("jaro-winkler"),
  "jaro-winkler-typescript": (a, b) => typescript(a, b, { caseSensitive: true }),
  "@skyra/jaro-winkler": skyra,
  "clj-fuzzy": cljFuzzy,
};

// The values that the formula allows: implementations round half a transposition down or not, and add Winkler's bonus for a
// common prefix always, above 0.7 only, or not at all.
function allowed(a, b) {
  const window = Math.max(Math.floor(Math.max(a.length, b.length) / 2) - 1, 0);
  const inA = [], inB = [];
  const used = new Set();
  for (let i = 0; i < a.length; i++) {
    for (let j = Math.max(i - window, 0); j <= Math.min(i + window, b.length - 1); j++) {
      if (!used.has(j) && a[i] === b[j]) {
        used.add(j);
        inA.push(a[i]);
        break;
      }
    }
  }
  for (let j = 0; j < b.length; j++) if (used.has(j)) inB.push(b[j]);
  const matches = inA.length;
  if (matches === 0) return [0];
  const half = inA.filter((letter, n) => letter !== inB[n]).length / 2;
  let prefix = 0;
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix++;
  return [half, Math.floor(half)].flatMap((swaps) => {
    const jaro = (matches / a.length + matches / b.length + (matches - swaps) / matches) / 3;
    return [jaro, jaro + 0.1 * prefix * (1 - jaro)];
  });
}

const words = `get set getter setter parse parser parsed render renderer index id idx user users name names filename file files path
  paths save saves load reload update delete insert remove create read write open close start stop begin end first last next list
  item items count length size color center value values key keys map filter token tokens search searcher centre`.split(/\s+/);
const found = {};
for (const [name, similarity] of Object.entries(libraries)) {
  const counts = { wrong: 0, tooHigh: 0, oneWay: 0 };
  for (const a of words) {
    for (const b of words) {
      const value = similarity(a, b), values = allowed(a, b);
      counts.wrong += values.every((other) => Math.abs(value - other) > 1e-9);
      counts.tooHigh += value > Math.max(...values) + 1e-9;
      counts.oneWay += Math.abs(value - similarity(b, a)) > 1e-9;
    }
  }
  found[name] = counts;
  const examples = [["get", "parser"], ["get", "end"]].map(([a, b]) => [similarity(a, b), similarity(b, a)].map((n) => +n.toFixed(2)));
  console.log(`${name}: of ${words.length ** 2} pairs`, counts, ...examples);
  counts.examples = examples;
}
const fifth = words.length ** 2 / 5;
for (const name of ["talisman", "wink-jaro-distance", "jaro-winkler"]) {
  assert.deepEqual(found[name], { wrong: 0, tooHigh: 0, oneWay: 0, examples: [[0, 0], [0, 0]] }, name);
}
const { "jaro-winkler-typescript": one, "@skyra/jaro-winkler": two, "clj-fuzzy": three } = found;
assert(one.oneWay > fifth / 2 && one.wrong > fifth / 4);
assert(two.tooHigh > fifth / 2 && two.oneWay === 0);
assert(three.oneWay > 50 && three.wrong > fifth / 8);
assert.deepEqual([one.examples[0], two.examples[0], three.examples[1]], [[0.5, 0], [0.5, 0.5], [0, 0.56]]);
JS
cd "$work"
node check.cjs
