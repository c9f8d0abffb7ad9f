#!/usr/bin/env bash
# cucumber-junit reports a scenario as passed if its After hook failed, as skipped if its Before hook did; ambiguous steps are passed.
#
# Expected: what Cucumber counts as a failure (exit code 1) is a failure in the JUnit report that is made from its JSON report.
# Seen on 2026-11-30 with @cucumber/cucumber 12.9.0, cucumber-junit 1.7.1 and cucumber-junit-convert 2.1.1 (npm), one run of seven
# scenarios; Cucumber's own JUnit report has six failures (pending steps are failures by default):
#   scenario                     cucumber-junit    with --strict     cucumber-junit-convert
#   After hook throws            passed            passed            failure
#   Before hook throws           skipped           skipped           failure
#   two definitions match        passed            passed            passed
#   no definition matches        skipped           failure           passed
#   pending                      skipped           failure           skipped
#   step throws; step passes     right             right             right
# A failing hook is a database that cannot be reached or a resource that stays open: all scenarios fail, and the report on the build
# server has no failure.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts @cucumber/cucumber@12.9.0 cucumber-junit@1.7.1 cucumber-junit-convert@2.1.1
mkdir -p features/steps
cat > features/all.feature <<'FEATURE'
Feature: All

  Scenario: good
    Given good

  Scenario: bad
    Given bad

  @before
  Scenario: before
    Given good

  @after
  Scenario: after
    Given good

  Scenario: ambiguous
    Given twice

  Scenario: undefined
    Given nowhere

  Scenario: pending
    Given pending
FEATURE
cat > features/steps/steps.js <<'JS'
const { After, Before, Given } = require("@cucumber/cucumber");

Before("@before", () => { throw new Error("no database"); });
After("@after", () => { throw new Error("data is left"); });
Given("good", () => {});
Given("bad", () => { throw new Error("wrong"); });
Given("twice", () => {});
Given(/^twi.e$/, () => {});
Given("pending", () => "pending");
JS
code=0
node_modules/.bin/cucumber-js --format json:run.json --format junit:own.xml features > log.txt 2>&1 || code=$?
test "$code" = 1
grep -q '7 scenarios (3 failed, 1 ambiguous, 1 undefined, 1 pending, 1 passed)' log.txt
grep -q 'tests="7" skipped="0" failures="6"' own.xml

cat > check.cjs <<'JS'
const assert = require("node:assert");
const fs = require("node:fs");
const junit = require("cucumber-junit");

const json = fs.readFileSync("run.json", "utf8");
// One suite for each scenario, with one test for each step.
const suites = (xml) => Object.fromEntries([...xml.matchAll(/<testsuite name="all;(\w+)" tests="1" failures="(\d)" skipped="(\d)"/g)]
  .map(([, name, failures, skipped]) => [name, failures === "1" ? "failure" : skipped === "1" ? "skipped" : "passed"]));
const usual = suites(junit(json));
const strict = suites(junit(json, { strict: true }));

require("cucumber-junit-convert").convert({ inputJsonFile: "run.json", outputXmlFile: "convert.xml" });
const converted = Object.fromEntries([...fs.readFileSync("convert.xml", "utf8")
  .matchAll(/<testcase name="(\w+)"[^>]*?(?:\/>|>\s*<(failure|skipped))/g)].map(([, name, result]) => [name, result ?? "passed"]));

console.log({ usual, strict, converted });
const shared = { good: "passed", bad: "failure", before: "skipped", after: "passed", ambiguous: "passed" };
assert.deepEqual(usual, { ...shared, undefined: "skipped", pending: "skipped" });
assert.deepEqual(strict, { ...shared, undefined: "failure", pending: "failure" });
assert.deepEqual(converted, { good: "passed", bad: "failure", before: "failure", after: "failure", ambiguous: "passed",
  undefined: "passed", pending: "skipped" });
JS
node check.cjs
