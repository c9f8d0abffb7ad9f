#!/usr/bin/env bash
# pyrefact moves `total = total + 2` out of its loop, and turns the sum over a range into a formula that is 6.0 for range(-3).
#
# Expected: a refactoring with `--safe` ("Don't delete or rename anything") simplifies a program, which prints the same before and after.
# Seen on 2026-11-30 with pyrefact 100 (PyPI), `pyrefact --safe`, exit code 0 and no warning:
#   loops that fill a list, count words, return early, or add up numbers of a list:   right.
#   for i in range(n): total = total + 2:      the line stands once, and the loop is gone: 2 for n = 3, not 6.
#   sum([i for i in range(n)]):                n * (n - 1) / 2, so 6.0 for 4 and for -3, where Python says 6 and 0.
#   text = "", text += part in a loop:         sum(parts), a TypeError; with lists: other values.
#   out.append(a[i] + b[i]) in range(len(a)):  [a_i + b[i] for a_i in a], a NameError.
#   d[key] = len(d), out.append(len(out)):     a comprehension with d or out in it, a NameError.
#   sorted(rows, key=…)[-1]:                   max(rows, key=…): of two equal keys the first row, not the last.
#   a function with `yield` behind `return`:   no generator any more.
#   `return True` if `a and b`, else False:    `return a and b`, which is "x" for 1 and "x".
#   h = open(…), h is returned:                the file is closed when it is returned.
# The results stay plausible in part: a count is smaller, an identifier is another one, a number has a fraction.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pyrefact==100 black==26.10.1 sympy==1.14.0
cd "$work"
cat > check.py <<'PY'
import subprocess
import sys
from pathlib import Path

CASES = {}

def case(body, call, before, after):
    CASES[f"case{len(CASES)}"] = (f"def f({body}\n\nprint({call})\n", before, after)

def run(path):
    try:
        result = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=10)
    except subprocess.TimeoutExpired:
        return "no end"
    return result.stdout.strip() if result.returncode == 0 else result.stderr.strip().splitlines()[-1].split(":")[0]

# Right.
case("n):\n    out = []\n    for i in range(n):\n        out.append(i + 1)\n    return out", "f(2)", "[1, 2]", "[1, 2]")
case("words):\n    found = {}\n    for word in words:\n        if word not in found:\n            found[word] = 0\n"
     "        found[word] += 1\n    return sorted(found)", 'f("aba")', "['a', 'b']", "['a', 'b']")
case("values):\n    for value in values:\n        if value > 1:\n            return value\n    return None", "f([1, 3])", "3", "3")
case("values):\n    total = 0\n    for value in values:\n        total += value\n    return total", "f([1, 3])", "4", "4")

case("n):\n    total = 0\n    for i in range(n):\n        total = total + 2\n    return total", "f(3)", "6", "2")
case("n):\n    return sum([i for i in range(n)])", "f(4), f(-3)", "6 0", "6.0 6.0")
case('parts):\n    text = ""\n    for part in parts:\n        text += part\n    return text', 'f(["a", "b"])', "ab", "TypeError")
case("parts):\n    out = []\n    for part in parts:\n        out += part\n    return out", "f([[1], [2]])", "[1, 2]", "[[1], [2]]")
case("a, b):\n    out = []\n    for i in range(len(a)):\n        out.append(a[i] + b[i])\n    return out", "f([1, 2], [3, 4])", "[4, 6]", "NameError")
case("keys):\n    d = {}\n    for key in keys:\n        d[key] = len(d)\n    return d", 'f("ab")', "{'a': 0, 'b': 1}", "NameError")
case("n):\n    out = []\n    for i in range(n):\n        out.append(len(out))\n    return out", "f(2)", "[0, 1]", "NameError")
case("rows):\n    return sorted(rows, key=lambda row: row[0])[-1]", 'f([(1, "a"), (1, "b")])', "(1, 'b')", "(1, 'a')")
case("):\n    return 1\n    yield 2", "type(f()).__name__", "generator", "int")
case("a, b):\n    if a and b:\n        return True\n    else:\n        return False", 'f(1, "x")', "True", "x")
case('path):\n    h = open(path, "w")\n    h.write("x")\n    return h', 'f("text").closed', "False", "True")

paths = {name: Path(f"{name}.py") for name in CASES}
for name, path in paths.items():
    path.write_text(CASES[name][0])
old = {name: run(path) for name, path in paths.items()}
subprocess.run(["venv/bin/pyrefact", "--safe", "--n_cores", "1", *paths.values()], check=True, capture_output=True)
for name, path in paths.items():
    _, before, after = CASES[name]
    new = run(path)
    print(path.read_text().strip(), f"# {old[name]} -> {new}", "", sep="\n")
    assert (old[name], new) == (before, after)
PY
venv/bin/python check.py
