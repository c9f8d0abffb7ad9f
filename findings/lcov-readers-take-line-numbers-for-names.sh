#!/usr/bin/env bash
# Readers of LCOV take the last line of a function for its name in the reports that coverage.py writes: a function called `4`.
#
# Expected: since LCOV 2.0 `FN:` is a first line, perhaps a last line, and a name, which may hold commas; a branch has a name.
# Seen on 2026-11-29 with `coverage lcov` of coverage 7.17.5 (PyPI), for a program with two used functions and an unused one:
#   lcov-parse 1.0.0, parse-lcov 1.0.4 (npm): functions named `4`, `8` and `13`, without hits; branches without a name.
#   lcov_cobertura 2.1.1 (PyPI):              six methods, twice the number: `4,used` without a hit, `used` with one …
#   lcov-result-merger 6.0.0 (npm):           branches named NaN.
#   @friedemannsommer/lcov-parser 5.0.2 (npm): right.
# The totals are right, as they have their own lines, so a report looks fine, but its list of uncovered functions names all of them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  lcov-parse@1.0.0 parse-lcov@1.0.4 lcov-result-merger@6.0.0 @friedemannsommer/lcov-parser@5.0.2
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check coverage==7.17.5 lcov_cobertura==2.1.1
cd "$work"
cat > program.py <<'PY'
def used(x):
    if x:
        return 1
    return 2


def unused(x):
    return x


class A:
    def method(self):
        return 1


print(used(1) + A().method())
PY
venv/bin/coverage run --branch program.py > run.txt
venv/bin/coverage lcov --quiet
grep -E "^(FN|BRDA)" coverage.lcov

cat > check.mjs <<'JS'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import lcovParser from "@friedemannsommer/lcov-parser";
const require = createRequire(import.meta.url);

const text = readFileSync("coverage.lcov", "utf8");
const hits = (functions) => functions.map(({ name, hit }) => `${name} ${hit}`).join(", ");
const found = {};
found["@friedemannsommer/lcov-parser"] = hits((await lcovParser({ from: text }))[0].functions.details);
for (const [name, [file]] of [
  ["lcov-parse", await promisify(require("lcov-parse"))(text)],
  ["parse-lcov", require("parse-lcov").default(text)],
]) {
  found[name] = `${hits(file.functions.details)}; ${file.functions.hit} of ${file.functions.found}`;
  assert.deepEqual(file.branches.details.map(({ branch }) => branch), [NaN, NaN]);
}
console.log(found);
assert.deepEqual(found, {
  "@friedemannsommer/lcov-parser": "used 1, unused 0, A.method 1",
  "lcov-parse": "4 undefined, 8 undefined, 13 undefined; 2 of 3",
  "parse-lcov": "4 undefined, 8 undefined, 13 undefined; 2 of 3",
});
JS
node check.mjs

node_modules/.bin/lcov-result-merger coverage.lcov merged.info
test "$(grep BRDA merged.info)" = "BRDA:2,0,NaN,1
BRDA:2,0,NaN,0"

venv/bin/lcov_cobertura coverage.lcov --output cobertura.xml
methods=$(sed -n 's/.*<method name="\([^"]*\)".* line-rate="\([0-9]\).*/\1 \2/p' cobertura.xml)
echo "lcov_cobertura:" $methods
test "$(echo $methods)" = "4,used 0 used 1 8,unused 0 unused 0 13,A.method 0 A.method 1"
