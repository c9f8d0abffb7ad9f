#!/usr/bin/env bash
# isomorphic-git reads a split or sparse index as if the files that it leaves out had been removed.
#
# Expected: a reader that does not know an index extension with a lowercase name refuses the index, as git's format asks.
# Seen on 2026-11-29 with isomorphic-git 1.44.19 (npm) and git 2.47 on a commit of two folders with two files each:
#   plain index and a new file:                       listFiles: 5 files; none is removed in statusMatrix.
#   `git update-index --split-index` and a new file:  listFiles: the new file and one nameless entry; all 4 files are removed.
#   `git sparse-checkout set --cone --sparse-index`:  listFiles: `two/` in place of its 2 files, which are removed.
# No error or warning is given, and `git status` shows no removal. dulwich 1.2 and libgit2 raise errors for both.
# `commit` makes its tree from this index, so an editor or agent that embeds the library commits removals that nobody made.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" isomorphic-git@1.44.19
export HOME="$work" GIT_CONFIG_NOSYSTEM=1

# repository NAME: a commit of two folders with two files each.
repository() {
    git init --quiet --initial-branch main "$work/$1"
    cd "$work/$1"
    git config user.name name && git config user.email name@localhost
    mkdir one two
    for file in one/a one/b two/c two/d; do echo "$file" > "$file"; done
    git add . && git commit --quiet --message first
}

repository plain && echo new > new && git add new
repository split && git update-index --split-index && echo new > new && git add new
repository sparse && git sparse-checkout set --cone --sparse-index one
cat > "$work/check.cjs" <<'JS'
const { execFileSync } = require("child_process");
const fs = require("fs");
const git = require("isomorphic-git");

async function check(name, expected) {
  const dir = `${__dirname}/${name}`;
  const removals = execFileSync("git", ["diff", "--cached", "--name-only", "--diff-filter=D"], { cwd: dir }).toString();
  if (removals) throw new Error(`git reports removals: ${removals}`);
  const files = await git.listFiles({ fs, dir });
  // the columns are 1 for a file of HEAD and 0 for a file that is not in the index
  const removed = (await git.statusMatrix({ fs, dir })).filter(([, head, , stage]) => head === 1 && stage === 0);
  const found = `${JSON.stringify(files)}, removed: ${removed.map(([path]) => path).join(" ") || "none"}`;
  console.log(`${name}: ${found}`);
  if (found !== expected) throw new Error(`expected ${expected}`);
}

(async () => {
  await check("plain", '["new","one/a","one/b","two/c","two/d"], removed: none');
  await check("split", '["\\u0000","new"], removed: one/a one/b two/c two/d');
  await check("sparse", '["one/a","one/b","two/"], removed: two/c two/d');
})().catch((error) => { console.error(error.message); process.exit(1); });
JS
node "$work/check.cjs"
