#!/usr/bin/env bash
# The TypeScript SDK's client refuses tool results that the same SDK's server checked and accepted, once it has listed the tools.
#
# Expected: what passes the server's check of `outputSchema` passes the client's; what the server changes while it checks
# (defaults, conversions, unknown properties), it sends.
# Seen on 2026-11-29 with @modelcontextprotocol/sdk 1.32.2 and zod 4.6.7 (npm), server and client in one process:
#   a property that the schema does not name: the server sends it, though the schema that it publishes forbids it.
#   a missing property with a default:        the server accepts it and sends the result without the default.
#   "7" for z.coerce.number():                the server accepts it and sends the string.
#   The client returns all three as long as it has not called `listTools`, and throws -32602 for all three after that.
# So a test that calls tools without listing them passes, and a client of an agent, which lists first, gets no result at all.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" @modelcontextprotocol/sdk@1.32.2 zod@4.6.7
cat > "$work/check.mjs" <<'JS'
import assert from "node:assert";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const server = new McpServer({ name: "server", version: "1" });
const results = {
  exact: [{ hits: z.number() }, { hits: 7 }],
  additional: [{ hits: z.number() }, { hits: 7, took: 1 }],
  missing: [{ hits: z.number().default(0) }, {}],
  converted: [{ hits: z.coerce.number() }, { hits: "7" }],
};
for (const [name, [outputSchema, structuredContent]] of Object.entries(results)) {
  server.registerTool(name, { inputSchema: {}, outputSchema }, async () => ({ content: [], structuredContent }));
}

const client = new Client({ name: "client", version: "1" });
const [ours, theirs] = InMemoryTransport.createLinkedPair();
await server.connect(ours);
await client.connect(theirs);

async function call(name) {
  try {
    return JSON.stringify((await client.callTool({ name, arguments: {} })).structuredContent);
  } catch (error) {
    return `throws ${error.code}`;
  }
}

const before = {};
for (const name of Object.keys(results)) before[name] = await call(name);
await client.listTools();
for (const name of Object.keys(results)) {
  const after = await call(name);
  console.log(`${name}: ${before[name]} before listTools, ${after} after it`);
  assert.equal(before[name], JSON.stringify(results[name][1]));
  assert.equal(after, name === "exact" ? '{"hits":7}' : "throws -32602");
}
JS
node "$work/check.mjs"
