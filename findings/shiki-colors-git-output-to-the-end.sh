#!/usr/bin/env bash
# Shiki's `ansi` language does not know `ESC[m`, the reset that git writes: one green line of a diff colors all lines below it.
#
# Expected: `ESC[m` is `ESC[0m` (ECMA-48: an omitted parameter of SGR is 0), and a 0 resets wherever it stands in a sequence.
# Seen on 2026-11-30 with shiki 4.6.0 and its parser, ansi-sequence-parser 1.1.3 (npm):
#   `git diff --color`:          the unchanged line below `+new` is green, and from the first heading on all lines are bold.
#   `ESC[31ma ESC[m b`:          b is red. With `ESC[0m` it is right.
#   `ESC[31;0;1mX`:              X is red and bold; terminals show it bold. `ESC[31;mX` is red, too.
#   `ESC[58;5;1;4mX` (a red underline):    the parts of the color are attributes: X is bold and underlined.
# No error is given. Documentation and test reports that show output of git, or of programs that use `tput sgr0`, have wrong colors.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" shiki@4.6.0 ansi-sequence-parser@1.1.3
cd "$work"
mkdir repository
export HOME=$work GIT_CONFIG_NOSYSTEM=1
git="git -C repository -c user.name=a -c user.email=a@example.org -c color.ui=always"
$git init --quiet
printf 'first\nold\nlast\n' > repository/a.txt
$git add a.txt
$git commit --quiet --message start
printf 'first\nnew\nlast\n' > repository/a.txt
$git --no-pager diff > diff.txt
grep --quiet $'^\e\\[31m-old\e\\[m$' diff.txt
cat > check.mjs <<'JS'
import assert from "node:assert";
import fs from "node:fs";
import { codeToTokens } from "shiki";
import { parseAnsiSequences } from "ansi-sequence-parser";

// The text of each token, and whether it is bold, red or green (by its color in this theme).
const read = async (text) => {
  const { tokens } = await codeToTokens(text, { lang: "ansi", theme: "github-light" });
  const color = { "#d73a49": "red", "#28a745": "green" };
  return tokens.map((line) => line.map((token) =>
    [token.content, token.fontStyle & 2 ? "bold" : "", color[token.color] ?? ""].filter(Boolean).join(", ")));
};

const diff = (await read(fs.readFileSync("diff.txt", "utf8"))).map((line) => line.join(" | "));
console.log(diff.join("\n"));
assert.deepEqual(diff.slice(-5), [" first, bold", "-old, bold, red", "+, bold, green | new, bold, green", " last, bold, green", ""]);

for (const [text, expected] of [
  ["\x1b[31ma\x1b[0m b", ["a, red", " b"]],
  ["\x1b[31ma\x1b[m b", ["a, red", " b, red"]],
  ["\x1b[31;0;1mX", ["X, bold, red"]],
  ["\x1b[0;1mX", ["X, bold"]],
  ["\x1b[31;mX", ["X, red"]],
]) {
  const [found] = await read(text);
  console.log(JSON.stringify(text), found);
  assert.deepEqual(found, expected);
}
const [token] = parseAnsiSequences("\x1b[58;5;1;4mX");
console.log("a red underline:", [...token.decorations]);
assert.deepEqual([...token.decorations], ["bold", "underline"]);
JS
node check.mjs
