#!/usr/bin/env bash
# LangChain.js says that the first chunk of a text of 25 lines is at lines 24 to 27, once the text has a blank line.
#
# Expected: the lines `metadata.loc.lines` of a chunk are those where its text stands, and chunks follow each other.
# Seen on 2026-11-30 with @langchain/textsplitters 1.0.2 and @langchain/core 1.4.0 (npm), without a warning:
#   CharacterTextSplitter, separator "\n", no blank lines:   each chunk is at its lines.
#   one blank line between all lines:                        lines 24-27, 27-30 and 30-33 for chunks at 1, 9 and 17.
#   its default, separator "\n\n", text with 3 blank lines:  the same, from the second to last line on.
#   RecursiveCharacterTextSplitter, 40 equal rows:           10 chunks of 4 rows at 1, 2, 3, …, 10 instead of 1, 5, 9, …, 37.
# Empty pieces are left out of a chunk (its blank lines are lost as well), which is then searched as a whole; "not found", -1, is taken
# for a place, and the lines are counted from there. Equal rows are searched one character behind the last chunk's start.
# So a link from a hit to its line opens the end of the file, or a line that does not exist.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @langchain/textsplitters@1.0.2 @langchain/core@1.4.0
cat > "$work/check.mjs" <<'JS'
import assert from "node:assert";
import { CharacterTextSplitter, RecursiveCharacterTextSplitter } from "@langchain/textsplitters";

const check = async (name, splitter, text, expected) => {
  const lines = (await splitter.createDocuments([text])).map(({ metadata: { loc } }) => `${loc.lines.from}-${loc.lines.to}`);
  console.log(`${name}, ${text.split("\n").length} lines: ${lines.join(" ")}`);
  assert.deepStrictEqual(lines, expected);
};
const numbered = (ends) => Array.from({ length: 12 }, (_, n) => `line number ${n + 10}${ends}`).join("");
const size = { chunkSize: 60, chunkOverlap: 0 };
const atLines = new CharacterTextSplitter({ ...size, separator: "\n" });
const atBlankLines = new CharacterTextSplitter(size);

await check("without blank lines", atLines, numbered("\n"), ["1-4", "5-8", "9-12"]);
await check("one blank line", atLines, numbered("\n\n"), ["24-27", "27-30", "30-33"]);
await check("default, one blank line", atBlankLines, numbered("\n\n"), ["1-5", "7-11", "13-17", "19-23"]);
await check("default, three blank lines", atBlankLines, numbered("\n\n\n\n"), ["48-52", "52-56", "56-60", "60-64"]);

const rows = Array(40).fill("| 0 | 0 | 0 |").join("\n");
const recursive = new RecursiveCharacterTextSplitter(size);
await check("equal rows", recursive, rows, Array.from({ length: 10 }, (_, n) => `${n + 1}-${n + 4}`));
await check("other rows", recursive, rows.split("\n").map((row, n) => row.replace("0", n % 10)).join("\n"),
  Array.from({ length: 10 }, (_, n) => `${4 * n + 1}-${4 * n + 4}`));
JS
node "$work/check.mjs"
