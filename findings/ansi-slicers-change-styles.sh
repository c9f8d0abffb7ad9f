#!/usr/bin/env bash
# slice-ansi and cli-truncate change the style of text that they cut: bold and dim becomes dim, a double underline never ends.
#
# Expected: the text that is left has the style that it had, and a sequence is kept whole or left out.
# Seen on 2026-11-29 with slice-ansi 10.0.1, cli-truncate 6.2.0 and ansi-truncate 1.4.0 (npm), on valid sequences:
#   bold and dim, `1` and `2`, as `chalk.bold.dim` writes:   slice-ansi and cli-truncate write `2` only; bold alone is kept.
#   a double underline, `21` up to `24`:                     in a cut behind it the plain text is underlined twice.
#   a color with colons, `38:2::R:G:B`, a title (OSC 0):     ansi-truncate ends in the middle of the sequence, so the
#                                                            terminal takes what is printed next for the rest of it.
#   an underline, colors with semicolons and links (OSC 8):  right in all three.
# Lines of a terminal program change their look when the window gets narrower; Ink cuts its lines with cli-truncate.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  slice-ansi@10.0.1 cli-truncate@6.2.0 ansi-truncate@1.4.0 chalk@5.6.2
cat > "$work/check.mjs" <<'JS'
import assert from "node:assert";
import ansiTruncate from "ansi-truncate";
import { Chalk } from "chalk";
import cliTruncate from "cli-truncate";
import sliceAnsi from "slice-ansi";

const chalk = new Chalk({ level: 3 });

function check(name, found, expected) {
  const shown = found.map((text) => text.replaceAll("\x1b", "ESC").replaceAll("\x07", "BEL"));
  console.log(name, shown);
  assert.deepEqual(shown, expected);
}
const cut = (text) => [sliceAnsi(text, 0, 3), cliTruncate(text, 4), ansiTruncate(text, 4, { ellipsis: "…" })];
check("bold", cut(chalk.bold("abcdef")), ["ESC[1mabcESC[22m", "ESC[1mabc…ESC[22m", "ESC[1mabc…ESC[0m"]);
check("bold and dim", cut(chalk.bold.dim("abcdef")), ["ESC[2mabcESC[22m", "ESC[2mabc…ESC[22m", "ESC[1mESC[2mabc…ESC[0m"]);
check("color", cut(chalk.rgb(1, 2, 3)("abcdef")),
  ["ESC[38;2;1;2;3mabcESC[39m", "ESC[38;2;1;2;3mabc…ESC[39m", "ESC[38;2;1;2;3mabc…ESC[0m"]);
check("color with colons", cut("\x1b[38:2::1:2:3mabcdef\x1b[39m"),
  ["ESC[38:2::1:2:3mabcESC[39m", "ESC[38:2::1:2:3mabc…ESC[39m", "ESC[38:2:…ESC[0m"]);
check("title", cut("\x1b]0;name\x07abcdef"), ["abc", "abc…", "ESC]0;…ESC[0m"]);

const rest = (text) => [sliceAnsi(text, 6, 9), cliTruncate(text, 4, { position: "start" })];
check("behind an underline", rest("\x1b[4mabcdef\x1b[24mghi"), ["ghi", "…ghi"]);
check("behind a double underline", rest("\x1b[21mabcdef\x1b[24mghi"), ["ESC[21mghiESC[0m", "ESC[21m…ghiESC[0m"]);
JS
node "$work/check.mjs"
