#!/usr/bin/env bash
# Converters from Markdown to reStructuredText turn the prose between "`map`s" and "`set`" into code, and `type_` into a link.
#
# Expected: the reStructuredText has the same words, and the same of them as code; characters that are marks there are escaped.
# Seen on 2026-11-30 with m2r2 2.1.0, sphinx-mdinclude 0.6.2 and mistune 3.3.4 (its RSTRenderer, PyPI), read again by docutils;
# m2r2 is right where it is not named:
#   "All `map`s and `set` types.":  sphinx-mdinclude and mistune: one piece of code, "map``s and ``set".
#   "In `C:\temp` or C:\\temp.":    sphinx-mdinclude and mistune drop the backslashes of the prose: C:temp.
#   "Pass type_ here.":             all three: a reference to a target "type", which docutils reports as an error.
#   "Re*read* it.":                 sphinx-mdinclude and mistune: the stars are text, with a warning.
#   "1. a" with a nested "1. b":    mistune: one item with the text "a 1. b".
#   "![](a.png) Then run `x`.":     sphinx-mdinclude: nothing but the image, without a warning.
# A README that goes into Sphinx or PyPI this way shows other code than it has, and a search for code finds the prose between.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check m2r2==2.1.0 sphinx-mdinclude==0.6.2 mistune==3.3.4 docutils==0.19
cd "$work"
"$work/venv/bin/python" - <<'PY'
import io
import m2r2, mistune, sphinx_mdinclude
from docutils import nodes
from docutils.core import publish_doctree
from mistune.renderers.rst import RSTRenderer

CONVERTERS = {
    "m2r2": m2r2.convert,
    "sphinx-mdinclude": sphinx_mdinclude.convert,
    "mistune": mistune.create_markdown(renderer=RSTRenderer()),
}

def read(name, markdown):
    return read_rst(name, CONVERTERS[name](markdown))

def read_rst(name, source):
    report = io.StringIO()
    tree = publish_doctree(source, settings_overrides={"warning_stream": report, "syntax_highlight": "none"})
    for message in list(tree.findall(nodes.system_message)):
        message.parent.remove(message)
    print(f"{name}: {source!r}: {tree.astext()!r} {report.getvalue().strip()}")
    return tree, report.getvalue()

def check(markdown, find, usual, others):
    for name in CONVERTERS:
        found = find(*read(name, markdown))
        assert found == others.get(name, usual), f"{name}: {found}"

def code(tree, report):
    return [node.astext() for node in tree.findall(nodes.literal)]

def text(tree, report):
    return tree.astext()

def both(value):
    return {"sphinx-mdinclude": value, "mistune": value}

# What the converters could write is valid.
tree, report = read_rst("escaped", r"All ``map``\ s and ``set`` types. Pass type\_ here.")
assert report == "" and tree.astext() == "All maps and set types. Pass type_ here." and code(tree, report) == ["map", "set"]

check("All `map`s and `set` types.", code, ["map", "set"], both(["map``s and ``set"]))
check("In `C:\\temp` or C:\\\\temp.", text, "In C:\\temp or C:\\temp.", both("In C:\\temp or C:temp."))

def unknown(tree, report):
    return "Unknown target name" in report

check("Pass type_ here.", unknown, True, {})
check("Pass `type_` here.", unknown, False, {})
check("Re*read* it.", text, "Reread it.", both("Re*read* it."))

def items(tree, report):
    return [node[0].astext().replace("\n", " ") for node in tree.findall(nodes.list_item)]

check("1. a\n   1. b\n", items, ["a", "b"], {"mistune": ["a 1. b"]})

def run(tree, report):
    return "Then run x." in tree.astext(), report == ""

check("![](a.png) Then run `x`.", run, (True, True), {"sphinx-mdinclude": (False, True)})
PY
