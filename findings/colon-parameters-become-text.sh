#!/usr/bin/env bash
# pyte and prompt_toolkit print the parameters of a sequence with colons: a wavy underline, `ESC[4:3m`, puts `3m` into the text.
#
# Expected: a reader of terminal output that does not know a form skips the sequence up to its last letter.
# Seen on 2026-11-29 with pyte 0.8.2, prompt_toolkit 3.0.53 and rich 15.0.0 (PyPI), and @xterm/headless 6.0.0 (npm):
#   ESC[4m, ESC[38;5;9m (semicolons)     all four show the text alone.
#   ESC[4:3m (wavy underline)            pyte and prompt_toolkit show `3mwave`.
#   ESC[38:5:9m (a color)                the same: `5:9mred`.
#   ESC[38:2::10:20:30m (RGB)            the same: `2::10:20:30mrgb`. rich shows the text, without the color.
# Colons are the standard's form of these parameters, and the only one for the style of an underline, which Neovim writes below
# errors. A test of such a program through pyte finds digits between the words, and columns are off by their number.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @xterm/headless@6.0.0
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pyte==0.8.2 prompt_toolkit==3.0.53 rich==15.0.0
cat > "$work/screen.cjs" <<'JS'
const { Terminal } = require("@xterm/headless");
const terminal = new Terminal({ cols: 40, rows: 2, allowProposedApi: true });
terminal.write(process.argv[2], () => console.log(terminal.buffer.active.getLine(0).translateToString(true)));
JS
"$work/venv/bin/python" - "$work/screen.cjs" <<'PY'
import subprocess, sys
import pyte
from prompt_toolkit.formatted_text import ANSI, fragment_list_to_text, to_formatted_text
from rich.text import Text

def in_pyte(text):
    screen = pyte.Screen(40, 2)
    pyte.Stream(screen).feed(text)
    return screen.display[0].rstrip()

def in_xterm(text):
    command = ["node", sys.argv[1], text]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.rstrip("\n")

def check(text, shown, with_parameters):
    found = {
        "xterm": in_xterm(text),
        "rich": Text.from_ansi(text).plain,
        "pyte": in_pyte(text),
        "prompt_toolkit": fragment_list_to_text(to_formatted_text(ANSI(text))),
    }
    print(repr(text), found)
    assert found["xterm"] == found["rich"] == shown
    assert found["pyte"] == found["prompt_toolkit"] == with_parameters

check("\x1b[4mline\x1b[0m", "line", "line")
check("\x1b[38;5;9mred\x1b[0m", "red", "red")
check("\x1b[4:3mwave\x1b[0m", "wave", "3mwave")
check("\x1b[38:5:9mred\x1b[0m", "red", "5:9mred")
check("\x1b[38:2::10:20:30mrgb\x1b[0m", "rgb", "2::10:20:30mrgb")
assert Text.from_ansi("\x1b[38:5:9mred\x1b[0m").spans == []
PY
