#!/usr/bin/env bash
# After dulwich's merge git lists `docsnew` for the file `docs/new`, if the other branch removed the folder: the index has a folder.
#
# Expected: `porcelain.merge` gives the files of `git merge`, or lists each file that needs a decision.
# Seen on 2026-11-30 with dulwich 1.2.21, merge3 1.0.0 and pygit2 1.21.0 (PyPI), and git 2.47 without renames of folders;
# pygit2 agrees with git in all cases:
#   two edits of one file, a removal and an edit:             as in git.
#   one side removes a folder, the other adds a file to it:   git keeps the new file. dulwich names `docs` as the conflict and writes
#                                                             folders into the index; `git ls-files` has `docsnew` and `docsold`.
#   one side turns a file into a folder:                      git takes it. dulwich: a conflict, and `docsnew` in the list.
#   one side makes a file executable, the other edits it:     git takes both. dulwich: a conflict, with one of the two texts.
#   both sides change a binary file:                          git: a conflict. dulwich merges its lines and commits the result.
# A tool that resolves the named path and commits loses the new files, and the user's git shows files that nobody made.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check dulwich==1.2.21 merge3==1.0.0 pygit2==1.21.0
cat > "$work/settings" <<'INI'
[user]
	name = A
	email = a@example.com
[init]
	defaultBranch = main
[merge]
	directoryRenames = false
INI
cd "$work"
HOME="$work" GIT_CONFIG_GLOBAL="$work/settings" GIT_CONFIG_NOSYSTEM=1 "$work/venv/bin/python" - <<'PY'
import pathlib, subprocess
import pygit2
from dulwich import porcelain

def shell(folder, commands):
    result = subprocess.run(["bash", "-c", commands], cwd=folder, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return result.stdout.split()

def repository(name, base, ours, theirs):
    folder = pathlib.Path(name)
    folder.mkdir()
    commit = "git add --all && git commit --quiet --message=x"
    shell(folder, f"set -e; git init --quiet; echo k > keep; {base}; {commit}; git switch --quiet --create other; {theirs}; {commit}; "
                  f"git switch --quiet main; {ours}; {commit}")
    return folder

def merge(case, commands):
    """The conflicts and the files that git lists after a merge: of git, of pygit2 and of dulwich."""
    folder = repository(f"git-{case}", *commands)
    subprocess.run(["git", "merge", "--quiet", "--message=merge", "other"], cwd=folder, capture_output=True)
    conflicts = shell(folder, "git diff --name-only --diff-filter=U")
    yield sorted(set(conflicts)), sorted(set(shell(folder, "git ls-files")))

    repo = pygit2.Repository(folder)
    shell(folder, "git reset --hard --quiet main; git reset --hard --quiet $(git rev-list --first-parent --no-merges -1 main)")
    index = repo.merge_commits(repo.branches["main"].target, repo.branches["other"].target)
    conflicts = {part.path for entry in index.conflicts or [] for part in entry if part}
    yield sorted(conflicts), sorted(conflicts | {entry.path for entry in index})

    folder = repository(f"dulwich-{case}", *commands)
    _, conflicts = porcelain.merge(folder, "other", message="merge")
    yield sorted(path.decode() for path in conflicts), sorted(set(shell(folder, "git ls-files")))

# the commands of the base, of ours and of theirs; what git and pygit2 have, and what dulwich has
folder = ("mkdir docs; seq 9 > docs/old", "git rm -qr docs", "echo new > docs/new")
for case, commands, expected, differs in [
    ("edits", ("seq 9 > a", "sed -i s/2/two/ a", "sed -i s/8/eight/ a"), ([], ["a", "keep"]), None),
    ("removal", ("seq 9 > a", "rm a", "sed -i s/8/eight/ a"), (["a"], ["a", "keep"]), None),
    ("folder", folder, ([], ["docs/new", "keep"]), (["docs"], ["docsnew", "docsold", "keep"])),
    ("file", ("echo 1 > docs", "echo z > zoo", "rm docs; mkdir docs; echo 2 > docs/new"),
     ([], ["docs/new", "keep", "zoo"]), (["docs"], ["docs", "docsnew", "keep", "zoo"])),
    ("mode", ("seq 9 > a", "chmod +x a", "sed -i s/8/eight/ a"), ([], ["a", "keep"]), (["a"], ["a", "keep"])),
    ("binary", (r"printf '1\0\n2\n3\n' > a", r"printf '7\0\n2\n3\n' > a", r"printf '1\0\n2\n8\n' > a"),
     (["a"], ["a", "keep"]), ([], ["a", "keep"])),
]:
    git, libgit2, dulwich = merge(case, commands)
    print(f"{case}: git {git}, pygit2 {libgit2}, dulwich {dulwich}")
    assert git == libgit2 == expected, expected
    assert dulwich == (differs or expected), differs or expected
PY
