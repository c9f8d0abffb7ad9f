#!/usr/bin/env bash
# With git's setting `diff.noprefix`, gitdiff-parser cuts two letters off each name, and three other parsers lose files or names.
#
# Expected: `diff --git main.c main.c` names main.c; without `a/` and `b/` nothing is to be cut off.
# Seen on 2026-11-29 with a changed file, a renamed one and one with a new mode, git 2.47:
#   gitdiff-parser 0.3.1 (npm):          `in.c` for main.c, `ols/run.sh` for tools/run.sh; the renamed file is right.
#   diff2html 3.4.56 (npm):              main.c and the renamed file; run.sh is missing.
#   parse-diff 0.12.0, diff 9.0.0 (npm): main.c; run.sh has no name. The renamed file has none in parse-diff and `a/`, `b/` in diff.
#   whatthepatch 1.0.7 (PyPI):           all names are right.
# With the usual prefixes all of them name all files. No parser gives an error or a warning. `diff.noprefix` is a popular setting,
# since it makes names in a terminal copyable, and it holds for every tool that runs `git diff` and reads the output.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  gitdiff-parser@0.3.1 diff2html@3.4.56 parse-diff@0.12.0 diff@9.0.0
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check whatthepatch==1.0.7

mkdir --parents "$work/repository/tools"
(
  cd "$work/repository"
  git init --quiet
  git config user.name a
  git config user.email a@example.org
  echo 'int x;' > main.c
  printf '%s\n' a b c d > notes.md
  echo run > tools/run.sh
  git add .
  git commit --quiet --message start
  echo 'int y;' > main.c
  git mv notes.md readme.md
  chmod +x tools/run.sh
  git add .
  git diff --cached --find-renames > "$work/usual.diff"
  git -c diff.noprefix=true diff --cached --find-renames > "$work/noprefix.diff"
)
cat "$work/noprefix.diff"

cat > "$work/check.cjs" <<'JS'
const assert = require("assert");
const { readFileSync } = require("fs");
const orDefault = (module) => module.default ?? module;
const withoutPrefix = (name) => name?.replace(/^b\//, "");

const parsers = {
  "gitdiff-parser": (text) => orDefault(require("gitdiff-parser")).parse(text).map((file) => file.newPath),
  "diff2html": (text) => require("diff2html").parse(text).map((file) => file.newName),
  "parse-diff": (text) => orDefault(require("parse-diff"))(text).map((file) => file.to ?? null),
  "diff": (text) => require("diff").parsePatch(text).map((file) => file.newFileName ?? null),
};
const expected = {
  "gitdiff-parser": ["in.c", "readme.md", "ols/run.sh"],
  "diff2html": ["main.c", "readme.md"],
  "parse-diff": ["main.c", null, null],
  "diff": ["main.c", "b/readme.md", null],
};
for (const [name, parse] of Object.entries(parsers)) {
  const usual = parse(readFileSync(`${__dirname}/usual.diff`, "utf8")).map(withoutPrefix);
  const found = parse(readFileSync(`${__dirname}/noprefix.diff`, "utf8"));
  console.log(name, JSON.stringify(found));
  assert.deepStrictEqual(usual, ["main.c", "readme.md", "tools/run.sh"]);
  assert.deepStrictEqual(found, expected[name]);
}
JS
node "$work/check.cjs"

"$work/venv/bin/python" - "$work/noprefix.diff" <<'PY'
import sys
import whatthepatch

names = [file.header.new_path for file in whatthepatch.parse_patch(open(sys.argv[1]).read())]
print("whatthepatch", names)
assert names == ["main.c", "readme.md", "tools/run.sh"]
PY
