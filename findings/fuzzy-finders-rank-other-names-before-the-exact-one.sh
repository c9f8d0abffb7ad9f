#!/usr/bin/env bash
# Fuzzy finders put other names before the one that was typed exactly: `std_vec` before `std::vec`, `C` before `C++`.
#
# Expected: a name that equals the query is the first result, as in Fuse.js, fuzzysort, match-sorter and microfuzz.
# Seen on 2026-11-29 with fuse.js 7.5.0, fuzzysort 4.0.2, match-sorter 8.3.1, @nozbe/microfuzz 1.0.0, @leeoniya/ufuzzy 1.0.19,
# fast-fuzzy 1.12.0, quick-score 0.2.0 and fzf 0.5.2 (npm), the exact name last in the list; the others rank it first:
#   `std::vec` among `std_vec`, `std.vec`:   last in uFuzzy and fast-fuzzy, which do not look at punctuation.
#   `C++` among `C`, `C--`:                  the same.
#   `render` among `r_e_n_d_e_r`:            last in fast-fuzzy and quick-score.
#   `render` among `render_all`:             last in fzf, the port of the program: all scores are equal, and it does not prefer
#                                            the shorter name, as the program does.
# A palette of symbols opens the wrong one on Enter. Where punctuation is the name, as in operators and paths, no query can put
# the meant one first.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" fuse.js@7.5.0 fuzzysort@4.0.2 match-sorter@8.3.1 \
    @nozbe/microfuzz@1.0.0 @leeoniya/ufuzzy@1.0.19 fast-fuzzy@1.12.0 quick-score@0.2.0 fzf@0.5.2
cd "$work"
cat > rank.mjs <<'JS'
import assert from "node:assert";
import uFuzzy from "@leeoniya/ufuzzy";
import microfuzz from "@nozbe/microfuzz";
import * as fastFuzzy from "fast-fuzzy";
import Fuse from "fuse.js";
import fuzzysort from "fuzzysort";
import { Fzf } from "fzf";
import { matchSorter } from "match-sorter";
import { QuickScore } from "quick-score";

const finders = {
  "fuse.js": (query, names) => new Fuse(names).search(query).map(({ item }) => item),
  "fuzzysort": (query, names) => fuzzysort.go(query, names).map(({ target }) => target),
  "match-sorter": (query, names) => matchSorter(names, query),
  "microfuzz": (query, names) => (microfuzz.default ?? microfuzz)(names)(query).map(({ item }) => item),
  "uFuzzy": (query, names) => {
    const [, info, order] = new uFuzzy().search(names, query);
    return order.map((index) => names[info.idx[index]]);
  },
  "fast-fuzzy": (query, names) => fastFuzzy.search(query, names),
  "quick-score": (query, names) => new QuickScore(names).search(query).map(({ item }) => item),
  "fzf": (query, names) => new Fzf(names).find(query).map(({ item }) => item),
};

// check QUERY OTHERS EXPECTED: the finders that rank one of the others before the name that equals the query
function check(query, others, expected) {
  const wrong = Object.keys(finders).filter((name) => {
    const found = finders[name](query, [...others, query]);
    assert(found.includes(query), `${name} does not find ${query}`);
    return found[0] !== query;
  });
  console.log(`${query} is behind ${others.join(", ")} in: ${wrong.join(", ") || "none"}`);
  assert.deepEqual(wrong, expected);
}
check("render", ["prerender", "surrender"], []);
check("std::vec", ["std_vec", "std.vec"], ["uFuzzy", "fast-fuzzy"]);
check("C++", ["C", "C--"], ["uFuzzy", "fast-fuzzy"]);
check("render", ["r_e_n_d_e_r"], ["fast-fuzzy", "quick-score"]);
check("render", ["render_all"], ["fzf"]);
JS
node rank.mjs
