#!/usr/bin/env bash
# pyte moves the cursor down for "cursor up" above a scroll region, begins the next line in the middle, and ignores scrolling.
#
# Expected: a terminal emulator shows what terminals show for the capabilities of terminfo and ECMA-48.
# Seen on 2026-11-30 with pyte 0.8.2 (PyPI) and @xterm/headless 6.0.0 (npm), 20 columns and 6 rows:
#   the cursor in row 2, a region from row 3 to 5 (`csr`), then `cuu 9`, `x`:  row 1 in xterm; row 3 in pyte.
#   `ab`, `nel` (ESC E), `c`:                    `c` in the first column of the next row in xterm; in the third in pyte.
#   three lines, then `indn 1` (CSI S), `x`:     one line scrolls off in xterm; nothing moves in pyte. `rin` is the same.
#   `abc`, then `hpa` as CSI 8 `, `d`:           column 8 in xterm; column 4 in pyte.
#   `ab`, CSI s, elsewhere `x`, CSI u, `y`:      `aby` in xterm; `xy` in pyte.
#   DCS, as tmux and Kitty use it, between `a` and `b`:   `ab` in xterm; its content is text in pyte.
# Tests that read a program's screen through pyte see lines that no user sees, and pass or fail for the wrong reason.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @xterm/headless@6.0.0
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pyte==0.8.2
cat > "$work/screen.cjs" <<'JS'
const { Terminal } = require("@xterm/headless");

const screens = JSON.parse(process.argv[2]).map(async (output) => {
  const terminal = new Terminal({ cols: 20, rows: 6, allowProposedApi: true });
  await new Promise((resolve) => terminal.write(output, resolve));
  const buffer = terminal.buffer.active;
  return Array.from({ length: 6 }, (_, row) => buffer.getLine(buffer.baseY + row).translateToString(true).trimEnd());
});
Promise.all(screens).then((lines) => console.log(JSON.stringify(lines)));
JS
"$work/venv/bin/python" - "$work/screen.cjs" <<'PY'
import json, subprocess, sys
import pyte

# the output, the lines of xterm, and the lines of pyte
CASES = [
    ("1\r\n2\x1b[2;3Hx", ["1", "2 x"], ["1", "2 x"]),
    ("\x1b[3;5r\x1b[2;1H\x1b[9Ax", ["x"], ["", "", "x"]),
    ("ab\x1bEc", ["ab", "c"], ["ab", "  c"]),
    ("1\r\n2\r\n3\x1b[1Sx", ["2", "3", " x"], ["1", "2", "3x"]),
    ("1\r\n2\r\n3\x1b[1Tx", ["", "1", "2x", "3"], ["1", "2", "3x"]),
    ("abc\x1b[8`d", ["abc    d"], ["abcd"]),
    ("ab\x1b[s\x1b[3;3Hx\x1b[uy", ["aby", "", "  x"], ["ab", "", "  xy"]),
    ("a\x1bP+q544e\x1b\\b", ["ab"], ["a+q544eb"]),
]
results = subprocess.run(["node", sys.argv[1], json.dumps([case[0] for case in CASES])], check=True, capture_output=True, text=True)
for (output, xterm, other), lines in zip(CASES, json.loads(results.stdout)):
    screen = pyte.Screen(20, 6)
    pyte.Stream(screen).feed(output)
    found = [line.rstrip() for line in screen.display]
    print(f"{output!r}: xterm {lines}, pyte {found}")
    assert lines == xterm + [""] * (6 - len(xterm))
    assert found == other + [""] * (6 - len(other))
PY
