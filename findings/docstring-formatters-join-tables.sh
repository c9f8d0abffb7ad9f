#!/usr/bin/env bash
# docformatter joins a Markdown table, a line block or a list of terms of a docstring to one line; pydocstringformatter writes a SyntaxError.
#
# Expected: a formatter of docstrings changes white space where it has no meaning; the module can be imported, and reStructuredText,
#   Markdown and Epytext show the same text.
# Seen on 2026-11-30 with docformatter 1.7.8 and pydocstringformatter 1.0.0 (PyPI), default settings, no message of a problem:
#   bullets, a grid table, code behind `::`, doctests, sections of Google and NumPy:   right in both.
#   docformatter, rows `| a | b |`, `|---|---|`, `| 1 | 2 |`:        one line, no table any more.
#   docformatter, a line block `| one`, `| two`:                     `| one | two`, one line of text.
#   docformatter, terms with their definitions below:                one paragraph.
#   docformatter, Epytext, `@param a: x` and `@type a: int`:         `@param a: x @type a: int`, so the type is a part of the text.
#   docformatter, `:param a: x`, a blank line, a paragraph:          `:param a: x  Below.`, a part of the parameter.
#   '''Has """ in it.''':                      pydocstringformatter writes """Has """ in it.""", a SyntaxError.
#   a line that a backslash continues:         pydocstringformatter writes `First \.` and a blank line: the sentence is split in two.
#   a list `- a`, `- b` without a summary:     pydocstringformatter writes `- a.`, a blank line and `- b`.
#   `iOS support`, `f(a) -> int`:              both write `IOS support.` and `F(a) -> int.`
# Documentation that is made from the code shows other text, and a search for the function's name does not find `F(a)`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check docformatter==1.7.8 pydocstringformatter==1.0.0
cd "$work"
cat > check.py <<'PY'
import ast
import subprocess
from pathlib import Path

DOC = ["venv/bin/docformatter", "--in-place"]
PYDOC = ["venv/bin/pydocstringformatter", "--write"]
cases = []

def case(tool, literal, expected):
    cases.append((tool, literal, expected))

def text(source):
    try:
        return ast.get_docstring(ast.parse(source).body[0])
    except SyntaxError:
        return "SyntaxError"

def lines(*parts):
    return '"""' + "\n    ".join(["Do it.", "", *parts, ""]) + '"""'

for tool in (DOC, PYDOC):
    for parts in [("- one", "- two"), ("+---+", "| a |", "+---+"), ("Example::", "", "    a  b", "        c"), (">>> f(1)", "1"),
                  ("Args:", "    a: x", "    b: y"), ("Parameters", "----------", "a : int", "    The first.")]:
        case(tool, lines(*parts), "\n".join(["Do it.", "", *parts]))
    case(tool, '"""iOS support"""', "IOS support.")
    case(tool, '"""f(a) -> int"""', "F(a) -> int.")

case(DOC, lines("| a | b |", "|---|---|", "| 1 | 2 |"), "Do it.\n\n| a | b | |---|---| | 1 | 2 |")
case(DOC, lines("| one", "| two"), "Do it.\n\n| one | two")
case(DOC, lines("term", "    definition", "other", "    definition"), "Do it.\n\nterm     definition other     definition")
case(DOC, lines("@param a: x", "@type a: int"), "Do it.\n\n@param a: x @type a: int")
case(DOC, lines(":param a: x", "", "Below."), "Do it.\n\n:param a: x  Below.")
case(DOC, lines(":param a: x", "Below."), "Do it.\n\n:param a: x Below.")
case(PYDOC, "'''Has \"\"\" in it.'''", "SyntaxError")
case(DOC, "'''Has \"\"\" in it.'''", 'Has """ in it.')
case(PYDOC, '"""First \\\n    and second."""', "First \\.\n\nand second.")
case(PYDOC, '"""\n    - a\n    - b\n    """', "- a.\n\n- b")

files = []
for number, (tool, literal, expected) in enumerate(cases):
    path = Path(f"case{number}.py")
    path.write_text(f"def f(a):\n    {literal}\n    return a\n")
    assert text(path.read_text()) != "SyntaxError"
    files.append(path)
for tool in (DOC, PYDOC):
    subprocess.run([*tool, *(path for path, case in zip(files, cases) if case[0] is tool)], capture_output=True)
for path, (tool, literal, expected) in zip(files, cases):
    result = text(path.read_text())
    print(tool[0].split("/")[-1], literal, "->", repr(result))
    assert result == expected
PY
venv/bin/python check.py
