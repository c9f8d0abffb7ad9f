#!/usr/bin/env bash
# After a merge without conflicts, isomorphic-git leaves the old text in the working directory if `abortOnConflict` is false.
#
# Expected: the option decides only what happens in a conflict; a clean merge followed by `checkout` gives git's files.
# Seen on 2026-11-30 with isomorphic-git 1.44.19 (npm) and git; two branches edit two lines of one file, `git merge` takes both:
#   by default:               after `checkout` of the branch the file has both edits, and git reports no change.
#   abortOnConflict: false:   the commit and the index have both, the working directory has our edit only; `checkout` changes nothing
#                             and raises nothing. The next `add` and `commit` undo the other branch's edit.
# In both modes the merge reads each file as UTF-8: of a binary file that both changed it makes a merge of lines, where git reports a
# conflict, and in a Latin-1 file it replaces letters in lines that nobody touched.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" isomorphic-git@1.44.19
cat > "$work/check.cjs" <<'JS'
const assert = require("assert");
const { spawnSync } = require("child_process");
const fs = require("fs");
const git = require("isomorphic-git");

const person = { name: "A", email: "a@example.com" };
const env = { ...process.env, HOME: __dirname, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.com", GIT_COMMITTER_NAME: "A", GIT_COMMITTER_EMAIL: "a@example.com" };
const run = (cwd, ...args) => {
  const result = spawnSync("git", args, { cwd, env });
  return { failed: result.status !== 0, text: result.stdout.toString("latin1") };
};

/** A repository with the texts of the base, of the branch `other` and of the branch `main`, which is checked out. */
let count = 0;
function repository(base, theirs, ours) {
  const dir = `${__dirname}/repository${++count}`;
  fs.mkdirSync(dir);
  run(dir, "init", "--quiet", "--initial-branch=main");
  const commit = (text) => {
    fs.writeFileSync(`${dir}/file`, text, "latin1");
    run(dir, "add", "file");
    assert(!run(dir, "commit", "--quiet", "--message=edit").failed);
  };
  commit(base);
  run(dir, "switch", "--quiet", "--create", "other");
  commit(theirs);
  run(dir, "switch", "--quiet", "main");
  commit(ours);
  return dir;
}

const read = (dir) => [run(dir, "show", "HEAD:file").text, fs.readFileSync(`${dir}/file`, "latin1")];
const show = (label, [commit, directory]) =>
  console.log(`${label}: commit ${JSON.stringify(commit)}, directory ${JSON.stringify(directory)}`);
const merge = (dir, options) => git.merge({ fs, dir, ours: "main", theirs: "other", author: person, message: "merge", ...options });

async function main() {
  const texts = ["1\n2\n3\n4\n5\n", "1\n2\n3\n4\nfive\n", "one\n2\n3\n4\n5\n"];
  const both = "one\n2\n3\n4\nfive\n";
  let dir = repository(...texts);
  assert(!run(dir, "merge", "--quiet", "--message=merge", "other").failed);
  show("git", read(dir));
  assert.deepStrictEqual(read(dir), [both, both]);

  for (const abortOnConflict of [true, false]) {
    dir = repository(...texts);
    assert((await merge(dir, { abortOnConflict })).mergeCommit);
    await git.checkout({ fs, dir, ref: "main" });
    show(`abortOnConflict: ${abortOnConflict}`, read(dir));
    assert.deepStrictEqual(read(dir), [both, abortOnConflict ? both : texts[2]]);
    assert.strictEqual(run(dir, "status", "--porcelain").text, abortOnConflict ? "" : " M file\n");
  }
  await git.add({ fs, dir, filepath: "file" });
  await git.commit({ fs, dir, author: person, message: "next" });
  show("the next commit", read(dir));
  assert.strictEqual(read(dir)[0], texts[2]);

  const latin = ["\xe9\n2\n3\n4\n5\n", "\xe9\n2\n3\n4\nfive\n", "\xe9\ntwo\n3\n4\n5\n"];
  dir = repository(...latin);
  assert(!run(dir, "merge", "--quiet", "--message=merge", "other").failed);
  assert.strictEqual(read(dir)[0], "\xe9\ntwo\n3\n4\nfive\n");
  dir = repository(...latin);
  await merge(dir, {});
  show("Latin-1", read(dir));
  assert.strictEqual(read(dir)[0], "\xef\xbf\xbd\ntwo\n3\n4\nfive\n");

  const binary = ["\0\x81\n2\n3\n4\n5\n", "\0\x81\n2\n3\n4\n\x85\n", "\0\x81\n\x82\n3\n4\n5\n"];
  assert(run(repository(...binary), "merge", "--quiet", "--message=merge", "other").failed);
  dir = repository(...binary);
  assert((await merge(dir, {})).mergeCommit);
  show("binary", read(dir));
  assert.strictEqual(read(dir)[0], "\0\xef\xbf\xbd\n\xef\xbf\xbd\n3\n4\n\xef\xbf\xbd\n");
}
main().catch((error) => { console.error(error); process.exit(1); });
JS
node "$work/check.cjs"
