#!/usr/bin/env bash
# A tool that fastapi-mcp makes of `/languages/{name}` looks up `C` when a model asks for `C#`: arguments go into the path as they are.
#
# Expected: the endpoint gets the arguments of the call, each tool declares the arguments that its endpoint takes, and its answer
# is the text that the endpoint sent.
# Seen on 2026-11-30 with fastapi-mcp 0.4.0, fastapi 0.165.0 and mcp 1.30.0 (PyPI), called through the tools:
#   name `C#` and `what?`:             the endpoint gets `C` and `what`; it answers for these without an error.
#   an endpoint that takes a list:     its tool declares no arguments, and `[1, 2]` can not be sent: status 422.
#   an endpoint that takes a form:     the fields are declared, but sent as JSON: each call ends with status 422.
#   `path: str | None` in the query:   declared as `"type": "string"` beside `anyOf`, so null, its default, is not allowed.
#   a header:                          not declared, though the tool sends it if it is given.
#   the plain text `1.10`:             the tool's answer is `1.1`.
# Called directly, the same endpoints get and return the right values. A model then reads facts on another entry, or another version.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check fastapi-mcp==0.4.0 fastapi==0.165.0 mcp==1.30.0 python-multipart==0.0.34 \
  jsonschema==4.26.0
"$work/venv/bin/python" - <<'PY'
import asyncio, json, logging
from typing import Annotated, Optional
from urllib.parse import quote
import httpx
from fastapi import FastAPI, Form, Header
from fastapi.responses import PlainTextResponse
from fastapi_mcp import FastApiMCP
from jsonschema import Draft202012Validator
from mcp.shared.memory import create_connected_server_and_client_session as connect

logging.disable()
app = FastAPI()

@app.get("/languages/{name}", operation_id="language")
def language(name: str, path: Optional[str] = None, token: Annotated[Optional[str], Header()] = None):
    return {"name": name, "path": path, "token": token}

@app.post("/sum", operation_id="sum")
def total(numbers: list[int]):
    return sum(numbers)

@app.post("/note", operation_id="note")
def note(text: str = Form()):
    return text

@app.get("/version", operation_id="version", response_class=PlainTextResponse)
def version():
    return "1.10"

async def main():
    direct = httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://test")
    async with connect(FastApiMCP(app).server) as session:
        schemas = {tool.name: tool.inputSchema for tool in (await session.list_tools()).tools}

        async def call(tool, **arguments):
            result = await session.call_tool(tool, arguments)
            return result.isError, result.content[0].text

        for name, seen in [("Rust", "Rust"), ("C#", "C"), ("what?", "what")]:
            right = (await direct.get(f"/languages/{quote(name)}")).json()["name"]
            failed, answer = await call("language", name=name)
            print(f"name {name!r}: {answer.split()}")
            assert right == name and not failed and json.loads(answer)["name"] == seen

        print("schema of language:", schemas["language"]["properties"])
        assert list(schemas["language"]["properties"]) == ["name", "path"]
        allowed = Draft202012Validator(schemas["language"])
        assert allowed.is_valid({"name": "Rust", "path": "a"}) and not allowed.is_valid({"name": "Rust", "path": None})
        assert json.loads((await call("language", name="Rust", token="t"))[1])["token"] == "t"

        assert (await direct.post("/sum", json=[1, 2])).json() == 3
        assert schemas["sum"]["properties"] == {}
        for arguments in [{}, {"numbers": [1, 2]}, {"body": [1, 2]}]:
            failed, answer = await call("sum", **arguments)
            print(f"sum {arguments}: {answer}")
            assert failed and "422" in answer

        assert (await direct.post("/note", data={"text": "hi"})).json() == "hi"
        assert list(schemas["note"]["properties"]) == ["text"]
        failed, answer = await call("note", text="hi")
        print(f"note: {answer}")
        assert failed and "422" in answer

        answer = (await direct.get("/version")).text, await call("version")
        print("version:", answer)
        assert answer == ("1.10", (False, "1.1"))

asyncio.run(main())
PY
