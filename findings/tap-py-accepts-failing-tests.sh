#!/usr/bin/env bash
# tap.py counts a failing test as expected if its name has an escaped `\# TODO`, and refuses all reports of Node's test runner.
#
# Expected: in TAP `\#` is a `#` of the test's name, not the beginning of a directive; the plan may stand at the end, and comments
# may stand anywhere; each number of a test occurs once.
# Seen on 2026-11-30 with tap.py 3.2.1 (PyPI, `tappy`) and tap-parser 18.3.4 (npm); tap-parser is right each time:
#   `ok 1 - a`, `not ok 1 - a`, `not ok 1 - a # TODO b`:   both agree: passed, failed, passed as expected.
#   `not ok 1 - a \# TODO b`:            tappy: OK, an expected failure, and the name is `a \`.
#   `not ok 1 - C\# skip regions`:       tappy: OK, skipped.
#   a plan at the end and `# tests 1`:   tappy: FAILED, "A plan must appear at the beginning or end of the file".
#   a test that is there twice, and another one missing:   tappy: OK.
# Node's test runner writes each of its reports with the plan and comments at the end, and escapes `#` in names.
# A build that judges by tappy passes with a failing test, or fails with passing ones, depending on who wrote the report.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" tap-parser@18.3.4
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check "tap.py[yaml]==3.2.1"
cd "$work"
cat > fails.test.mjs <<'JS'
import assert from "node:assert";
import test from "node:test";
test("keeps # TODO comments", () => assert.equal(1, 2));
JS
echo 'import test from "node:test"; test("passes", () => {});' > passes.test.mjs
for name in fails passes; do
  node --test --test-reporter=tap $name.test.mjs > $name.tap || true
done
grep '^not ok 1 - keeps \\# TODO comments' fails.tap
venv/bin/python - <<'PY'
import pathlib, subprocess

FILE = pathlib.Path("test.tap")

def verdicts(report):
    """The last line of tappy, and whether tap-parser accepts the report."""
    FILE.write_text(report)
    tappy = subprocess.run(["venv/bin/tappy", FILE], capture_output=True, text=True)
    summary = tappy.stderr.strip().split("\n")[-1]
    assert (tappy.returncode == 0) == summary.startswith("OK"), tappy
    parser = subprocess.run(["node_modules/.bin/tap-parser"], input=report, capture_output=True, text=True)
    return summary, "passed" if parser.returncode == 0 else "failed"

for report, *expected in [
    ("1..1\nok 1 - a\n", "OK", "passed"),
    ("1..1\nnot ok 1 - a\n", "FAILED (failures=1)", "failed"),
    ("1..1\nnot ok 1 - a # TODO b\n", "OK (expected failures=1)", "passed"),
    ("TAP version 14\n1..1\nnot ok 1 - a \\# TODO b\n", "OK (expected failures=1)", "failed"),
    ("TAP version 14\n1..1\nnot ok 1 - C\\# skip regions\n", "OK (skipped=1)", "failed"),
    ("ok 1 - a\n1..1\n", "OK", "passed"),
    ("ok 1 - a\n1..1\n# tests 1\n", "FAILED (failures=1)", "passed"),
    ("1..3\nok 1\nok 1\nok 3\n", "OK", "failed"),
    (pathlib.Path("passes.tap").read_text(), "FAILED (failures=1)", "passed"),
    (pathlib.Path("fails.tap").read_text(), "FAILED (failures=1, expected failures=1)", "failed"),
]:
    found = verdicts(report)
    print(report if len(report) < 80 else "Node's report, " + report.split("\n")[2], *found, sep="\n  ")
    assert list(found) == expected, expected
PY
