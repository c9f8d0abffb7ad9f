#!/usr/bin/env bash
# marko's Markdown renderer shortens fences, so code ends early, and splits quotes; mistletoe's turns `&lt;b&gt;` into the tag `<b>`.
#
# Expected: Markdown that is parsed and rendered as Markdown without a change is the same document, as HTML made of both shows.
# Seen on 2026-11-30 with marko 2.2.4 and mistletoe 1.6.0 (PyPI), whose HTML of all texts here is right:
#   marko, code in a fence of four backticks, with three in it:    three outside, too: the inner line ends the code.
#   marko, code in `~~~` with a line of three backticks:           the same.
#   marko, ``a`b`` as a code span between double backticks:        between single ones, so `b` is prose.
#   marko, a quote with code below an empty line:                  two quotes; the second line of an item in it is outside.
#   marko, a title of two lines above `===`:                       a heading of one line, and a paragraph.
#   marko, `[guide](<user guide.md>)`:                             `[guide](user guide.md)`, which is no link.
#   mistletoe, `&lt;b&gt;` and `&#42;not&#42;`:                    `<b>`, which disappears on the page, and `*not*`, which is italic.
# Tools that change one heading or link of a page and write it back damage other parts of it, without an error.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check marko==2.2.4 mistletoe==1.6.0 markdown-it-py==4.3.0
"$work/venv/bin/python" - <<'PY'
import marko, mistletoe
from markdown_it import MarkdownIt
from marko.md_renderer import MarkdownRenderer as MarkoRenderer
from mistletoe.markdown_renderer import MarkdownRenderer

def mistletoe_writes(text):
    with MarkdownRenderer() as renderer:
        return renderer.render(mistletoe.Document(text))

LIBRARIES = {
    "marko": (marko.Markdown(renderer=MarkoRenderer).convert, marko.convert),
    "mistletoe": (mistletoe_writes, mistletoe.markdown),
}
# A text, and what a library writes for it. All other texts have the same HTML before and after.
TEXTS = {
    "````\n```\ncode\n```\n````\n": {"marko": "```\n```\ncode\n```\n```\n"},
    "~~~\n```\ncode\n~~~\n": {"marko": "```\n```\ncode\n```\n"},
    "Call ``a`b`` here.\n": {"marko": "Call `a`b` here.\n"},
    "> note\n>\n>     code\n": {"marko": "> note\n\n>     code\n"},
    "> - one\n>   two\n>\n>   three\n": {"marko": "> - one\ntwo\n\n>   three\n"},
    "A long\ntitle\n======\n": {"marko": "# A long\ntitle\n"},
    "[guide](<user guide.md>)\n": {"marko": "[guide](user guide.md)\n"},
    "Write &lt;b&gt; here.\n": {"mistletoe": "Write <b> here.\n"},
    "It is &#42;not&#42; italic.\n": {"mistletoe": "It is *not* italic.\n"},
    "- one\n\n  two\n- three\n": {},
    "1. one\n\n   - two\n\n         code\n": {},
    "\\*a\\* \\[b\\] \\# c\n": {},
}
html = MarkdownIt("commonmark").render
for text, expected in TEXTS.items():
    for library, (write, to_html) in LIBRARIES.items():
        assert to_html(text) == html(text), (library, text)
        written = write(text)
        if library in expected:
            print(f"{library}: {text!r} becomes {written!r}")
            assert written == expected[library]
            assert html(written) != html(text)
        else:
            assert html(written) == html(text), (library, text, written)
PY
