#!/usr/bin/env bash
# llm-chunk glues paragraphs in pairs, `# InstallUse the …`, and cuts URLs at dots; chunkdown opens a fence and ends it in another chunk.
#
# Expected: a splitter cuts a text into pieces and leaves their characters, so that the pieces in order are the text, white space between
# them aside; words are words of the text, and code keeps its indentation.
# Seen on 2026-11-30 with a Markdown text that has a heading, paragraphs, a URL and two Python functions:
#   llm-chunk 0.0.1 (npm), default options:        the blank line after every first paragraph of two is gone: `# InstallUse the`,
#                                                  `return width * heightdef main():`, which is no Python any more.
#   llm-chunk 0.0.1 (npm), splitter "sentence":    `https://example. org/a` and `1. 2. 3` in place of `https://example.org/a` and
#                                                  `1.2.3`; all indentation is gone, so the code is one flat list of lines.
#   chunkdown 3.5.0 (npm):                         a code block is cut before a `)` in a line; its first part has no closing fence, so
#                                                  the fence that ends the second part opens a block; `5 * 3` becomes `5 \* 3`.
#   llm-splitter 0.3.0, @orama/chunker 0.0.3 (npm), same text:   every word and every line of code as written.
# A model or an index gets words and addresses that nobody wrote, and code that does not run; a search for `Install` finds no such word.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts llm-chunk@0.0.1 chunkdown@3.5.0 llm-splitter@0.3.0 @orama/chunker@0.0.3
cat > check.mjs <<'JS'
import assert from "node:assert";
import { FixedChunker } from "@orama/chunker";
import { chunkdown } from "chunkdown";
import { chunk } from "llm-chunk";
import { split } from "llm-splitter";

const CODE = `def area(width, height):
    if width < 0:
        raise ValueError("negative")
    return width * height

def main():
    print(area(2, 3))
`;
const TEXT = `# Install

Use the version 1.2.3 from https://example.org/a and set 5 * 3.

\`\`\`python
${CODE}\`\`\`

The end.
`;
const words = (texts) => texts.join("\n").split(/\s+/).filter(Boolean);
// Words of the chunks that are no words of the text.
const strange = (chunks) => words(chunks).filter((word) => !words([TEXT]).includes(word));

const paragraphs = chunk(TEXT);
console.log("llm-chunk, paragraph:", JSON.stringify(paragraphs));
assert.equal(paragraphs.length, 3);
assert.ok(paragraphs[0].startsWith("# InstallUse the version 1.2.3"));
assert.ok(paragraphs[1].includes("return width * heightdef main():"));
assert.deepEqual(strange(paragraphs), ["InstallUse", "heightdef"]);

const sentences = chunk(TEXT, { splitter: "sentence", minLength: 100 });
console.log("llm-chunk, sentence:", JSON.stringify(sentences));
assert.ok(sentences[0].includes("1. 2. 3 from https://example. org/a"));
assert.deepEqual(strange(sentences), ["1.", "2.", "3", "https://example.", "org/a"]);
assert.ok(sentences.join("").includes("if width < 0:\n raise ValueError"));

const { chunks } = chunkdown({ chunkSize: 80, maxOverflowRatio: 1.5 }).split(TEXT);
const parts = chunks.map((part) => part.text);
console.log("chunkdown:", JSON.stringify(parts));
assert.ok(parts[0].includes("5 \\* 3"));
assert.ok(parts[0].includes("[https://example.org/a](https://example.org/a)"));
assert.ok(parts[1].startsWith("```python\n") && parts[1].endsWith('\n        raise ValueError("negative"'));
assert.ok(parts[2].startsWith(")\n    return width * height\n") && parts[2].endsWith("\n```"));
assert.ok(parts.every((part) => part.split("```").length <= 2));

const others = {
  "llm-splitter": split(TEXT, { chunkSize: 15, splitter: (text) => text.split(/(?<=\s)/) }).map((part) => part.text),
  "@orama/chunker": await new FixedChunker().chunk(TEXT, 20),
};
for (const [name, texts] of Object.entries(others)) {
  console.log(`${name}:`, texts.length, "chunks");
  assert.ok(texts.length > 2);
  assert.equal(texts.join("").replace(/\s/g, ""), TEXT.replace(/\s/g, ""));
  assert.deepEqual(strange(texts), []);
}
JS
node check.mjs
