#!/usr/bin/env bash
# After dulwich's rebase the upstream's changes are staged for removal: the next commit takes back what the other branch did.
#
# Expected: after a rebase without conflicts the index and the working directory are those of the new commit, as with `git rebase`.
# Seen on 2026-11-30 with dulwich 1.2.21, merge3 1.0.0 (PyPI) and git 2.47; `porcelain.rebase` on `main`, which git and dulwich
# rebase to the same tree:
#   main edits a file:     the file has the old text in the index and in the directory; git shows it as a staged change.
#   main adds a file:      it is missing, git shows a staged removal.
#   main removes a file:   it is back, git shows a staged addition.
# git leaves no change in each case. dulwich returns the new commits and raises nothing, and its own `status` lists the same changes.
# A commit of the staged changes, such as the user's next one, takes main's work back under the user's name.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check dulwich==1.2.21 merge3==1.0.0
cat > "$work/settings" <<'INI'
[user]
	name = A
	email = a@example.com
[init]
	defaultBranch = main
INI
cd "$work"
HOME="$work" GIT_CONFIG_GLOBAL="$work/settings" GIT_CONFIG_NOSYSTEM=1 "$work/venv/bin/python" - <<'PY'
import pathlib, subprocess
from dulwich import porcelain

def shell(folder, commands):
    return subprocess.run(["bash", "-ec", commands], cwd=folder, check=True, capture_output=True, text=True).stdout.strip("\n")

def repository(name, main):
    folder = pathlib.Path(name)
    folder.mkdir()
    commit = "git add --all && git commit --quiet --message"
    shell(folder, f"git init --quiet; seq 9 > list; echo 1 > other; {commit} base; git switch --quiet --create topic; "
                  f"sed -i s/2/two/ list; {commit} topic; git switch --quiet main; {main}; {commit} main; git switch --quiet topic")
    return folder

# what main does, and what git shows after dulwich's rebase
for case, main, expected in [
    ("edit", "sed -i s/8/eight/ list", "M  list"),
    ("addition", "echo new > added", "D  added"),
    ("removal", "rm other", "A  other"),
]:
    reference = repository(f"git-{case}", main)
    shell(reference, "git rebase --quiet main")
    assert shell(reference, "git status --porcelain") == ""

    folder = repository(f"dulwich-{case}", main)
    commits = porcelain.rebase(folder, "main")
    tree = "git rev-parse HEAD^{tree}"
    assert len(commits) == 1 and shell(folder, tree) == shell(reference, tree)
    found = shell(folder, "git status --porcelain")
    staged = {kind: paths for kind, paths in porcelain.status(folder).staged.items() if paths}
    shell(folder, "echo own > own; git add own; git commit --quiet --message=next")
    taken_back = shell(folder, "git diff --name-only main HEAD -- " + ("other" if case == "removal" else "added list"))
    print(f"{case}: git's status {found!r}, dulwich's {staged}; after the next commit main differs in {taken_back.split()}")
    assert found == expected and staged, expected
    assert expected.split()[1] in taken_back.split()
    if case == "edit":
        assert "eight" in shell(folder, "git show main:list") and "eight" not in shell(folder, "git show HEAD:list")
PY
