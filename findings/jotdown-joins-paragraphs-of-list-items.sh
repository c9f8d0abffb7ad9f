#!/usr/bin/env bash
# The crate jotdown joins the paragraphs of a list item to one, and drops attributes that take two lines.
#
# Expected: the crate and @djot/djot, the reference implementation, read a document of Djot alike.
# Seen on 2026-12-01 with the crate jotdown 0.10.0 and @djot/djot 0.3.2 (npm), the HTML of both:
#   - one, a blank line, two in the same item:   <li>one two</li> in place of two paragraphs.
#   {a=b, a line end, c=d} above a paragraph:    no attributes; the paragraph begins with an empty line.
#   - in a line of its own between two items:    the text "-" in the item above, in place of an empty item.
#   text, and a backslash as the last letter:    the backslash, in place of a line break.
#   {a=b} in one line, a list with blank lines between its items:   the same, right.
# Steps of instructions with a second paragraph run together, and links to an id that was declared this way lead nowhere.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/npm" @djot/djot@0.3.2
mkdir -p "$work/show/src"
cd "$work/show"
cat > Cargo.toml <<'TOML'
[package]
name = "show"
version = "0.1.0"
edition = "2021"

[dependencies]
jotdown = "=0.10.0"
TOML
cat > src/main.rs <<'RUST'
fn main() {
    let text = std::env::args().nth(1).unwrap();
    print!("{}", jotdown::html::render_to_string(jotdown::Parser::new(&text)));
}
RUST
cargo build --quiet --target-dir "$work/target"
cat > "$work/npm/check.mjs" <<'JS'
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { parse, renderHTML } from "@djot/djot";

const inOneLine = (html) => html.replace(/\s+/g, " ").replace(/ ?(<[^>]*>) ?/g, "$1").trim();
for (const [text, reference, expected] of [
  ["- one\n\n- two\n", "<ul><li><p>one</p></li><li><p>two</p></li></ul>", undefined],
  ["{a=b}\ntext\n", '<p a="b">text</p>', undefined],
  ["- one\n\n  two\n", "<ul><li><p>one</p><p>two</p></li></ul>", "<ul><li>one two</li></ul>"],
  ["{a=b\n c=d}\ntext\n", '<p a="b" c="d">text</p>', "<p>text</p>"],
  ["- one\n-\n- two\n", "<ul><li>one</li><li></li><li>two</li></ul>", "<ul><li>one -</li><li>two</li></ul>"],
  ["one\\\n", "<p>one<br></p>", "<p>one\\</p>"],
]) {
  const found = inOneLine(execFileSync(process.argv[2], [text], { encoding: "utf8" }));
  console.log(JSON.stringify(text), found);
  assert.equal(inOneLine(renderHTML(parse(text))), reference);
  assert.equal(found, expected ?? reference);
}
JS
node "$work/npm/check.mjs" "$work/target/debug/show"
