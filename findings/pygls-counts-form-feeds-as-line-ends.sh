#!/usr/bin/env bash
# Language servers on pygls, and python-lsp-server, take a form feed for a line end: edits are applied at the wrong place.
#
# Expected: as the protocol says, lines end at \n, \r\n and \r only; a form feed is a character of its line.
# Seen on 2026-11-29 with pygls 2.1.1 and python-lsp-server 1.15.0 (PyPI), a file with one form feed in line 2:
#   pygls: a change that renames `load` in line 3 is applied in line 2, and `load` stays.
#   pygls: `offset_at_position` and `word_at_position` miss from line 3 on; without a form feed all are right.
#   python-lsp-server: the same change breaks its copy of the text.
# Both split the text by `str.splitlines`, which also ends lines at \v, \f, \x1c-\x1e, U+0085 and U+2028.
# Form feeds divide the pages of GNU sources and of older Python modules. In such a file, positions of these servers and of a
# tool that counts by the protocol differ by one line for each of them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pygls==2.1.1 python-lsp-server==1.15.0
"$work/venv/bin/python" - <<'PY'
from types import SimpleNamespace
from lsprotocol.types import Position, Range, TextDocumentContentChangePartial
from pygls.workspace import TextDocument
from pylsp.workspace import Document

def with_pygls(source, line):
    document = TextDocument("file:///a.py", source=source)
    position = Position(line=line, character=4)
    at = document.offset_at_position(position), document.word_at_position(position)
    change = Range(start=position, end=Position(line=line, character=8))
    document.apply_change(TextDocumentContentChangePartial(range=change, text="read"))
    return at, document.source

def with_pylsp(source, line):
    workspace = SimpleNamespace(_config=None)
    document = Document("file:///a.py", workspace, source=source)
    document.apply_change({"text": "read", "range": {
        "start": {"line": line, "character": 4}, "end": {"line": line, "character": 8}}})
    return document.source

for name, separator, is_right in [("blank line", "\n", True), ("form feed", "\f\n", False)]:
    source = f"import os\n{separator}def load():\n    return os\n"
    expected = source.replace("load", "read")
    at, edited = with_pygls(source, 2)
    other = with_pylsp(source, 2)
    print(f"{name}: pygls {at} of {source.index('load')}, {edited!r}; pylsp {other!r}")
    assert (at == (source.index("load"), "load")) == is_right
    assert (edited == expected) == is_right and (other == expected) == is_right
PY
