#!/usr/bin/env bash
# globby with `gitignore: true` drops files for patterns that name folders only: `build/` hides the script `build`, `*.js/` all of *.js.
#
# Expected: a pattern that ends with a slash matches folders only, as git documents it; globby's own `isGitIgnored` does it so.
# Seen on 2026-12-01 with globby 16.2.4 (npm), `globby("**", {gitignore: true})` beside `git ls-files -co --exclude-standard`:
#   `build/`:       the files build and tools/build are missing.
#   `/build/`:      the file build is missing.
#   `node.d/`:      the file node.d is missing.
#   `x.js/`:        the file src/x.js is missing.
#   `**/`:          all files of the top folder are missing; git ignores files in folders only.
#   `a[1].csv`:     the file a[1].csv is missing; to git the pattern means a1.csv.
#   isGitIgnored:   right for all of them.
# Tools that list sources with globby, formatters and linters among them, never see such a file, without a message.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/npm" globby@16.2.4
git init -q "$work/tree"
cd "$work/tree"
mkdir src tools
touch build tools/build node.d src/x.js a1.csv 'a[1].csv'
cat > "$work/npm/check.mjs" <<'JS'
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { globby, isGitIgnored } from "globby";

for (const [pattern, expected] of [
  ["build/", "build tools/build"],
  ["/build/", "build"],
  ["node.d/", "node.d"],
  ["x.js/", "src/x.js"],
  ["**/", "a1.csv a[1].csv build node.d"],
  ["a[1].csv", "a[1].csv"],
  ["src/", ""],
  ["*.js", ""],
]) {
  fs.writeFileSync(".gitignore", pattern + "\n");
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" }).split("\n");
  const kept = listed.filter((name) => name && name !== ".gitignore");
  const found = await globby("**", { gitignore: true });
  const ignored = await isGitIgnored();
  const missing = kept.filter((name) => !found.includes(name)).sort().join(" ");
  console.log(`${pattern}: git lists ${kept.join(" ")}; missing: ${missing}`);
  assert.equal(missing, expected);
  assert.deepEqual(found.filter((name) => !kept.includes(name)), []);
  assert.ok(kept.every((name) => !ignored(path.resolve(name))));
}
JS
node "$work/npm/check.mjs"
