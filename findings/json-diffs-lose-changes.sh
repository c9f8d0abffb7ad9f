#!/usr/bin/env bash
# A diff of JSON, applied to the old document, does not give the new one: from 1 to `true` in three libraries, in nested lists in one.
#
# Expected: `patch(old, diff(old, new))` is `new` for documents of JSON, as jsonpatch (PyPI), rfc6902 and deep-diff (npm) have it.
# Seen on 2026-11-30 with dictdiffer 0.10.0, jsondiff 2.2.1, deepdiff 9.1.0, jsonpatch 1.48 (PyPI), json-diff-ts 4.10.4,
# rfc6902 5.4.0 and deep-diff 1.0.2 (npm); no error where none is named:
#   other values, new and removed keys, other lengths:     right in all.
#   1 to true, 0 to false:     dictdiffer and jsondiff find no change; deepdiff finds none in lists.
#   1.0 to 1:                  dictdiffer and jsondiff find no change, though some readers refuse 1.0 for a whole number.
#   a new list item with the key `old_value`:   deepdiff's Delta writes it without this key.
#   json-diff-ts, `[["a"]]` to `[[]]`:          the old document, and a message on the console.
#   json-diff-ts, atomizeChangeset and back, for a list of lists:   a TypeError.
#   json-diff-ts, revertChangeset for a removed item above `null`:  `[null, 1, null]` in place of `[1, null]`.
# Histories of settings, notebooks and API descriptions are stored as such diffs; what is lost shows only when one is applied.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check dictdiffer==0.10.0 jsondiff==2.2.1 deepdiff==9.1.0 jsonpatch==1.48
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" json-diff-ts@4.10.4 rfc6902@5.4.0 deep-diff@1.0.2
cd "$work"
venv/bin/python - <<'PY'
import json
import dictdiffer, jsondiff, jsonpatch
from deepdiff import DeepDiff, Delta

LIBRARIES = {
    "jsonpatch": lambda old, new: jsonpatch.make_patch(old, new).apply(old),
    "dictdiffer": lambda old, new: dictdiffer.patch(dictdiffer.diff(old, new), old),
    "jsondiff": lambda old, new: jsondiff.patch(old, jsondiff.diff(old, new)),
    "deepdiff": lambda old, new: old + Delta(DeepDiff(old, new), raise_errors=True),
}

def check(old, new, **wrong):
    """Applies the difference of two documents; `wrong` has the results that are not the new one."""
    old, new = json.dumps(old), json.dumps(new)
    found = {name: json.dumps(apply(json.loads(old), json.loads(new))) for name, apply in LIBRARIES.items()}
    different = {name: json.loads(text) for name, text in found.items() if text != new}
    print(f"{old} to {new}:", different or "right")
    assert json.dumps(different) == json.dumps(wrong)

check({"a": 1, "b": [1, 2, {"c": None}]}, {"a": 2, "b": [2, {"c": "x"}]})
check({"a": [1]}, {"a": [1, {"value": 2}]})
check({"a": 1}, {"a": True}, dictdiffer={"a": 1}, jsondiff={"a": 1})
check({"a": False}, {"a": 0}, dictdiffer={"a": False}, jsondiff={"a": False})
check({"a": 1.0}, {"a": 1}, dictdiffer={"a": 1.0}, jsondiff={"a": 1.0})
check({"a": [1]}, {"a": [True]}, dictdiffer={"a": [1]}, jsondiff={"a": [1]}, deepdiff={"a": [1]})
check({"a": []}, {"a": [{"old_value": 1, "b": 2}]}, deepdiff={"a": [{"b": 2}]})
PY
cat > check.mjs <<'JS'
import assert from "node:assert";
import { isDeepStrictEqual } from "node:util";
import deepDiff from "deep-diff";
import { applyChangeset, atomizeChangeset, diff, revertChangeset, unatomizeChangeset } from "json-diff-ts";
import { applyPatch, createPatch } from "rfc6902";

const LIBRARIES = {
  "rfc6902": (old, next) => (applyPatch(old, createPatch(old, next)), old),
  "deep-diff": (old, next) => (deepDiff.applyDiff(old, next), old),
  "json-diff-ts": (old, next) => applyChangeset(old, diff(old, next)),
  "json-diff-ts, atomic": (old, next) => applyChangeset(old, unatomizeChangeset(atomizeChangeset(diff(old, next)))),
};

function check(old, next, wrong = {}) {
  const different = {};
  for (const [name, apply] of Object.entries(LIBRARIES)) {
    let result;
    try {
      result = apply(structuredClone(old), structuredClone(next));
    } catch (error) {
      result = error.name;
    }
    if (!isDeepStrictEqual(result, next)) different[name] = result;
  }
  console.log(`${JSON.stringify(old)} to ${JSON.stringify(next)}:`, JSON.stringify(different));
  assert.deepEqual(different, wrong);
}

check({ a: 1, b: [1, { c: null }] }, { a: true, b: [2, { c: "x" }] });
check({ a: [1, 2, 3] }, { a: [1, 3] });
check([["a"]], [[]], { "json-diff-ts": [["a"]], "json-diff-ts, atomic": "TypeError" });
check({ a: [[1, 2], [3, 4]] }, { a: [[1, 2], [3, 5]] }, { "json-diff-ts, atomic": "TypeError" });
const reverted = revertChangeset({ a: [null] }, diff({ a: [1, null] }, { a: [null] }));
console.log("reverted:", JSON.stringify(reverted));
assert.deepEqual(reverted, { a: [null, 1, null] });
JS
node check.mjs
