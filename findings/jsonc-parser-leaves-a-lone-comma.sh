#!/usr/bin/env bash
# VS Code's jsonc-parser removes the only property of an object and leaves its trailing comma: `{ , }` is no JSONC any more.
#
# Expected: the edits of `modify` turn a document that `parse` accepts with `allowTrailingComma` into another one.
# Seen on 2026-11-29 with jsonc-parser 3.3.1 (npm), removal of one property:
#   `{"a": 1}`, `{"a": 1, "b": 2,}`:  right.
#   `{"a": 1,}`:                      `{,}`, which `parse` refuses ("ValueExpected") with and without `allowTrailingComma`.
#   the same in a nested object, on several lines and before a comment.
#   The only element of an array, and all additions: right.
# VS Code writes settings and mcp.json with trailing commas allowed, so a tool that removes its server from such a file, where
# it is the only one, leaves a file that no client reads.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" jsonc-parser@3.3.1
cat > "$work/check.cjs" <<'JS'
const { applyEdits, modify, parse, printParseErrorCode } = require("jsonc-parser");

function read(text) {
  const errors = [];
  const value = parse(text, errors, { allowTrailingComma: true });
  return errors.length ? printParseErrorCode(errors[0].error) : JSON.stringify(value);
}

// the document, the path that is removed or set, the new value, and the result
for (const [text, path, value, expected] of [
  ['{"a": 1}', ["a"], undefined, "{}"],
  ['{"a": 1, "b": 2,}', ["a"], undefined, '{"b":2}'],
  ['{"a": 1, "b": 2,}', ["b"], undefined, '{"a":1}'],
  ['{"a": 1,}', ["b"], 2, '{"a":1,"b":2}'],
  ['{"a": 1,}', ["a"], undefined, "ValueExpected"],
  ['{"list": [1,]}', ["list", 0], undefined, '{"list":[]}'],
  ['{\n  "servers": {\n    "search": {"command": "x"}, // code\n  },\n}\n', ["servers", "search"], undefined, "ValueExpected"],
]) {
  if (!read(text).startsWith("{")) throw new Error(`not valid: ${text}`);
  const changed = applyEdits(text, modify(text, path, value, { formattingOptions: { insertSpaces: true, tabSize: 2 } }));
  const found = read(changed);
  console.log(`${JSON.stringify(text)} -> ${JSON.stringify(changed)}: ${found}`);
  if (found !== expected) throw new Error(`expected ${expected}`);
}
JS
node "$work/check.cjs"
