#!/usr/bin/env bash
# picomatch reads `[!_]*.js` as names that begin with `!` or `_`: filters of Rollup and Jest select the files that they should leave out.
#
# Expected: `[!_]` is one character other than `_`, as in POSIX, bash, .gitignore and Python's glob; picomatch promises bash's globs.
# Seen on 2026-11-30 with npm packages, `src/[!_]*.js` on src/list.js and src/_draft.js, without an error:
#   bash, minimatch 11.0.9, fast-glob 3.3.3, tinyglobby 0.2.17:   src/list.js
#   picomatch 4.0.7, micromatch 4.0.8, anymatch 3.1.3, glob-to-regexp 0.4.1 (extended), @rollup/pluginutils 5.5.1 (createFilter),
#   jest-util 30.5.1 (globsToMatcher, behind `testMatch`):        src/_draft.js
#   cspell-gitignore 9.8.0: with the line `[!a-c].txt` in a .gitignore it ignores b.txt and not d.txt; git does the reverse.
# picomatch has an option `posix` for it, which is off and which fast-glob and tinyglobby set. `[^_]` works in all but glob-to-regexp.
# So a pattern that finds the right files moves to a plugin's `include` or to `testMatch`, and the drafts are built and tested instead.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" picomatch@4.0.7 micromatch@4.0.8 anymatch@3.1.3 \
  glob-to-regexp@0.4.1 @rollup/pluginutils@5.5.1 jest-util@30.5.1 cspell-gitignore@9.8.0 minimatch@11.0.9 \
  fast-glob@3.3.3 tinyglobby@0.2.17
mkdir -p "$work/files/src"
touch "$work/files/src/list.js" "$work/files/src/_draft.js"
cat > "$work/match.mjs" <<'JS'
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { createFilter } from "@rollup/pluginutils";
import anymatch from "anymatch";
import { GitIgnoreFile } from "cspell-gitignore";
import fastGlob from "fast-glob";
import globToRegExp from "glob-to-regexp";
import * as jest from "jest-util";
import micromatch from "micromatch";
import { minimatch } from "minimatch";
import picomatch from "picomatch";
import { globSync } from "tinyglobby";

const cwd = process.argv[2];
const files = ["src/list.js", "src/_draft.js"];
const select = (filter) => files.filter((file) => filter(file));
const selectors = {
  bash: (glob) => execFileSync("bash", ["-c", `printf '%s\n' ${glob}`], { cwd, encoding: "utf8" }).trim().split("\n"),
  minimatch: (glob) => select((file) => minimatch(file, glob)),
  "fast-glob": (glob) => fastGlob.sync(glob, { cwd }),
  tinyglobby: (glob) => globSync(glob, { cwd }),
  "picomatch, posix": (glob) => select(picomatch(glob, { posix: true })),
  picomatch: (glob) => select(picomatch(glob)),
  micromatch: (glob) => micromatch(files, glob),
  anymatch: (glob) => select(anymatch(glob)),
  "glob-to-regexp": (glob) => select((file) => globToRegExp(glob, { extended: true }).test(file)),
  "Rollup's createFilter": (glob) => select(createFilter(glob, null, { resolve: false })),
  "jest-util": (glob) => select(jest.globsToMatcher([glob])),
};
const inverted = Object.keys(selectors).slice(5);
for (const [name, find] of Object.entries(selectors)) {
  const [withMark, withCaret] = ["src/[!_]*.js", "src/[^_]*.js"].map(find);
  console.log(`${name}: ${withMark}, and ${withCaret} for [^_]`);
  assert.deepEqual(withMark, inverted.includes(name) ? ["src/_draft.js"] : ["src/list.js"]);
  assert.deepEqual(withCaret, name === "glob-to-regexp" ? ["src/_draft.js"] : ["src/list.js"]);
}

const ignores = GitIgnoreFile.parseGitignore("[!a-c].txt", "/project/.gitignore");
const ignored = ["b.txt", "d.txt"].filter((file) => ignores.isIgnored(`/project/${file}`));
console.log("cspell-gitignore ignores", ignored);
assert.deepEqual(ignored, ["b.txt"]);
JS
node "$work/match.mjs" "$work/files"
printf '[!a-c].txt\n' > "$work/files/.gitignore"
git -C "$work/files" init --quiet
test "$(git -C "$work/files" check-ignore b.txt d.txt)" = d.txt
