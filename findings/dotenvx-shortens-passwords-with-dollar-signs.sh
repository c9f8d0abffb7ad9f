#!/usr/bin/env bash
# dotenvx encrypts the password `pa$$w0rd` and gives back `pa$`; in a file without encryption `a\nb` becomes two lines.
#
# Expected: a value that was set on the command line comes back as it was given, as with python-dotenv; comments and other values stay.
# Seen on 2026-11-30 with @dotenvx/dotenvx 2.38.2, edit-dotenv 1.0.4, dotenv 18.0.10 (npm) and python-dotenv 1.2.4 (PyPI), no error:
#   words, quotes, `a # b` in a new variable:                        right in all.
#   dotenvx `set KEY 'pa$$w0rd'`, encrypted or with --plain, `get`:  `pa$`. `a$b` is `a`.
#   dotenvx --plain, a new variable, `a\nb`:                         two lines; in place of an old value without quotes: right.
#   dotenvx --plain, `a # b` in place of `1 # one`:                  written without quotes, read as `a`.
#   edit-dotenv, a value in place of one of two lines:               the second line stays, with its quote.
#   edit-dotenv, a value in front of a comment, or behind `export`:  the old line stays, and a second one is added at the end.
#   edit-dotenv, `a # b`:                                            without quotes, read as `a`.
# A generated password or a regular expression is stored, is accepted, and is another one in the program.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @dotenvx/dotenvx@2.38.2 edit-dotenv@1.0.4 dotenv@18.0.10
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check python-dotenv==1.2.4
cd "$work"
cat > set.mjs <<'JS'
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import dotenv from "dotenv";
import editDotenv from "edit-dotenv";

const OLD = "OLD=1 # one\nOTHER=two\n";

function run(...words) {
  const env = { PATH: process.env.PATH, HOME: process.cwd() };
  return execFileSync("node_modules/.bin/dotenvx", words, { encoding: "utf8", env, stdio: "pipe" }).replace(/\n$/, "");
}

function byDotenvx(key, value, expected, ...options) {
  writeFileSync(".env", OLD);
  rmSync(".env.keys", { force: true });
  run("set", key, value, ...options);
  const values = JSON.parse(run("get"));
  console.log(`dotenvx set ${key} '${value}' ${options}:`, JSON.stringify(values[key]));
  assert.deepEqual([values[key], values.OTHER], [expected, "two"]);
}

byDotenvx("NEW", "it's # b", "it's # b");
byDotenvx("NEW", "pa$$w0rd", "pa$");
byDotenvx("NEW", "a$b", "a");
byDotenvx("NEW", "a\\nb", "a\\nb");
byDotenvx("NEW", "it's # b", "it's # b", "--plain");
byDotenvx("OLD", "pa$$w0rd", "pa$", "--plain");
byDotenvx("NEW", "a\\nb", "a\nb", "--plain");
byDotenvx("OLD", "a\\nb", "a\\nb", "--plain");
byDotenvx("OLD", "a # b", "a", "--plain");

function byEdit(text, key, value, expected, data) {
  const result = editDotenv(text, { [key]: value });
  console.log(`edit-dotenv ${JSON.stringify(text)}, ${key} ${value}:`, JSON.stringify(result), dotenv.parse(result));
  assert.equal(result, expected);
  assert.deepEqual(dotenv.parse(result), data);
}

byEdit("A=1\nB=2", "A", "two words", "A=two words\nB=2", { A: "two words", B: "2" });
byEdit('A="1\n2"\nB=2\nC="3"\n', "A", "3", 'A=3\n2"\nB=2\nC="3"\n', { A: "3", B: "2", C: "3" });
byEdit("A=1 # one\nB=2", "A", "3", "A=1 # one\nB=2\n\nA=3", { A: "3", B: "2" });
byEdit("export A=1\nB=2", "A", "3", "export A=1\nB=2\n\nA=3", { A: "3", B: "2" });
byEdit("A=1\nB=2", "A", "a # b", "A=a # b\nB=2", { A: "a", B: "2" });
JS
node set.mjs
venv/bin/python - <<'PY'
import dotenv

for key in ("OLD", "NEW"):
    for value in ("two words", "a # b", "it's", "pa$$w0rd", "a$b", "a\\nb"):
        with open("file", "w") as file:
            file.write("OLD=1 # one\nOTHER=two\n")
        dotenv.set_key("file", key, value)
        values = dotenv.dotenv_values("file")
        assert (values[key], values["OTHER"]) == (value, "two")
PY
