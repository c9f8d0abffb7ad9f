#!/usr/bin/env bash
# fast-wrap-ansi does not know the reset `ESC[m`: the text behind it gets its color back as soon as a line is broken.
#
# Expected: breaking lines changes no style, as in wrap-ansi, of which it is a fork; `ESC[m` is `ESC[0m`.
# Seen on 2026-11-30 with fast-wrap-ansi 0.2.2, wrap-ansi 10.0.2 and @xterm/headless 6.0.0 (npm), a width of 12:
#   `ESC[32m` the quick `ESC[m` brown fox …:      all lines below the first are green; with `ESC[0m` they are not.
#   `ESC[31m` the quick `ESC[0;32m` brown fox …:  the lines below are red; a terminal shows them green.
#   `ESC[2m` dim `ESC[1m` bold and dim …:         from the line break on the text is bold only.
#   wrap-ansi:                                    right in all cases.
# git, tput and grep write `ESC[m`. Prompts and logs that wrap the output of these programs color what follows.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" fast-wrap-ansi@0.2.2 wrap-ansi@10.0.2 \
  @xterm/headless@6.0.0
cd "$work"
cat > check.mjs <<'JS'
import assert from "node:assert";
import xterm from "@xterm/headless";
import { wrapAnsi as fast } from "fast-wrap-ansi";
import wrap from "wrap-ansi";

// The words that a terminal shows, each with the style of its first letter.
const show = async (text) => {
  const terminal = new xterm.Terminal({ cols: 80, rows: 20, allowProposedApi: true });
  await new Promise((resolve) => terminal.write(text.replaceAll("\n", "\r\n"), resolve));
  const words = [];
  for (let y = 0; y < 20; y++) {
    const line = terminal.buffer.active.getLine(y);
    for (const { 0: word, index } of line.translateToString(true).matchAll(/\S+/g)) {
      const cell = line.getCell(index);
      const color = cell.isFgPalette() ? { 1: "red ", 2: "green " }[cell.getFgColor()] : "";
      words.push(`${cell.isBold() ? "bold " : ""}${cell.isDim() ? "dim " : ""}${color}${word}`);
    }
  }
  terminal.dispose();
  return words.join(", ");
};
for (const [text, original, wrapped] of [
  ["\x1b[32mthe quick\x1b[m brown fox jumps", "green the, green quick, brown, fox, jumps",
    "green the, green quick, green brown, green fox, green jumps"],
  ["\x1b[32mthe quick\x1b[0m brown fox jumps", "green the, green quick, brown, fox, jumps", undefined],
  ["\x1b[31mthe quick\x1b[0;32m brown fox jumps", "red the, red quick, green brown, green fox, green jumps",
    "red the, red quick, red brown, red fox, red jumps"],
  ["\x1b[2mthe quick \x1b[1mbrown fox jumps", "dim the, dim quick, bold dim brown, bold dim fox, bold dim jumps",
    "dim the, dim quick, bold dim brown, bold dim fox, bold jumps"],
]) {
  const found = await show(fast(text, 12));
  console.log(JSON.stringify(text), "\n   shown:", await show(text), "\n   fast-wrap-ansi:", found);
  assert.equal(await show(text), original);
  assert.equal(await show(wrap(text, 12)), original);
  assert.equal(found, wrapped ?? original);
}
JS
node check.mjs
