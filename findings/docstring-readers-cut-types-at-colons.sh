#!/usr/bin/env bash
# griffe and docstring_parser take a part of the type for the name of a parameter: `b (Literal["x` for `b (Literal["x: y"]): …`.
#
# Expected: in a docstring of Google's style the name ends where the parenthesis of the type begins; a type may hold a colon.
# Seen on 2026-11-29 with griffe 2.4.1 and docstring_parser 0.18.0 (PyPI), each line in a section `Args:`:
#   b (int): text, b (dict[str, "A"]): text, b(int): text:   right in both.
#   b (Literal["x: y"]): text, b (Annotated[int, "unit: ms"]): text:
#                        no parameter b in either; its name is the line up to the colon, the rest is the description.
#   b (str) : text:      griffe has the name `b (str) ` and no type; docstring_parser is right.
#   a, b (int): text:    one parameter named `a, b` in both; in the style of NumPy griffe makes it two.
# Frameworks for agents take the descriptions of a tool's arguments from such readers: the argument then has none, and documentation
# lists a parameter that does not exist.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check griffe==2.4.1 docstring_parser==0.18.0
"$work/venv/bin/python" - <<'PY'
import logging
import griffe
from docstring_parser import DocstringStyle, parse

logging.disable()

def with_griffe(text, style):
    sections = griffe.Docstring(text).parse(style)
    parameters = next(section.value for section in sections if section.kind.value == "parameters")
    return [(parameter.name, parameter.annotation and str(parameter.annotation), parameter.description) for parameter in parameters]

def with_docstring_parser(text):
    docstring = parse(text, style=DocstringStyle.GOOGLE)
    return [(parameter.arg_name, parameter.type_name, parameter.description) for parameter in docstring.params]

def check(line, *expected):
    text = f"Summary.\n\nArgs:\n    {line}\n"
    found = with_griffe(text, "google"), with_docstring_parser(text)
    print(f"{line}:", *found, sep="\n  ")
    assert found == tuple([parameter] for parameter in expected), expected

for line, kind in [("b (int): text", "int"), ('b (dict[str, "A"]): text', 'dict[str, "A"]'), ("b(int): text", "int")]:
    check(line, ("b", kind, "text"), ("b", kind, "text"))
for before, after in [('b (Literal["x', 'y"]): text'), ('b (Annotated[int, "unit', 'ms"]): text')]:
    check(f"{before}: {after}", (before, None, after), (before, None, after))
check("b (str) : text", ("b (str) ", None, "text"), ("b", "str", "text"))
check("a, b (int): text", ("a, b", "int", "text"), ("a, b", "int", "text"))
numpy = "Summary.\n\nParameters\n----------\na, b : int\n    text\n"
assert with_griffe(numpy, "numpy") == [("a", "int", "text"), ("b", "int", "text")]
PY
