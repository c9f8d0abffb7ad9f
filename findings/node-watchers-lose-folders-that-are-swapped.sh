#!/usr/bin/env bash
# File watchers of Node report nothing more from a folder once another one took its name, when both steps come in one go, on Linux.
#
# Expected: the folder is watched by its name, so a file that is written into it later is reported, whatever the folder was before.
# Seen on 2026-11-30 with the packages below (npm) and Node 20.20.2. The program that watches `root` itself renames `root/out` to
# `root/old` and `root/new` to `root/out` (swap), or removes `root/out` and creates it again (remake), by `fs.*Sync` without a pause;
# two seconds later it writes a new file and a new subfolder into `root/out`, `root/other` and `root`:
#   @parcel/watcher 2.6.0:                               all files are reported, in both cases.
#   watcher 2.3.1:                                       all files after a swap; after a remake now and then none of `root/out`.
#   chokidar 5.0.0, watchpack 2.6.4, sane 5.0.1,
#   node-watch 0.7.4, `fs.watch` with `recursive`:       none of `root/out`, in both cases; the others are reported.
# The watch stays bound to the folder that had the name before. Build tools replace their output like this, so that it is never half
# written, and a server that reloads or an index that follows the files stays behind until it is restarted. Two `mv` of a shell have
# the same effect now and then, as it depends on the time between them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts @parcel/watcher@2.6.0 watcher@2.3.1 chokidar@5.0.0 watchpack@2.6.4 \
  sane@5.0.1 node-watch@0.7.4
cat > check.mjs <<'JS'
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const [name, step] = process.argv.slice(2);
const root = fs.mkdtempSync(path.join(process.cwd(), "root-"));
for (const folder of ["out", "new", "other"]) {
  fs.mkdirSync(path.join(root, folder));
  fs.writeFileSync(path.join(root, folder, "first.txt"), folder);
}
await sleep(300);

const seen = new Set();
const saw = (file) => seen.add(path.relative(root, path.resolve(root, file)));
const ready = (watcher) => new Promise((resolve) => watcher.on("ready", resolve));
const START = {
  "@parcel/watcher": async () => {
    const { subscribe } = await import("@parcel/watcher");
    return subscribe(root, (error, events) => events.forEach((event) => saw(event.path)));
  },
  "watcher": async () => {
    const Watcher = (await import("watcher")).default;
    return ready(new Watcher(root, { recursive: true, ignoreInitial: true }).on("all", (event, file) => saw(file)));
  },
  "chokidar": async () => ready((await import("chokidar")).watch(root, { ignoreInitial: true }).on("all", (event, file) => saw(file))),
  "watchpack": async () => {
    const watchpack = new (await import("watchpack")).default({ aggregateTimeout: 50 });
    watchpack.on("change", saw).watch({ directories: [root], startTime: Date.now() });
  },
  "sane": async () => {
    const watcher = (await import("sane")).default(root);
    return ready(watcher.on("add", saw).on("change", saw));
  },
  "node-watch": async () => ready((await import("node-watch")).default(root, { recursive: true }, (event, file) => saw(file))),
  "fs.watch": async () => fs.watch(root, { recursive: true }, (event, file) => saw(file)),
};
await START[name]();
await sleep(1000);

const at = (...parts) => path.join(root, ...parts);
if (step === "swap") {
  fs.renameSync(at("out"), at("old"));
  fs.renameSync(at("new"), at("out"));
} else {
  fs.rmSync(at("out"), { recursive: true });
  fs.mkdirSync(at("out"));
  fs.writeFileSync(at("out", "first.txt"), "again");
}
await sleep(2000);
seen.clear();
const files = [];
for (const folder of ["out", "other", "."]) {
  fs.mkdirSync(at(folder, "sub"));
  fs.writeFileSync(at(folder, "later.txt"), "later");
  files.push(path.join(folder, "sub"), path.join(folder, "later.txt"));
}
await sleep(2000);
console.log(`${name}, ${step}: ${files.filter((file) => seen.has(file)).join(" ")}`);
process.exit();
JS
for name in @parcel/watcher watcher chokidar watchpack sane node-watch fs.watch; do
  for step in swap remake; do
    node check.mjs "$name" "$step" > "$step-${name/\//-}.txt" &
  done
done
wait
cat ./*.txt
outside="other/sub other/later.txt sub later.txt"
for step in swap remake; do
  for name in @parcel/watcher watcher chokidar watchpack sane node-watch fs.watch; do
    case $name-$step in
      watcher-remake) continue;;
      @parcel*|watcher-swap) expected="out/sub out/later.txt $outside";;
      *) expected=$outside;;
    esac
    [[ $(cat "$step-${name/\//-}.txt") == "$name, $step: $expected" ]] || { echo "changed: $name, $step"; exit 1; }
  done
done
