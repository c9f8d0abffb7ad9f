#!/usr/bin/env bash
# arity's safe fixes for R drop `ifelse` without parentheses: `2 * ifelse(a == b, TRUE, FALSE)` becomes `2 * a == b`.
#
# Expected: "--fix: apply safe autofixes" keeps the results; fixes that may change behavior need `--unsafe-fixes`.
# Seen on 2026-11-30 with arity 0.27.0 (PyPI), `lint --fix` with its default rules; R 4.6.0 of webr 0.6.0 (npm) runs both files:
#   2 * ifelse(a == b, TRUE, FALSE):       2 * a == b, so 0 2 0 becomes FALSE FALSE FALSE; `1 - …`, `!…` and `… & keep` in the same way.
#   ifelse(a > 1, TRUE, FALSE)[2]:         a > 1[2], so one value becomes three, all NA.
#   ifelse(n, TRUE, FALSE):                n: the numbers 0 3, no logical values any more, so `x[…]` picks other elements.
#   filter(d, !!column == 1):              filter(d, column == 1), though `!!` is rlang's operator that inserts the value of a variable.
#   !(a == b), any(is.na(a)), 1:length(a): right, and `!(a == b)[1]` is left alone.
# The program runs on with other numbers, and arity reports the fixes as safe. fatou, its sister for Julia, keeps the parentheses.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check arity==0.27.0 fatou==0.24.0
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" webr@0.6.0 ws@8.18.3
cd "$work"

cat > before.R <<'R'
2 * ifelse(a == b, TRUE, FALSE)
1 - ifelse(a > 1, TRUE, FALSE)
!ifelse(a > 2 & keep, TRUE, FALSE)
ifelse(a < 2 | b > 2, TRUE, FALSE) & keep
ifelse(a > 1, TRUE, FALSE)[2]
b[ifelse(n, TRUE, FALSE)]
ifelse(a == b, TRUE, FALSE)
!(a == b)
!(a == b)[1]
any(is.na(a))
a[1:length(a)]
R
cp before.R after.R
echo 'filter(d, !!column == 1)' > tidy.R
venv/bin/arity lint --fix --no-config after.R tidy.R > report.txt 2>&1 || test $? = 1
grep 'fixes\? applied' report.txt
diff - after.R <<'R'
2 * a == b
1 - a > 1
a <= 2 & keep
a < 2 | b > 2 & keep
a > 1[2]
b[n]
a == b
a != b
!(a == b)[1]
anyNA(a)
a[seq_along(a)]
R
test "$(cat tidy.R)" = 'filter(d, column == 1)'

cat > run.mjs <<'JS'
import assert from "node:assert";
import fs from "node:fs";
import { WebR } from "webr";

const r = new WebR();
await r.init();
await r.evalRVoid("a <- c(1, 2, 3); b <- c(3, 2, 4); keep <- c(FALSE, TRUE, TRUE); n <- c(0, 3, 0)");
const read = (name) => fs.readFileSync(name, "utf8").trim().split("\n");
const results = async (name) =>
  Promise.all(read(name).map((line) => r.evalRString(`paste(deparse(${line}), collapse = " ")`)));
const before = await results("before.R");
const after = await results("after.R");
read("before.R").forEach((line, i) => console.log(`${line}: ${before[i]} | ${after[i]}`));
assert.deepEqual(before, [
  "c(0, 2, 0)", "c(1, 0, 0)", "c(TRUE, TRUE, FALSE)", "c(FALSE, FALSE, TRUE)", "TRUE", "2", "c(FALSE, TRUE, FALSE)",
  "c(TRUE, FALSE, TRUE)", "TRUE", "FALSE", "c(1, 2, 3)",
]);
assert.deepEqual(after, [
  "c(FALSE, FALSE, FALSE)", "c(FALSE, FALSE, FALSE)", "c(FALSE, TRUE, FALSE)", "c(TRUE, FALSE, TRUE)", "c(NA, NA, NA)", "4",
  "c(FALSE, TRUE, FALSE)", "c(TRUE, FALSE, TRUE)", "TRUE", "FALSE", "c(1, 2, 3)",
]);
r.close();
JS
node run.mjs

echo 'e = 2 * (x == nothing ? true : false)' > e.jl
venv/bin/fatou lint --fix --no-config --quiet e.jl > report.txt 2>&1 || test $? = 1
test "$(cat e.jl)" = 'e = 2 * (x === nothing)'
