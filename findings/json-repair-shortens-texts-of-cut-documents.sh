#!/usr/bin/env bash
# json_repair removes the last line end of every text, as soon as one `}` is missing at the end of the document, and the start of a
# text that begins with "```json".
#
# Expected: a document that was cut off at its end keeps the values that are complete, as it keeps them without the cut.
# Seen on 2026-12-01 with json_repair 0.64.6 (PyPI), documents that json.dumps wrote, without the last brace or bracket:
#   {"edits": [{"old": "a\n", "new": "b\n"}]          "a" and "b", without the line ends.
#   {"text": "x\n", "next": "y\n"                     the same.
#   {"text": "```json\n{}\n```"                       the text is "n{}\n```".
#   {"text": "use:\n```json\n{}\n```\n"               the fence stays, the last line end is gone.
#   {"text": " x"                                     right; each document with its last brace: right.
# It is used to read what models write, where the last brace is what a token limit cuts off: a replacement of whole lines then does
# not match the file, or joins two lines, and Markdown loses its fence.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check json_repair==0.64.6
"$work/venv/bin/python" - <<'PY'
import json, json_repair

CASES = [
    ({"edits": [{"old": "a\n", "new": "b\n"}]}, {"edits": [{"old": "a", "new": "b"}]}),
    ({"text": "x\n", "next": "y\n"}, {"text": "x", "next": "y"}),
    ({"text": "x\n", "number": 1}, {"text": "x", "number": 1}),
    ({"text": "```json\n{}\n```"}, {"text": "n{}\n```"}),
    ({"text": "use:\n```json\n{}\n```\n"}, {"text": "use:\n```json\n{}\n```"}),
    ({"text": " x", "code": "if a:\n    b()"}, {"text": " x", "code": "if a:\n    b()"}),
]
for document, expected in CASES:
    text = json.dumps(document)
    assert json_repair.loads(text) == document
    found = json_repair.loads(text[:-1])
    print(f"{text[:-1]}\n  {found}")
    assert found == expected
PY
