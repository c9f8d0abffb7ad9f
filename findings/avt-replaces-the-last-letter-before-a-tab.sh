#!/usr/bin/env bash
# The crate avt, asciinema's terminal, replaces the last letter of a full line if a tab follows: `0123456789⇥x` shows `012345678x`.
#
# Expected: text behind a full line goes to the next line; inserting and deleting lines moves the cursor to the first column
# ("line home position" in ECMA-48); `ESC[3b` repeats the character that was printed last.
# Seen on 2026-11-30 with avt 0.19.0 (crates.io) and @xterm/headless 6.0.0 (npm), 10 columns:
#   0123456789⇥x              avt: 012345678x. xterm: 0123456789, and x in the next line.
#   0123456⇥⇥x                both: x in the last column.
#   ab⏎cd, insert line, x     avt: x in the third column of the new line. xterm: in the first.
#   ab, delete line, x        the same.
#   abc, back one, `ESC[3b`   avt: abbbb, the letter left of the cursor. xterm: abc, as nothing was printed last.
# No letter is lost without the tab, with `ESC[K` or with a line end behind the full line. asciinema's player, agg and its server show
# recordings by avt: where a table with tabs reaches the right edge, a recording shows `12x` for a column that has `123`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @xterm/headless@6.0.0
mkdir -p "$work/show/src"
cat > "$work/show/Cargo.toml" <<'TOML'
[package]
name = "show"
version = "0.0.0"
edition = "2021"

[dependencies]
avt = "=0.19.0"

[profile.dev]
debug = false
TOML
cat > "$work/show/src/main.rs" <<'RUST'
use std::io::Read;

/// Prints the lines of a screen of 10 columns after the output on standard input, without empty lines at the end.
fn main() {
    let mut output = String::new();
    std::io::stdin().read_to_string(&mut output).unwrap();
    let mut terminal = avt::Terminal::new(10, 5).unwrap();
    terminal.feed([output.as_str()]);
    let lines: Vec<String> = terminal.screen().visible_lines().map(|line| line.text().trim_end().to_string()).collect();
    println!("{}", lines.join("\n").trim_end());
}
RUST
CARGO_TARGET_DIR="$work/target" cargo build --quiet --manifest-path "$work/show/Cargo.toml"
cat > "$work/compare.cjs" <<'JS'
const assert = require("node:assert");
const { execFileSync } = require("node:child_process");
const { Terminal } = require("@xterm/headless");

const readAvt = (input) => execFileSync(process.argv[2], { input, encoding: "utf8" }).replace(/\n$/, "");
async function readXterm(output) {
  const terminal = new Terminal({ cols: 10, rows: 5, allowProposedApi: true });
  await new Promise((done) => terminal.write(output, done));
  const buffer = terminal.buffer.active;
  const lines = Array.from({ length: 5 }, (_, row) => buffer.getLine(row).translateToString(true).trimEnd());
  return lines.join("\n").trimEnd();
}

(async () => {
  for (const [output, expected, shown] of [
    ["0123456789x", "0123456789\nx"],
    ["0123456789\r\nx", "0123456789\nx"],
    ["0123456789\x1b[Kx", "0123456789\nx"],
    ["0123456\t\tx", "0123456  x"],
    ["0123456789\tx", "0123456789\nx", "012345678x"],
    ["size  0123\tfree", "size  0123\nfree", "size  012f\nree"],
    ["ab\r\ncd\x1b[Lx", "ab\nx\ncd", "ab\n  x\ncd"],
    ["ab\x1b[Mx", "x", "  x"],
    ["abc\x1b[3b", "abcccc"],
    ["abc\b\x1b[3b", "abc", "abbbb"],
  ]) {
    const found = [await readXterm(output), readAvt(output)];
    console.log(JSON.stringify(output), "xterm", JSON.stringify(found[0]), "avt", JSON.stringify(found[1]));
    assert.deepEqual(found, [expected, shown ?? expected]);
  }
})();
JS
NODE_PATH="$work/node_modules" node "$work/compare.cjs" "$work/target/debug/show"
