#!/usr/bin/env bash
# Fuse.js with `threshold: 0` accepts typing errors and missing halves as soon as the query has more than 32 letters.
#
# Expected: with a threshold of 0, and with `ignoreLocation`, a text matches if it contains the query, however long that is.
# Seen on 2026-11-30 with fuse.js 7.5.0 (npm), beginnings of "cannot read the configuration of the server" as queries:
#   32 letters ("cannot read the configuration of"):   the texts that contain the query.
#   33 letters, with a space at the end:               also the text of 32 letters, which is shorter than the query.
#   43 letters, the whole message:                     also "… of the client", "connot read …" and the text of 32 letters.
#   the scores of the wrong ones:                      0.73 to 0.77 of 1, where 0 is a perfect match: beyond the threshold.
#   the same without `ignoreLocation`:                 the same.
# A query is searched in parts of 32 letters, and one part that matches is enough. The threshold holds for the part only.
# So a list filtered by a pasted message, a path or a title shows entries that do not have it, and a test for "no match" fails.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
npm install --silent --no-audit --no-fund fuse.js@7.5.0
cat > check.mjs <<'JS'
import assert from "node:assert";
import Fuse from "fuse.js";

const MESSAGE = "cannot read the configuration of the server";
const HALF = "cannot read the configuration of";
const CLIENT = "cannot read the configuration of the client";
const TYPO = "connot read the configuration of the server";
const TEXTS = [MESSAGE, HALF, CLIENT, TYPO, "cannot read the license of the server", "nothing of this"];

for (const ignoreLocation of [true, false]) {
  const fuse = new Fuse(TEXTS, { threshold: 0, ignoreLocation, includeScore: true });
  const check = (query, ...expected) => {
    const hits = fuse.search(query);
    const contain = TEXTS.filter((text) => text.includes(query));
    console.log(`ignoreLocation ${ignoreLocation}, ${query.length} letters:`, hits.map((hit) => [hit.item, hit.score]));
    assert.deepEqual(hits.map((hit) => hit.item).sort(), [...contain, ...expected].sort());
    for (const hit of hits) assert.equal(hit.score > 0.7, expected.includes(hit.item), hit.item);
  };
  assert.equal(HALF.length, 32);
  check(HALF);
  check(`${HALF} `, HALF);
  check(MESSAGE, HALF, CLIENT, TYPO);
}
JS
node check.mjs
