#!/usr/bin/env bash
# Parsers of diffs count the signature of `git format-patch`, and the next message, as lines of the last file.
#
# Expected: a hunk ends after the number of lines that its header names, so `-- ` and the version of git below it are no change.
# Seen on 2026-11-29 with the patches of two commits (git 2.47, `git format-patch --stdout`), each of which changes one line:
#   unidiff 1.0.1 (PyPI), parse-diff 0.12.0 (npm):   one line less and one more in each file.
#   gitdiff-parser 0.3.1, diff2html 3.4.56 (npm):    two lines less for the last file, three for the one before it.
#   whatthepatch 1.0.7 (PyPI):                       the same, and the next message's statistics as lines of the file.
#   parse-git-diff 0.0.20 (npm):                     no file; also for `git show`, since text stands above the diff.
#   diff 9.0.0 (npm):                                an error.
# GitHub serves this form under the address of a pull request with `.patch` added, and mailing lists are full of it. The parsers
# that are wrong give no warning. The removed lines of each commit get a `- ` at the end, and a `--` from the next message.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  gitdiff-parser@0.3.1 diff2html@3.4.56 parse-diff@0.12.0 parse-git-diff@0.0.20 diff@9.0.0
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check unidiff==1.0.1 whatthepatch==1.0.7

mkdir "$work/repository"
(
  cd "$work/repository"
  git init --quiet
  git config user.name a
  git config user.email a@example.org
  for text in start second third; do
    echo "$text" > file
    git add file
    git commit --quiet --message "$text"
  done
  git format-patch --stdout -2 > "$work/mails.patch"
  git show > "$work/show.patch"
)
sed -n '/^@@/,$p' "$work/mails.patch"

cat > "$work/check.mjs" <<'JS'
import assert from "assert";
import { readFileSync } from "fs";
import { createRequire } from "module";
import parseGitDiff from "parse-git-diff";
const require = createRequire(import.meta.url);
const orDefault = (module) => module.default ?? module;

const text = readFileSync(`${import.meta.dirname}/mails.patch`, "utf8");
const changes = ({ hunks }, type) => hunks.flatMap((hunk) => hunk.changes).filter((change) => change.type === type).length;
// removed and added lines of each file
const gitdiff = orDefault(require("gitdiff-parser")).parse(text);
const found = {
  "parse-diff": orDefault(require("parse-diff"))(text).map((file) => [file.deletions, file.additions]),
  "gitdiff-parser": gitdiff.map((file) => [changes(file, "delete"), changes(file, "insert")]),
  "diff2html": require("diff2html").parse(text).map((file) => [file.deletedLines, file.addedLines]),
};
console.log(JSON.stringify(found));
assert.deepStrictEqual(found, {
  "parse-diff": [[1, 1], [1, 1]],
  "gitdiff-parser": [[3, 1], [2, 1]],
  "diff2html": [[3, 1], [2, 1]],
});

const show = readFileSync(`${import.meta.dirname}/show.patch`, "utf8");
const alone = show.slice(show.indexOf("diff --git"));
for (const [form, patch, files] of [["mails", text, 0], ["git show", show, 0], ["the diff alone", alone, 1]]) {
  const { length } = parseGitDiff(patch).files;
  console.log(`parse-git-diff, ${form}: ${length} files`);
  assert.strictEqual(length, files);
}
assert.throws(() => require("diff").parsePatch(text), /more lines than expected/);
JS
node "$work/check.mjs"

"$work/venv/bin/python" - "$work/mails.patch" <<'PY'
import sys
import unidiff, whatthepatch

text = open(sys.argv[1]).read()
in_unidiff = [(file.removed, file.added) for file in unidiff.PatchSet(text)]
print("unidiff", in_unidiff)
assert in_unidiff == [(1, 1), (1, 1)]
files = [file.changes for file in whatthepatch.parse_patch(text)]
removed = [[change.line for change in changes if change.new is None] for changes in files]
print("whatthepatch", removed)
assert [lines[:2] for lines in removed] == [["start", "- "], ["second", "- "]]
assert any("file | 2 +-" in change.line for change in files[0])
PY
