#!/usr/bin/env bash
# The serialize addon of xterm.js restores the cursor one column too far left when the last row is as wide as the terminal.
#
# Expected: what `serialize()` returns, written into a new terminal of the same size, restores text and cursor.
# Seen on 2026-11-29 with @xterm/headless 6.0.0 and @xterm/addon-serialize 0.14.0 (npm), 20 columns and 3 rows:
#   last row of 19 characters, cursor at 2;5:   restored at 2;5.
#   last row of 20 characters, cursor at 2;5:   restored at 2;4, and the next character overwrites the wrong cell.
#   the same on the alternate screen:           one column too far left as well.
#   last row of 20 characters, cursor after it: right, the wrap stays pending.
# After the last column the cursor counts as column 21, so `CSI n D` is computed one too large.
# A terminal program with a status line of the full width, which is nearly every one, meets this whenever an editor restores
# its terminal or a test compares a serialized screen.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" @xterm/headless@6.0.0 @xterm/addon-serialize@0.14.0
cat > "$work/check.cjs" <<'JS'
const { Terminal } = require("@xterm/headless");
const { SerializeAddon } = require("@xterm/addon-serialize");

async function show(bytes) {
  const terminal = new Terminal({ cols: 20, rows: 3, allowProposedApi: true });
  await new Promise((resolve) => terminal.write(bytes, resolve));
  return terminal;
}

const cursor = ({ buffer: { active } }) => `${active.cursorY + 1};${active.cursorX + 1}`;

async function main() {
  const full = "=".repeat(20);
  const rows = `${full}\r\n${full}\r\n`;
  for (const [name, bytes, expected] of [
    ["last row of 19", `${rows}${full.slice(1)}\x1b[2;5H`, "2;5 restored at 2;5"],
    ["last row of 20", `${rows}${full}\x1b[2;5H`, "2;5 restored at 2;4"],
    ["alternate screen", `\x1b[?1049h\x1b[H${rows}${full}\x1b[2;5H`, "2;5 restored at 2;4"],
    ["wrap pending", `${rows}${full}`, "3;21 restored at 3;21"],
  ]) {
    const terminal = await show(bytes);
    const addon = new SerializeAddon();
    terminal.loadAddon(addon);
    const found = `${cursor(terminal)} restored at ${cursor(await show(addon.serialize()))}`;
    console.log(`${name}: ${found}`);
    if (found !== expected) throw new Error(`expected ${expected}`);
  }
}

main().catch((error) => { console.error(error); process.exit(1); });
JS
node "$work/check.cjs"
