#!/usr/bin/env bash
# marked-terminal numbers a list that begins with 3 from 1 on, shows `**` and backticks in list items, and two boxes for a task.
#
# Expected: Markdown in a terminal has the numbers that a browser shows, and styles in a list as in a paragraph.
# Seen on 2026-11-30 with marked-terminal 7.3.1 and marked 18.2.1 (npm; its peer range is ">=1 <19"):
#   "3. Build" and "4. Test":         "1. Build" and "2. Test", so "see step 4" has no step 4.
#   "- **Note:** run `make`":         the item shows the stars and the backticks; a link shows as `[text](url)`. With a blank line between
#                                     the items, or in a paragraph, the same is bold, colored and "text (url)".
#   "- [x] done":                     "[X]  [X] done".
#   "a&nbsp;b", "&mdash;":            shown as they are written; `&lt;` and `&amp;` are read.
# Command-line tools that print help, release notes or a model's answers this way show other steps than the text has.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" marked-terminal@7.3.1 marked@18.2.1
cat > "$work/check.mjs" <<'JS'
import assert from "node:assert";
import { stripVTControlCharacters } from "node:util";
import { Marked } from "marked";
import { markedTerminal } from "marked-terminal";

const html = new Marked();
const terminal = new Marked(markedTerminal({ emoji: false }));
const check = (markdown, tag, expected) => {
  const lines = stripVTControlCharacters(terminal.parse(markdown)).split("\n").map((line) => line.trim()).filter(Boolean);
  console.log(`${JSON.stringify(markdown)}: ${JSON.stringify(lines)}`);
  assert.ok(html.parse(markdown).includes(tag), html.parse(markdown));
  assert.deepStrictEqual(lines, expected);
};

check("3. Build\n4. Test", '<ol start="3">', ["1. Build", "2. Test"]);
const styled = "**Note:** run `make`, [then](https://example.com)";
check(`- ${styled}\n- b`, "<strong>Note:</strong> run <code>make</code>", [`* ${styled}`, "* b"]);
const plain = "Note: run make, then (https://example.com)";
check(`- ${styled}\n\n- b`, "<strong>Note:</strong> run <code>make</code>", [`* ${plain}`, "* b"]);
check(styled, "<strong>Note:</strong> run <code>make</code>", [plain]);
check("- [x] done\n- [ ] open", "checked", ["* [X]  [X] done", "* [ ]  [ ] open"]);
check("a&nbsp;b &mdash; c &lt; &amp;", "&mdash;", ["a&nbsp;b &mdash; c < &"]);
JS
node "$work/check.mjs"
