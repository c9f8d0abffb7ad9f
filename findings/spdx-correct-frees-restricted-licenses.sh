#!/usr/bin/env bash
# spdx-correct takes `Limited Use` for MIT, `EUPL` for UPL and `UNLICENSED` for Unlicense; license-checker hides the last.
#
# Expected: a text that names no license gives null, and a text that names one gives this license, not one with other duties.
# Seen on 2026-11-30 with spdx-correct 3.2.0 and license-checker-rseidelsohn 5.0.1 (npm):
#   `mit`, `Apache 2`, `Mozilla Public License 1.1`:  right; `Commercial` and `See LICENSE` give null.
#   `Limited Use`, `Submitted to ACM`:                MIT, since the letters `mit` are in the word.
#   `EUPL`, a copyleft license:                       UPL-1.0, a permissive one; `EUPL 1.2` is right.
#   `UNLICENSED`, npm's word for no license:          Unlicense, which gives up all rights.
#   `GPLv2 with classpath exception`, `ISC/MIT`:      GPL-2.0-only without its exception, and MIT alone.
#   `Apache License, Version 1.1`, `Zero-Clause BSD`: Apache-2.0 and BSD-2-Clause.
#   license-checker-rseidelsohn with --excludeLicenses Unlicense, to list what must be reviewed:
#                                                     a package under `UNLICENSED` is not listed, one under GPL-3.0-only is.
# There is no mark that the result is a guess, so an inventory or a review of licenses frees code that nobody may use that way.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" spdx-correct@3.2.0 license-checker-rseidelsohn@5.0.1
cd "$work"
cat > licenses.mjs <<'JS'
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import correct from "spdx-correct";

const CASES = {
  "mit": "MIT", "Apache 2": "Apache-2.0", "Mozilla Public License 1.1": "MPL-1.1", "EUPL 1.2": "EUPL-1.2",
  "Commercial": null, "See LICENSE": null,
  "Limited Use": "MIT", "Submitted to ACM": "MIT",
  "EUPL": "UPL-1.0",
  "UNLICENSED": "Unlicense",
  "GPLv2 with classpath exception": "GPL-2.0-only", "ISC/MIT": "MIT",
  "Apache License, Version 1.1": "Apache-2.0", "Zero-Clause BSD": "BSD-2-Clause",
};
for (const [text, expected] of Object.entries(CASES)) {
  console.log(`${text}: ${correct(text)}`);
  assert.equal(correct(text), expected);
}

const dependencies = { free: "Unlicense", closed: "UNLICENSED", copyleft: "GPL-3.0-only" };
for (const [name, license] of Object.entries(dependencies)) {
  mkdirSync(`project/node_modules/${name}`, { recursive: true });
  writeFileSync(`project/node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", license }));
}
const names = Object.fromEntries(Object.keys(dependencies).map((name) => [name, "1.0.0"]));
writeFileSync("project/package.json", JSON.stringify({ name: "project", version: "1.0.0", license: "ISC", dependencies: names }));
const list = (...options) => {
  const output = execFileSync("node_modules/.bin/license-checker-rseidelsohn", ["--start", "project", "--json", ...options], { encoding: "utf8" });
  return Object.keys(JSON.parse(output)).map((key) => key.split("@")[0]).filter((name) => name !== "project").sort().join(" ");
};
const review = list("--excludeLicenses", "Unlicense");
console.log(`all: ${list()}; to review: ${review}`);
assert.equal(list(), "closed copyleft free");
assert.equal(review, "copyleft");
JS
node licenses.mjs
