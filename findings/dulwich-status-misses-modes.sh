#!/usr/bin/env bash
# dulwich's status calls a file clean that became executable, and a link that became a file; its commit stores both changes.
#
# Expected: `porcelain.status` names the paths that `git status` names; git has compared modes since its beginning.
# Seen on 2026-11-29 with dulwich 1.2.21, pygit2 1.21.0 (PyPI) and git 2.47:
#   a changed file:                              all three name it.
#   `chmod +x` on a script:                      git and libgit2 name it, dulwich does not.
#   a symbolic link replaced by a file that contains its target:   the same.
#   a file that `git update-index --assume-unchanged` excludes:    dulwich names it, the others do not.
# dulwich's own `add` and `commit` store the new mode, so a commit contains changes that the status did not show, and a script
# that asks whether a repository is clean hears yes while `git` says no.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check dulwich==1.2.21 pygit2==1.21.0
export GIT_CONFIG_GLOBAL="$work/gitconfig" GIT_CONFIG_NOSYSTEM=1 HOME="$work"
git config --global user.name a
git config --global user.email a@example.com
git config --global init.defaultBranch main

# repository NAME: enters a new repository with a script, a link and a hidden file.
repository() {
    git init --quiet "$work/$1"
    cd "$work/$1"
    echo 'echo hello' > script
    echo text > hidden
    ln -s script link
    git add .
    git commit --quiet --message one
}

repository changed
echo 'echo bye' > script
repository mode
chmod +x script
repository type
rm link
printf script > link
repository hidden
git update-index --assume-unchanged hidden
echo new > hidden

"$work/venv/bin/python" - "$work" <<'PY'
import pathlib, subprocess, sys
import pygit2
from dulwich import porcelain

def check(name, git, dulwich):
    path = str(pathlib.Path(sys.argv[1]) / name)
    status = subprocess.run(["git", "status", "--porcelain"], cwd=path, capture_output=True, text=True, check=True).stdout
    found = {
        "git": [line[3:] for line in status.splitlines()],
        "libgit2": sorted(pygit2.Repository(path).status()),
        "dulwich": [file.decode() for file in porcelain.status(path).unstaged],
    }
    print(f"{name}: {found}")
    assert found == {"git": git, "libgit2": git, "dulwich": dulwich}

check("changed", ["script"], ["script"])
check("mode", ["script"], [])
check("type", ["link"], [])
check("hidden", [], ["hidden"])

# What add and commit store
for name, file, mode in [("mode", "script", "100755"), ("type", "link", "100644")]:
    path = str(pathlib.Path(sys.argv[1]) / name)
    porcelain.add(path, [f"{path}/{file}"])
    porcelain.commit(path, message=b"two")
    tree = subprocess.run(["git", "ls-tree", "HEAD", file], cwd=path, capture_output=True, text=True, check=True).stdout
    print(tree.strip())
    assert tree.startswith(mode)
PY
