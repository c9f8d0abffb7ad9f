#!/usr/bin/env bash
# Readers of terminal output print a link's address as text: rich if its sequences end with BEL, ansi2html if they end with ST.
#
# Expected: a link (OSC 8) shows its text, whether its sequences end with ST (`ESC \`) or BEL; programs write both.
# Seen on 2026-11-29 with rich 15.0.0 and ansi2html 1.9.5 (PyPI), ansi-to-html 0.7.2 and ansi_up 6.0.6 (npm), a link named `name`:
#   ended by ST:   rich and ansi_up: a link. ansi2html: the sequences are in the page. ansi-to-html: `]8;;https://…` is text.
#   ended by BEL:  ansi2html and ansi_up: a link. rich: `8;;https://…name8;;`. ansi-to-html: `]8;;https://…` is text.
#   bold, reset by `ESC ( B ESC [ m`, as `tput sgr0` does for xterm:  ansi-to-html: `bold(B`. The others are right.
# So a log of a build or of `ls --hyperlink` that is shown in a report, or given to a model, has addresses between the words, and
# which of the tools is right depends on the program that wrote the log.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" ansi-to-html@0.7.2 ansi_up@6.0.6
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check rich==15.0.0 ansi2html==1.9.5
cat > "$work/convert.mjs" <<'JS'
import Convert from "ansi-to-html";
import { AnsiUp } from "ansi_up";

const texts = JSON.parse(process.argv[2]);
console.log(JSON.stringify({
  "ansi-to-html": texts.map((text) => new Convert().toHtml(text)),
  ansi_up: texts.map((text) => new AnsiUp().ansi_to_html(text)),
}));
JS
"$work/venv/bin/python" - "$work/convert.mjs" <<'PY'
import html, json, re, subprocess, sys
from ansi2html import Ansi2HTMLConverter
from rich.text import Text

URL = "https://example.org/"
ST, BEL = "\x1b\\", "\x07"
TEXTS = [f"\x1b]8;;{URL}{end}name\x1b]8;;{end} end" for end in (ST, BEL)] + ["\x1b[1mbold\x1b(B\x1b[m end"]
output = subprocess.run(["node", sys.argv[1], json.dumps(TEXTS)], check=True, capture_output=True, text=True)
found = {
    **{tool: [html.unescape(re.sub(r"<[^>]*>", "", page)) for page in pages]
       for tool, pages in json.loads(output.stdout).items()},
    "ansi2html": [re.sub(r"<[^>]*>", "", Ansi2HTMLConverter(inline=True).convert(text, full=False)).strip() for text in TEXTS],
    "rich": [Text.from_ansi(text).plain for text in TEXTS],
}
# whether the text after ST, after BEL and after `tput sgr0` is right
EXPECTED = {
    "ansi-to-html": [False, False, False],
    "ansi_up": [True, True, True],
    "ansi2html": [False, True, True],
    "rich": [True, False, True],
}
for tool, texts in found.items():
    print(f"{tool}: {texts}")
    assert [text in ("name end", "bold end") for text in texts] == EXPECTED[tool]
    assert all(URL in text for text, is_right in zip(texts[:2], EXPECTED[tool]) if not is_right)
assert found["ansi-to-html"][2] == "bold(B end"
PY
