#!/usr/bin/env bash
# odfdo's text of a document joins words and removes indentation where ODT writes spaces as elements; odfpy glues footnotes in.
#
# Expected: `<text:s/>` is a space and `<text:s text:c="4"/>` four, as OpenDocument says; a footnote is not a part of a word.
# Seen on 2026-11-29 with odfdo 3.27.3 and odfpy 1.4.1 (PyPI), one document:
#   `left<text:s/>right`:                   odfdo, get_formatted_text: `leftright`; to_markdown and odfpy: `left right`.
#   a line indented by `<text:s c="4"/>`:   odfdo, get_formatted_text: without indentation; to_markdown too. odfpy: four spaces.
#   a footnote behind `version 2`:          odfdo: `version 2[1] works` and the note below. odfpy: `version 21foot text works`.
#   a tab:                                  a tab in all but to_markdown, which drops it at the start of a line.
# odfdo has a third answer: `str(paragraph)` has all spaces. Office programs write every second and further space, and each one
# at the start of a line, as an element, so listings in ODT files lose their indentation, and Python its structure.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check odfdo==3.27.3 odfpy==1.4.1
"$work/venv/bin/python" - "$work/document.odt" <<'PY'
import sys
import odfdo
from odf import teletype
from odf.opendocument import OpenDocumentText, load
from odf.text import Note, NoteBody, NoteCitation, P, S, Tab

document = OpenDocumentText()

def paragraph(*parts):
    element = P()
    for part in parts:
        if isinstance(part, str):
            element.addText(part)
        else:
            element.addElement(part)
    document.text.addElement(element)

note, body = Note(noteclass="footnote", id="note"), NoteBody()
note.addElement(NoteCitation(text="1"))
body.addElement(P(text="foot text"))
note.addElement(body)
paragraph("left", S(c=1), "right")
paragraph("if x:")
paragraph(S(c=4), "return x")
paragraph(Tab(), "tabbed")
paragraph("version 2", note, " works")
document.save(sys.argv[1])

in_odfpy = [teletype.extractText(element) for element in load(sys.argv[1]).getElementsByType(P)][:5]
read = odfdo.Document(sys.argv[1])
formatted, markdown = read.get_formatted_text(), read.to_markdown()
as_strings = [str(element).rstrip("\n") for element in read.body.get_paragraphs()][:4]
for name, value in {"odfpy": in_odfpy, "formatted": formatted, "Markdown": markdown, "str": as_strings}.items():
    print(f"{name}: {value!r}")
assert in_odfpy == ["left right", "if x:", "    return x", "\ttabbed", "version 21foot text works"]
assert formatted.split("\n\n")[:3] == ["leftright", "if x:", "return x"]
assert "\ttabbed" in formatted and "version 2[1] works" in formatted
assert markdown.split("\n\n")[:4] == ["left right", "if x:", "return x", "tabbed"]
assert as_strings == ["left right", "if x:", "    return x", "\ttabbed"]
PY
