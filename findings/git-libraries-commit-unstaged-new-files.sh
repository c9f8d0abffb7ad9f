#!/usr/bin/env bash
# dulwich and libgit2 commit an empty file for each one that was only announced by `git add --intent-to-add`.
#
# Expected: an entry with the intent-to-add flag is no content yet; `git commit` leaves it out of the tree.
# Seen on 2026-11-29 with dulwich 1.2.21, pygit2 1.21.0 (PyPI), isomorphic-git 1.44.19 (npm) and git 2.47, one staged change
# in `a` and `git add --intent-to-add new`:
#   git, isomorphic-git: the tree has `a`; `new` stays announced.
#   dulwich's `commit`, libgit2's `write_tree`: the tree has `a` and `new`, which is empty, without an error or a warning.
# `git add -N` is how new files get into `git diff` and into partial commits (`git add -p`), and agents and editors use it to show
# new files. A commit through one of these libraries then records empty files that nobody staged.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" isomorphic-git@1.44.19
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check dulwich==1.2.21 pygit2==1.21.0
cat > "$work/commit.cjs" <<'JS'
const fs = require("fs");
const git = require("isomorphic-git");

const author = { name: "a", email: "a@example.org" };
git.commit({ fs, dir: process.argv[2], message: "second", author }).catch((error) => { throw error; });
JS
"$work/venv/bin/python" - "$work" <<'PY'
import subprocess, sys
from pathlib import Path
import pygit2
from dulwich import porcelain

work = Path(sys.argv[1])
AUTHOR = "a <a@example.org>"

def with_git(folder):
    git(folder, "commit", "--quiet", "--message", "second")

def with_dulwich(folder):
    porcelain.commit(str(folder), message=b"second", author=AUTHOR.encode(), committer=AUTHOR.encode())

def with_libgit2(folder):
    repository = pygit2.Repository(str(folder))
    author = pygit2.Signature("a", "a@example.org")
    tree = repository.index.write_tree()
    repository.create_commit("HEAD", author, author, "second", tree, [repository.head.target])

def with_isomorphic_git(folder):
    subprocess.run(["node", str(work / "commit.cjs"), str(folder)], check=True)

def git(folder, *arguments):
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout

for commit, expected in [(with_git, ["a"]), (with_isomorphic_git, ["a"]),
                         (with_dulwich, ["a", "new"]), (with_libgit2, ["a", "new"])]:
    folder = work / commit.__name__
    folder.mkdir()
    git(folder, "init", "--quiet")
    (folder / "a").write_text("one\n")
    git(folder, "add", "a")
    git(folder, "commit", "--quiet", "--message", "first")
    (folder / "a").write_text("two\n")
    git(folder, "add", "a")
    (folder / "new").write_text("text\n")
    git(folder, "add", "--intent-to-add", "new")
    commit(folder)
    files = git(folder, "ls-tree", "--name-only", "HEAD").split()
    print(f"{commit.__name__}: {files}")
    assert files == expected and git(folder, "show", "HEAD:a") == "two\n"
    assert "new" not in files or git(folder, "show", "HEAD:new") == ""
PY
