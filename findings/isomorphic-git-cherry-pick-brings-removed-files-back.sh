#!/usr/bin/env bash
# isomorphic-git's cherryPick of a commit that removes a file leaves it in the index, so the next commit adds the file again.
#
# Expected: after a cherry-pick the new commit, the index and the working directory agree, as with `git cherry-pick`.
# Seen on 2026-11-30 with isomorphic-git 1.44.19 (npm) and Git; the picked commit, then a commit with one line more in another file:
#   a changed line, with another changed line in the branch:    both lines in both tools.
#   a new file:                                    in the next commit, too.
#   a removed file:                                the picked commit has it no more, the next one has it again.
#   a file that becomes executable, with another line in the branch:    executable in the picked commit, not so in the next one.
#   the removal of the only file of a folder:      cherryPick raises ENOTEMPTY, though the branch has the commit by then; the next one undoes it.
#   a changed line in a file that has Latin-1 letters in another line, changed in the branch, too:    the letters become U+FFFD.
# Only the folder raises an error. The removal is undone by a commit about something else, in which nobody looks for it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" isomorphic-git@1.44.19
cd "$work"
cat > pick.mjs <<'JS'
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import isomorphic from "isomorphic-git";

const env = { ...process.env, HOME: process.cwd(), GIT_CONFIG_NOSYSTEM: "1" };
let number = 0;

// Picks the commit of `change` onto a branch with `ownChange`, then commits a further line; the state of the picked and of the next commit.
async function compare(name, change, ownChange, state, expected) {
  const found = {};
  for (const tool of ["git", "isomorphic"]) {
    const dir = `${process.cwd()}/${number++}`;
    fs.mkdirSync(`${dir}/folder`, { recursive: true });
    const git = (...parameters) => execFileSync("git", ["-C", dir, ...parameters], { env });
    const commit = () => { git("add", "--all"); git("commit", "--quiet", "--allow-empty", "--message", "m"); };
    git("init", "--quiet", "--initial-branch", "main");
    git("config", "user.name", "A");
    git("config", "user.email", "a@example.org");
    fs.writeFileSync(`${dir}/text`, "first\n\n\n\n\n\nlast\n");
    fs.writeFileSync(`${dir}/latin`, Buffer.from("first\n\n\n\n\n\nE\xe9\n", "latin1"));
    for (const file of ["old", "other", "folder/only"]) fs.writeFileSync(`${dir}/${file}`, `${file}\n`);
    commit();
    git("checkout", "--quiet", "-b", "topic");
    change(dir);
    commit();
    const oid = git("rev-parse", "HEAD").toString().trim();
    git("checkout", "--quiet", "main");
    ownChange(dir);
    commit();

    let outcome = "done";
    if (tool === "git") git("cherry-pick", oid);
    else outcome = await isomorphic.cherryPick({ fs, dir, oid }).then(() => "done", (error) => error.code);
    const picked = state(git);
    fs.appendFileSync(`${dir}/other`, "one more line\n");
    if (tool === "git") {
      git("add", "other");
      git("commit", "--quiet", "--message", "n");
    } else {
      await isomorphic.add({ fs, dir, filepath: "other" });
      await isomorphic.commit({ fs, dir, message: "n" });
    }
    found[tool] = [outcome, picked, state(git)];
  }
  console.log(name, JSON.stringify(found));
  assert.deepEqual(found, expected, name);
}

const replace = (file, from, to) => (dir) =>
  fs.writeFileSync(`${dir}/${file}`, fs.readFileSync(`${dir}/${file}`, "latin1").replace(from, to), "latin1");
const nothing = () => {};
const content = (file) => (git) => git("show", `HEAD:${file}`).toString("latin1").split(/\n+/).filter(Boolean).join(" ");
const has = (file) => (git) => git("ls-tree", "-r", "--name-only", "HEAD").toString().split("\n").includes(file);
const same = (...state) => ({ git: ["done", ...state], isomorphic: ["done", ...state] });

await compare("a changed line", replace("text", "first", "picked"), replace("text", "last", "own"), content("text"),
  same("picked own", "picked own"));
await compare("a new file", (dir) => fs.writeFileSync(`${dir}/new`, "new\n"), nothing, has("new"), same(true, true));
await compare("a removed file", (dir) => fs.unlinkSync(`${dir}/old`), nothing, has("old"),
  { git: ["done", false, false], isomorphic: ["done", false, true] });
await compare("an executable file", (dir) => fs.chmodSync(`${dir}/text`, 0o755), replace("text", "last", "own"),
  (git) => git("ls-tree", "HEAD", "text").toString().slice(0, 6),
  { git: ["done", "100755", "100755"], isomorphic: ["done", "100755", "100644"] });
await compare("the only file of a folder", (dir) => fs.rmSync(`${dir}/folder`, { recursive: true }), nothing, has("folder/only"),
  { git: ["done", false, false], isomorphic: ["ENOTEMPTY", false, true] });
await compare("Latin-1", replace("latin", "first", "picked"), replace("latin", "E\xe9", "Caf\xe9"), content("latin"),
  { git: ["done", "picked Caf\xe9", "picked Caf\xe9"],
    isomorphic: ["done", "picked Caf\xef\xbf\xbd", "picked Caf\xef\xbf\xbd"] });
JS
node pick.mjs
