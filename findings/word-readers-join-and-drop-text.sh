#!/usr/bin/env bash
# Readers of Word documents join words and drop text inside a paragraph, each at another place: breaks, hyphens and fields.
#
# Expected: what Word shows in a paragraph is in its text, and a line break separates words.
# Seen on 2026-11-29 with mammoth 1.13.0, docx2txt 0.9 and python-docx 1.2.0 (PyPI), without a message:
#   `int x;` (line break) `return x;`:      mammoth's `extract_raw_text` joins them to `int x;return x;`; `convert_to_markdown`
#                                           and the others keep the break.
#   `non` (no-break hyphen) `blocking`:     docx2txt reads `nonblocking`; the others keep a hyphen.
#   `see table` (field with the result 3):  mammoth, raw text and Markdown, and python-docx drop the number of a simple field
#                                           (`w:fldSimple`); docx2txt keeps it.
# So a listing in one paragraph becomes one line of glued names, and cross-references lose their targets. No two of the readers
# can be exchanged, and none of them can check the others.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check mammoth==1.13.0 docx2txt==0.9 python-docx==1.2.0
cd "$work"
"$work/venv/bin/python" - <<'PY'
import docx, docx2txt, mammoth
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

CASES = {
    "line break": "<w:r><w:t>int x;</w:t><w:br/><w:t>return x;</w:t></w:r>",
    "hyphen": "<w:r><w:t>non</w:t><w:noBreakHyphen/><w:t>blocking</w:t></w:r>",
    "field": '<w:r><w:t xml:space="preserve">see table </w:t></w:r>'
             '<w:fldSimple w:instr=" REF t "><w:r><w:t>3</w:t></w:r></w:fldSimple>',
}
READERS = {
    "mammoth, raw": lambda path: mammoth.extract_raw_text(open(path, "rb")).value,
    "mammoth, Markdown": lambda path: mammoth.convert_to_markdown(open(path, "rb")).value,
    "docx2txt": docx2txt.process,
    "python-docx": lambda path: "\n".join(paragraph.text for paragraph in docx.Document(path).paragraphs),
}
EXPECTED = {
    "mammoth, raw": ["int x;return x;", "non\u2011blocking", "see table"],
    "mammoth, Markdown": ["int x; return x;", "non\u2011blocking", "see table"],
    "docx2txt": ["int x; return x;", "nonblocking", "see table 3"],
    "python-docx": ["int x; return x;", "non-blocking", "see table"],
}
found = {name: [] for name in READERS}
for content in CASES.values():
    document = docx.Document()
    document.element.body.insert(0, parse_xml(f"<w:p {nsdecls('w')}>{content}</w:p>"))
    document.save("case.docx")
    for name, read in READERS.items():
        found[name].append(" ".join(read("case.docx").split()))
for name, texts in found.items():
    print(f"{name}: {texts}")
assert found == EXPECTED
PY
