#!/usr/bin/env bash
# JMESPath for npm: `min_by` of names gives null in three packages; the fourth sorts the data that it reads, and takes 0 for null.
#
# Expected: what the specification says and its reference in Python does: `min_by` and `max_by` compare numbers or strings, `sort`
#   returns a sorted list, and 0, false and "" are values, not null.
# Seen on 2026-11-30 with jmespath 0.16.0, @jmespath-community/jmespath 1.3.0, @metrichor/jmespath 0.3.1 and
# @aws-lambda-powertools/jmespath 2.36.0 (npm) and jmespath 1.1.0 (PyPI), without an error:
#   min_by(files, &name), max_by(files, &name):   null in jmespath, community and metrichor; right with numbers, and in aws.
#   sort(sizes), reverse(sizes) in aws:           right, but the caller's list has the new order afterwards; so
#                                                 `[sort(sizes), sizes]` gives the sorted list twice.
#   map(&size, files) in aws:                     [2, null] for sizes 2 and 0; likewise for false and "".
#   not_null(missing, files[1].size) in aws:      null, not 0.
#   Python:                                       right.
# A filter of an AWS Lambda changes the event that it looks at, and counts of zero disappear from reports.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check jmespath==1.1.0
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  jmespath@0.16.0 @jmespath-community/jmespath@1.3.0 @metrichor/jmespath@0.3.1 @aws-lambda-powertools/jmespath@2.36.0
cd "$work"
cat > reference.py <<'PY'
import json, sys
import jmespath

data, queries = json.load(sys.stdin)
print(json.dumps([jmespath.search(query, data) for query in queries]))
PY
cat > check.mjs <<'JS'
import { execFileSync } from "node:child_process";
import * as aws from "@aws-lambda-powertools/jmespath";
import * as community from "@jmespath-community/jmespath";
import * as metrichor from "@metrichor/jmespath";
import jmespath from "jmespath";

const PACKAGES = {
  jmespath: (query, data) => jmespath.search(data, query),
  community: (query, data) => community.search(data, query),
  metrichor: (query, data) => metrichor.search(data, query),
  aws: (query, data) => aws.search(query, data),
};
const DATA = {
  files: [{ name: "b.rs", size: 2, draft: true, note: "x" }, { name: "a.rs", size: 0, draft: false, note: "" }],
  sizes: [3, 1, 2],
};
// queries, and the results that differ from the reference
const CASES = {
  "min_by(files, &size).name": {},
  "min_by(files, &name).name": { jmespath: null, community: null, metrichor: null },
  "max_by(files, &name).name": { jmespath: null, community: null, metrichor: null },
  "sort_by(files, &name)[0].name": {},
  "sort(sizes)": {},
  "[sort(sizes), sizes]": { aws: [[1, 2, 3], [1, 2, 3]] },
  "[reverse(sizes), sizes]": { aws: [[2, 1, 3], [2, 1, 3]] },
  "files[*].size": {},
  "map(&size, files)": { aws: [2, null] },
  "map(&draft, files)": { aws: [true, null] },
  "map(&note, files)": { aws: ["x", null] },
  "not_null(missing, files[1].size)": { aws: null },
  "not_null(missing, files[1].note)": { aws: null },
};

const input = JSON.stringify([DATA, Object.keys(CASES)]);
const references = JSON.parse(execFileSync("venv/bin/python", ["reference.py"], { input }).toString());
Object.entries(CASES).forEach(([query, differences], number) => {
  for (const [name, search] of Object.entries(PACKAGES)) {
    const expected = JSON.stringify(name in differences ? differences[name] : references[number]);
    const data = structuredClone(DATA);
    const found = JSON.stringify(search(query, data));
    if (found !== expected) throw new Error(`${name} ${query}: ${found}, expected ${expected}`);
    const changed = JSON.stringify(data) !== JSON.stringify(DATA);
    if (changed !== (name === "aws" && /^\[?(sort|reverse)\(/.test(query))) throw new Error(`${name} ${query}: ${JSON.stringify(data)}`);
  }
  console.log(`${query}: ${JSON.stringify(references[number])}; ${JSON.stringify(differences)}`);
});
JS
node check.mjs
