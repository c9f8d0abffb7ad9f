#!/usr/bin/env bash
# ast_decompiler moves the default of a positional-only parameter to the next one: `def f(a=1, /, b=2)` becomes `def f(a, /, b=1)`.
#
# Expected: the source that it writes for a tree has this tree again; ast.unparse of Python is compared with it.
# Seen on 2026-11-30 with ast_decompiler 0.8.0 (PyPI), Python 3.11, which it names as supported; ast.unparse is right in all cases:
#   def f(a, b=2, *, c=3), lambdas, comprehensions, f-strings, nested conditions, decorators:    right.
#   def f(a=1, /, b=2), f(0):       the default of a is gone, and that of b is 1: 0 1 in place of 0 2.
#   def f(a=1, /):                  def f(a, /), the default is gone.
#   lambda a=1, /: a:               `lambdaa, /: a`, a SyntaxError.
#   await (a or b), await (a if c else b):      await a or b, (await a) if c else b.
#   a docstring with `a\\nb`, a backslash and an n:      the backslash ends the line, the text is `ab`.
#   a docstring that ends with a quotation mark:        """ends with """", a SyntaxError.
# Functions that a tool reads, changes and writes back accept fewer calls, compute with another default or do not wait for b.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check ast_decompiler==0.8.0
"$work/venv/bin/python" - <<'PY'
import ast
from ast_decompiler import decompile

def check(source, expected="same"):
    tree = ast.parse(source)
    assert ast.dump(ast.parse(ast.unparse(tree))) == ast.dump(tree)
    text = decompile(tree)
    try:
        found = "same" if ast.dump(ast.parse(text)) == ast.dump(tree) else "another tree"
    except SyntaxError:
        found = "SyntaxError"
    print(source, "=>", text.strip(), found, "", sep="\n")
    assert found == expected
    return text

def call(source, expression):
    names = {}
    exec(source, names)
    try:
        return eval(expression, names)
    except TypeError:
        return "TypeError"

for source in (
    "def f(a, b=2, *, c=3):\n    return a, b, c",
    "lambda a, b=1, *c, d=2, **e: (a, b)",
    "x = [a if b else c for a in (d or e) if not (f and g)]",
    "x = f'{a!r:>{b}} {{}}'",
    "x = (-1) ** 2 + (a := 3) ** -b",
    "@a.b(c)\nclass D(E, metaclass=F):\n    pass",
):
    check(source)

source = "def f(a=1, /, b=2):\n    return a, b"
text = check(source, "another tree")
assert [call(source, "f(0)"), call(text, "f(0)"), call(source, "f()"), call(text, "f()")] == [(0, 2), (0, 1), (1, 2), "TypeError"]
source = "def f(a=1, /):\n    return a"
assert [call(source, "f()"), call(check(source, "another tree"), "f()")] == [1, "TypeError"]
check("lambda a=1, /: a", "SyntaxError")
assert "await a or b" in check("async def f(a, b):\n    return await (a or b)", "another tree")
assert "await a if c else b" in check("async def f(a, b, c):\n    return await (a if c else b)", "another tree")
source = 'def f():\n    "a\\\\nb"'
assert [call(source, "f.__doc__"), call(check(source, "another tree"), "f.__doc__")] == ["a\\nb", "ab"]
check("def f():\n    'ends with \"'", "SyntaxError")
PY
