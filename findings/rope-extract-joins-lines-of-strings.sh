#!/usr/bin/env bash
# rope's "Extract method" joins the lines of a string to one, and "Extract variable" evaluates conditions once and variables too early.
#
# Expected: the program prints the same after a refactoring, or rope refuses, as it does for `break`, `yield` and several returns.
# Seen on 2026-11-30 with rope 1.15.2 (PyPI), Python 3.11:
#   Extract method, assignments, loops, super(), nonlocal, branches:     right.
#   Extract method, return of """a, new line, b""":            the text is `a b`.
#   Extract method, `x = await g()` in an async function:      the new function is not async, a SyntaxError.
#   Extract method, in a class method:                         A.ext(cls), a TypeError, since the new method is a class method, too.
#   Extract method, the `e` of `except ValueError as e`:       is not passed, a NameError.
#   Extract variable, the condition of `while`:                computed once above the loop, which does not end by it.
#   Extract variable, the condition of `elif`:                 an assignment between `if` and `elif`, a SyntaxError.
#   Extract variable with similar=True, a + 1, a = 5, a + 1:   the second one has the value of the first one.
#   Extract variable, x.upper() in `x and x.upper()`:          computed before x is checked, an AttributeError.
#   Extract variable, x * 2 in [x * 2 for x in a]:             above the comprehension, a NameError, or another x.
# Editors with python-lsp-server and pylsp-rope call these; the string, the loop and the repeated expression change without an error.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check rope==1.15.2
cd "$work"
mkdir project
cat > extract.py <<'PY'
import subprocess
import sys
from rope.base.exceptions import RefactoringError
from rope.base.project import Project
from rope.refactor.extract import ExtractMethod, ExtractVariable

project = Project("project", ropefolder=None)
module = project.root.create_file("module.py")

def run(source):
    result = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=20)
    return result.stdout.strip() if result.returncode == 0 else result.stderr.strip().split("\n")[-1].split(":")[0]

# The text between << and >> is extracted.
def check(refactoring, marked, before, after, **options):
    source = marked.replace("<<", "").replace(">>", "")
    module.write(source)
    try:
        extract = refactoring(project, module, marked.index("<<"), marked.index(">>") - 2)
        project.do(extract.get_changes("ext", **options))
        found = [run(source), run(module.read())]
    except RefactoringError:
        found = [run(source), "refused"]
    print(refactoring.__name__, marked, "=>", module.read(), found, "", sep="\n")
    assert found == [before, after], found

check(ExtractMethod, "def f(x):\n    <<y = x + 1>>\n    return y\nprint(f(1))\n", "2", "2")
check(ExtractMethod, "def f():\n    t = 0\n    for i in range(3):\n        <<t += i>>\n    return t\nprint(f())\n", "3", "3")
check(ExtractMethod, "def f(x):\n    y = 0\n    <<if x:\n        y = 1>>\n    return y\nprint(f(0), f(1))\n", "0 1", "0 1")
check(ExtractMethod, "def f():\n    <<yield 1>>\nprint(list(f()))\n", "[1]", "refused")
check(ExtractVariable, "a = 1\nprint(2 * (<<a + 1>>))\n", "4", "4")

check(ExtractMethod, 'def f():\n    return <<"""a\n  b""">>\nprint(f())\n', "a\n  b", "a b")
check(ExtractMethod, """import asyncio
async def g():
    return 1
async def f():
    <<x = await g()>>
    return x
print(asyncio.run(f()))
""", "1", "SyntaxError")
check(ExtractMethod, """class A:
    k = 1
    @classmethod
    def f(cls):
        <<y = cls.k>>
        return y
print(A.f())
""", "1", "TypeError")
check(ExtractMethod, """def f():
    try:
        int("x")
    except ValueError as e:
        <<print(type(e).__name__)>>
f()
""", "ValueError", "NameError")
check(ExtractVariable, "i = 0\nwhile <<i < 3>>:\n    i += 1\n    if i == 9:\n        break\nprint(i)\n", "3", "9")
check(ExtractVariable, "x = 1\nif x > 1:\n    print('more')\nelif <<x == 1>>:\n    print('one')\n", "one", "SyntaxError")
check(ExtractVariable, "def f(a):\n    print(<<a + 1>>)\n    a = 5\n    print(a + 1)\nf(1)\n", "2\n6", "2\n2", similar=True)
check(ExtractVariable, "def f(x):\n    return x and <<x.upper()>>\nprint(f(None))\n", "None", "AttributeError")
check(ExtractVariable, "print([<<x * 2>> for x in [1, 2]])\n", "[2, 4]", "NameError")
check(ExtractVariable, "x = 5\nprint([<<x * 2>> for x in [1, 2]])\n", "[2, 4]", "[10, 10]")
PY
timeout 100 venv/bin/python extract.py
