#!/usr/bin/env bash
# edit-package-json sets an item of `[1,2,3]` to 7 and writes `[1,27]`; in one-line objects it drops the closing brace.
#
# Expected: "set" and "del" change one value of the JSON text; the result is what an edit of the parsed object gives.
# Seen on 2026-11-30 with edit-package-json 0.8.38 (npm), paths with dots, no error:
#   a value or key on a line of its own, with a space behind each colon and comma:   right.
#   {"d":[1,2,3],"h":1}, set d.1 to 7:         {"d":[1,27],"h":1}, which is JSON, with other numbers.
#   the same, set d.1 to "x":                  {"d":[1,2"x"],"h":1}
#   the same, delete d.0, d.1:                 {"d":2,3],"h":1}, {"d":[1,"h":1}
#   the same, set or delete d.2:               unchanged.
#   {"b":{"c":2},"h":1}, set b.c to 7:         {"b":{"c":7,"h":1}, without the brace of b.
#   "files": ["a", "b"] in one line of a usual package.json, delete files.0:   "files": "b"],
# A tool that edits such a list of a package.json, or a manifest in one line, writes what npm cannot read.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" edit-package-json@0.8.38
cd "$work"
cat > edit.mjs <<'JS'
import assert from "node:assert";
import { set, del } from "edit-package-json";

function check(before, after, path, ...value) {
  const result = value.length ? set(before, path, value[0]) : del(before, path);
  console.log(before.trim(), value.length ? `set ${path} to ${JSON.stringify(value[0])}:` : `delete ${path}:`, result.trim());
  assert.equal(result, after);
}

// Right.
check('{\n  "a": "1",\n  "b": ["x", "y"]\n}\n', '{\n  "a": "2",\n  "b": ["x", "y"]\n}\n', "a", "2");
check('{\n  "a": "1",\n  "b": ["x", "y"]\n}\n', '{\n  "a": "1",\n  "b": ["x", "z"]\n}\n', "b.1", "z");
check('{\n  "s": {\n    "a": "1",\n    "b": "2"\n  }\n}\n', '{\n  "s": {\n    "b": "2"\n  }\n}\n', "s.a");

check('{"d":[1,2,3],"h":1}', '{"d":[1,27],"h":1}', "d.1", 7);
check('{"d":[1,2,3],"h":1}', '{"d":[1,2"x"],"h":1}', "d.1", "x");
check('{"d":[1,2,3],"h":1}', '{"d":2,3],"h":1}', "d.0");
check('{"d":[1,2,3],"h":1}', '{"d":[1,"h":1}', "d.1");
check('{"d":[1,2,3],"h":1}', '{"d":[1,2,3],"h":1}', "d.2", 7);
check('{"d":[1,2,3],"h":1}', '{"d":[1,2,3],"h":1}', "d.2");
check('{"b":{"c":2},"h":1}', '{"b":{"c":7,"h":1}', "b.c", 7);
check('{\n  "files": ["a", "b"],\n  "h": 1\n}\n', '{\n  "files": "b"],\n  "h": 1\n}\n', "files.0");
JS
node edit.mjs
