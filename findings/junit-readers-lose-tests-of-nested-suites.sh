#!/usr/bin/env bash
# Four readers of JUnit reports find no test in the report of PHPUnit: junit2html's `--max-failures 1` accepts two failing tests.
#
# Expected: a suite may contain suites, as PHPUnit writes one for the run, the group and the class; each test is counted.
# Seen on 2026-11-30 with a report of that shape, four tests in two classes, two of them failing, without a warning:
#   junit2html 31.1.4 (PyPI):             no test in the page; `--max-failures 1` exits with 0, as if nothing had failed.
#   xunitparser 1.3.4 (PyPI):             an empty suite, `wasSuccessful()` is true.
#   test-results-parser 0.4.6 (npm):      a total of 0 and the status SKIP.
#   junitxml-to-javascript 1.1.4 (npm):   no suite.
#   junitparser 5.0.3 (PyPI), junit-to-ctrf 0.0.14 and junit2json 4.0.0 (npm):   all four tests.
#   The same tests in one level of suites:   all seven find two failures (test-results-parser does not count the skipped test).
# A build that is checked or shown with one of the four is green whatever PHPUnit found.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check junit2html==31.1.4 xunitparser==1.3.4 junitparser==5.0.3
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  test-results-parser@0.4.6 junitxml-to-javascript@1.1.4 junit-to-ctrf@0.0.14 junit2json@4.0.0
cd "$work"

cat > classes.xml <<'XML'
<testsuite name="ParserTest" tests="2" assertions="2" errors="0" failures="1" skipped="0" time="0.02">
  <testcase name="testEmpty" class="ParserTest" classname="ParserTest" assertions="1" time="0.01"/>
  <testcase name="testNested" class="ParserTest" classname="ParserTest" assertions="1" time="0.01">
    <failure type="ExpectationFailedException">ParserTest::testNested
Failed asserting that 1 is identical to 2.</failure>
  </testcase>
</testsuite>
<testsuite name="LexerTest" tests="2" assertions="1" errors="0" failures="1" skipped="1" time="0.02">
  <testcase name="testToken" class="LexerTest" classname="LexerTest" assertions="1" time="0.01">
    <failure type="ExpectationFailedException">LexerTest::testToken
Failed asserting that false is true.</failure>
  </testcase>
  <testcase name="testLater" class="LexerTest" classname="LexerTest" assertions="0" time="0.01"><skipped/></testcase>
</testsuite>
XML
counts='tests="4" assertions="3" errors="0" failures="2" skipped="1" time="0.04"'
{ echo "<testsuites $counts>"; cat classes.xml; echo "</testsuites>"; } > flat.xml
{ echo "<testsuites><testsuite name=\"phpunit.xml\" $counts><testsuite name=\"unit\" $counts>"; cat classes.xml
  echo "</testsuite></testsuite></testsuites>"; } > nested.xml

cat > read.py <<'PY'
import sys
import junitparser, xunitparser
from junit2htmlreport import parser

file = sys.argv[1]
def cases(suite):
    return list(suite) + [case for inner in suite.testsuites() for case in cases(inner)]
found = {case.name: case for suite in junitparser.JUnitXml.fromfile(file) for case in cases(suite)}
print("junitparser", len(found), sum(isinstance(result, junitparser.Failure) for case in found.values() for result in case.result))
with open(file) as report:
    suite, result = xunitparser.parse(report)
print("xunitparser", suite.countTestCases(), len(result.failures), "successful" if result.wasSuccessful() else "failed")
suites = parser.Junit(file).suites
print("junit2html", sum(len(suite.all()) for suite in suites), sum(len(suite.failed()) for suite in suites))
PY
cat > read.mjs <<'JS'
import fs from "node:fs";
import Parser from "junitxml-to-javascript";
import results from "test-results-parser";
import { convertJUnitToCTRFReport } from "junit-to-ctrf";
import { parse } from "junit2json";

const file = process.argv[2], text = fs.readFileSync(file, "utf8");
const report = results.parse({ type: "junit", files: [file] });
console.log("test-results-parser", report.total, report.failed, report.status);
const { testsuites } = await new Parser().parseXMLString(text);
console.log("junitxml-to-javascript", ...["tests", "errors"].map((key) => testsuites.reduce((sum, suite) => sum + suite[key], 0)));
const { summary } = (await convertJUnitToCTRFReport(file, {})).results;
console.log("junit-to-ctrf", summary.tests, summary.failed);
const casesOf = (suite) => [...(suite.testcase ?? []), ...(suite.testsuite ?? []).flatMap(casesOf)];
const cases = casesOf(await parse(text));
console.log("junit2json", cases.length, cases.filter((test) => test.failure).length);
JS

# read_all FILE: the number of tests and failures that each reader finds, and the exit status of junit2html.
read_all() {
    venv/bin/python read.py "$1"
    node read.mjs "$1"
    local status=0
    venv/bin/junit2html --report-matrix page.html --max-failures 1 "$1" > /dev/null 2>&1 || status=$?
    echo "junit2html --max-failures 1: exit status $status, testNested on $(grep -c testNested page.html || true) lines" | sed 's/on [1-9].*/shown/'
}
read_all flat.xml | tee flat.txt
echo
read_all nested.xml | tee nested.txt
diff - flat.txt <<'TXT'
junitparser 4 2
xunitparser 4 2 failed
junit2html 4 2
test-results-parser 3 2 FAIL
junitxml-to-javascript 4 2
junit-to-ctrf 4 2
junit2json 4 2
junit2html --max-failures 1: exit status 2, testNested shown
TXT
diff - nested.txt <<'TXT'
junitparser 4 2
xunitparser 0 0 successful
junit2html 0 0
test-results-parser 0 0 SKIP
junitxml-to-javascript 0 0
junit-to-ctrf 4 2
junit2json 4 2
junit2html --max-failures 1: exit status 0, testNested on 0 lines
TXT
