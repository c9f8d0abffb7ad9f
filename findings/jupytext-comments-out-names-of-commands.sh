#!/usr/bin/env bash
# jupytext turns lines of an expression into comments when they begin with `%` or a command's name like `cat`.
#
# Expected: a notebook and its paired script run the same code; only magic commands, which Python cannot run, become comments.
# Seen on 2026-11-29 with jupytext 1.19.6 and nbconvert 7.17.2 (PyPI), the script of a cell that is plain Python:
#   [a, b,⏎cat⏎]          jupytext: `# cat`, so the list has two elements. nbconvert: the line as it is, three elements.
#   x = (12⏎%step⏎)       jupytext: `# %step`, so x is 12. nbconvert: 2 for a step of 5.
#   the line indented:    both keep it.
# IPython runs both cells as Python. Read back by jupytext, the notebook is right again, so a round trip does not show it.
# So a script in a repository, a test that imports it, or a search for uses of `cat` works on other code than the notebook.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check jupytext==1.19.6 nbconvert==7.17.2 nbformat==5.11.1
"$work/venv/bin/python" -W ignore - <<'PY'
import jupytext
from nbconvert import PythonExporter
from nbformat.v4 import new_code_cell, new_notebook

# the cell, and the values of x by its own code and by jupytext's script
for cell, expected, in_jupytext in [
    ("cat = 3\nx = [1, 2,\ncat\n]", [1, 2, 3], [1, 2]),
    ("step = 5\nx = (12\n%step\n)", 2, 12),
    ("cat = 3\nx = [1, 2,\n    cat\n]", [1, 2, 3], [1, 2, 3]),
]:
    notebook = new_notebook(cells=[new_code_cell(cell)])
    scripts = {
        "the cell": cell,
        "nbconvert": PythonExporter().from_notebook_node(notebook)[0],
        "jupytext": jupytext.writes(notebook, "py:percent"),
    }
    for name, script in scripts.items():
        values = {}
        exec(script, values)
        print(f"{cell!r} by {name}: x = {values['x']}")
        assert values["x"] == (in_jupytext if name == "jupytext" else expected)
    assert jupytext.reads(scripts["jupytext"], "py:percent").cells[0].source == cell
PY
