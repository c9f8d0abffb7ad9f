#!/usr/bin/env bash
# unittest2pytest writes `assertAlmostEqual(a - b, c - d)` as `round(abs(a - b-c - d), 7) == 0`: wrong results pass, right ones fail.
#
# Expected: an assertion passes after the conversion if and only if it passed before.
# Seen on 2026-11-30 with unittest2pytest 0.5 and pytest 9.2.0 (PyPI), Python 3.11; passed before and passes after:
#   assertEqual(x or 1, y), assertIn(x, y or z), assertFalse(x and y), assertRaises, assertAlmostEqual(1.0, 1.04, 1):    the same.
#   assertAlmostEqual(a - b, c - d), 3 and 5:                no, yes, since a - b - c - d is 0
#   assertAlmostEqual(a - b, c - d), 3 and 3:                yes, no
#   assertNotAlmostEqual(a, b - c), 2 and 2:                 no, yes
#   assertAlmostEqual(a, b + c, delta=1), 7 and 5:           no, yes, as c is added twice
#   assertAlmostEqual(10, 12, delta=2):                      yes, no, as it is `abs(10-12) < 2`
#   with assertRaises(ValueError) as cm, cm.exception:       yes, no, as pytest has no `exception` there
# assertEqual has its parentheses in such cases, so a reader expects them. Float tests with differences are the usual case.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check unittest2pytest==0.5 pytest==9.2.0
cd "$work"
cat > convert.py <<'PY'
import pathlib
import subprocess
import sys

def passes(directory):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", directory, f"{directory}/test_it.py"]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode in (0, 1), result.stdout
    return result.returncode == 0

number = 0

def check(body, before, after):
    global number
    number += 1
    source = pathlib.Path(f"before{number}/test_it.py")
    source.parent.mkdir()
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    source.write_text(f"import unittest\n\nclass TestIt(unittest.TestCase):\n    def test_it(self):\n{lines}")
    target = f"after{number}"
    subprocess.run(["venv/bin/unittest2pytest", "-w", "-n", "-o", target, str(source)], check=True, capture_output=True)
    converted = pathlib.Path(target, "test_it.py").read_text()
    found = passes(str(source.parent)), passes(target)
    print(body, "=>", converted.split("def test_it(self):")[1], found, "", sep="\n")
    assert found == (before, after)

check("""x, y = 0, [1]
self.assertEqual(x or 1, 1)
self.assertIn(1, x or y)
self.assertFalse(x and y)
self.assertRaises(ValueError, int, "x")
self.assertAlmostEqual(1.0, 1.04, 1)
""", True, True)
check("self.assertEqual(0 or 1, 2)", False, False)
check("self.assertAlmostEqual(1.0, 1.4, 1)", False, False)

check("a, b, c, d = 5, 2, 4, -1\nself.assertAlmostEqual(a - b, c - d)", False, True)
check("a, b, c, d = 5, 2, 4, 1\nself.assertAlmostEqual(a - b, c - d)", True, False)
check("a, b, c = 2, 5, 3\nself.assertNotAlmostEqual(a, b - c)", False, True)
check("a, b, c = 7, 6, -1\nself.assertAlmostEqual(a, b + c, delta=1)", False, True)
check("self.assertAlmostEqual(10, 12, delta=2)", True, False)
check("with self.assertRaises(ValueError) as cm:\n    int('x')\nself.assertIn('x', str(cm.exception))", True, False)
PY
venv/bin/python convert.py
