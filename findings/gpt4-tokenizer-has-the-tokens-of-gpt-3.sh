#!/usr/bin/env bash
# gpt4-tokenizer with `type: "gpt4"` uses the vocabulary of GPT-3: it counts 295 tokens in Python code that has 135 for GPT-4.
#
# Expected: "tokenizer for OpenAI's GPT-4 model" (its README), with the type `gpt4`, gives the numbers of cl100k_base, GPT-4's encoding.
# Seen on 2026-11-30 with gpt4-tokenizer 1.3.1; gpt-tokenizer 4.0.0 and js-tiktoken 1.0.21 (npm) agree on all encodings:
#   "hello world":                31373, 995, the tokens of GPT-3; those of GPT-4 are 15339, 1917, which it decodes to "uda problem".
#   25 lines of indented Python:  295 tokens for `gpt4` and `gpt3`, 175 for `codex`; GPT-4 has 135.
#   "日本語テスト":               8 tokens; GPT-4 has 6.
# `gpt4` and `gpt3` give the same tokens for all texts here, and no type gives those of GPT-4. No warning is given.
# So chunks of code that are to fill 512 tokens have 230, a budget is used up at less than half, and stored token numbers are other words.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" gpt4-tokenizer@1.3.1 gpt-tokenizer@4.0.0 js-tiktoken@1.0.21
cat > "$work/count.mjs" <<'JS'
import assert from "node:assert";
import { createRequire } from "node:module";
import * as gpt4 from "gpt-tokenizer/encoding/cl100k_base";
import * as gpt3 from "gpt-tokenizer/encoding/r50k_base";
import { Tiktoken } from "js-tiktoken/lite";
import ranks from "js-tiktoken/ranks/cl100k_base";

const { default: GPT4Tokenizer } = createRequire(import.meta.url)("gpt4-tokenizer");
const tiktoken = new Tiktoken(ranks);
const tokenizers = Object.fromEntries(["gpt3", "codex", "gpt4"].map((type) => [type, new GPT4Tokenizer({ type })]));
const method = `class Cache:
    def get(self, key):
        if key in self.items:
            return self.items[key]
        return None
`;
for (const [text, expected] of [
  ["hello world", { gpt3: 2, codex: 2, gpt4: 2, "GPT-4": 2 }],
  [method.repeat(5), { gpt3: 295, codex: 175, gpt4: 295, "GPT-4": 135 }],
  ["日本語テスト", { gpt3: 8, codex: 8, gpt4: 8, "GPT-4": 6 }],
]) {
  const counts = Object.fromEntries(Object.entries(tokenizers).map(([type, tokenizer]) => [type, tokenizer.estimateTokenCount(text)]));
  counts["GPT-4"] = gpt4.encode(text).length;
  console.log(JSON.stringify(text.slice(0, 20)), counts);
  assert.deepEqual(counts, expected);
  assert.deepEqual(gpt4.encode(text), tiktoken.encode(text));
  assert.deepEqual(tokenizers.gpt4.encode(text), gpt3.encode(text));
}
const decoded = tokenizers.gpt4.decode(gpt4.encode("hello world"));
console.log("GPT-4's tokens of `hello world`, decoded:", JSON.stringify(decoded));
assert.equal(decoded, "uda problem");
const chunks = tokenizers.gpt4.chunkText(method.repeat(50), 512).map(({ text }) => gpt4.encode(text).length);
console.log("tokens for GPT-4 of chunks of 512:", chunks.join(", "));
assert(Math.max(...chunks) < 250);
JS
node "$work/count.mjs"
