#!/usr/bin/env bash
# jedi's refactoring "Extract function" does not pass a variable that the code changes: `x = x + 1` fails in the new function.
#
# Expected: the program prints the same after the refactoring, or jedi raises a RefactoringError, as it does for other code.
# Seen on 2026-11-30 with jedi 0.20.1 and, for comparison, rope 1.15.2 (PyPI) on Python 3.11; no error of jedi:
#   statements that read variables and set others:           right in both.
#   `x = x + 1` and another statement; `r = 1` in an `if`:   x and r are no parameters, an UnboundLocalError.
#   a single statement up to the end of its line:            `x = 5return x`, as the line end is missing.
#   `match` and `case`:                                      passed as variables, a NameError.
#   `if i == 1: break`:                                      `= new(i)` without a name, a SyntaxError; rope refuses.
#   Extract variable, `b - c` in `a - b - c`:                `a - new`, another number; rope refuses a part of an expression.
#   rope, for all of these:                                  right or refused.
# jedi-language-server offers the refactoring for each selection. The failing line may run much later, in a rare branch.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check jedi==0.20.1 rope==1.15.2
mkdir "$work/project"
cd "$work/project"
"$work/venv/bin/python" -W ignore - <<'PY'
import subprocess, sys
import jedi
from rope.base.exceptions import RefactoringError
from rope.base.project import Project
from rope.refactor.extract import ExtractMethod, ExtractVariable

project = Project(".", ropefolder=None)
module = project.root.create_file("module.py")

def output(code):
    result = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True)
    return result.stdout.strip() if result.returncode == 0 else result.stderr.strip().splitlines()[-1].split(":")[0]

def extract_with_jedi(kind, code, start, end):
    def position(offset):
        lines = code[:offset].split("\n")
        return len(lines), len(lines[-1])
    script = jedi.Script(code)
    line, column = position(start)
    until_line, until_column = position(end)
    extract = script.extract_function if kind == "function" else script.extract_variable
    [change] = extract(line, column, until_line=until_line, until_column=until_column, new_name="new").get_changed_files().values()
    return change.get_new_code()

def extract_with_rope(kind, code, start, end):
    module.write(code)
    extract = ExtractMethod if kind == "function" else ExtractVariable
    project.do(extract(project, module, start, end).get_changes("new"))
    return module.read()

def check(kind, code, selection, before, after):
    """Output of a program before and after `selection` is extracted."""
    assert output(code) == before, output(code)
    start = code.index(selection)
    new = extract_with_jedi(kind, code, start, start + len(selection))
    found = output(new)
    print(f"{code!r} -> {new!r}: {before} -> {found}")
    assert found == after, f"expected {after}"
    try:
        with_rope = output(extract_with_rope(kind, code, start, start + len(selection)))
    except RefactoringError:
        with_rope = "refused"
    assert with_rope in (before, "refused"), with_rope

check("function", "def f(a):\n    b = a + 1\n    c = b * 2\n    print(c)\nf(1)\n", "b = a + 1\n    c = b * 2\n", "4", "4")
check("function", "def f():\n    x = 1\n    x = x + 1\n    y = 2\n    print(x, y)\nf()\n", "x = x + 1\n    y = 2\n",
      "2 2", "UnboundLocalError")
check("function", "def f(a):\n    r = 0\n    if a:\n        r = 1\n    print(r)\nf(0)\n", "if a:\n        r = 1\n",
      "0", "UnboundLocalError")
check("function", "def f():\n    x = 5\n    print(x)\nf()\n", "x = 5", "5", "SyntaxError")
check("function", "def f(v):\n    match v:\n        case [a, b]:\n            c = a\n    print(c)\nf([1, 2])\n",
      "match v:\n        case [a, b]:\n            c = a\n", "1", "NameError")
check("function", "def f():\n    for i in range(3):\n        if i == 1: break\n    print(i)\nf()\n", "if i == 1: break\n",
      "1", "SyntaxError")
check("variable", "a, b, c = 5, 2, 1\nprint(a - b - c)\n", "b - c", "2", "4")
PY
