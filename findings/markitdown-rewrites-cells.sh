#!/usr/bin/env bash
# MarkItDown writes other values than a workbook has: one empty cell turns 12345678901 into 1.234568e+10, and `NA` becomes `NaN`.
#
# Expected: a table in Markdown has the values that the sheet shows; a `|` in a cell is escaped, as MarkItDown does for CSV.
# Seen on 2026-11-29 with markitdown 0.1.9, openpyxl 3.1.5 and python-docx 1.2.0 (PyPI), without a warning:
#   12345678901 and 1 in a column:           as they are.
#   the same with an empty cell:             1.234568e+10 and 1.000000e+00, and `NaN` for the empty cell.
#   TRUE and 2.5 in a column:                1.0 and 2.5.
#   the texts NA, NULL, None and n/a:        NaN.
#   `a|b` in a cell, CSV:                    `a\|b`, one cell.
#   `a|b` in a cell, xlsx and docx:          `a|b`; a reader of Markdown shows `a`, and `b` in the next column. The last column is
#                                            cut off.
# So numbers of tickets, versions and addresses in a specification cannot be found, nor read back, and a table of flags
# (`--color=auto|always`) loses its explanations.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check "markitdown[docx,xlsx]==0.1.9" openpyxl==3.1.5 python-docx==1.2.0 \
    markdown-it-py==4.3.0
cd "$work"
HOME="$work" "$work/venv/bin/python" -W ignore - <<'PY'
import docx, openpyxl
from markdown_it import MarkdownIt
from markitdown import MarkItDown

converter = MarkItDown()

def cells(file):
    markdown = converter.convert(file).markdown
    tokens = MarkdownIt().enable("table").parse(markdown)
    return markdown, [token.content for before, token in zip(tokens, tokens[1:]) if before.type == "td_open"]

def check(values, expected):
    book = openpyxl.Workbook()
    book.active.append(["name", "value"])
    for number, value in enumerate(values):
        book.active.append([f"row{number}", value])
    book.save("a.xlsx")
    found = cells("a.xlsx")[1][1::2]
    print(f"{values}: {found}")
    assert found == expected, f"expected {expected}"

check([12345678901, 1], ["12345678901", "1"])
check([12345678901, 1, None], ["1.234568e+10", "1.000000e+00", "NaN"])
check([True, 2.5], ["1.0", "2.5"])
check(["NA", "NULL", "None", "n/a", "none"], ["NaN", "NaN", "NaN", "NaN", "none"])

ROWS = [["flag", "meaning"], ["a|b", "either"]]
with open("a.csv", "w") as file:
    file.write("".join(",".join(row) + "\n" for row in ROWS))
book = openpyxl.Workbook()
word = docx.Document()
table = word.add_table(2, 2)
for number, row in enumerate(ROWS):
    book.active.append(row)
    for cell, text in zip(table.rows[number].cells, row):
        cell.text = text
book.save("a.xlsx")
word.save("a.docx")
for file, expected in [("a.csv", ["a|b", "either"]), ("a.xlsx", ["a", "b"]), ("a.docx", ["a", "b"])]:
    markdown, found = cells(file)
    print(f"{file}: {markdown.splitlines()[-1]}: {found[-2:]}")
    assert found[-2:] == expected
PY
