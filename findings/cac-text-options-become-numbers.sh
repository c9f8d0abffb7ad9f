#!/usr/bin/env bash
# cac reads an option as a number before it makes text of it: with `type: [String]`, `--target 1.10` is "1.1".
#
# Expected: an option that is declared as text keeps what stands on the command line.
# Seen on 2026-11-30 with cac 7.1.0, mri 1.2.0, yargs-parser 22.0.0, minimist 1.2.8, getopts 2.3.0 and citty 0.2.2 (npm), the
# option declared as text in each:
#   1.10, a version:                             cac: 1.1. The others, here and below: as typed.
#   0012345, a short commit:                     cac: 12345.
#   52e123, a short commit:                      cac: 5.2e+124.
#   1234567890123456789, an id:                  cac: 1234567890123456800.
#   the same values as the command's argument:   cac: as typed.
# `[String]` converts what is a number already, and cac has no other declaration of a text. Other commits, versions and ids are
# looked up than the ones that were typed, or none is found.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  cac@7.1.0 mri@1.2.0 yargs-parser@22.0.0 minimist@1.2.8 getopts@2.3.0 citty@0.2.2
cat > "$work/check.mjs" <<'JS'
import assert from "node:assert";
import { cac } from "cac";
import { parseArgs } from "citty";
import getopts from "getopts";
import minimist from "minimist";
import mri from "mri";
import parseWithYargs from "yargs-parser";

for (const [typed, expected] of [
  ["v1.10", "v1.10"], ["1.10", "1.1"], ["0012345", "12345"], ["52e123", "5.2e+124"],
  ["1234567890123456789", "1234567890123456800"],
]) {
  const program = cac("tool");
  let found;
  program.command("show <name>").option("--rev <rev>", "Revision", { type: [String] }).action((name, { rev }) => { found = { name, rev }; });
  program.parse(["node", "tool", "show", typed, "--rev", typed]);
  console.log(`${typed}: ${JSON.stringify(found)}`);
  assert.deepStrictEqual(found, { name: typed, rev: [expected] });

  const line = ["--rev", typed];
  assert.strictEqual(parseArgs(line, { rev: { type: "string" } }).rev, typed);
  for (const parse of [getopts, minimist, mri, parseWithYargs]) assert.strictEqual(parse(line, { string: ["rev"] }).rev, typed);
}
JS
node "$work/check.mjs"
