#!/usr/bin/env bash
# A paged server of the Python SDK of MCP 1.x fails each call of a tool until some client has listed the page that the tool is on.
#
# Expected: a call does not depend on what was listed before, and the handler of `tools/list`, which the SDK takes with the parameter
# `ListToolsRequest`, is given such a request.
# Seen on 2026-11-30 with mcp 1.30.0 (PyPI), the low-level server, four tools on two pages, valid calls, a new client each time:
#   nothing listed:                      "'NoneType' object has no attribute 'params'" for each tool, as the result of the call.
#   after one client listed page 1:      the tools of page 1 run, those of page 2 fail as before.
#   after one client listed both pages:  all run, for other clients too.
#   one page, a handler without a parameter:   all run from the start.
# The server looks for the tool's schema by calling the handler with None. The page's cursor is in `request.params`, so a handler
# that pages has to read it. mcp 2 has another server class; what needs 1.x, such as mcp-proxy 0.13.0, still has this one.
# An agent that calls a tool that it knows from before the server's restart is told of a Python attribute.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check mcp==1.30.0
"$work/venv/bin/python" - <<'PY'
import anyio
import mcp.types as types
from mcp.server.lowlevel import Server
from mcp.shared.memory import create_connected_server_and_client_session as connect

TOOLS = [types.Tool(name=f"tool_{number}", inputSchema={"type": "object"}) for number in range(4)]
FAILED = "'NoneType' object has no attribute 'params'"

def make_server(is_paged):
    server = Server("pages")

    async def list_page(request: types.ListToolsRequest) -> types.ListToolsResult:
        if request.params and request.params.cursor == "second":
            return types.ListToolsResult(tools=TOOLS[2:])
        return types.ListToolsResult(tools=TOOLS[:2], nextCursor="second")

    async def list_all() -> list[types.Tool]:
        return TOOLS

    server.list_tools()(list_page if is_paged else list_all)

    @server.call_tool()
    async def call_tool(name, arguments):
        return [types.TextContent(type="text", text=f"ran {name}")]

    return server

async def list_page(server, cursor):
    async with connect(server) as client:
        return await client.list_tools(params=types.PaginatedRequestParams(cursor=cursor) if cursor else None)

async def check(state, server, expected):
    for tool, text in zip(TOOLS, expected, strict=True):
        async with connect(server) as client:
            request = types.CallToolRequest(params=types.CallToolRequestParams(name=tool.name, arguments={}))
            result = await client.send_request(types.ClientRequest(request), types.CallToolResult)
        found = result.content[0].text
        print(f"{state}, {tool.name}: {found}")
        assert found == text
        assert result.isError == (text == FAILED)

async def main():
    ran = [f"ran {tool.name}" for tool in TOOLS]
    server = make_server(is_paged=True)
    await check("nothing listed", server, [FAILED] * 4)
    page = await list_page(server, None)
    assert page.nextCursor == "second"
    await check("page 1 listed", server, ran[:2] + [FAILED] * 2)
    await list_page(server, page.nextCursor)
    await check("both pages listed", server, ran)
    await check("one page, nothing listed", make_server(is_paged=False), ran)

anyio.run(main)
PY
