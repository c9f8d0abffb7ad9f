#!/usr/bin/env bash
# openapi-mcp-server sends `{"body": ["a"]}` where the API takes `["a"]`, and `body_path` where it takes `path`.
#
# Expected: a tool that is made from an OpenAPI document sends the request that the document describes.
# Seen on 2026-11-30 with @ivotoby/openapi-mcp-server 1.16.1 (npm), arguments of the tool and what a server here received:
#   body is an array, {"body": ["a"]}:          {"body":["a"]}
#   body is text/plain, {"body": "hello"}:      {"body":"hello"}, still as text/plain
#   body is a map, {"id": "1", "body": {"name": "n"}}: {"body":{"name":"n"}}, so a merge patch adds a field `body`.
#   `path` in the address and in the body, {"path": "a", "body_path": "b", "text": "t"}: {"body_path":"b","text":"t"}, no `path`.
#   a list in the query, {"tag": ["x", "y"]}:   ?tag=x,y — by OpenAPI's default (`explode: true`) it is ?tag=x&tag=y.
# The arguments are those of the tool's own input schema, which names them `body` and `body_path`. A body that is an object
# with listed properties, without a namesake in the address, is right.
# So an agent is told to pass a list of ids, the API refuses it or, for a merge patch, stores it, and one tag `x,y` finds nothing.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @ivotoby/openapi-mcp-server@1.16.1 \
  @modelcontextprotocol/sdk@1.32.2
cat > "$work/call.mjs" <<'JS'
import assert from "node:assert";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const work = process.argv[2];
let received;
const api = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  received = `${request.method} ${request.url} ${body}`.trim();
  response.setHeader("content-type", "application/json").end("{}");
});
await new Promise((done) => api.listen(0, "127.0.0.1", done));
const url = `http://127.0.0.1:${api.address().port}`;

const text = { type: "string" };
const list = { type: "array", items: text };
const parameter = (name, place, schema) => ({ name, in: place, required: place === "path", schema });
const operation = (operationId, parameters, type, schema) => ({
  operationId,
  parameters,
  ...(type && { requestBody: { required: true, content: { [type]: { schema } } } }),
  responses: { 200: { description: "done" } },
});
const file = { type: "object", required: ["path", "text"], properties: { path: text, text } };
const note = { type: "object", required: ["text"], properties: { text } };
writeFileSync(`${work}/api.json`, JSON.stringify({
  openapi: "3.0.3",
  info: { title: "Files", version: "1" },
  servers: [{ url }],
  paths: {
    "/note": { post: operation("note", [], "application/json", note) },
    "/list": { post: operation("list", [], "application/json", list) },
    "/text": { post: operation("text", [], "text/plain", text) },
    "/item/{id}": { put: operation("item", [parameter("id", "path", text)], "application/merge-patch+json",
      { type: "object", additionalProperties: true }) },
    "/file/{path}": { post: operation("file", [parameter("path", "path", text)], "application/json", file) },
    "/find": { get: operation("find", [parameter("tag", "query", list)]) },
  },
}));

const client = new Client({ name: "check", version: "1" });
await client.connect(new StdioClientTransport({
  command: process.execPath,
  args: [`${work}/node_modules/@ivotoby/openapi-mcp-server/bin/mcp-server.js`, "--api-base-url", url,
    "--openapi-spec", `${work}/api.json`, "--tools", "all", "--disable-abbreviation", "true"],
  stderr: "ignore",
}));
const { tools } = await client.listTools();
for (const [name, given, expected] of [
  ["note", { text: "t" }, 'POST /note {"text":"t"}'],
  ["list", { body: ["a"] }, 'POST /list {"body":["a"]}'],
  ["text", { body: "hello" }, 'POST /text {"body":"hello"}'],
  ["item", { id: "1", body: { name: "n" } }, 'PUT /item/1 {"body":{"name":"n"}}'],
  ["file", { path: "a", body_path: "b", text: "t" }, 'POST /file/a {"body_path":"b","text":"t"}'],
  ["find", { tag: ["x", "y"] }, "GET /find?tag=x,y"],
]) {
  const { inputSchema } = tools.find((tool) => tool.name === name);
  assert.deepEqual(Object.keys(inputSchema.properties).sort(), Object.keys(given).sort());
  await client.callTool({ name, arguments: given });
  console.log(`${name} ${JSON.stringify(given)}: ${received}`);
  assert.equal(received, expected);
}
await client.close();
api.close();
JS
node "$work/call.mjs" "$work"
