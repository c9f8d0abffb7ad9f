#!/usr/bin/env bash
# dulwich's annotate names the merge commit as the author of all lines from the branch that has the older commits.
#
# Expected: as in `git blame`, a line belongs to the commit that wrote it, whichever parent of a merge has it.
# Seen on 2026-11-29 with dulwich 1.2.21 and pygit2 1.21.0 (PyPI) and git 2.47: two branches add one line each, at different
# places of a file, and are merged without a conflict:
#   git and libgit2:  each line belongs to the commit that added it, whatever the dates of the commits.
#   dulwich:          only the newer of the two lines does; the older one belongs to the merge.
# annotate compares the versions of a file in the order of their dates, as if they had been made one after the other: the older
# branch's line is missing in the next version, and comes back with the merge.
# So where the main branch moves on before a pull request is merged, all lines of the request have the author of the merge.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check dulwich==1.2.21 pygit2==1.21.0
"$work/venv/bin/python" - "$work" <<'PY'
import os, subprocess, sys
from pathlib import Path
import pygit2
from dulwich import porcelain

def check(folder, topic_hour, main_hour, in_dulwich):
    """The commits of the file's lines, with a topic branch and a main branch of these dates."""
    def git(*arguments, hour=0):
        date = f"2026-01-01T{hour:02}:00:00Z"
        environment = {**os.environ, "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(folder), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout

    def commit(subject, hour, text):
        (folder / "file").write_text(text)
        git("add", "file")
        git("commit", "--quiet", "--message", subject, hour=hour)

    folder.mkdir()
    git("init", "--quiet", "--initial-branch", "main")
    commit("start", 1, "a\nb\nc\nd\n")
    git("switch", "--quiet", "--create", "topic")
    commit("topic", topic_hour, "a\nb\nc\nfrom topic\nd\n")
    git("switch", "--quiet", "main")
    commit("main", main_hour, "from main\na\nb\nc\nd\n")
    git("merge", "--quiet", "--message", "merge", "topic", hour=9)

    subjects = dict(line.split(" ") for line in git("log", "--format=%H %s").splitlines())
    found = {
        "git": [subjects[line.split(" ")[0]] for line in git("blame", "-l", "--root", "-s", "file").splitlines()],
        "libgit2": [subjects[str(hunk.final_commit_id)] for hunk in pygit2.Repository(str(folder)).blame("file")
                    for _ in range(hunk.lines_in_hunk)],
        "dulwich": [subjects[commit.id.decode()] for (commit, _), _ in porcelain.annotate(str(folder), b"file")],
    }
    for tool, commits in found.items():
        print(f"topic at {topic_hour}, main at {main_hour}: {tool:8} {' '.join(commits)}")
    assert found["git"] == found["libgit2"] == ["main", "start", "start", "start", "topic", "start"]
    assert found["dulwich"] == in_dulwich

work = Path(sys.argv[1])
check(work / "older", 2, 3, ["main", "start", "start", "start", "merge", "start"])
check(work / "newer", 3, 2, ["merge", "start", "start", "start", "topic", "start"])
PY
