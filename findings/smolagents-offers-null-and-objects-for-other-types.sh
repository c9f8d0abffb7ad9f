#!/usr/bin/env bash
# smolagents tells a model that a tool's number with a default may be null, that an enumeration is an object, and half a description.
#
# Expected: the schema allows what the function takes: null only for `| None`, and one of the values for an enumeration.
# Seen on 2026-11-30 with smolagents 1.26.0 and pydantic-ai-slim 2.68.0 (PyPI), the same function with type hints and a docstring:
#   `limit: int = 10`:     "nullable": true; a call with null passes the check, and the function gets None in place of 10.
#   `mode: Mode`, an enumeration of two texts:    "type": "object"; the check refuses "fast", and lets `{}` through to the function.
#   a description whose second line begins with `path:`:    it ends at the first line, so the model never learns of the rest.
#   `order: Literal["name", "rank"]`, and lines that begin with `- fast:`:    the values are listed, and the lines are kept.
#   pydantic-ai:    right in all cases.
# No warning is given. A model that sends null for what it does not need makes the tool compare or slice with None.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check smolagents==1.26.0 pydantic-ai-slim==2.68.0
cd "$work"
# The decorator needs the source of the function, so it stands in a file.
cat > check.py <<'PY'
import enum
from typing import Literal
from pydantic_ai import Tool
from smolagents import tool
from smolagents.models import get_tool_json_schema
from smolagents.tools import validate_tool_arguments

class Mode(enum.Enum):
    FAST = "fast"
    SLOW = "slow"

def find(query: str, limit: int = 10, mode: Mode = Mode.FAST, order: Literal["name", "rank"] = "rank") -> str:
    """Finds code.

    Args:
        query: What to find, with one of these
            path: only in this folder,
            lang: only in this language.
        limit: The maximum of results.
        mode: How, one of
            - fast: words only
            - slow: words and meaning
        order: The order.
    """
    return repr((query, limit, mode, order))

smol = tool(find)
schema = get_tool_json_schema(smol)["function"]["parameters"]
print("smolagents:", schema)
properties = schema["properties"]
assert schema["required"] == ["query"]
assert properties["query"]["description"] == "What to find, with one of these"
assert properties["limit"] == {"type": "integer", "nullable": True, "description": "The maximum of results."}
assert properties["mode"]["type"] == "object" and "enum" not in properties["mode"]
assert properties["mode"]["description"] == "How, one of - fast: words only - slow: words and meaning"
assert properties["order"]["enum"] == ["name", "rank"]

def call(**arguments):
    """The result of a call as an agent does it, or the error of the check."""
    try:
        validate_tool_arguments(smol, arguments)
    except (TypeError, ValueError) as error:
        return str(error)
    return smol(**arguments)

for arguments, expected in (
    ({"limit": None}, "('a', None, <Mode.FAST: 'fast'>, 'rank')"),
    ({"limit": "ten"}, "Argument limit has type 'string' but should be 'integer'"),
    ({"mode": "fast"}, "Argument mode has type 'string' but should be 'object'"),
    ({"mode": {}}, "('a', 10, {}, 'rank')"),
):
    found = call(query="a", **arguments)
    print(arguments, found)
    assert found == expected

schema = Tool(find).function_schema.json_schema
print("pydantic-ai:", schema)
properties = schema["properties"]
assert properties["query"]["description"].endswith("path: only in this folder,\nlang: only in this language.")
assert properties["limit"]["type"] == "integer" and properties["limit"]["default"] == 10
assert schema["$defs"]["Mode"]["enum"] == ["fast", "slow"]
PY
HOME=$work venv/bin/python check.py
