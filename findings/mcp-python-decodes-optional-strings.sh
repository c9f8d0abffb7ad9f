#!/usr/bin/env bash
# The Python SDK of the Model Context Protocol decodes an optional string argument as JSON before the tool sees it.
#
# Expected: a tool with the parameter `query: str | None` gets the string that the client sent; the published schema allows a
# string or null.
# Seen on 2026-11-29 with mcp 2.3.0 (PyPI), server and client in one process:
#   `query: str`         gets `null`, `[1]` and `{"a": 1}` as they were sent.
#   `query: str | None`  gets None for the string `null`; `[1]`, `["a"]` and `{"a": 1}` are refused as invalid arguments,
#                        though they are strings; `"a b"` (in quotation marks), `12` and `true` arrive as they were sent.
# So an agent that searches code for a literal like `null`, `[]` or `{}` gets an error, or all results without a filter, as soon
# as the parameter is optional.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check mcp==2.3.0
"$work/venv/bin/python" - 2> "$work/log" <<'PY' || { cat "$work/log"; exit 1; }
import asyncio
from mcp import Client
from mcp.server import MCPServer

server = MCPServer("search")


@server.tool()
def required(query: str) -> str:
    return repr(query)


@server.tool()
def optional(query: str | None = None) -> str:
    return repr(query)


EXPECTED = {
    "null": ("'null'", "None"),
    "[1]": ("'[1]'", "refused"),
    '["a"]': ("'[\"a\"]'", "refused"),
    '{"a": 1}': ("'{\"a\": 1}'", "refused"),
    '"a b"': ("'\"a b\"'", "'\"a b\"'"),
    "12": ("'12'", "'12'"),
    "true": ("'true'", "'true'"),
}


async def main():
    async with Client(server) as client:
        for query, expected in EXPECTED.items():
            found = []
            for tool in ("required", "optional"):
                result = await client.call_tool(tool, {"query": query})
                found.append("refused" if result.is_error else result.content[0].text)
            print(f"{query:10} str: {found[0]:14} str | None: {found[1]}")
            assert tuple(found) == expected, f"expected {expected}"


asyncio.run(main())
PY
