#!/usr/bin/env bash
# radon counts a type annotation, a slice and a dictionary as one more logical line, and some branches of Python 3.10 as none.
#
# Expected: a logical line is a statement, so annotations change no figure; each branch counts once, wherever it is written.
# Seen on 2026-11-29 with radon 6.0.1 (PyPI), without a warning:
#   lloc of `x = 1` is 1; of `x: int = 1`, `x = y[1:2]` and `x = {1: 2}` it is 2, for the colon; of `f(key=1)` it is 1 again.
#   Ten functions of three statements have a maintainability index of 50.1; with annotations it is 46.2.
#   `try` with two `except` has a complexity of 3, with two `except*` 1.
#   `if a and b` has 3, `assert a and b` 2.
#   `if x == 1` in `else` adds 1, the guard of `case y if y == 1` 0, and a guarded `case _ if y` is taken for the `else`.
# A team that adds annotations sees its maintainability fall, and a limit for it in a build fails without a change of the code.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check radon==6.0.1
"$work/venv/bin/python" - <<'PY'
from radon.complexity import cc_visit
from radon.metrics import mi_visit
from radon.raw import analyze

def check(name, found, expected):
    print(f"{name}: {found}")
    assert found == expected, f"expected {expected}"

def lines(source):
    return analyze(source + "\n").lloc

check("logical lines of statements", [lines(s) for s in ("x = 1", "x = 1; y = 2", "f(key=1)")], [1, 2, 1])
check("logical lines of one statement", [lines(s) for s in ("x: int = 1", "x = y[1:2]", "x = {1: 2}")], [2, 2, 2])

plain = "".join(f"def f{i}(a, b):\n    c = a\n    d = b\n    return c + d\n\n" for i in range(10))
typed = "".join(f"def f{i}(a: int, b: int) -> int:\n    c: int = a\n    d: int = b\n    return c + d\n\n" for i in range(10))
check("maintainability", [round(mi_visit(source, True), 1) for source in (plain, typed)], [50.1, 46.2])

def complexity(body):
    [function] = cc_visit("def f(a, b):\n    " + body.replace("\n", "\n    ") + "\n")
    return function.complexity

TRY = "try: a()\nexcept{0} ValueError: b()\nexcept{0} TypeError: b()"
check("except, except*", [complexity(TRY.format(star)) for star in ("", "*")], [3, 1])
check("if, assert", [complexity(f"{word}") for word in ("if a and b: pass", "assert a and b")], [3, 2])
MATCH = "match a:\n    case 1: pass\n    case {}: pass"
check("a case without and with a guard", [complexity(MATCH.format(case)) for case in ("2", "2 if b")], [3, 3])
check("the last case", [complexity(MATCH.format(case)) for case in ("_", "_ if b")], [2, 2])
PY
