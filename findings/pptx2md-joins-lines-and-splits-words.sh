#!/usr/bin/env bash
# pptx2md joins the words at a line break of a slide, splits a word that is bold in the middle, and breaks tables at `|`.
#
# Expected: the Markdown has the words of the slides, each cell of a table in its column, and `<T>` of a title as text.
# Seen on 2026-11-30 with pptx2md 2.0.6 (PyPI) and, to compare, officeparser 8.1.1 (npm), a presentation of python-pptx 1.0.2 and the
# Markdown read by markdown-it-py 4.0.0; each text is longer than the 15 characters that pptx2md asks of one by default:
#   a paragraph, `install the tool` (Shift-Enter) `and restart`:   `install the tooland restart`; officeparser has two lines.
#   a cell of two paragraphs, `read` and `write`:                  `readwrite`; officeparser: `read write`.
#   `reconfigured`, bold in the middle:                            `re __configure__ d`; officeparser has the word.
#   a cell with `read|write` beside the cell `both modes`:         read as `read` beside `write`, without `both modes`.
#   the title `Using Vec<T> in Rust`:                              `<T>` stays as it is, an HTML tag: a page shows `Vec in Rust`.
# In the text of a paragraph the signs are escaped, in titles and cells they are not. A search does not find `restart` or
# `reconfigured`, and no warning is given.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pptx2md==2.0.6 python-pptx==1.0.2 markdown-it-py==4.0.0
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" officeparser@8.1.1
cd "$work"
"$work/venv/bin/python" - <<'PY'
from pptx import Presentation
from pptx.util import Inches

presentation = Presentation()
slide = presentation.slides.add_slide(presentation.slide_layouts[1])
slide.shapes.title.text = "Using Vec<T> in Rust"
text = slide.placeholders[1].text_frame
text.text = "Values of Vec<T> are read here."
paragraph = text.add_paragraph()
paragraph.add_run().text = "install the tool"
paragraph.add_line_break()
paragraph.add_run().text = "and restart"
paragraph = text.add_paragraph()
for part in "It was then re", "configure", "d again.":
    run = paragraph.add_run()
    run.text = part
    run.font.bold = part == "configure"
table = slide.shapes.add_table(3, 2, Inches(1), Inches(4), Inches(6), Inches(2)).table
for row, cells in enumerate([("Mode", "Use"), ("read|write", "both modes"), ("read\nwrite", "two lines")]):
    for column, cell in enumerate(cells):
        table.cell(row, column).text = cell
presentation.save("in.pptx")
PY
"$work/venv/bin/pptx2md" in.pptx -o out.md > log.txt 2>&1
cat > parse.cjs <<'JS'
const { OfficeParser } = require("officeparser");

OfficeParser.parseOffice("in.pptx").then((document) => document.to("text")).then((text) => console.log(text.value));
JS
node parse.cjs > other.txt
cat out.md other.txt
"$work/venv/bin/python" - <<'PY'
import re
from markdown_it import MarkdownIt

with open("out.md") as file:
    markdown = file.read()
with open("other.txt") as file:
    other = file.read()
for wrong, right in [
    ("install the tooland restart", "install the tool\nand restart"),
    ("readwrite", "read write"),
    ("It was then re __configure__ d again", "It was then reconfigured again."),
]:
    assert wrong in markdown and wrong not in other
    assert right in other and right not in markdown
assert "# Using Vec<T> in Rust\n" in markdown and "Values of Vec\\<T> are read here" in markdown
assert other.startswith("Using Vec<T> in Rust\n")

html = MarkdownIt("commonmark").enable("table").render(markdown)
print(html)
rows = [re.findall("<td[^>]*>(.*?)</td>", row) for row in html.split("<tr>")]
assert ["read", "write"] in rows and "both modes" not in html
assert "<h1>Using Vec<T> in Rust</h1>" in html and "Values of Vec&lt;T&gt; are read here." in html
PY
