#!/usr/bin/env bash
# kreuzberg drops `<`, `>` and `&` from Word documents, and the parents of nested lists from Markdown.
#
# Expected: the text of a document is what its reader sees; XML's escapes (`&lt;`) are the characters they stand for.
# Seen on 2026-11-29 with kreuzberg 4.10.4 (PyPI) and documents by python-docx 1.2.0, odfpy 1.4.1 and openpyxl 3.1.5, which mammoth
# 1.13.0 and the libraries themselves read right, without a warning:
#   docx, `if (a < b && c)`:          `if (a  b  c)`; `Vec<String>` is `VecString`, `x -> y` is `x - y`; as Markdown, the same.
#   docx, a tab between two words:    the words are joined.
#   odt, xlsx, HTML:                  `if (a < b && c)`.
#   Markdown, `- one` with the nested item `- two`:      `two`; `one` is nowhere. A list without nesting is right.
#   Markdown, a footnote:             neither its mark nor its text is there.
# So code in specifications and manuals loses its operators and types, and a search for `&&` or `Vec<String>` finds nothing.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check kreuzberg==4.10.4 python-docx==1.2.0 odfpy==1.4.1 \
    openpyxl==3.1.5 mammoth==1.13.0
cd "$work"
HOME="$work" "$work/venv/bin/python" - <<'PY'
import docx, kreuzberg, mammoth, openpyxl
from odf.opendocument import OpenDocumentText
from odf.text import P

LINES = ["if (a < b && c)", "Vec<String>", "x -> y", "left\tright"]
EXPECTED = ["if (a  b  c)", "VecString", "x - y", "leftright"]

word = docx.Document()
for line in LINES:
    word.add_paragraph(line)
word.save("a.docx")
with open("a.docx", "rb") as file:
    assert mammoth.extract_raw_text(file).value.split("\n\n")[:4] == LINES
found = kreuzberg.extract_file_sync("a.docx").content.split("\n\n")
print(f"docx: {found}")
assert found == EXPECTED
markdown = kreuzberg.extract_file_sync("a.docx", config=kreuzberg.ExtractionConfig(output_format="markdown")).content
print(f"docx, as Markdown: {markdown!r}")
assert "VecString" in markdown and "&&" not in markdown

text = OpenDocumentText()
text.text.addElement(P(text=LINES[0]))
text.save("a.odt")
book = openpyxl.Workbook()
book.active.append([LINES[0]])
book.save("a.xlsx")
with open("a.html", "w") as file:
    file.write("<p>if (a &lt; b &amp;&amp; c)</p>")
for name in ("a.odt", "a.xlsx", "a.html"):
    content = kreuzberg.extract_file_sync(name).content
    print(f"{name}: {content!r}")
    assert LINES[0] in content

def check(source, expected):
    with open("a.md", "w") as file:
        file.write(source)
    content = kreuzberg.extract_file_sync("a.md").content
    print(f"{source!r}: {content!r}")
    assert content.split() == expected

check("- one\n- two\n", ["one", "two"])
check("- one\n  - two\n", ["two"])
check("1. one\n   1. two\n2. three\n", ["two", "three"])
check("text[^1]\n\n[^1]: note\n", ["text"])
PY
