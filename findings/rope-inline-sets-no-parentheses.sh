#!/usr/bin/env bash
# rope's refactoring "Inline" sets no parentheses: `x = 1 + 2; print(x * 3)` becomes `print(1 + 2 * 3)`, 7 in place of 9.
#
# Expected: after the refactoring the program prints the same, or the refactoring is refused, as rope does for other code.
# Seen on 2026-11-30 with rope 1.15.2 and, for comparison, jedi 0.20.1 (PyPI) on Python 3.11; no error of rope, one case each:
#   a value inside a call or in its own parentheses:       right in both.
#   a sum, difference or power as an operand, `x ** 2` of -1:   another number.
#   `x == True` of a comparison:                           a chain, `1 < 2 == True`, which is False.
#   `len(t)` of the tuple `1, 2`, print(t):                two arguments.
#   a call of a lambda, a method of the number 5:          `lambda: 3()` and `5.bit_length()`.
#   a function: `double(1 + 2)`, `plus_one(1) * 2`:        `1 + 2 * 2` and `1 + 1 * 2`.
#   a method, `a.total(2) * 3`; a function that changes its parameter:    the same, and a NameError.
#   jedi's Inline, for variables:                          right in each case.
# Most results are valid programs. Editors offer the refactoring through rope's plug-ins of language servers.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check rope==1.15.2 jedi==0.20.1
mkdir "$work/project"
cd "$work/project"
"$work/venv/bin/python" -W ignore - <<'PY'
import subprocess, sys
import jedi
from rope.base.project import Project
from rope.refactor.inline import create_inline

project = Project(".", ropefolder=None)
module = project.root.create_file("module.py")

def output(code):
    result = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True)
    return result.stdout.strip() if result.returncode == 0 else result.stderr.strip().splitlines()[-1].split(":")[0]

def inline_with_rope(code, offset):
    module.write(code)
    project.do(create_inline(project, module, offset).get_changes())
    return module.read()

def inline_with_jedi(code, offset):
    lines = code[:offset].split("\n")
    [change] = jedi.Script(code).inline(len(lines), len(lines[-1])).get_changed_files().values()
    return change.get_new_code()

def check(code, name, before, after):
    """Output of a program before and after the first occurrence of `name` is inlined."""
    assert output(code) == before, output(code)
    new = inline_with_rope(code, code.index(name))
    found = output(new)
    print(f"{code!r} -> {new!r}: {before} -> {found}")
    assert name not in new and found == after, f"expected {after}"
    if not code.startswith(("def", "class")):
        assert output(inline_with_jedi(code, code.index(name))) == before

check("value = 1 + 2\nprint(value)\n", "value", "3", "3")
check("value = (1 + 2)\nprint(value * 3)\n", "value", "9", "9")
check("value = 1 + 2\nprint(value * 3)\n", "value", "9", "7")
check("value: int = 3 - 1\nprint(5 - value)\n", "value", "3", "1")
check("value = -1\nprint(value ** 2)\n", "value", "1", "-1")
check("value = 2 ** 2\nprint(value ** 3)\n", "value", "64", "256")
check("value = 1 < 2\nprint(value == True)\n", "value", "True", "False")
check("value = 1 in [1]\nprint(value in [True])\n", "value", "True", "False")
check("value = 1, 2\nprint(value)\n", "value", "(1, 2)", "1 2")
check("value = 1, 2\nprint(len(value))\n", "value", "2", "TypeError")
check("value = lambda: 3\nprint(type(value()) is int)\n", "value", "True", "False")
check("value = 5\nprint(value.bit_length())\n", "value", "3", "SyntaxError")

check("def value(a):\n    return a + 1\nprint(value(1))\n", "value", "2", "2")
check("def value(a):\n    return a + 1\nprint(value(1) * 2)\n", "value", "4", "3")
check("def value(a):\n    return a * 2\nprint(value(1 + 2))\n", "value", "6", "5")
check("def value(a):\n    return a, 1\nprint(value(2))\n", "value", "(2, 1)", "2 1")
check("class A:\n    n = 1\n    def value(self, k):\n        return self.n + k\na = A()\nprint(a.value(2) * 3)\n", "value", "9", "7")
check("def value(a):\n    a += 1\n    return a\nx = 1\ny = value(x)\nprint(x, y)\n", "value", "1 2", "NameError")
PY
