#!/usr/bin/env bash
# downdoc drops table cells behind an escaped `\|` or a column span, and ends code at the wrong line.
#
# Expected: the Markdown has all text of the AsciiDoc document, code as code, as Asciidoctor shows it.
# Seen on 2026-11-29 with downdoc 1.1.0-stable (npm), without a warning; Asciidoctor (@asciidoctor/core 4.1.0) is right each time:
#   a cell `x \| y`:                  it becomes two cells, `x \` and `y`, and the last cell of the table is missing.
#   `2+|wide`, a cell of two columns: the first row ends in `2+`, and the last cell of the table is missing.
#   a listing between lines of five hyphens, which holds a line of four:   the code block begins and ends at the inner lines.
#   a listing with a line of three backticks:   the code block ends there.
#   `[source,rust]` above a paragraph:   prose.
#   tables of single cells, listings between four hyphens, lists with blocks, callouts:   right.
# READMEs for npm and crates.io are made so from AsciiDoc: options with `a|b` in a table show another option's text.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" downdoc@1.1.0-stable @asciidoctor/core@4.1.0
cat > "$work/check.mjs" <<'JS'
import assert from "node:assert";
import * as asciidoctor from "@asciidoctor/core";
import downdoc from "downdoc";

// check TEXT EXPECTED PARTS: the Markdown, and what the HTML of Asciidoctor contains
async function check(text, expected, ...parts) {
  const html = await asciidoctor.convert(text, { safe: "safe" });
  for (const part of parts) assert(html.includes(part), `${html} lacks ${part}`);
  const found = downdoc(text);
  console.log(`${text}\n  =>\n${found}\n`);
  assert.equal(found.trim(), expected);
}
const table = (cells) => `[cols=2*]\n|===\n${cells}\n|3\n|4\n|===\n`;
const head = "|     |     |\n| --- | --- |\n";
const cell = (text) => `<p class="tableblock">${text}</p></td>`;
await check(table("|1\n|2"), `${head}| 1 | 2 |\n| 3 | 4 |`, cell("2"), cell("4"));
await check(table("|1\n|x \\| y"), `${head}| 1 | x \\ |\n| y | 3 |`, cell("x | y"), cell("4"));
await check("|===\n|A |B\n\n2+|wide\n|3 |4\n|===\n", "| A | B 2+ |\n| --- | --- |\n| wide | 3 |", 'colspan="2"', cell("4"));

await check("[source,adoc]\n----\nx\n----\n", "```adoc\nx\n```", '<code class="language-adoc" data-lang="adoc">x</code>');
await check("[source,adoc]\n-----\n----\nx\n----\n-----\n", "-----\n```adoc\nx\n```\n-----",
  '<code class="language-adoc" data-lang="adoc">----\nx\n----</code>');
await check("----\n```\nx\n```\n----\n", "```\n```\nx\n```\n```", "<pre>```\nx\n```</pre>");
await check("[source,rust]\nfn main() {}\n", "fn main() {}", '<code class="language-rust" data-lang="rust">fn main() {}</code>');
JS
node "$work/check.mjs"
