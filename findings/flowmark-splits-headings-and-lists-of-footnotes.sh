#!/usr/bin/env bash
# flowmark makes one item of a numbered list in a footnote, `1. clean 2. build`, and prose of the second line of a heading.
#
# Expected: a formatter of Markdown breaks lines and leaves the document as it is: the HTML is the same before and after.
# Seen on 2026-11-30 with flowmark 0.8.0 (PyPI), read by pandoc 3.9 (pypandoc_binary 1.17), each formatted without a warning:
#   "Set up\nthe index" over "=====":    the heading is "Set up", and "the index" a paragraph; in a list item also outside the list.
#   a footnote with "1. clean" and "2. build":   one item, "clean 2. build".
#   a footnote with "- clean" and "- build":     "build" is a child of "clean".
#   "1) a" and "2) b", then "1. c":      one list of three items instead of two lists.
#   "Ask dev@example.com":               the text says "mailto:dev@example.com".
#   [a](b 'say "hi"'):                   the title loses its last quotation mark, `say "hi`.
# Lists outside footnotes, code, tables and links with other titles stay. So an automatic formatter, on save or by an agent, changes
# what a page says: the steps of a note become one, and a heading is only half as long in an outline.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check flowmark==0.8.0 pypandoc_binary==1.17
cd "$work"
cat > check.py <<'PY'
import re, subprocess
from pathlib import Path
import pypandoc

def html(text):
    return " ".join(pypandoc.convert_text(text, "html", format="gfm", extra_args=["--wrap=none"]).split())

def reformat(text):
    Path("page.md").write_text(text)
    subprocess.run(["venv/bin/flowmark", "--inplace", "--nobackup", "page.md"], check=True)
    return Path("page.md").read_text()

def check(text, find, before, after):
    formatted = reformat(text)
    found = re.findall(find, html(text)), re.findall(find, html(formatted))
    print(f"{text!r} -> {formatted!r}: {found}")
    assert found == (before, after)

HEADING = r"<h1[^>]*>(.*?)</h1>"
check("Set up\nthe index\n=====\n\nText.\n", HEADING, ["Set up the index"], ["Set up"])
check("- Set up\n  the index\n  =====\n", HEADING + r"</li> </ul>(.*)", [("Set up the index", "")], [("Set up", " <p>the index</p>")])

ITEM = r"<li>(?:<p>)?([^<]+)"
NOTE = "Run it[^run].\n\n[^run]: In this order:\n\n    {} clean\n    {} build\n"
check(NOTE.format("1.", "2."), ITEM, ["clean", "build"], ["clean 2. build"])
check(NOTE.format("-", "-"), r"<li>clean <ul> <li>build", [], ["<li>clean <ul> <li>build"])
check("1) a\n2) b\n\n1. c\n", "<ol", ["<ol", "<ol"], ["<ol"])

TEXT = r"([\w:]*)<a [^>]*>([^<]*)</a>"
check("Ask dev@example.com today.\n", TEXT, [("", "dev@example.com")], [("mailto:", "dev@example.com")])
check("[a](b 'say \"hi\"')\n", 'title="([^"]*)"', ["say &quot;hi&quot;"], ["say &quot;hi"])

# The same in other places stays as it is.
for text in ["Set up\n=====\n", "1. clean\n2. build\n\n   ```sh\n   make\n   ```\n", "- clean\n- build\n", "1. a\n2. b\n",
             "See https://example.com/a_b and `x  y`.\n", "[a](b \"say it\")\n", "| a | b |\n|---|---|\n| c | d |\n"]:
    assert html(reformat(text)) == html(text), text
PY
venv/bin/python check.py
