#!/usr/bin/env bash
# The MCP client of the AI SDK forbids arguments that a tool allows: a tool that takes a map of headers is shown to the model without any.
#
# Expected: a model gets the input schema as the server wrote it, and an error of a tool as an error.
# Seen on 2026-11-30 with @ai-sdk/mcp 1.0.102 and 2.0.99 (npm) and a server on @modelcontextprotocol/sdk 1.32.2, whose own client
#   returns each schema unchanged:
#   `"additionalProperties": {"type": "string"}`, any names with texts:   `"additionalProperties": false` and no properties, so the only
#                                           valid argument is `{}`.
#   `"additionalProperties": true` beside a property:                     false as well.
#   the same inside of a property:                                        unchanged.
#   a result with `isError: true`:          the model's part is `{"type": "content", "value": [text]}`, as for a success; the AI SDK has
#                                           the types `error-text` and `error-json` for a failed call.
# Models with strict tools never send a header, a label or an environment variable, and take "no such table" for the answer.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  ai-mcp-1@npm:@ai-sdk/mcp@1.0.102 ai-mcp-2@npm:@ai-sdk/mcp@2.0.99 @modelcontextprotocol/sdk@1.32.2 zod@4.6.7
cat > "$work/server.mjs" <<'JS'
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const text = { type: "string" };
const schemas = {
  headers: { type: "object", additionalProperties: text },
  labels: { type: "object", properties: { name: text }, required: ["name"], additionalProperties: true },
  nested: { type: "object", properties: { env: { type: "object", additionalProperties: text } } },
};
const server = new Server({ name: "server", version: "1" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.entries(schemas).map(([name, inputSchema]) => ({ name, inputSchema })),
}));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  isError: params.name === "labels",
  content: [{ type: "text", text: params.name === "labels" ? "no such table" : "done" }],
}));
await server.connect(new StdioServerTransport());
JS
cat > "$work/check.mjs" <<'JS'
import assert from "node:assert";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const server = { command: "node", args: ["server.mjs"] };
const text = { type: "string" };
const official = new Client({ name: "client", version: "1" });
await official.connect(new StdioClientTransport(server));
const { tools } = await official.listTools();
await official.close();
const [headers, labels, nested] = tools.map((tool) => tool.inputSchema);
assert.deepEqual([headers.additionalProperties, labels.additionalProperties], [text, true]);

for (const name of ["ai-mcp-1", "ai-mcp-2"]) {
  const { createMCPClient } = await import(name);
  const { Experimental_StdioMCPTransport: Transport } = await import(`${name}/mcp-stdio`);
  const client = await createMCPClient({ transport: new Transport(server) });
  const found = await client.tools();
  const shown = Object.fromEntries(Object.entries(found).map(([tool, { inputSchema }]) => [tool, inputSchema.jsonSchema]));
  console.log(name, JSON.stringify(shown));
  assert.deepEqual(shown, {
    headers: { type: "object", properties: {}, additionalProperties: false },
    labels: { ...labels, additionalProperties: false },
    nested: { ...nested, additionalProperties: false },
  });
  assert.deepEqual(shown.nested.properties.env.additionalProperties, text);

  const results = {};
  for (const tool of ["nested", "labels"]) {
    const output = await found[tool].execute({}, { toolCallId: "1", messages: [] });
    results[tool] = { isError: output.isError, model: await found[tool].toModelOutput({ toolCallId: "1", input: {}, output }) };
  }
  console.log(name, JSON.stringify(results));
  assert.deepEqual(results, {
    nested: { isError: false, model: { type: "content", value: [{ type: "text", text: "done" }] } },
    labels: { isError: true, model: { type: "content", value: [{ type: "text", text: "no such table" }] } },
  });
  await client.close();
}
JS
cd "$work"
node check.mjs
