#!/usr/bin/env bash
# isomorphic-git's `stash` with `pop` overwrites edits and commits that are newer than the stash, and drops the stash.
#
# Expected: the changes of the stash are merged into the files; where that is impossible nothing is changed and the stash stays (`git stash`).
# Seen on 2026-11-30 with isomorphic-git 1.44.19 (npm) and Git; each stash has a change of a tracked file unless stated:
#   a stash, no further work, then pop:                         right in both.
#   the first line in the stash, the last one in a commit since then:     git has both; isomorphic-git takes back the commit's line.
#   the same with an edit that is not committed:                git refuses; isomorphic-git overwrites the edit.
#   the same line in the stash and in a commit:                 git marks the conflict, the stash stays; isomorphic-git has the stash's line.
#   a new file in the stash, an untracked one of that name:     git refuses; isomorphic-git overwrites the file.
#   a line in an executable script:                             the script is not executable any more.
#   a removed file that a symbolic link points to:              the link becomes a file with the name of its target as text.
#   one staged and one unstaged change, stashed by git:         only the staged one comes back; the other one is gone with the stash.
# pop raises no error in any of these cases, and `list` is empty afterwards: editors in the browser and mobile clients lose the newer work.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" isomorphic-git@1.44.19
cd "$work"
cat > stash.mjs <<'JS'
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import isomorphic from "isomorphic-git";

const TEXT = "first\n\n\n\n\n\nlast\n";
const env = { ...process.env, HOME: process.cwd(), GIT_CONFIG_NOSYSTEM: "1" };

class Repository {
  constructor(dir) {
    this.dir = dir;
    this.git("init", "--quiet", dir);
    this.git("config", "user.name", "A");
    this.git("config", "user.email", "a@example.org");
    this.write("text", TEXT);
    this.write("other", "other\n");
    this.write("run.sh", "true\n");
    fs.chmodSync(`${dir}/run.sh`, 0o755);
    fs.symlinkSync("text", `${dir}/link`);
    this.commit();
  }
  git(...parameters) {
    fs.mkdirSync(this.dir, { recursive: true });
    return execFileSync("git", ["-C", this.dir, ...parameters], { env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  }
  write(name, text) { fs.writeFileSync(`${this.dir}/${name}`, text); }
  read(name) { return fs.readFileSync(`${this.dir}/${name}`, "utf8"); }
  replace(from, to) { this.write("text", this.read("text").replace(from, to)); }
  commit() { this.git("add", "--all"); this.git("commit", "--quiet", "--message", "text"); }
  stat(name) { return fs.lstatSync(`${this.dir}/${name}`); }
}

const tools = {
  git: {
    push: async (repository) => repository.git("stash", "push"),
    pop: async (repository) => repository.git("stash", "pop"),
    count: async (repository) => repository.git("stash", "list").split("\n").length - 1,
  },
  isomorphic: {
    push: async ({ dir }) => isomorphic.stash({ fs, dir, op: "push" }),
    pop: async ({ dir }) => isomorphic.stash({ fs, dir, op: "pop" }),
    count: async ({ dir }) => (await isomorphic.stash({ fs, dir, op: "list" })).length,
  },
};
let number = 0;

// Returns the state after pop, whether pop failed and the number of stashes left, for both tools.
async function compare(name, before, after, state, expected, pushedBy) {
  const found = {};
  for (const [tool, { pop, count }] of Object.entries(tools)) {
    const repository = new Repository(`${process.cwd()}/${number++}`);
    before(repository);
    await tools[pushedBy ?? tool].push(repository);
    after(repository);
    const outcome = await pop(repository).then(() => "done", () => "refused");
    found[tool] = [state(repository), outcome, await count(repository)];
  }
  console.log(name, JSON.stringify(found));
  assert.deepEqual(found, expected, name);
}

const text = (repository) => repository.read("text").split(/\n+/).filter(Boolean).join(" ");
const stashed = (repository) => repository.replace("first", "stashed");
const nothing = () => {};

await compare("no further work", stashed, nothing, text,
  { git: ["stashed last", "done", 0], isomorphic: ["stashed last", "done", 0] });
await compare("a commit of another line", stashed, (repository) => { repository.replace("last", "committed"); repository.commit(); }, text,
  { git: ["stashed committed", "done", 0], isomorphic: ["stashed last", "done", 0] });
await compare("an edit of another line", stashed, (repository) => repository.replace("last", "edited"), text,
  { git: ["first edited", "refused", 1], isomorphic: ["stashed last", "done", 0] });
await compare("a commit of the same line", stashed, (repository) => { repository.replace("first", "committed"); repository.commit(); }, text,
  { git: ["<<<<<<< Updated upstream committed ======= stashed >>>>>>> Stashed changes last", "refused", 1],
    isomorphic: ["stashed last", "done", 0] });
await compare("an untracked file of the same name",
  (repository) => { repository.write("new", "stashed"); repository.git("add", "new"); },
  (repository) => repository.write("new", "edited"),
  (repository) => repository.read("new"),
  { git: ["edited", "refused", 1], isomorphic: ["stashed", "done", 0] });
await compare("an executable script",
  (repository) => repository.write("run.sh", "true\ntrue\n"), nothing,
  (repository) => (repository.stat("run.sh").mode & 0o100) !== 0,
  { git: [true, "done", 0], isomorphic: [false, "done", 0] });
await compare("a removed file that a link points to",
  (repository) => fs.unlinkSync(`${repository.dir}/text`), nothing,
  (repository) => [fs.existsSync(`${repository.dir}/text`), repository.stat("link").isSymbolicLink()],
  { git: [[false, true], "done", 0], isomorphic: [[false, false], "done", 0] });
await compare("a staged and an unstaged change, stashed by git",
  (repository) => { repository.write("other", "staged\n"); repository.git("add", "other"); stashed(repository); }, nothing,
  (repository) => [repository.read("other").trim(), text(repository)],
  { git: [["staged", "stashed last"], "done", 0], isomorphic: [["staged", "first last"], "done", 0] }, "git");
JS
node stash.mjs
