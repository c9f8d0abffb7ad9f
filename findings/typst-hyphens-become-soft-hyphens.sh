#!/usr/bin/env bash
# One word that Typst breaks at a line end turns all hyphens of the PDF into soft hyphens, for readers without ActualText.
#
# Expected: `well-known` in the middle of a line is read as it is written; a soft hyphen stands at most at the end of a line.
# Seen on 2026-11-29 with typst 0.15.2 (PyPI) on two pages that differ in their width only:
#   wide, no word is broken:    pypdf 7.1.1, pdfminer.six 20260107 and PyMuPDF 2.0 read `well-known`.
#   narrow, a word is broken:   pypdf and pdfminer.six read U+00AD in place of the hyphen, PyMuPDF reads `well-known`.
# Both hyphens are one glyph. The font's ToUnicode table gives it the character that comes first in the document, U+00AD here;
# the other one is restored by an ActualText, which many readers of text ignore.
# So a reader that removes soft hyphens, as is usual, turns `non-blocking` into `nonblocking` in the whole document; only
# U+00AD at the end of a line may be removed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check \
    typst==0.15.2 pypdf==7.1.1 pdfminer.six==20260107 pymupdf==2.0
cd "$work"
"$work/venv/bin/python" - <<'PY'
import pymupdf, typst
from pdfminer.high_level import extract_text
from pypdf import PdfReader

TEXT = "The distributed synchronization infrastructure needs a well-known lock."
READERS = {
    "pypdf": lambda path: PdfReader(path).pages[0].extract_text(),
    "pdfminer.six": extract_text,
    "PyMuPDF": lambda path: pymupdf.open(path)[0].get_text(),
}
EXPECTED = {
    ("wide", "pypdf"): "-", ("wide", "pdfminer.six"): "-", ("wide", "PyMuPDF"): "-",
    ("narrow", "pypdf"): "\xad", ("narrow", "pdfminer.six"): "\xad", ("narrow", "PyMuPDF"): "-",
}
for name, width in [("wide", "20cm"), ("narrow", "5.6cm")]:
    with open("page.typ", "w") as source:
        source.write(f"#set page(width: {width}, height: 8cm, margin: 1cm)\n#set par(justify: true)\n#set text(lang: \"en\")\n{TEXT}\n")
    typst.compile("page.typ", output="page.pdf")
    for reader, read in READERS.items():
        text = read("page.pdf")
        hyphen = text[text.index("a well") + len("a well")]
        print(f"{name}, {reader}: U+{ord(hyphen):04X}")
        assert hyphen == EXPECTED[name, reader], ascii(text)
PY
