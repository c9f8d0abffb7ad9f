#!/usr/bin/env bash
# Fixit's automatic fixes change results: `"%s" % pair` prints a tuple, `lambda: late()` keeps an old function, `0 == False` is false.
#
# Expected: a program prints the same before and after `fixit fix`, or the rule reports without a fix.
# Seen on 2026-11-30 with fixit 2.2.1 (PyPI), the rules that are on by default, Python 3.11; before and after:
#   "%s and %s" % ("a", "b"), "50%% %s" % x:         right, left alone.
#   "%s" % pair, where pair is ("only",):            only                        ('only',)
#   "%s" % {x for x in [1]}:                         {1}                         {x for x in [1]}
#   "\N{EM DASH} %s" % x:                            a SyntaxError after the fix.
#   handlers = {"a": lambda: late()}, late changes:  the new function            the old one
#   column == None, where == builds a query:         IS NULL                     False
#   [x for x in (0, 1, 2) if x == False]:            [0]                         []
#   all([save(x) for x in [0, 1]]):                  both are saved              the first one is saved
#   isinstance(n, int) or check(n) or isinstance(n, str):      check runs first      check does not run, and the value differs
#   lambda cls: klass(cls) in a class method of klass:         the class             the argument
#   class Point(NamedTuple), x, y = Point(1, 2):     right                       a NameError, `@dataclass` without an import
# The fixes are applied with `--automatic` without a question. Queries that are always empty, and loops that stop early, raise no error.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check fixit==2.2.1
cd "$work"
cat > check.py <<'PY'
import pathlib
import subprocess
import sys

programs = []

def run(path):
    result = subprocess.run([sys.executable, path], capture_output=True, text=True)
    return result.stdout.split("\n")[:-1] if result.returncode == 0 else [result.stderr.split("\n")[-2].split(":")[0]]

def check(source, before, after):
    path = pathlib.Path(f"program{len(programs)}.py")
    path.write_text(source)
    programs.append((path, source, run(path), [before, after]))

check('print("%s and %s" % ("a", "b"))', ["a and b"], ["a and b"])
check('x = 1\nprint("50%% %s" % x)', ["50% 1"], ["50% 1"])
check('pair = ("only",)\nprint("%s" % pair)', ["only"], ["('only',)"])
check('print("%s" % {x for x in [1]})', ["{1}"], ["{x for x in [1]}"])
check('x = 1\nprint("\\N{EM DASH} %s" % x)', ["— 1"], ["SyntaxError"])
check("""def late():
    return "old"

handlers = {"a": lambda: late()}

def new():
    return "new"

late = new
print(handlers["a"]())
""", ["new"], ["old"])
check("""class Column:
    def __eq__(self, other):
        return "IS NULL"

print(Column() == None)
""", ["IS NULL"], ["False"])
check("print([x for x in (0, 1, 2) if x == False])", ["[0]"], ["[]"])
check("""def save(x):
    print("save", x)
    return x

all([save(x) for x in [0, 1]])
""", ["save 0", "save 1"], ["save 0"])
check("""def check(n):
    return "checked"

n = "text"
print(isinstance(n, int) or check(n) or isinstance(n, str))
""", ["checked"], ["True"])
check("""class Reader:
    @classmethod
    def make(klass):
        return lambda cls: klass.__name__

print(Reader.make()(int))
""", ["Reader"], ["int"])
check("""from typing import NamedTuple

class Point(NamedTuple):
    x: int
    y: int

x, y = Point(1, 2)
print(x)
""", ["1"], ["NameError"])

subprocess.run(["venv/bin/fixit", "fix", "--automatic", *(path for path, *_ in programs)], capture_output=True)
for path, source, before, expected in programs:
    found = [before, run(path)]
    print(source, "=>", path.read_text(), found, "", sep="\n")
    assert found == expected, found
PY
venv/bin/python check.py
