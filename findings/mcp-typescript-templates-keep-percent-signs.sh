#!/usr/bin/env bash
# The TypeScript SDK of the Model Context Protocol gives a resource template's variables still encoded: `src%2Fa%20b.rs`.
#
# Expected: as RFC 6570 encodes a value when it expands a template, a server decodes it; variables of `{?q,limit}` may be absent.
# Seen on 2026-11-29 with @modelcontextprotocol/sdk 1.32.2 (npm), server and client in one process, and the class that servers
# of mcp 2.3.0 (PyPI) match with:
#   file:///{path}, path `a.rs`:                        both: a.rs.
#   file:///{path}, path `src/a b.rs` (encoded):        Python: src/a b.rs. TypeScript: src%2Fa%20b.rs, which is no file.
#   search://code{?q,limit}, q and limit given:         both match.
#   the same with q alone, or with limit before q:      Python matches. TypeScript: "Resource … not found".
# The class that the TypeScript SDK uses encodes when it expands a template, so its own two directions do not fit together.
# A server in TypeScript has to decode each variable, and one that was moved from Python serves names without spaces only.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check mcp==2.3.0
npm install --silent --no-audit --no-fund --prefix "$work" @modelcontextprotocol/sdk@1.32.2 zod@4.6.7
cd "$work"
cat > server.mjs <<'JS'
import assert from "node:assert";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { UriTemplate } from "@modelcontextprotocol/sdk/shared/uriTemplate.js";

const server = new McpServer({ name: "files", version: "1" });
for (const template of ["file:///{path}", "search://code{?q,limit}"])
  server.registerResource(template, new ResourceTemplate(template, { list: undefined }), {}, async (uri, variables) =>
    ({ contents: [{ uri: uri.href, text: JSON.stringify(variables) }] }));
const client = new Client({ name: "reader", version: "1" });
const [left, right] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(left), client.connect(right)]);

async function check(uri, expected) {
  const read = client.readResource({ uri });
  const text = await read.then(({ contents }) => contents[0].text, ({ message }) => message.split(" ").slice(-2).join(" "));
  console.log(`TypeScript, ${uri}: ${text}`);
  assert.equal(text, expected);
}
await check("file:///a.rs", '{"path":"a.rs"}');
assert.equal(new UriTemplate("file:///{path}").expand({ path: "src/a b.rs" }), "file:///src%2Fa%20b.rs");
await check("file:///src%2Fa%20b.rs", '{"path":"src%2Fa%20b.rs"}');
await check("search://code?q=x&limit=3", '{"q":"x","limit":"3"}');
await check("search://code?q=a%26b&limit=3", '{"q":"a%26b","limit":"3"}');
await check("search://code?q=x", "not found");
await check("search://code?limit=3&q=x", "not found");
await client.close();
JS
node server.mjs

"$work/venv/bin/python" - <<'PY'
from mcp.shared.uri_template import UriTemplate

def check(template, uri, expected):
    found = UriTemplate.parse(template).match(uri)
    print(f"Python, {uri}: {found}")
    assert found == expected

check("file:///{path}", "file:///a.rs", {"path": "a.rs"})
check("file:///{path}", "file:///src%2Fa%20b.rs", {"path": "src/a b.rs"})
check("search://code{?q,limit}", "search://code?q=x&limit=3", {"q": "x", "limit": "3"})
check("search://code{?q,limit}", "search://code?q=a%26b&limit=3", {"q": "a&b", "limit": "3"})
check("search://code{?q,limit}", "search://code?q=x", {"q": "x"})
check("search://code{?q,limit}", "search://code?limit=3&q=x", {"q": "x", "limit": "3"})
PY
