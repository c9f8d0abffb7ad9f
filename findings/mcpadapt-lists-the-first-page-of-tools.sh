#!/usr/bin/env bash
# mcpadapt, which smolagents uses, lists only the first page of an MCP server's tools: a model never learns of the others.
#
# Expected: a client that lists the tools for a model follows `nextCursor`, which `tools/list` has by the protocol.
# Seen on 2026-11-30 with mcp 1.30.0 and mcpadapt 0.1.19 (PyPI), a server of five tools on three pages, without a warning:
#   the SDK's session, asked again with each `nextCursor`:   all five.
#   `MCPAdapt`, synchronous and asynchronous:                the first two.
# The same was seen by hand, not in this script, which would install much for it: llama-index-tools-mcp 0.6.0 and mcp-use 1.7.1
# list two tools; langchain-mcp-adapters 0.3.2, pydantic-ai-slim 2.68.0, openai-agents 0.24.0 and @ai-sdk/mcp all five.
# The page size is the server's choice, so a server with more tools than its page loses the rest in some clients only.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check "mcp[ws]==1.30.0" mcpadapt==0.1.19
cat > "$work/server.py" <<'PY'
import json, sys

# the cursor of a page, its tools, and the cursor of the next page
PAGES = {None: (["one", "two"], "second"), "second": (["three", "four"], "third"), "third": (["five"], None)}
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    parameters, answer = message.get("params") or {}, {}
    if message["method"] == "initialize":
        answer["result"] = {"protocolVersion": parameters["protocolVersion"], "capabilities": {"tools": {}},
                            "serverInfo": {"name": "pages", "version": "1"}}
    elif message["method"] == "tools/list":
        names, following = PAGES[parameters.get("cursor")]
        answer["result"] = {"tools": [{"name": name, "inputSchema": {"type": "object", "properties": {}}} for name in names]}
        if following:
            answer["result"]["nextCursor"] = following
    elif message["method"] == "ping":
        answer["result"] = {}
    else:
        answer["error"] = {"code": -32601, "message": "Method not found"}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer}), flush=True)
PY
cat > "$work/clients.py" <<'PY'
import asyncio, sys
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcpadapt.core import MCPAdapt, ToolAdapter

SERVER = StdioServerParameters(command=sys.executable, args=[sys.argv[1]])

class Names(ToolAdapter):
    def adapt(self, func, mcp_tool):
        return mcp_tool.name

    async def async_adapt(self, afunc, mcp_tool):
        return mcp_tool.name

async def names_of_session():
    async with stdio_client(SERVER) as streams, ClientSession(*streams) as session:
        await session.initialize()
        names, cursor = [], None
        while True:
            page = await session.list_tools(cursor)
            names += [tool.name for tool in page.tools]
            cursor = page.nextCursor
            if cursor is None:
                return names

async def names_of_asynchronous_adapter():
    async with MCPAdapt(SERVER, Names()) as tools:
        return [await tool if asyncio.iscoroutine(tool) else tool for tool in tools]

with MCPAdapt(SERVER, Names()) as tools:
    adapted = list(tools)
found = {"session": asyncio.run(names_of_session()), "MCPAdapt": adapted,
         "MCPAdapt, asynchronous": asyncio.run(names_of_asynchronous_adapter())}
for name, names in found.items():
    print(f"{name}: {' '.join(names)}")
    assert names == (["one", "two", "three", "four", "five"] if name == "session" else ["one", "two"])
PY
"$work/venv/bin/python" "$work/clients.py" "$work/server.py"
