#!/usr/bin/env bash
# The Ollama client requires arguments that have a default, and declares models and enumerations as free text.
#
# Expected: the tool made of a Python function takes what the function takes, as Pydantic's schema of the same function says.
# Seen on 2026-11-30 with ollama 0.6.3 and pydantic 2.14.4 (PyPI), `convert_function_to_tool`, which `chat(tools=[function])` uses:
#   limit: int = 10                  required. Pydantic: optional, default 10. Only a type with None is optional in Ollama's.
#   kind: Literal["fn", "class"]     any text. Pydantic: one of the two. The same for an Enum.
#   place: Place, a Pydantic model   any text. Pydantic: an object with its fields.
#   languages: list[str]             a list of anything. Pydantic: of strings.
#   a description of two lines:      kept, unless the second has a colon, as in `for example lang:rust`; then the first is left.
# No warning is given. A model has to make up a value for each default, does not learn the kinds, and sends text for an object.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check ollama==0.6.3 pydantic==2.14.4
cat > "$work/check.py" <<'PY'
from enum import Enum
from typing import Literal, Optional
from ollama._utils import convert_function_to_tool
from pydantic import BaseModel, TypeAdapter

class Order(Enum):
    BEST = "best"
    NEWEST = "newest"

class Place(BaseModel):
    path: str
    line: int

def search(
    query: str, kind: Literal["fn", "class"], order: Order, place: Place, languages: list[str], limit: int = 10,
    path: Optional[str] = None,
) -> str:
    """Searches the code.

    Args:
        query: The query,
            for example lang:rust.
        kind: The kind
            of a symbol.
    """

tool = convert_function_to_tool(search).model_dump(exclude_none=True)["function"]["parameters"]
schema = TypeAdapter(search).json_schema()
for name, expected, found in [
    ("kind", {"enum": ["fn", "class"], "type": "string"}, {"type": "string", "description": "The kind of a symbol."}),
    ("order", {"$ref": "#/$defs/Order"}, {"type": "string", "description": ""}),
    ("place", {"$ref": "#/$defs/Place"}, {"type": "string", "description": ""}),
    ("languages", {"items": {"type": "string"}, "type": "array"}, {"type": "array", "description": ""}),
    ("limit", {"default": 10, "type": "integer"}, {"type": "integer", "description": ""}),
    ("query", {"type": "string"}, {"type": "string", "description": "The query,"}),
]:
    of_pydantic = {key: value for key, value in schema["properties"][name].items() if key != "title"}
    print(f"{name}: Pydantic {of_pydantic}, Ollama {tool['properties'][name]}")
    assert of_pydantic == expected
    assert tool["properties"][name] == found
assert schema["$defs"]["Order"]["enum"] == ["best", "newest"]
assert schema["$defs"]["Place"]["required"] == ["path", "line"]
required = ["query", "kind", "order", "place", "languages"]
print(f"required: Pydantic {schema['required']}, Ollama {tool['required']}")
assert schema["required"] == required
assert tool["required"] == [*required, "limit"]
assert "$defs" not in tool
PY
"$work/venv/bin/python" "$work/check.py"
