#!/usr/bin/env bash
# nbconvert's Markdown ends a code cell at the first line of three backticks in it, such as an example in a docstring.
#
# Expected: as CommonMark offers it, a fence that is longer than those in the code, so that each code cell is one code block.
# Seen on 2026-11-29 with nbconvert 7.17.2 and jupytext 1.19.6 (PyPI), read by markdown-it-py 4.3.0:
#   a cell without backticks:                nbconvert and jupytext: one code block with the whole cell.
#   a docstring with an example in a fence:  jupytext: one block, fenced by four backticks. nbconvert: two blocks and a paragraph;
#                                            the code between the inner fences is text, the rest of the cell is a block.
# So a search or an agent that reads notebooks through nbconvert sees prose where code stands, without a warning; functions that
# document themselves in Markdown are the usual case.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check \
    nbconvert==7.17.2 nbformat==5.11.1 jupytext==1.19.6 markdown-it-py==4.3.0
"$work/venv/bin/python" -W ignore - <<'PY'
import jupytext
from markdown_it import MarkdownIt
from nbconvert import MarkdownExporter
from nbformat.v4 import new_code_cell, new_notebook

PLAIN = "def double(x):\n    return 2 * x"
DOCUMENTED = 'DOC = """Doubles a number:\n\n```\ndouble(4)\n```\n"""\n' + PLAIN
WRITERS = {
    "nbconvert": lambda notebook: MarkdownExporter().from_notebook_node(notebook)[0],
    "jupytext": lambda notebook: jupytext.writes(notebook, "md"),
}
for name, write in WRITERS.items():
    for code in (PLAIN, DOCUMENTED):
        blocks = [token.content.rstrip("\n") for token in MarkdownIt().parse(write(new_notebook(cells=[new_code_cell(code)])))
                  if token.type == "fence"]
        is_whole = blocks == [code]
        print(f"{name}, {'documented' if code is DOCUMENTED else 'plain'}: {blocks}")
        assert is_whole == (name == "jupytext" or code is PLAIN)
PY
