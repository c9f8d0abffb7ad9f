#!/usr/bin/env bash
# Tools that remove unused imports change programs: unimport deletes the statement beside the import, pycln and autoflake a probe.
#
# Expected: an import that the program uses stays, so the program prints the same before and after.
# Seen on 2026-11-30 with pycln 2.6.0, unimport 1.5.0, autoflake 2.4.0 and ruff 0.17.6 (PyPI), set to remove imports from all modules:
#   a plain unused import, `except ImportError: tomllib = None`, names in a list `__all__`:   right in all four.
#   import os; import sys; print(os.sep):                     unimport deletes the whole line with its call.
#   try: import missing / HAVE = True / except ImportError: HAVE = False:
#                                                             pycln and autoflake remove the import, so HAVE is True.
#   an import in a class body that methods use by self.name:  pycln and unimport remove it.
#   global json / import json in a function:                  unimport removes it; the module then has no json.
#   __all__.append("pi"):                                     autoflake and ruff remove `pi`, which `import *` then lacks.
#   __all__: list = ["pi"]:                                   pycln removes it.
# None of them reports a doubt. They run as hooks before a commit, and the changed probe stays unnoticed where the package is
# installed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pycln==2.6.0 unimport==1.5.0 autoflake==2.4.0 ruff==0.17.6
cd "$work"
venv/bin/python - <<'PY'
import subprocess, sys

TOOLS = {
    "pycln": ["pycln", "--all", "--quiet"],
    "unimport": ["unimport", "--remove"],
    "autoflake": ["autoflake", "--in-place", "--remove-all-unused-imports"],
    "ruff": ["ruff", "check", "--isolated", "--no-cache", "--quiet", "--exit-zero", "--select", "F401", "--fix"],
}
EXPORTS = 'print("pi" in globals())\n'
# the program, and the tools that change its output
CASES = [
    ("import os\nprint(1)\n", []),
    ("try:\n    import tomllib\nexcept ImportError:\n    tomllib = None\nprint(tomllib is None)\n", []),
    (f'from math import pi\n__all__ = ["pi"]\n{EXPORTS}', []),
    ("import os; import sys; print(os.sep)\n", ["unimport"]),
    ("try:\n    import missing_package\n    HAVE = True\nexcept ImportError:\n    HAVE = False\nprint(HAVE)\n", ["pycln", "autoflake"]),
    ("class Circle:\n    import math\n    def area(self):\n        return self.math.pi\nprint(Circle().area())\n", ["pycln", "unimport"]),
    ("def load():\n    global json\n    import json\nload()\nprint(json.dumps(1))\n", ["unimport"]),
    (f'from math import pi\n__all__ = []\n__all__.append("pi")\n{EXPORTS}', ["autoflake", "ruff"]),
    (f'from math import pi\n__all__: list = ["pi"]\n{EXPORTS}', ["pycln"]),
]

def output(source):
    run = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True)
    return run.stdout + run.stderr.strip().split("\n")[-1]

for source, expected in CASES:
    before, changed = output(source), []
    for tool, command in TOOLS.items():
        with open("case.py", "w") as file:
            file.write(source)
        subprocess.run([f"venv/bin/{command[0]}", *command[1:], "case.py"], capture_output=True)
        after = output(open("case.py").read())
        if after != before:
            changed.append(tool)
            print(f"{source!r}: {before!r} -> {after!r} by {tool}")
    assert changed == expected, (source, changed)
PY
