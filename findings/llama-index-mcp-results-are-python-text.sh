#!/usr/bin/env bash
# LlamaIndex gives a model the Python notation of a tool's result, with `\n` for each line end, and an error as a success.
#
# Expected: the text of a result reaches the model as it is; an error of the tool is an error; optional arguments keep their types.
# Seen on 2026-11-29 with llama-index-tools-mcp 0.4.8, llama-index-core 0.14.25 and mcp 1.30.0 (PyPI):
#   a result of three lines of code:   one line, "meta=None content=[TextContent(type='text', text='def f():\n    return …".
#   a result with `isError`:           `is_error` of the output is False.
#   an optional string of the tool:    the model is told that null is allowed; the server gets null, which its schema forbids.
# Code costs more tokens and loses its layout, and an agent does not notice that a search failed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check \
  llama-index-tools-mcp==0.4.8 llama-index-core==0.14.25 mcp==1.30.0
cat > "$work/server.py" <<'PY'
import asyncio, json
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

server = Server("example")
SCHEMA = {"type": "object", "properties": {"query": {"type": "string"}, "root": {"type": "string"}}, "required": ["query"]}

@server.list_tools()
async def list_tools():
    return [types.Tool(name=name, description=name, inputSchema=SCHEMA) for name in ("code", "fail", "echo")]

@server.call_tool(validate_input=False)
async def call_tool(name, arguments):
    texts = {"code": 'def f():\n    return "a"\n', "fail": "no index", "echo": json.dumps(arguments)}
    return types.CallToolResult(content=[types.TextContent(type="text", text=texts[name])], isError=name == "fail")

async def main():
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())

asyncio.run(main())
PY
cat > "$work/check.py" <<'PY'
import asyncio, sys
from llama_index.tools.mcp import BasicMCPClient, McpToolSpec

SERVER = sys.argv[1]

async def main():
    client = BasicMCPClient(sys.executable, args=[SERVER])
    tools = {tool.metadata.name: tool for tool in await McpToolSpec(client=client).to_tool_list_async()}
    code = await tools["code"].acall(query="f")
    print(code.content)
    assert code.content.startswith("meta=None content=[TextContent(type='text', text='def f():\\n    return \"a\"\\n'"), "changed"
    assert "\n" not in code.content
    failed = await tools["fail"].acall(query="f")
    print(failed.content, failed.is_error)
    assert failed.raw_output.isError and not failed.is_error, "an error is an error now"
    root = tools["echo"].metadata.get_parameters_dict()["properties"]["root"]
    echo = await tools["echo"].acall(query="f", root=None)
    print(root, echo.raw_output.content[0].text)
    assert root["anyOf"] == [{"type": "string"}, {"type": "null"}]
    assert echo.raw_output.content[0].text == '{"query": "f", "root": null}'

asyncio.run(main())
PY
HOME="$work" "$work/venv/bin/python" "$work/check.py" "$work/server.py"
