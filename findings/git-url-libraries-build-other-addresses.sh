#!/usr/bin/env bash
# Libraries for git's addresses build ones that lead elsewhere: giturlparse turns a port into a folder, git-url-parse drops the
# organization of Azure DevOps.
#
# Expected: the SSH or HTTPS form of an address leads to the same repository, or there is none.
# Seen on 2026-12-01:
#   giturlparse 0.16.0 (PyPI):
#     ssh://git@git.example.org:2222/a/b.git, as SSH:           git@git.example.org:2222/a/b.git, the folder 2222 at port 22.
#     ssh://git@github.com:22/a/b.git:                          not valid, but valid without the port.
#     https://github.com/a/b/blob/main/x.py, as SSH and HTTPS:  git@github.com:a/b.git/blob/main/x.py, the page behind the name.
#     https://bitbucket.org/a/b/src/main/x.py:                  a repository x.py of the owner a/b/src/main.
#     git@ssh.dev.azure.com:v3/o/p/r, as HTTPS:                 https://ssh.dev.azure.com/v3/o/p/r.git, not the one that Azure documents.
#   git-url-parse 16.1.0 (npm):
#     git@ssh.dev.azure.com:v3/o/p/r, as SSH again:             git@ssh.dev.azure.com:p/r, without the organization.
#     ssh://git@git.example.org:2222/a/b.git, as HTTPS:         https://git.example.org:2222/a/b.git, the port of SSH.
#     https://codeberg.org/a/b/src/branch/main/x.py:            the branch `branch`, the file `main/x.py`.
#   both, git@gitlab.com:g/s/r.git and https://github.com/a/b.js.git:   right.
# A tool that links a line of code to its page, or clones what a link names, goes to a repository that is not there.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/npm" git-url-parse@16.1.0
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check giturlparse==0.16.0
"$work/venv/bin/python" - <<'PY'
from giturlparse import parse

for address, form, expected in [
    ("git@gitlab.com:g/s/r.git", "url2https", "https://gitlab.com/g/s/r.git"),
    ("https://github.com/a/b.js.git", "url2ssh", "git@github.com:a/b.js.git"),
    ("ssh://git@git.example.org:2222/a/b.git", "url2ssh", "git@git.example.org:2222/a/b.git"),
    ("https://github.com/a/b/blob/main/x.py", "url2ssh", "git@github.com:a/b.git/blob/main/x.py"),
    ("https://github.com/a/b/blob/main/x.py", "url2https", "https://github.com/a/b.git/blob/main/x.py"),
    ("https://bitbucket.org/a/b/src/main/x.py", "repo", "x.py"),
    ("https://bitbucket.org/a/b/src/main/x.py", "owner", "a/b/src/main"),
    ("git@ssh.dev.azure.com:v3/o/p/r", "url2https", "https://ssh.dev.azure.com/v3/o/p/r.git"),
    ("ssh://git@github.com/a/b.git", "valid", True),
    ("ssh://git@github.com:22/a/b.git", "valid", False),
]:
    found = getattr(parse(address), form)
    print(f"giturlparse, {address}, {form}: {found}")
    assert found == expected
PY
cat > "$work/npm/check.mjs" <<'JS'
import assert from "node:assert";
import parse from "git-url-parse";

for (const [address, form, expected] of [
  ["git@gitlab.com:g/s/r.git", "https", "https://gitlab.com/g/s/r.git"],
  ["https://github.com/a/b.js.git", "ssh", "git@github.com:a/b.js.git"],
  ["https://github.com/a/b/blob/main/x.py", "ssh", "git@github.com:a/b"],
  ["git@ssh.dev.azure.com:v3/o/p/r", "ssh", "git@ssh.dev.azure.com:p/r"],
  ["ssh://git@git.example.org:2222/a/b.git", "https", "https://git.example.org:2222/a/b.git"],
]) {
  const found = parse(address).toString(form);
  console.log(`git-url-parse, ${address}, ${form}: ${found}`);
  assert.equal(found, expected);
}
const { ref, filepath } = parse("https://codeberg.org/a/b/src/branch/main/x.py");
console.log(`git-url-parse, a page of Codeberg: ${ref} ${filepath}`);
assert.deepEqual([ref, filepath], ["branch", "main/x.py"]);
JS
node "$work/npm/check.mjs"
