#!/usr/bin/env bash
# ai-tokenizer encodes `toString` and `constructor` as functions in place of numbers: `{}.toString()` decodes to `{}.()`.
#
# Expected: encoding gives the numbers that tiktoken gives ("faster than tiktoken", same tables), and decoding gives the text back.
# Seen on 2026-11-30 with ai-tokenizer 1.0.6 and js-tiktoken 1.0.21 (npm), without an error, for `{}.name()`:
#   p50k_base:    `constructor`, `toString`, `toLocaleString`, `valueOf`, `hasOwnProperty`, `isPrototypeOf` and `propertyIsEnumerable`
#                 are one function each, and missing in the decoded text; openai/gpt-oss-120b and xai/grok-4 get this table.
#   claude:       `toLocaleString`, `valueOf`, `hasOwnProperty`, `isPrototypeOf` and `propertyIsEnumerable` likewise.
#   cl100k_base:  the same without `valueOf`, if a sign such as `}` or `)` stands before the dot; the call has 3 tokens, not 5.
#   o200k_base:   right.
#   js-tiktoken and gpt-tokenizer 4.0.0:   right in all tables.
# The names that every JavaScript object inherits are looked up as if they were tokens. An agent that cuts code to a limit of tokens
# by encoding and decoding removes calls from it; JSON turns the functions into null.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" ai-tokenizer@1.0.6 js-tiktoken@1.0.21 gpt-tokenizer@4.0.0
cat > "$work/check.mjs" <<'JS'
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Tokenizer, models } = require("ai-tokenizer");
const encodings = require("ai-tokenizer/encoding");
const { getEncoding } = require("js-tiktoken");
const NAMES = ["constructor", "toString", "toLocaleString", "valueOf", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toJSON"];
const LOST = {
  p50k_base: "constructor,toString,toLocaleString,valueOf,hasOwnProperty,isPrototypeOf,propertyIsEnumerable",
  claude: "toLocaleString,valueOf,hasOwnProperty,isPrototypeOf,propertyIsEnumerable",
  cl100k_base: "toLocaleString,hasOwnProperty,isPrototypeOf,propertyIsEnumerable",
  o200k_base: "",
};

function equal(found, expected, what) {
  console.log(`${what}: ${found || "none"}`);
  if (String(found) !== String(expected)) throw new Error(`expected ${expected}`);
}

for (const [encoding, expected] of Object.entries(LOST)) {
  const tokenizer = new Tokenizer(encodings[encoding]);
  const lost = NAMES.filter((name) => {
    const text = `{}.${name}()`;
    const tokens = Array.from(tokenizer.encode(text));
    const functions = tokens.some((token) => typeof token === "function");
    if (tokenizer.decode(tokens) !== (functions ? "{}.()" : text)) throw new Error(`${text}: ${tokenizer.decode(tokens)}`);
    return functions;
  });
  equal(lost, expected, `functions among the tokens of ${encoding}`);
}
equal(models["openai/gpt-oss-120b"].encoding, "p50k_base", "table of openai/gpt-oss-120b");
equal(models["xai/grok-4"].encoding, "p50k_base", "table of xai/grok-4");

const call = "{}.propertyIsEnumerable()";
equal(new Tokenizer(encodings.cl100k_base).count(call), 3, `tokens of ${call} in ai-tokenizer`);
equal(getEncoding("cl100k_base").encode(call).length, 5, `tokens of ${call} in js-tiktoken`);
for (const encoding of ["p50k_base", "cl100k_base", "o200k_base"]) {
  const other = require(`gpt-tokenizer/encoding/${encoding}`);
  for (const name of NAMES) {
    const text = `{}.${name}()`;
    const tokens = getEncoding(encoding).encode(text);
    if (getEncoding(encoding).decode(tokens) !== text) throw new Error(`js-tiktoken: ${text}`);
    if (String(other.encode(text)) !== String(tokens)) throw new Error(`gpt-tokenizer: ${text}`);
  }
}
JS
cd "$work" && node check.mjs
