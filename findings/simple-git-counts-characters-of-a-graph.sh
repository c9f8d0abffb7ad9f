#!/usr/bin/env bash
# simple-git's diffSummary counts the characters of git's graph: beside a lock file of 20,000 lines, 12 new lines of code are 2.
#
# Expected: `insertions` and `deletions` of a file are numbers of lines, as in `git diff --numstat`, and add up to those of the summary.
# Seen on 2026-11-30 with simple-git 4.0.2 (npm) and git 2.47, which scales the graph of `--stat` if a file exceeds the width:
#   fewer than 4,000 changed lines per file:  right.
#   main.js, 12 new and 6 removed lines:      right alone; beside a lock file with 20,000 new lines 2 and 2, with `changes: 18`.
#   old.txt, two removed lines:               right alone; beside the lock file 1.
#   the lock file:                            about 4,000 new lines, with `changes: 20000`.
#   the sums of the whole summary:            right, so they differ from the sums of the files.
#   `log` with `--stat`, in 80 columns:       the same from 60 lines on.
#   `diffSummary` and `log` with `--numstat`: right.
# One large file changes the numbers of all others. Churn, size limits for reviews and authors' shares are computed from them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" simple-git@4.0.2
cat > "$work/settings" <<'INI'
[user]
	name = A
	email = a@example.com
[init]
	defaultBranch = main
INI
cd "$work"
cat > check.mjs <<'JS'
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { simpleGit } from "simple-git";

const lines = (count, word) => Array.from({ length: count }, (_, i) => `${word} ${i}\n`).join("");
const counts = ({ files }) => Object.fromEntries(files.map((file) => [file.file, [file.insertions, file.deletions, file.changes]]));

/** Numbers of new, removed and changed lines by file, by git and by simple-git. */
async function check(lockLines, expected, options = []) {
  const folder = `lock-${lockLines}-${options}`;
  mkdirSync(folder);
  const git = (...args) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
  const write = (main, old, lock) => {
    writeFileSync(`${folder}/main.js`, main);
    writeFileSync(`${folder}/old.txt`, old);
    writeFileSync(`${folder}/package-lock.json`, lock);
    git("add", ".");
    git("commit", "--quiet", "--message", "change");
  };
  git("init", "--quiet");
  write(lines(6, "old"), "1\n2\n3\n", "");
  write(lines(12, "new"), "1\n", lines(lockLines, "package"));
  const numbers = git("diff", "--numstat", "HEAD~1").trim().split("\n").map((line) => line.split("\t"));
  const real = Object.fromEntries(numbers.map(([added, removed, file]) => [file, [+added, +removed, +added + +removed]]));
  assert.deepEqual(real, { "main.js": [12, 6, 18], "old.txt": [0, 2, 2], "package-lock.json": [lockLines, 0, lockLines] });

  const library = simpleGit(folder);
  const summary = await library.diffSummary([...options, "HEAD~1", "HEAD"]);
  const found = counts(summary);
  console.log(`${lockLines} lines in the lock file ${options}:`, JSON.stringify(found), summary.insertions, summary.deletions);
  assert.deepEqual([summary.insertions, summary.deletions], [12 + lockLines, 8]);
  const logged = counts((await library.log(["-1", ...options, ...(options.length ? [] : ["--stat=4096"])])).latest.diff);
  assert.deepEqual(logged, found);
  assert.deepEqual(found, { ...real, ...expected });
  return library;
}

await check(3900, {});
await check(20000, {}, ["--numstat"]);
const library = await check(20000, { "main.js": [2, 2, 18], "old.txt": [0, 1, 2], "package-lock.json": [4068, 0, 20000] });
const narrow = counts((await library.log(["-1", "--stat"])).latest.diff);
console.log("log --stat:", JSON.stringify(narrow));
assert.deepEqual(narrow["main.js"], [1, 1, 18]);
JS
HOME="$work" GIT_CONFIG_GLOBAL="$work/settings" GIT_CONFIG_NOSYSTEM=1 node check.mjs
