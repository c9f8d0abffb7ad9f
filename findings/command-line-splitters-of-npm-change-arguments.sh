#!/usr/bin/env bash
# Splitters of command lines for npm change arguments: string-argv splits a text at `\"`, shellwords makes `d+` of `'\d+'`.
#
# Expected: words as Bash passes them to a program, for quotes and backslashes only. So shellwords promises ("in the same way the UNIX
# Bourne shell does"), args-tokenizer handles quotes and escapes "correctly", and string-argv mimics `process.argv`.
# Seen on 2026-11-30 with string-argv 0.4.0, shellwords 1.1.1, args-tokenizer 0.3.0, argv-split 3.2.1, shell-quote 1.12.0, shlex 3.0.0:
#   -m "say \"hi\" now" -q         string-argv: `say \hi\ now`. shellwords: `say "hi\" now`; only the first `\` is removed.
#   -m "a 3\" disk" -q             string-argv: `-m`, `a 3\` and `disk -q`: the option `-q` is gone.
#   grep -E '\d+' f                shellwords and args-tokenizer: `d+`.
#   --open --title ""              shellwords, args-tokenizer and argv-split: the empty title is gone; the last two also in the middle.
#   cp a\ b c                      string-argv: four words.
#   echo 'it'\''s'                 string-argv: `it\s`. argv-split: `it\'s`.
#   curl https://a.example/#top    shell-quote: `https://a.example/` and a comment, though a comment begins at a new word only.
# shlex is right for all of them. No error is given. Commands from package.json, configuration files and prompts run with other
# arguments than in a shell.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" string-argv@0.4.0 shellwords@1.1.1 \
  args-tokenizer@0.3.0 argv-split@3.2.1 shell-quote@1.12.0 shlex@3.0.0
cd "$work"
cat > check.mjs <<'JS'
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import stringArgv from "string-argv";
import * as shellwords from "shellwords";
import { tokenizeArgs } from "args-tokenizer";
import argvSplit from "argv-split";
import shellQuote from "shell-quote";
import * as shlex from "shlex";

const bash = (line) => execFileSync("bash", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" }).split("\0").slice(0, -1);
const libraries = {
  "string-argv": stringArgv,
  "shellwords": shellwords.split,
  "args-tokenizer": tokenizeArgs,
  "argv-split": argvSplit,
  "shell-quote": shellQuote.parse,
  "shlex": shlex.split,
};
// A command line, and the words of the libraries that do not give those of Bash.
const lines = new Map([
  [String.raw`-m "say \"hi\" now" -q`, {
    "string-argv": ["-m", String.raw`say \hi\ now`, "-q"],
    "shellwords": ["-m", String.raw`say "hi\" now`, "-q"],
  }],
  [String.raw`-m "a 3\" disk" -q`, { "string-argv": ["-m", "a 3\\", "disk -q"] }],
  [String.raw`grep -E '\d+' f`, { "shellwords": ["grep", "-E", "d+", "f"], "args-tokenizer": ["grep", "-E", "d+", "f"] }],
  [`--open --title ""`, {
    "shellwords": ["--open", "--title"],
    "args-tokenizer": ["--open", "--title"],
    "argv-split": ["--open", "--title"],
  }],
  [`--title "" --open`, { "args-tokenizer": ["--title", "--open"], "argv-split": ["--title", "--open"] }],
  [String.raw`cp a\ b c`, { "string-argv": ["cp", "a\\", "b", "c"] }],
  [String.raw`echo 'it'\''s'`, { "string-argv": ["echo", "it\\s"], "argv-split": ["echo", "it\\'s"] }],
  ["curl https://a.example/#top", { "shell-quote": ["curl", "https://a.example/", { comment: "top" }] }],
  [`--name="a b" c'd e'f "it's"`, {}],
]);
for (const [line, expected] of lines) {
  console.log(`${line}   bash:`, bash(line));
  for (const [name, split] of Object.entries(libraries)) {
    const found = split(line);
    if (name in expected) console.log(`   ${name}:`, found);
    assert.deepEqual(found, expected[name] ?? bash(line), `${name}, ${line}`);
  }
}
JS
node check.mjs
