#!/usr/bin/env bash
# libgit2 reports the files outside a sparse checkout as deleted, and its `add_all` removes them from the next commit.
#
# Expected: the index marks these entries (skip-worktree), so a library that reads the index knows that they are no change.
# Seen on 2026-11-29 with pygit2 1.21.0 (libgit2 1.9), dulwich 1.2.21 (PyPI) and git 2.47, `git sparse-checkout set --cone src`
# (an ordinary index), one changed file in `src`:
#   status:                       git and dulwich name the changed file; libgit2 also `docs/a.md`, as deleted. So does its diff.
#   add all, write the tree:      git and dulwich: README, docs/a.md, src/a.rs. libgit2: README, src/a.rs.
# No error or warning is given. In a sparse checkout of a large repository, a tool on libgit2 shows thousands of deleted files, and
# a commit of "all changes" deletes them for everyone.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pygit2==1.21.0 dulwich==1.2.21
export GIT_CONFIG_GLOBAL="$work/gitconfig" GIT_CONFIG_NOSYSTEM=1 HOME="$work"
git config --global user.name a
git config --global user.email a@example.com
git config --global init.defaultBranch main

# Three equal repositories
for name in git libgit2 dulwich; do
    git init --quiet "$work/$name"
    cd "$work/$name"
    mkdir src docs
    echo one > README
    echo one > src/a.rs
    echo one > docs/a.md
    git add .
    git commit --quiet --message one
    git sparse-checkout set --cone --no-sparse-index src
    echo two > src/a.rs
    test ! -e docs
done

"$work/venv/bin/python" - "$work" <<'PY'
import pathlib, subprocess, sys
import pygit2
from dulwich import porcelain

root = pathlib.Path(sys.argv[1])

def git(name, *arguments):
    return subprocess.run(["git", *arguments], cwd=root / name, capture_output=True, text=True, check=True).stdout

repository = pygit2.Repository(str(root / "libgit2"))
status = {
    "git": [line[3:] for line in git("git", "status", "--porcelain").splitlines()],
    "libgit2": sorted(repository.status()),
    "libgit2, diff": [f"{patch.delta.status_char()} {patch.delta.new_file.path}" for patch in repository.diff()],
    "dulwich": [file.decode() for file in porcelain.status(str(root / "dulwich")).unstaged],
}
print(f"status: {status}")
assert status == {"git": ["src/a.rs"], "libgit2": ["docs/a.md", "src/a.rs"], "libgit2, diff": ["D docs/a.md", "M src/a.rs"],
                  "dulwich": ["src/a.rs"]}

git("git", "add", "--all")
repository.index.add_all()
repository.index.write()
porcelain.add(str(root / "dulwich"))
trees = {name: git(name, "ls-tree", "-r", "--name-only", git(name, "write-tree").strip()).split()
         for name in ("git", "libgit2", "dulwich")}
print(f"after adding all: {trees}")
ALL = ["README", "docs/a.md", "src/a.rs"]
assert trees == {"git": ALL, "libgit2": ["README", "src/a.rs"], "dulwich": ALL}
PY
