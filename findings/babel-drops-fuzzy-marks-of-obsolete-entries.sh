#!/usr/bin/env bash
# Babel drops the `fuzzy` mark of obsolete entries when it writes a PO file that it read, and turns old texts into comments.
#
# Expected: a PO file as GNU msgmerge writes it is read and written without a change of its entries.
# Seen on 2026-11-30 with Babel 2.19.0, polib 1.2.0 (PyPI), pofile 1.1.4 and gettext-parser 10.0.0 (npm):
#   `#, fuzzy` above an obsolete entry (`#~ msgid`):     Babel drops it; the other three keep it.
#   `#| msgid "old text"`, the text translated before:   Babel writes `# | msgid "old text"`, a translator's comment, which it reads as
#                                                        one from then on; pofile drops it; gettext-parser and polib keep it.
#   the same above an obsolete entry (`#~| msgid`):      Babel logs a misformatted keyword; all but gettext-parser drop it.
#   `#, c-format` above `Open %d files`:                 Babel adds `python-format`; the other three do not.
# msgmerge reuses an obsolete entry when its text returns: without the mark, a guess that nobody has reviewed counts as a translation.
# The comments stay in the file for good, and tools that check formats test a C message by Python's rules.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check babel==2.19.0 polib==1.2.0
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" pofile@1.1.4 gettext-parser@10.0.0
cd "$work"
cat > in.po <<'PO'
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Language: de\n"

#, fuzzy
#| msgid "Open the file"
msgid "Open a file"
msgstr "Datei auf"

#, c-format
msgid "Open %d files"
msgstr "%d Dateien auf"

#, fuzzy
#~| msgid "Close the file"
#~ msgid "Close a file"
#~ msgstr "Datei zu"
PO
cat > convert.mjs <<'JS'
import fs from "node:fs";
import { po } from "gettext-parser";
import PO from "pofile";

const source = fs.readFileSync("in.po", "utf8");
fs.writeFileSync("pofile.po", PO.parse(source).toString());
fs.writeFileSync("gettext-parser.po", po.compile(po.parse(source)));
JS
node convert.mjs
"$work/venv/bin/python" - <<'PY'
import io
import polib
from babel.messages.pofile import read_po, write_po

with open("in.po", "rb") as file:
    catalog = read_po(file)
with open("babel.po", "wb") as file:
    write_po(file, catalog)
with open("babel.po", "rb") as file:
    assert read_po(file)["Open a file"].user_comments == ['| msgid "Open the file"']
with open("polib.po", "w") as file:
    file.write(str(polib.pofile("in.po")))

def entry(name, text):
    with open(name) as file:
        blocks = file.read().split("\n\n")
    [block] = [block for block in blocks if f'msgid "{text}"\n' in block]
    return block.strip().split("\n")

MERGED = ["#, fuzzy", '#| msgid "Open the file"', 'msgid "Open a file"', 'msgstr "Datei auf"']
FORMAT = ["#, c-format", 'msgid "Open %d files"', 'msgstr "%d Dateien auf"']
GONE = ["#, fuzzy", '#~| msgid "Close the file"', '#~ msgid "Close a file"', '#~ msgstr "Datei zu"']
BABEL = ['# | msgid "Open the file"', "#, fuzzy", *MERGED[2:]]
PYTHON = ["#, c-format, python-format", *FORMAT[1:]]
for name, expected in [
    ("in", [MERGED, FORMAT, GONE]),
    ("gettext-parser", [MERGED, FORMAT, GONE]),
    ("polib", [MERGED, FORMAT, [GONE[0], *GONE[2:]]]),
    ("pofile", [[MERGED[0], *MERGED[2:]], FORMAT, [GONE[0], *GONE[2:]]]),
    ("babel", [BABEL, PYTHON, GONE[2:]]),
]:
    found = [entry(f"{name}.po", text) for text in ("Open a file", "Open %d files", "Close a file")]
    print(f"{name}: {found}")
    assert found == expected
PY
