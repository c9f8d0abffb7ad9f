#!/usr/bin/env bash
# p2j turns `x = """…"""` into prose, so the notebook has no x, and drops letters of a docstring; ipynb-py-convert leaves no code.
#
# Expected: the cells of the notebook hold the program: run one after the other, they define what the script defines.
# Seen on 2026-12-01 with p2j 1.3.2 and ipynb-py-convert 0.4.6 (PyPI), a script with a docstring of two lines and a text of two lines:
#   p2j, QUERY = """…""":               a Markdown cell "QUERY = " with the text: no code cell sets QUERY.
#   p2j, the docstring's second line:   `ring` in place of `string`, and likewise in the second docstring.
#   ipynb-py-convert:                   the whole script is one Markdown cell, from the docstring to the print.
#   both, a script without such texts:  all of the code, right.
# The notebook fails with a NameError or does nothing, or works with a value that was left from before; nothing is reported.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check p2j==1.3.2 ipynb-py-convert==0.4.6
cd "$work"
cat > plain.py <<'PY'
# %%
import os

# %%
QUERY = "select"
print(os.sep, QUERY)
PY
cat > texts.py <<'PY'
"""Reads the
string."""
import os

QUERY = """
select
"""
print(os.sep, QUERY)
PY
python3 - "$work/venv/bin" <<'PY'
import contextlib, io, json, pathlib, subprocess, sys

def cells(tool, name):
    target = f"{tool}-{name}.ipynb"
    command = {"p2j": [f"{name}.py", "-o", "-t", target], "ipynb-py-convert": [f"{name}.py", target]}[tool]
    subprocess.run([f"{sys.argv[1]}/{tool}", *command], check=True, capture_output=True)
    return [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(pathlib.Path(target).read_text())["cells"]]

def names(cells):
    """The names that the cells define, or the error."""
    scope = {}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            for kind, source in cells:
                if kind == "code":
                    exec(source, scope)
    except Exception as error:
        return type(error).__name__
    return sorted(name for name in scope if not name.startswith("__"))

for tool, expected in [("p2j", "NameError"), ("ipynb-py-convert", [])]:
    assert names(cells(tool, "plain")) == ["QUERY", "os"]
    found = cells(tool, "texts")
    print(tool, names(found), found)
    assert names(found) == expected
    prose = "\n".join(source for kind, source in found if kind == "markdown")
    code = "\n".join(source for kind, source in found if kind == "code")
    assert "QUERY = " in prose and "QUERY = " not in code
    if tool == "p2j":
        assert "ring." in prose and "string." not in prose
    else:
        assert "import os" in prose and "import os" not in code
PY
