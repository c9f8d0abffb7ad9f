#!/usr/bin/env bash
# mcp-framework declares a map, a tuple and a choice of objects as text, refuses text for them, and returns texts with `\n` and quotes.
#
# Expected: arguments that fit a tool's input schema are accepted, since both come from the same Zod schema; a text that the tool
# returns arrives as it is.
# Seen on 2026-11-30 with mcp-framework 0.2.22 and zod 3.25.76 (npm), declared to the client and then accepted:
#   z.record(z.string(), z.string())   {"type": "string"}: a text is refused, an object is accepted.
#   z.tuple, z.discriminatedUnion      the same. z.union([z.string(), z.number()]) and z.any() are "string" too.
#   z.number().default(5)              required, with a default of 5; left out, it is 5.
#   z.string().nullable()              not required and never null: left out, it is refused; null is accepted.
#   z.number().positive()              "minimum": 1 and "exclusiveMinimum": true, a form that ended in 2017 (draft 6); 0.5 is accepted.
#   z.literal("x")                     any text; others are refused.
#   `return "a⏎b"` in the tool         the text is "a\nb", with quotes and a backslash. `return undefined`: a content without its text,
#                                      which is no valid result.
# The form without z.object is no better: enumerations and the types of lists are missing. No warning is given. So a model makes calls
# as it was told, which fail, cannot express others, and reads code that a tool returns as one line with `\n` and `\"` in it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" mcp-framework@0.2.22 zod@3.25.76
cat > "$work/check.mjs" <<'JS'
import assert from "node:assert";
import { MCPTool } from "mcp-framework";
import { z } from "zod";

class Tool extends MCPTool {
  name = "tool";
  description = "a tool";
  constructor(schema, result) {
    super();
    this.schema = schema;
    this.execute = async () => result;
  }
}
const call = (tool, values) => tool.toolCall({ params: { name: "tool", arguments: values } });

const choice = z.discriminatedUnion("kind", [z.object({ kind: z.literal("a") }), z.object({ kind: z.literal("b") })]);
// the schema, what is declared, whether it is required, and values with their acceptance; undefined leaves the argument out
for (const [schema, declared, isRequired, ...values] of [
  [z.enum(["a", "b"]), { type: "string", enum: ["a", "b"] }, true, ["a", true], ["c", false]],
  [z.record(z.string(), z.string()), { type: "string" }, true, ["a", false], [{ a: "b" }, true]],
  [z.tuple([z.string(), z.number()]), { type: "string" }, true, ["a", false], [["a", 1], true]],
  [choice, { type: "string" }, true, ["a", false], [{ kind: "a" }, true]],
  [z.union([z.string(), z.number()]), { type: "string" }, true, [1, true]],
  [z.any(), { type: "string" }, true, [1, true]],
  [z.number().default(5), { type: "number", default: 5 }, true, [undefined, true]],
  [z.string().nullable(), { type: "string" }, false, [undefined, false], [null, true]],
  [z.number().positive(), { type: "number", minimum: 1, exclusiveMinimum: true }, true, [0.5, true]],
  [z.literal("x"), { type: "string" }, true, ["y", false]],
]) {
  const tool = new Tool(z.object({ value: schema.describe("the value") }), "done");
  const { properties, required } = tool.inputSchema;
  assert.deepEqual(properties.value, { ...declared, description: "the value" });
  assert.deepEqual(required, isRequired ? ["value"] : []);
  for (const [value, isAccepted] of values) {
    const { isError = false } = await call(tool, value === undefined ? {} : { value });
    console.log(`${JSON.stringify(declared)}${isRequired ? ", required" : ""}: ${JSON.stringify(value)} is ${isError ? "refused" : "accepted"}`);
    assert.equal(!isError, isAccepted);
  }
}

for (const [result, expected] of [['a\n"b"', '"a\\n\\"b\\""'], ["1.10", '"1.10"'], [undefined, undefined]]) {
  const { content } = await call(new Tool(z.object({}), result), {});
  console.log(`returned ${JSON.stringify(result)}: ${content[0].text}`);
  assert.deepEqual(content, [{ type: "text", text: expected }]);
}

class OldForm extends MCPTool {
  name = "old";
  description = "a tool";
  schema = { level: { type: z.enum(["a", "b"]), description: "l" }, tags: { type: z.array(z.string()), description: "t" } };
}
const { properties } = new OldForm().inputSchema;
console.log(properties);
assert.deepEqual(properties, { level: { type: "string", description: "l" }, tags: { type: "array", description: "t" } });
JS
node "$work/check.mjs"
