#!/usr/bin/env bash
# Parsers of diffs report a merge commit as a file without changes, or one of its two new lines as old.
#
# Expected: `git show` of a merge prints a combined diff (`diff --cc`, two columns of marks); a parser reads it or refuses it.
# Seen on 2026-11-29 with a merge that adds one line to each parent's version of a file, git 2.47:
#   diff2html 3.4.56 (npm):                        two added lines, as in the diff.
#   parse-git-diff 0.0.20 (npm):                   one added line; the other one is unchanged, with the text `+main`.
#   parse-diff 0.12.0, diff 9.0.0 (npm), unidiff 1.0.1, whatthepatch 1.0.7 (PyPI):
#                                                  the file, without a changed line.
#   gitdiff-parser 0.3.1 (npm):                    no file.
# None of them gives an error or a warning. `git show` and `git log -p --cc` print this form, and so does `git diff` while a merge
# has conflicts. The lines that a conflict's resolution adds stand in no other diff, so a review or an index built from such a
# parser never sees them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  diff2html@3.4.56 parse-git-diff@0.0.20 parse-diff@0.12.0 diff@9.0.0 gitdiff-parser@0.3.1
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check unidiff==1.0.1 whatthepatch==1.0.7

mkdir "$work/repository"
(
  cd "$work/repository"
  git init --quiet --initial-branch main
  git config user.name a
  git config user.email a@example.org
  write() { printf '%s\n' one two "$@" four five > file; }
  write three
  git add file
  git commit --quiet --message start
  git switch --quiet --create topic
  write topic
  git commit --quiet --all --message topic
  git switch --quiet main
  write main
  git commit --quiet --all --message main
  git merge topic > /dev/null && exit 1
  write main topic
  git commit --quiet --all --message merge
  git show --format= > "$work/merge.diff"
)
cat "$work/merge.diff"

cat > "$work/check.mjs" <<'JS'
import assert from "assert";
import { readFileSync } from "fs";
import { createRequire } from "module";
import parseGitDiff from "parse-git-diff";
const require = createRequire(import.meta.url);
const orDefault = (module) => module.default ?? module;

const text = readFileSync(`${import.meta.dirname}/merge.diff`, "utf8");
const added = (files) => files.flatMap((file) => file.hunks).flatMap((hunk) => hunk.lines).filter((line) => line.startsWith("+"));
// the number of files, and of added lines in them
const found = {};
const diff2html = require("diff2html").parse(text);
found["diff2html"] = [diff2html.length, diff2html[0].addedLines];
const gitDiff = parseGitDiff(text).files;
const changes = gitDiff.flatMap((file) => file.chunks).flatMap((chunk) => chunk.changes);
found["parse-git-diff"] = [gitDiff.length, changes.filter(({ type }) => type === "AddedLine").length];
assert(changes.some(({ type, content }) => type === "UnchangedLine" && content === "+main"));
const parseDiff = orDefault(require("parse-diff"))(text);
found["parse-diff"] = [parseDiff.length, parseDiff[0].additions];
const diff = require("diff").parsePatch(text);
found["diff"] = [diff.length, added(diff).length];
found["gitdiff-parser"] = [orDefault(require("gitdiff-parser")).parse(text).length, 0];
console.log(JSON.stringify(found));
assert.deepStrictEqual(found, {
  "diff2html": [1, 2],
  "parse-git-diff": [1, 1],
  "parse-diff": [1, 0],
  "diff": [1, 0],
  "gitdiff-parser": [0, 0],
});
JS
node "$work/check.mjs"

"$work/venv/bin/python" - "$work/merge.diff" <<'PY'
import sys
import unidiff, whatthepatch

text = open(sys.argv[1]).read()
found = {
    "unidiff": [(file.path, file.added) for file in unidiff.PatchSet(text)],
    "whatthepatch": [(file.header.new_path, len(file.changes or [])) for file in whatthepatch.parse_patch(text)],
}
print(found)
assert found == {"unidiff": [("file", 0)], "whatthepatch": [("file", 0)]}
PY
