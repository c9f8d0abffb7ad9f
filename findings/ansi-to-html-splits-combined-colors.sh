#!/usr/bin/env bash
# ansi-to-html reads a color that shares its sequence with bold as other attributes: `ESC[1;38;5;1m` blinks and is not red.
#
# Expected: `38;5;N` and `38;2;R;G;B` are colors wherever they stand among the parameters of a sequence.
# Seen on 2026-11-29 with ansi-to-html 0.7.2 and ansi_up 6.0.6 (npm):
#   ESC[38;5;1m                  both: red.
#   ESC[1;38;5;1m                ansi_up: bold and red. ansi-to-html: bold and blinking, without a color.
#   ESC[38;5;12;4m               ansi_up: blue and underlined. ansi-to-html: blinking and underlined.
#   ESC[38;5;1;48;5;2m           ansi_up: red on green. ansi-to-html: blinking and bold.
#   ESC[1;38;2;200;20;30m        ansi_up: bold in this color. ansi-to-html: bold and black.
# The parameters are taken one by one: 5 is "blink", and the number of the color is an attribute of its own.
# Many programs write attribute and color as one sequence, so their logs on a page blink, and red errors are not red.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" ansi-to-html@0.7.2 ansi_up@6.0.6
cat > "$work/check.mjs" <<'JS'
import assert from "assert";
import Convert from "ansi-to-html";
import { AnsiUp } from "ansi_up";

const up = new AnsiUp();
// the parameters, what is in the page of ansi_up, and what ansi-to-html makes of it
for (const [parameters, expected, found] of [
  ["38;5;1", ["color:rgb(187,0,0)"], '<span style="color:#A00">x</span>'],
  ["1;38;5;1", ["font-weight:bold", "color:rgb(187,0,0)"], "<b><blink><b>x</b></blink></b>"],
  ["38;5;12;4", ["text-decoration:underline", "color:rgb(85,85,255)"], "<blink><u>x</u></blink>"],
  ["38;5;1;48;5;2", ["color:rgb(187,0,0)", "background-color:rgb(0,187,0)"], "<blink><b><blink>x</blink></b></blink>"],
  ["1;38;2;200;20;30", ["font-weight:bold", "color:rgb(200,20,30)"], '<b><span style="color:#000">x</span></b>'],
]) {
  const text = `\x1b[${parameters}mx\x1b[0m`;
  const pages = { ansi_up: up.ansi_to_html(text), "ansi-to-html": new Convert().toHtml(text) };
  console.log(parameters, pages);
  for (const style of expected) assert.ok(pages.ansi_up.includes(style));
  assert.strictEqual(pages["ansi-to-html"], found);
}
JS
node "$work/check.mjs"
