#!/usr/bin/env bash
# panache writes each code block of a footnote as "```" without its language, so code that shows a fence ends at that fence.
#
# Expected: a formatter for Pandoc and Quarto keeps the document: pandoc reads the same from it before and after.
# Seen on 2026-11-30 with panache-cli 3.17.1 (PyPI), read by pandoc 3.9 (pypandoc_binary 1.17), each formatted without a warning:
#   "```sh" in a footnote:                   "```", with `~~~sh` the same; in a list the language stays.
#   "```{.python startFrom="3"}" there:      "```"; the classes and attributes are gone.
#   "````md" around a "```sh" block there:   "```" around it: the code ends after `ls`, and the text has a paragraph "```".
#   "Run it ^[Twice.] now.":                 "Run it^[Twice.] now.", a space of the text is lost.
#   "- a" and "- b" with two blank lines:    a tight list; with one blank line the paragraphs of the items stay.
# So an automatic formatter, on save or before a commit, takes the colors from the code in the notes, and a tool that collects code by
# language does not find it any more.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check panache-cli==3.17.1 pypandoc_binary==1.17
cd "$work"
cat > check.py <<'PY'
import json, subprocess
from pathlib import Path
import pypandoc

def blocks(text):
    return json.loads(pypandoc.convert_text(text, "json", format="markdown"))["blocks"]

def find(node, kind):
    if isinstance(node, dict):
        if node.get("t") == kind:
            yield node["c"]
        node = list(node.values())
    if isinstance(node, list):
        for child in node:
            yield from find(child, kind)

def reformat(text):
    Path("page.md").write_text(text)
    subprocess.run(["venv/bin/panache", "format", "page.md"], check=True, capture_output=True)
    return Path("page.md").read_text()

def check(text, look, before, after):
    formatted = reformat(text)
    found = look(blocks(text)), look(blocks(formatted))
    print(f"{text!r} -> {formatted!r}: {found}")
    assert found == (before, after)

def code(document):
    return [(classes, attributes, source) for (_, classes, attributes), source in find(document, "CodeBlock")]

def indent(lines):
    return "\n".join("    " + line for line in lines) + "\n"

def note(*lines):
    return "Text.[^note]\n\n[^note]: As follows.\n\n" + indent(lines)

for fence in ["```", "~~~"]:
    check(note(f"{fence}sh", "ls", fence), code, [(["sh"], [], "ls")], [([], [], "ls")])
check(note('```{.python startFrom="3"}', "ls", "```"), code, [(["python"], [["startFrom", "3"]], "ls")], [([], [], "ls")])
check(note("````md", "```sh", "ls", "```", "````"), code, [(["md"], [], "```sh\nls\n```")], [([], [], "```sh\nls")])
item = "1.  As follows.\n\n" + indent(["```sh", "ls", "```"])
check(item, code, [(["sh"], [], "ls")], [(["sh"], [], "ls")])

def kinds(document):
    return [part["t"] for part in document[0]["c"]]

words = ["Str", "Space", "Str"]
check("Run it ^[Twice.] now.\n", kinds, [*words, "Space", "Note", "Space", "Str"], [*words, "Note", "Space", "Str"])

def items(document):
    return [block[0]["t"] for block in document[0]["c"]]

check("- a\n\n\n- b\n", items, ["Para", "Para"], ["Plain", "Plain"])
check("- a\n\n- b\n", items, ["Para", "Para"], ["Para", "Para"])
PY
venv/bin/python check.py
