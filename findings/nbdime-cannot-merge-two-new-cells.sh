#!/usr/bin/env bash
# nbdime cannot merge notebooks if both branches add a similar cell at the same place: it ends with a TypeError and writes nothing.
#
# Expected: two new cells at one place are a conflict, which nbmerge marks in the merged notebook, as it does for two edits of a cell.
# Seen on 2026-11-30 with nbdime 4.0.4 and nbformat 5.11.1 (PyPI); the cells have different ids, as every notebook program writes them:
#   two edits of one cell:        a conflict with marks in the cell.
#   new cells at two places:      both are in the result.
#   new cells at one place, `model.fit(a)` and `print(y)`:   both, between marks.
#   two empty cells, two of `df.head()`, `import os` and `import sys`, `df.head()` and `df.tail()`, wherever they are added:
#                                 `TypeError: unhashable type: 'NotebookNode'`, and no file is written.
#   through git's merge driver:   git reports a conflict; the file is the one of the own branch, without a mark of the other cell.
# Similar cells are taken for one cell, and its two ids are not merged. To add a cell at the end is what notebooks are for. Who runs
# `git add` after the conflict drops the other branch's cells.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check nbdime==4.0.4 nbformat==5.11.1
export HOME="$work" GIT_CONFIG_NOSYSTEM=1 PATH="$work/venv/bin:$PATH"
cd "$work"
python - <<'PY'
import json, pathlib, subprocess

BASE = [("c1", "x = 1"), ("c2", "print(x)")]

def write(file, cells):
    cells = [{"cell_type": "code", "id": id, "metadata": {}, "source": text, "outputs": [], "execution_count": None} for id, text in cells]
    pathlib.Path(file).write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1) + "\n")

def sources(file):
    return ["".join(cell["source"]) for cell in json.loads(pathlib.Path(file).read_text())["cells"]]

def merge(local, remote):
    """The cells of the merged notebook, or the error."""
    for file, cells in [("base.ipynb", BASE), ("local.ipynb", local), ("remote.ipynb", remote)]:
        write(file, cells)
    run = subprocess.run(["nbmerge", "base.ipynb", "local.ipynb", "remote.ipynb", "--out", "merged.ipynb"], capture_output=True, text=True)
    merged = pathlib.Path("merged.ipynb")
    if not merged.exists():
        return run.stderr.strip().split("\n")[-1]
    cells = sources("merged.ipynb")
    merged.unlink()
    return cells

def check(name, local, remote, expected):
    found = merge(local, remote)
    print(f"{name}: {found}")
    assert found == expected, expected

ERROR = "TypeError: unhashable type: 'NotebookNode'"
A, B = ("a1", "import os"), ("b1", "import sys")
check("two edits", [("c1", "x = 2"), BASE[1]], [("c1", "x = 3"), BASE[1]],
      ["<<<<<<< local\nx = 2\n=======\nx = 3\n>>>>>>> remote", "print(x)"])
check("two places", [A, *BASE], [*BASE, B], ["import os", "x = 1", "print(x)", "import sys"])
check("beginning", [A, *BASE], [B, *BASE], ERROR)
check("middle", [BASE[0], A, BASE[1]], [BASE[0], B, BASE[1]], ERROR)
check("end", [*BASE, A], [*BASE, B], ERROR)
for first, second in [("", ""), ("df.head()", "df.head()"), ("df.head()", "df.tail()"), ("y = x + 1", "y = x + 2")]:
    check(f"{first!r} and {second!r}", [*BASE, ("a1", first)], [*BASE, ("b1", second)], ERROR)
MARKS = ["<<<<<<< local", "=======", ">>>>>>> remote"]
found = merge([*BASE, ("a1", "model.fit(a)")], [*BASE, ("b1", "print(y)")])
print(f"different cells: {found}")
assert [text for text in found if not any(mark in text for mark in MARKS)] == ["x = 1", "print(x)", "model.fit(a)", "print(y)"]

def git(*arguments, check=True):
    return subprocess.run(["git", "-C", "repository", *arguments], check=check, capture_output=True, text=True)

subprocess.run(["git", "init", "--quiet", "--initial-branch", "main", "repository"], check=True)
git("config", "user.name", "name"), git("config", "user.email", "name@localhost")
subprocess.run(["nbdime", "config-git", "--enable"], cwd="repository", check=True, capture_output=True)
notebook = "repository/notebook.ipynb"
write(notebook, BASE)
git("add", "."), git("commit", "--quiet", "--message", "base")
git("checkout", "--quiet", "-b", "other")
write(notebook, [*BASE, B])
git("commit", "--quiet", "--all", "--message", "second")
git("checkout", "--quiet", "main")
write(notebook, [*BASE, A])
git("commit", "--quiet", "--all", "--message", "first")
run = git("merge", "other", check=False)
print(f"git: {run.returncode} {sources(notebook)}")
assert run.returncode == 1 and ERROR in run.stderr, run
assert sources(notebook) == ["x = 1", "print(x)", "import os"]
PY
