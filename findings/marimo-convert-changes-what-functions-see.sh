#!/usr/bin/env bash
# marimo converts a notebook so that a function keeps the old value of a variable that a later cell sets: the results differ.
#
# Expected: the converted notebook prints what the cells print in order, or the conversion names the cells that need a decision.
# Seen on 2026-11-30 with marimo 0.25.2 (PyPI), `marimo convert`, without a warning; the notebook and the cells as one script:
#   `x = 1`, `print(x)`, `x = 2`, `print(x)`:             both print 1 2: marimo gives each `x` a name of its own.
#   `rate = 1`, `def price(): return rate`, `rate = 2`, `print(price())`:   the cells print 2, the notebook prints 1.
#   the same with a lambda, or a method of a class:       as above.
#   `_path = "a"` and `print(_path)` in the next cell:    a NameError, as `_path` belongs to one cell in marimo.
# So a setting that a cell changes below a function no longer reaches it, and the converted notebook computes other results.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check marimo==0.25.2
cd "$work"
HOME="$work" venv/bin/python - <<'PY'
import json, pathlib, subprocess

def notebook(cells):
    cells = [{"cell_type": "code", "id": f"cell{n}", "metadata": {}, "source": cell, "outputs": [], "execution_count": None}
             for n, cell in enumerate(cells)]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells})

def run(*arguments):
    """What a script prints, or its last error."""
    result = subprocess.run(["venv/bin/python", *arguments], capture_output=True, text=True)
    return " ".join(result.stdout.split()) if result.returncode == 0 else result.stderr.strip().split("\n")[-1].split(".")[0]

# the cells of a notebook, what they print, and what the converted notebook prints
for cells, expected, converted in [
    (["x = 1", "print(x)", "x = 2", "print(x)"], "1 2", "1 2"),
    (["rate = 1", "def price():\n    return rate", "print(price())"], "1", "1"),
    (["rate = 1", "def price():\n    return rate", "print(price())", "rate = 2", "print(price())"], "1 2", "1 1"),
    (["rate = 1", "price = lambda n: n * rate", "rate = 2", "print(price(3))"], "6", "3"),
    (["rate = 1", "class Shop:\n    def price(self):\n        return rate", "rate = 2", "print(Shop().price())"], "2", "1"),
    (['_path = "a"', "print(_path)"], "a", "NameError: name '_path' is not defined"),
]:
    pathlib.Path("notebook.ipynb").write_text(notebook(cells))
    result = subprocess.run(["venv/bin/marimo", "convert", "notebook.ipynb", "-o", "notebook.py"], check=True, capture_output=True,
                            text=True)
    assert "warning" not in (result.stdout + result.stderr).lower(), result
    found = [run("-c", "\n".join(cells)), run("notebook.py")]
    print(cells, found)
    assert found == [expected, converted], [expected, converted]
    pathlib.Path("notebook.py").unlink()
PY
