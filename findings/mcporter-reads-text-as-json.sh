#!/usr/bin/env bash
# mcporter sends the text argument `null` as no value and `{"a": 1}` as an object, though the tool's schema says `"type": "string"`.
#
# Expected: the schema decides, as it does for numbers: `query=110` reaches a tool that takes text as the text "110".
# Seen on 2026-12-01 with mcporter 0.9.0 (npm), a tool whose argument `query` is `{"type": "string"}`:
#   query=110, query=007, query=1e3:   the same text, right.
#   query=true, query=false:           a boolean.
#   query=null:                        null.
#   query='{"a": 1}', query='[1]':     an object, a list.
#   --args '{"query": "null"}':        the text, right.
# A search for the words `null` or `true`, or for a piece of JSON, is refused by the server, or searches for something else.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/npm" mcporter@0.9.0
cat > "$work/server.mjs" <<'JS'
// A server with one tool, which returns its arguments.
import readline from "node:readline";
const tools = [{ name: "search", description: "Search", inputSchema: { type: "object", properties: { query: { type: "string" } } } }];
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = method === "initialize"
    ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "search", version: "1" } }
    : method === "tools/list" ? { tools }
    : method === "tools/call" ? { content: [{ type: "text", text: JSON.stringify(params.arguments) }] } : {};
  console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
});
JS
echo '{"mcpServers": {"code": {"command": "node", "args": ["'"$work"'/server.mjs"]}}}' > "$work/mcp.json"

# check EXPECTED ARGUMENT…: the arguments that reach the server.
check() {
    local expected=$1 found
    shift
    found=$(HOME="$work" "$work/npm/node_modules/.bin/mcporter" --config "$work/mcp.json" call code.search "$@" | tr -d ' \n')
    echo "$*: $found"
    test "$found" = "{\"query\":$expected}" || { echo "expected: $expected"; exit 1; }
}
check '"110"' query=110
check '"007"' query=007
check '"1e3"' query=1e3
check true query=true
check false query=false
check null query=null
check '{"a":1}' 'query={"a": 1}'
check '[1]' 'query=[1]'
check '"null"' --args '{"query": "null"}'
