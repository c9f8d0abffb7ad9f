#!/usr/bin/env bash
# deadcode's `--fix` leaves files that Python cannot read: it removes the name of an import, or the first line of a value only.
#
# Expected: after `--fix` each file is valid Python without the names that were reported, as its documentation promises.
# Seen on 2026-11-30 with deadcode 2.4.1 (PyPI) and Python's own parser; each run ends with "Removed … unused code item":
#   an unused function, method or class, a value in one line:   removed, the file is valid.
#   `import json` inside a function:                            `import ` is left, a SyntaxError.
#   `import sys, json`, only `sys` used:                        `import sys, ` is left, a SyntaxError.
#   a dictionary or text of several lines:                      its first line is removed, the others are left, a SyntaxError.
#   `from os import path as p, sep`, none used:                 `sep` is left, though both are reported as removed.
# The files are written without a check, so one run over a repository can break each module that has such a line.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check deadcode==2.4.1
mkdir "$work/code"
cd "$work/code"
"$work/venv/bin/python" - "$work/venv/bin/deadcode" <<'PY'
import ast, pathlib, subprocess, sys

def is_valid(code):
    try:
        ast.parse(code)
    except SyntaxError:
        return False
    return True

# the unused code, the code that stays, what deadcode leaves of the first, and whether the result is valid
for unused, used, rest, expected in [
    ("def old():\n    return 1", "print(1)", "", True),
    ("class Old:\n    pass", "print(1)", "", True),
    ("OLD = 1", "print(1)", "", True),
    ("import sys, json", "print(sys.argv)", "import sys, ", False),
    ("def run():\n    import json", "run()", "def run():\n    import ", False),
    ("OLD = {\n    1: 2,\n}", "print(1)", "    1: 2,\n}", False),
    ('OLD = """\nsome text\n"""', "print(1)", 'some text\n"""', False),
    ("from os import path as p, sep", "print(1)", "from os import sep", True),
]:
    file = pathlib.Path("module.py")
    file.write_text(f"{unused}\n{used}\n")
    assert is_valid(file.read_text())
    result = subprocess.run([sys.argv[1], "module.py", "--fix", "--no-color"], capture_output=True, text=True)
    found = file.read_text()
    print(f"{unused!r}: {result.stdout.strip().splitlines()[-1]}, {found!r}, {'valid' if is_valid(found) else 'a SyntaxError'}")
    assert "Removed" in result.stdout and not result.stderr, result
    assert found.strip("\n") == f"{rest}\n{used}".strip("\n"), found
    assert is_valid(found) == expected
PY
