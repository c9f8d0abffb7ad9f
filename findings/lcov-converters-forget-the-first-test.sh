#!/usr/bin/env bash
# lcov_cobertura keeps only the last test of a file that two tests of an LCOV report ran: covered lines are uncovered in Cobertura's format.
#
# Expected: a report can have one section for each test and file (lcov's option --test-name); a line is covered if any of them ran it.
# Seen on 2026-11-30 with lcov_cobertura 2.1.1 (PyPI), lcov-total 2.1.1 and lcov-summary 1.0.1 (npm); lcov-result-merger 6.0.0 and
# diff-cover 11.0.1 are right. Covered lines of a.js:
#   one test:                                           the same in all.
#   test one ran lines 1 and 2, test two 3 and 4:       100% in these two, 50% in the others.
#   lcov_cobertura, lines of the file:                  1 and 2 have 0 hits, as in the second test; the first one has left nothing,
#     while lines-valid of the report is 8 for a file of 4 lines.
#   two branches, each taken in one of the tests:       1/2 in lcov_cobertura.
#   a report with the sections swapped:                 lines 3 and 4 have 0 hits.
# A pull request is marked as not tested, or fails a limit, depending on the order of the tests in the report.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check lcov_cobertura==2.1.1 diff-cover==11.0.1
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" lcov-total@2.1.1 lcov-summary@1.0.1 lcov-result-merger@6.0.0
cd "$work"
cat > compare.py <<'PY'
import os
import pathlib
import re
import subprocess
import xml.etree.ElementTree as ET

ENV = {**os.environ, "HOME": os.getcwd(), "GIT_CONFIG_NOSYSTEM": "1"}

def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True, env=ENV).stdout

def git(*parameters):
    run("git", "-c", "user.name=A", "-c", "user.email=a@example.org", *parameters)

# A new file of four lines on a branch, so that diff-cover reports on all of it.
git("init", "--quiet", "--initial-branch", "main")
git("commit", "--quiet", "--allow-empty", "--message", "empty")
git("checkout", "--quiet", "-b", "topic")
pathlib.Path("a.js").write_text("1\n2\n3\n4\n")
git("add", "a.js")
git("commit", "--quiet", "--message", "file")

def section(test, hits):
    lines = "".join(f"DA:{line},{count}\n" for line, count in enumerate(hits, 1))
    covered = sum(count > 0 for count in hits)
    branches = "".join(f"BRDA:2,0,{branch},{min(count, 1)}\n" for branch, count in enumerate(hits[1:3]))
    return f"TN:{test}\nSF:a.js\n{branches}{lines}LF:{len(hits)}\nLH:{covered}\nend_of_record\n"

def convert(report):
    pathlib.Path("report.info").write_text(report)
    run("venv/bin/lcov_cobertura", "report.info", "--output", "report.xml")
    root = ET.parse("report.xml").getroot()
    lines = root.findall(".//class/lines/line")
    merged = run("node_modules/.bin/lcov-result-merger", "report.info")
    return {
        "lcov-result-merger": [int(count) > 0 for count in re.findall(r"^DA:\d+,(\d+)", merged, re.M)].count(True) * 25,
        "diff-cover": int(re.search(r"Coverage: (\d+)%", run("venv/bin/diff-cover", "report.info", "--compare-branch", "main"))[1]),
        "lcov_cobertura": int(float(root.find(".//class").get("line-rate")) * 100),
        "lcov-total": int(float(run("node_modules/.bin/lcov-total", "report.info"))),
        "lcov-summary": int(float(re.search(r"Total Coverage: *([\d.]+)%", run("node_modules/.bin/lcov-summary", "report.info"))[1])),
    }, [int(line.get("hits")) for line in lines], [line.get("condition-coverage") for line in lines][1], int(root.get("lines-valid"))

def check(report, rates, hits, branches, valid):
    found = convert(report)
    print(report, found, "", sep="\n")
    assert found == (rates, hits, branches, valid)

TOOLS = ["lcov-result-merger", "diff-cover", "lcov_cobertura", "lcov-total", "lcov-summary"]
one, two = section("one", [1, 1, 0, 0]), section("two", [0, 0, 1, 1])
check(one, dict.fromkeys(TOOLS, 50), [1, 1, 0, 0], "50% (1/2)", 4)
check(section("all", [1, 1, 1, 1]), dict.fromkeys(TOOLS, 100), [1, 1, 1, 1], "100% (2/2)", 4)
halves = {**dict.fromkeys(TOOLS, 50), "lcov-result-merger": 100, "diff-cover": 100}
check(one + two, halves, [0, 0, 1, 1], "50% (1/2)", 8)
check(two + one, halves, [1, 1, 0, 0], "50% (1/2)", 8)
PY
venv/bin/python compare.py
