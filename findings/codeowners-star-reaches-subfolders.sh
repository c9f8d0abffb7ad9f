#!/usr/bin/env bash
# Two npm readers of CODEOWNERS let `docs/*` own the files of subfolders, which GitHub's documentation excludes.
#
# Expected: "`docs/*` matches docs/getting-started.md but not docs/build-app/troubleshooting.md", GitHub's own example.
# Seen on 2026-11-29 with codeowners 5.1.1 and codeowners-utils 1.0.2 (npm), and codeowners 0.9.0 (PyPI):
#   `docs/*`, docs/a.md:       all three name the owner.
#   `docs/*`, docs/sub/b.md:   both npm packages name the owner, the PyPI package does not.
#   `/*`, src/main.rs:         the same: both npm packages give every file to the owner of the top level.
#   `docs/`, docs/sub/b.md:    all three name the owner.
# The npm packages take the rules for .gitignore, where `docs/*` excludes the folder docs/sub, and with it all that is in it.
# So a tool that asks them for reviewers, or for the owner of a search result, names people who do not own the file, and where
# a later `*`-rule is meant for one level, it hides the owners of the rules above it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" codeowners@5.1.1 codeowners-utils@1.0.2
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check codeowners==0.9.0
cat > "$work/check.cjs" <<'JS'
const { execFileSync } = require("child_process");
const fs = require("fs");
const Codeowners = require("codeowners");
const { matchFile, parse } = require("codeowners-utils");

const python = "import sys, codeowners; print(len(codeowners.CodeOwners(sys.argv[1]).of(sys.argv[2])))";
// the pattern, the file, whether GitHub's documentation gives it to the owner, and whether the npm packages do
for (const [pattern, file, expected, differs] of [
  ["docs/*", "docs/a.md", true, true],
  ["docs/*", "docs/sub/b.md", false, true],
  ["/*", "README.md", true, true],
  ["/*", "src/main.rs", false, true],
  ["docs/", "docs/sub/b.md", true, true],
  ["/docs/", "other/docs/b.md", false, false],
]) {
  const rules = `${pattern} @owner\n`;
  fs.writeFileSync(`${__dirname}/CODEOWNERS`, rules);
  const found = {
    codeowners: new Codeowners(__dirname).getOwner(file).length > 0,
    "codeowners-utils": Boolean(matchFile(file, parse(rules))),
    "codeowners (PyPI)": execFileSync(process.argv[2], ["-c", python, rules, file]).toString().trim() !== "0",
  };
  console.log(`${pattern} ${file}: ${Object.entries(found).map(([name, owns]) => `${name} ${owns ? "yes" : "no"}`).join(", ")}`);
  for (const [name, owns] of Object.entries(found)) {
    if (owns !== (name.endsWith("(PyPI)") ? expected : differs)) throw new Error(`${name} changed`);
  }
}
JS
node "$work/check.cjs" "$work/venv/bin/python"
