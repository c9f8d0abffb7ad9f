#!/usr/bin/env bash
# pyte shows the borders of curses programs as letters: `lqqqk` in place of `┌───┐`, and drops repeated characters.
#
# Expected: pyte shows what a terminal shows for TERM=xterm-256color, for which ncurses draws lines by `ESC ( 0`, in UTF-8 too.
# Seen on 2026-11-29 with pyte 0.8.2 (PyPI) and @xterm/headless 6.0.0 (npm), the same bytes for both:
#   ESC ( 0 lqqqk ESC ( B    xterm: ┌───┐. pyte, `Stream` and `ByteStream`: lqqqk.
#   SO lqqqk SI after ESC ) 0 (as for TERM=vt100)    the same.
#   = CSI 4 b (repeat the last character)            xterm: =====. pyte: =.
#   ESC % @ first, which leaves UTF-8:               pyte draws the lines.
# As long as pyte decodes UTF-8, which is its usual state, it ignores the choice of a character set, without a message.
# So a test or an agent that reads a terminal program's screen through pyte sees words such as `lqqqk` and `x` that no person
# sees, and a search on the screen finds them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @xterm/headless@6.0.0
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pyte==0.8.2
cat > "$work/screen.cjs" <<'JS'
const { Terminal } = require("@xterm/headless");

const show = (input) => new Promise((done) => {
  const terminal = new Terminal({ cols: 20, rows: 2, allowProposedApi: true });
  terminal.write(input, () => done(terminal.buffer.active.getLine(0).translateToString(true)));
});
Promise.all(JSON.parse(process.argv[2]).map(show)).then((lines) => console.log(JSON.stringify(lines)));
JS
"$work/venv/bin/python" - "$work/screen.cjs" <<'PY'
import json, subprocess, sys
import pyte

def by_text(text):
    screen = pyte.Screen(20, 2)
    pyte.Stream(screen).feed(text)
    return screen.display[0].rstrip()

def by_bytes(text):
    screen = pyte.Screen(20, 2)
    pyte.ByteStream(screen).feed(text.encode())
    return screen.display[0].rstrip()

# the bytes, and what xterm and pyte show
EXPECTED = {
    "\x1b(0lqqqk\x1b(B": ("┌───┐", "lqqqk"),
    "\x1b)0\x0elqqqk\x0f": ("┌───┐", "lqqqk"),
    "=\x1b[4b": ("=====", "="),
    "plain": ("plain", "plain"),
}
output = subprocess.run(["node", sys.argv[1], json.dumps(list(EXPECTED))], check=True, capture_output=True, text=True)
for (text, (in_xterm, in_pyte)), xterm in zip(EXPECTED.items(), json.loads(output.stdout)):
    print(f"{text!r}: xterm {xterm}, pyte {by_text(text)} and {by_bytes(text)}")
    assert xterm == in_xterm and by_text(text) == by_bytes(text) == in_pyte
without_utf8 = by_bytes("\x1b%@\x1b(0lqqqk\x1b(B")
print("after ESC % @:", without_utf8)
assert without_utf8 == "┌───┐"
PY
