#!/usr/bin/env bash
# rope's rename leaves some uses of a name unchanged, and the program fails: property setters, dataclass keywords, `:=`.
#
# Expected: after a rename a module runs as before, or rope refuses the rename.
# Seen on 2026-11-29 with rope 1.15.2 (PyPI), one rename in each module, without an error:
#   a local variable, in f-strings and `nonlocal` too:  right.
#   a property with a setter:                           `@size.setter` stays, a NameError on import.
#   a field of a dataclass:                             the keyword in `Point(xx=1)` stays, a TypeError.
#   a variable of `:=` in a generator expression:       its use after the generator stays, a NameError.
# rope refuses other renames in such code ("resolvable python identifiers"), so a change that it returns looks complete.
# The file parses as before, so a check of the syntax does not see it either.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check rope==1.15.2
"$work/venv/bin/python" - "$work" <<'PY'
import sys
from pathlib import Path
from rope.base.project import Project
from rope.refactor.rename import Rename

# the case, the name, the module, and the error after the rename
CASES = [
    ("local", "count", """
def f(width):
    count = 0
    def g():
        nonlocal count
        count += 1
        return f'{count:>{width}}'
    return g()
result = f(2)
""", None),
    ("property", "size", """
class Box:
    @property
    def size(self):
        return 1
    @size.setter
    def size(self, value):
        pass
result = Box().size
""", NameError),
    ("dataclass", "xx", """
from dataclasses import dataclass
@dataclass
class Point:
    xx: int
result = Point(xx=1).xx
""", TypeError),
    ("walrus", "hit", """
def f(items):
    if any((hit := item) > 1 for item in items):
        return hit
result = f([1, 2])
""", NameError),
]
for case, name, source, expected in CASES:
    folder = Path(sys.argv[1], case)
    folder.mkdir()
    file = folder / "module.py"
    file.write_text(source)
    exec(source, {})
    project = Project(str(folder), ropefolder=None)
    project.do(Rename(project, project.get_resource("module.py"), source.index(name)).get_changes("other"))
    project.close()
    left = [line.strip() for line in file.read_text().splitlines() if name in line]
    try:
        exec(file.read_text(), {"__name__": "module"})
        error = None
    except Exception as raised:
        error = type(raised)
    print(f"{case}: {name} stays in {left}, then {error.__name__ if error else 'no error'}")
    assert error is expected and bool(left) == (expected is not None)
PY
