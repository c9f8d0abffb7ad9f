#!/usr/bin/env bash
# The `data` of FastMCP's client lacks the properties that the tool's output schema does not name, though the schema allows them.
#
# Expected: `data` is what the server sent; JSON Schema allows further properties unless `additionalProperties` forbids them.
# Seen on 2026-11-29 with fastmcp 4.2.3 (PyPI; the script installs its smaller form, fastmcp-slim), server and client in one
# process, a result with `path`, `_rank` and `line` and a schema that names `path` and `_rank`:
#   `structured_content`, all schemas:    path, _rank, line.
#   `data`, no `additionalProperties`:    path, _rank. The same for objects in lists.
#   `data`, `additionalProperties` true:  path, field_rank, line: the property got another name.
#   `data`, a schema without properties:  path, _rank, line.
# No error or warning is given. A client that reads `data` loses what a newer server adds, and a keyword that most schemas leave
# out decides whether a property is there, and under which name.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check 'fastmcp-slim[client,server]==4.2.3'
cd "$work"
HOME="$work" "$work/venv/bin/python" - <<'PY'
import asyncio
from fastmcp import Client, FastMCP

HIT = {"path": "a.rs", "_rank": 1, "line": 3}
NAMED = {"type": "object", "properties": {"path": {"type": "string"}, "_rank": {"type": "integer"}}, "required": ["path"]}
# the tool, its output schema, its result, and the properties of a hit in `data`
CASES = {
    "named": (NAMED, HIT, {"path", "_rank"}),
    "others_allowed": ({**NAMED, "additionalProperties": True}, HIT, {"path", "field_rank", "line"}),
    "in_a_list": ({"type": "object", "properties": {"hits": {"type": "array", "items": NAMED}}}, {"hits": [HIT]},
                  {"path", "_rank"}),
    "open": ({"type": "object"}, HIT, {"path", "_rank", "line"}),
}
server = FastMCP("server")

def add(name, schema, result):
    @server.tool(name=name, output_schema=schema)
    def tool() -> dict:
        return result

for name, (schema, result, _) in CASES.items():
    add(name, schema, result)

async def main():
    async with Client(server) as client:
        for name, (_, result, expected) in CASES.items():
            answer = await client.call_tool(name)
            assert answer.structured_content == result
            hit = answer.data.hits[0] if name == "in_a_list" else answer.data
            found = set(hit if isinstance(hit, dict) else {**vars(hit), **(getattr(hit, "model_extra", None) or {})})
            print(f"{name}: structured_content {result}, data has {sorted(found)}")
            assert found == expected

asyncio.run(main())
PY
