#!/usr/bin/env bash
# Node's recursive `fs.watch` never reports a file again after an editor saved it by renaming a new file over it, on Linux.
#
# Expected: later changes of the file are reported, as they are without `recursive` and for files that are written in place.
# Seen on 2026-11-30 with Node 20.20.2 on the PATH, node-watch 0.7.4, which builds on it, and chokidar 5.0.0 (npm):
#   a write in place, twice:             all three report both.
#   a new file renamed over the file:    all three report it.
#   then a write, the file's removal, and a new file of that name:   nothing in Node and node-watch; all three in chokidar.
#   removal and a new file without a rename before:   all three.
#   `fs.watch` without `recursive`:      right.
# By hand: the same in Node 22.23.5 and 25.9.0; right in Node 24.22.3.
# Editors, formatters and git write by rename, so an index that follows these events is right once and then stale.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" chokidar@5.0.0 node-watch@0.7.4
cat > "$work/check.mjs" <<'JS'
import assert from "node:assert";
import fs from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import chokidar from "chokidar";
import nodeWatch from "node-watch";

const watchers = {
  "fs.watch": (folder, report) => fs.watch(folder, { recursive: true }, (_, name) => report(name)),
  "fs.watch, not recursive": (folder, report) => fs.watch(folder, (_, name) => report(name)),
  "node-watch": (folder, report) => nodeWatch(folder, { recursive: true }, (_, name) => report(path.basename(name))),
  chokidar: async (folder, report) => {
    const watcher = chokidar.watch(folder, { ignoreInitial: true }).on("all", (_, name) => report(path.basename(name)));
    await new Promise((resolve) => watcher.on("ready", resolve));
    return watcher;
  },
};
const write = (file) => fs.appendFileSync(file, "x");
const rename = (file) => { fs.writeFileSync(`${file}~`, "new"); fs.renameSync(`${file}~`, file); };
const steps = [
  ["plain", write], ["plain", write], ["plain", fs.unlinkSync], ["plain", write],
  ["saved", rename], ["saved", write], ["saved", fs.unlinkSync], ["saved", write],
];
const all = "yes yes yes yes yes yes yes yes";
const expected = { "fs.watch": "yes yes yes yes yes no no no", "node-watch": "yes yes yes yes yes no no no" };
await Promise.all(Object.entries(watchers).map(async ([name, watch]) => {
  const folder = fs.mkdtempSync(path.join(process.argv[2], "watched-"));
  for (const file of ["plain", "saved"]) fs.writeFileSync(path.join(folder, file), "old");
  let reported = new Set();
  const watcher = await watch(folder, (file) => reported.add(file));
  await setTimeout(1500);
  const found = [];
  for (const [file, change] of steps) {
    reported = new Set();
    change(path.join(folder, file));
    await setTimeout(1000);
    found.push(reported.has(file) ? "yes" : "no");
  }
  watcher.close();
  console.log(`${name}: ${found.join(" ")}`);
  assert.strictEqual(found.join(" "), expected[name] ?? all);
}));
process.exit(0);
JS
node "$work/check.mjs" "$work"
