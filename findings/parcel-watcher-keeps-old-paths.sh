#!/usr/bin/env bash
# After a folder was renamed, @parcel/watcher reports changes in its subfolders late and under the old path, on Linux.
#
# Expected: a change in `new/sub/file` is reported as `new/sub/file`; the rename itself as the end of `old` and the start of `new`.
# Seen on 2026-11-29 with @parcel/watcher 2.6.0 (npm, inotify):
#   rename of `old` to `new`:                           `delete old`, `create new`.
#   then a write to new/sub/file and a new file there:  nothing, until something changes elsewhere.
#   a write to another folder:                          also `update old/sub/file` and `create old/sub/second`.
# A folder that was never renamed is reported right.
# VS Code and many build tools watch through this library. An index that follows its events reads a missing file, takes it for
# deleted, and keeps the old text of the real one until the next full scan.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" @parcel/watcher@2.6.0
cat > "$work/check.cjs" <<'JS'
const fs = require("fs");
const path = require("path");
const watcher = require("@parcel/watcher");

const root = fs.realpathSync(fs.mkdtempSync(path.join(__dirname, "files-")));
const file = (name) => path.join(root, name);
for (const folder of ["old", "other"]) {
  fs.mkdirSync(file(`${folder}/sub`), { recursive: true });
  fs.writeFileSync(file(`${folder}/sub/file`), "1");
}
const seen = [];

// Runs the change and waits for its events, at most 10 seconds.
async function step(name, change, ...expected) {
  change();
  const isComplete = () => expected.every((event) => seen.includes(event));
  for (let tries = 0; tries < 100 && !isComplete(); tries++) await new Promise((resolve) => setTimeout(resolve, 100));
  console.log(`${name}: ${seen.join(", ")}`);
  if (!isComplete()) throw new Error(`expected ${expected.join(", ")}`);
  if (seen.some((event) => event.includes("new/sub"))) throw new Error("the new path is reported now");
  seen.length = 0;
}

(async () => {
  const subscription = await watcher.subscribe(root, (error, events) => {
    seen.push(...events.map(({ type, path: name }) => `${type} ${path.relative(root, name)}`));
  });
  await step("write, never renamed", () => fs.writeFileSync(file("other/sub/file"), "22"), "update other/sub/file");
  await step("rename", () => fs.renameSync(file("old"), file("new")), "delete old", "create new");
  fs.writeFileSync(file("new/sub/file"), "22");
  fs.writeFileSync(file("new/sub/second"), "1");
  await new Promise((resolve) => setTimeout(resolve, 3000));
  console.log(`writes, renamed: ${seen.join(", ") || "no event"}`);
  if (seen.length) throw new Error("expected no event");
  await step("write elsewhere", () => fs.writeFileSync(file("other/sub/file"), "333"),
    "update other/sub/file", "update old/sub/file", "create old/sub/second");
  await subscription.unsubscribe();
})().catch((error) => { console.error(error.message); process.exit(1); });
JS
node "$work/check.cjs"
