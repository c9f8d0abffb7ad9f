#!/usr/bin/env bash
# mcpo, the proxy from MCP to OpenAPI, gives the tool's text `1.10` as the number 1.1, and drops `null` and open properties of arguments.
#
# Expected: a tool gets the arguments that were sent, or the request is refused; the text that it returns, and its error, arrive as text.
# Seen on 2026-11-30 with mcpo 0.0.20, mcp 1.30.0 and fastapi 0.128.0 (PyPI; with fastapi 0.165 mcpo does not start):
#   result "1.10", "1e3", "null", "NaN":    1.1, 1000.0, null, null: text is decoded as JSON. "v1.10" stays text.
#   result {"a": 1, "a": 2} as text:        {"a": 2}, so a file of JSON that a tool reads is another one.
#   error "no such file: a.txt":            "Unexpected error", and the error in Python's notation behind it.
#   "after": null, a string or null:        left out, so a tool that has a default for it cannot be told "none".
#   "filter": {"lang": "c", "path": "src"}: without "path", although the schema allows more properties. "limit": 5 is 5.0.
#   "level": "medium", of "low" and "high": passed on; the OpenAPI document has no enumeration, no minimum, no maximum.
# No warning is given. Open WebUI reaches MCP servers through mcpo: a model sees version 1.1 for 1.10, and cannot learn allowed values.
set -euo pipefail
work=$(mktemp -d)
trap 'kill "$proxy" 2> /dev/null || true; rm -rf "$work"' EXIT
proxy=

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check mcpo==0.0.20 mcp==1.30.0 fastapi==0.128.0
cat > "$work/server.py" <<'PY'
import json
import anyio
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

server = Server("files")
LIST = {"type": "object", "required": ["level"], "properties": {
    "level": {"type": "string", "enum": ["low", "high"]},
    "limit": {"type": "number", "minimum": 1, "maximum": 9},
    "after": {"type": ["string", "null"]},
    "filter": {"type": "object", "properties": {"lang": {"type": "string"}}, "additionalProperties": {"type": "string"}},
}}
TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}

@server.list_tools()
async def list_tools():
    schemas = {"list": LIST, "say": TEXT, "fail": TEXT}
    return [types.Tool(name=name, description=name, inputSchema=schema) for name, schema in schemas.items()]

@server.call_tool(validate_input=False)
async def call_tool(name, arguments):
    if name == "fail":
        raise ValueError("no such file: a.txt")
    text = arguments["text"] if name == "say" else "arguments: " + json.dumps(arguments)
    return [types.TextContent(type="text", text=text)]

async def main():
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())

anyio.run(main)
PY
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
"$work/venv/bin/mcpo" --host 127.0.0.1 --port "$port" -- "$work/venv/bin/python" "$work/server.py" > "$work/log" 2>&1 &
proxy=$!
python3 - "http://127.0.0.1:$port" <<'PY'
import json, sys, time, urllib.error, urllib.request

def request(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    query = urllib.request.Request(f"{sys.argv[1]}/{path}", data, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(query) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)

for _ in range(600):
    try:
        schemas = request("openapi.json")[1]["components"]["schemas"]
        break
    except urllib.error.URLError:
        time.sleep(0.1)

for text, expected in [("v1.10", "v1.10"), ("1.10", 1.1), ("1e3", 1000.0), ("null", None), ("NaN", None), ('{"a": 1, "a": 2}', {"a": 2})]:
    status, found = request("say", {"text": text})
    print(f"result {text!r}: {found!r}")
    assert (status, found, type(found)) == (200, expected, type(expected))

status, found = request("fail", {"text": "x"})
print("error:", found)
expected = {"message": "Unexpected error", "error": "500: {'message': 'no such file: a.txt'}"}
assert (status, found["detail"]) == (500, expected)

for sent, arrived in [
    ({"level": "low", "filter": {"lang": "c"}}, {"level": "low", "filter": {"lang": "c"}}),
    ({"level": "low", "after": None}, {"level": "low"}),
    ({"level": "low", "filter": {"lang": "c", "path": "src"}}, {"level": "low", "filter": {"lang": "c"}}),
    ({"level": "medium", "limit": 50}, {"level": "medium", "limit": 50.0}),
]:
    status, found = request("list", sent)
    print(f"{sent}: {found}")
    assert (status, found) == (200, "arguments: " + json.dumps(arrived))

properties = schemas["list_form_model"]["properties"]
print(properties)
assert properties["level"] == {"type": "string", "title": "Level", "description": ""}
assert properties["limit"] == {"type": "number", "title": "Limit", "description": ""}
PY
