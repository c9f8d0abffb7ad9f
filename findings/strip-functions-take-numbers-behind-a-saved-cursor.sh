#!/usr/bin/env bash
# Node's `stripVTControlCharacters` and strip-ansi 6 remove the number behind a saved cursor: `42% done` becomes `% done`.
#
# Expected: what `tput` writes for xterm-256color is removed as a whole, and the text around it stays.
# Seen on 2026-11-30 with Node 20.20.2 on the PATH (`util.stripVTControlCharacters`), strip-ansi 6.0.1 and 7.2.0 (npm), and
# prompt_toolkit 3.0.53 (PyPI, the text of `ANSI`):
#   `tput sc`, `42% done`:               `% done` in Node and strip-ansi 6, since they take `ESC 7 42` for one sequence.
#   `tput smacs`, `lqqk`, `tput rmacs`:  `qqk` in Node and strip-ansi 6, `0lqqkB` in prompt_toolkit.
#   `tput ech 3`, `tput vpa 5`, `tput ich 2`, `tput Ss 2`, each before `abc`:
#                                        `Xabc`, `dabc`, `@abc` and ` qabc` in Node and strip-ansi 6; the last is `qabc` in
#                                        prompt_toolkit.
#   `tput sgr0`, `tput civis`:           `Babc` and `25labc` in prompt_toolkit; right in the others.
# strip-ansi 7.2.0 removes all of them.
# A log of a progress bar loses its numbers, and widths and snapshots of terminal output are computed from other text.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" strip-ansi@7.2.0 strip-ansi-6@npm:strip-ansi@6.0.1
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check prompt_toolkit==3.0.53
cat > "$work/strip.mjs" <<'JS'
import { stripVTControlCharacters } from "node:util";
import strip7 from "strip-ansi";
import strip6 from "strip-ansi-6";

const texts = JSON.parse(process.argv[2]);
const tools = { node: stripVTControlCharacters, "strip-ansi 6": strip6, "strip-ansi 7": strip7 };
console.log(JSON.stringify(Object.fromEntries(Object.entries(tools).map(([name, strip]) => [name, texts.map((text) => strip(text))]))));
JS
"$work/venv/bin/python" - "$work/strip.mjs" <<'PY'
import json, subprocess, sys
from prompt_toolkit.formatted_text import ANSI, to_plain_text

def tput(*arguments):
    return subprocess.run(["tput", "-T", "xterm-256color", *arguments], check=True, capture_output=True, text=True).stdout

# the output, the text in it, the text that Node and strip-ansi 6 return, and that of prompt_toolkit
CASES = [
    (tput("bold") + "abc" + tput("setaf", "1"), "abc", "abc", "abc"),
    (tput("sc") + "42% done", "42% done", "% done", "42% done"),
    (tput("smacs") + "lqqk" + tput("rmacs"), "lqqk", "qqk", "0lqqkB"),
    (tput("ech", "3") + "abc", "abc", "Xabc", "abc"),
    (tput("vpa", "5") + "abc", "abc", "dabc", "abc"),
    (tput("ich", "2") + "abc", "abc", "@abc", "abc"),
    (tput("Ss", "2") + "abc", "abc", " qabc", "qabc"),
    (tput("sgr0") + "abc", "abc", "abc", "Babc"),
    (tput("civis") + "abc", "abc", "abc", "25labc"),
]
outputs = [case[0] for case in CASES]
results = subprocess.run(["node", sys.argv[1], json.dumps(outputs)], check=True, capture_output=True, text=True)
found = {**json.loads(results.stdout), "prompt_toolkit": [to_plain_text(ANSI(output)) for output in outputs]}
for number, (output, text, node, toolkit) in enumerate(CASES):
    stripped = {name: texts[number] for name, texts in found.items()}
    print(repr(output), stripped)
    assert stripped == {"node": node, "strip-ansi 6": node, "strip-ansi 7": text, "prompt_toolkit": toolkit}
PY
