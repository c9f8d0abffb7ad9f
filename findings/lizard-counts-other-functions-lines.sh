#!/usr/bin/env bash
# lizard gives a function the lines and branches of the next ones, or leaves it out: in Rust, C#, Python, JavaScript and Kotlin.
#
# Expected: a tool for code metrics lists each function of a valid file once, with its own lines and its own complexity.
# Seen on 2026-11-29 with lizard 1.24.3 (PyPI), without a warning, each file a few lines:
#   Rust, a trait method without a body:       it has the lines and the branch of the method below it, which is missing.
#   C#, the string @"c:\":                     its method extends to the next verbatim string; the methods in
#                                              between are missing.
#   Python, a one-line `def` in a function:    it has the lines and the branch of the outer function that follow.
#   Python, a one-line `def` alone:            missing.
#   JavaScript, a class with a static block:   a function `if`; the methods after the block are missing.
#   Kotlin, an extension function, and one with a name in backticks:   missing.
# The same functions in their usual form are right. The sum of a report looks plausible, so a limit for complexity in a build
# passes over the missing functions, and a ranking of complicated code names the wrong ones.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check lizard==1.24.3
"$work/venv/bin/python" - <<'PY'
import lizard

def check(file, source, expected):
    functions = lizard.analyze_file.analyze_source_code(file, source).function_list
    found = [(f.name, f.start_line, f.end_line, f.cyclomatic_complexity) for f in functions]
    print(f"{file}: {found}")
    assert found == expected, f"expected {expected}"

check("usual.rs", "trait T {\n    fn b(&self) { if true { } }\n}\nfn c() { }\n", [("b", 2, 2, 2), ("c", 4, 4, 1)])
check("trait.rs", "trait T {\n    fn a(&self);\n    fn b(&self) { if true { } }\n}\nfn c() { }\n",
      [("a", 2, 3, 2), ("c", 5, 5, 1)])

METHODS = """class A {
  string First() { return %s; }
  int Second(int x) {
    if (x > 0) { return 1; }
    return 2;
  }
  string Third() { return @"d"; }
  int Fourth() { return 1; }
}
"""
check("usual.cs", METHODS % '"c:"', [("A::First", 2, 2, 1), ("A::Second", 3, 6, 2), ("A::Third", 7, 7, 1), ("A::Fourth", 8, 8, 1)])
check("verbatim.cs", METHODS % '@"c:\\"', [("A::First", 2, 7, 1), ("A::Fourth", 8, 8, 1)])

OUTER = "def outer(x):\n    def inner():%sreturn 1\n    if x:\n        return inner\n    return None\n"
check("usual.py", OUTER % "\n        ", [("outer.inner", 2, 3, 1), ("outer", 1, 6, 2)])
check("inner.py", OUTER % " ", [("outer.inner", 2, 4, 2), ("outer", 1, 5, 1)])
check("one.py", "def one(): return 1\n\ndef two(): return 2\n", [])

METHODS = "class C {\n  %s { if (x) { y(); } }\n  run() { if (x) { y(); } }\n  stop() { }\n}\n"
check("usual.js", METHODS % "start()", [("start", 2, 2, 2), ("run", 3, 3, 2), ("stop", 4, 4, 1)])
check("static.js", METHODS % "static", [("if", 2, 2, 1)])

check("a.kt", "fun plain() { }\nfun String.ext(): Int { return 1 }\nfun `is valid`() { }\nfun last() { }\n",
      [("plain", 1, 1, 1), ("last", 4, 4, 1)])
PY
