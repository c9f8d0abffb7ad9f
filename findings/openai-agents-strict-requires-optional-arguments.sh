#!/usr/bin/env bash
# The strict mode of openai-agents turns optional arguments of a tool into required ones that cannot be null.
#
# Expected: an argument that the tool's schema does not list in "required" stays optional in some form; OpenAI's rules for strict
# schemas ask for a union with null where a value may be missing.
# Seen with openai-agents 0.24.0 (PyPI), `ensure_strict_json_schema` on an object with one required and three optional
# properties: all four are in "required", and no type allows null.
# So a model has to invent a value for each: an empty string, 0 or an empty list reach the tool where the argument was meant
# to be absent, and a tool that refuses them cannot be called.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check openai-agents==0.24.0
"$work/venv/bin/python" - <<'PY'
import json
from agents.strict_schema import ensure_strict_json_schema

schema = {
    "type": "object",
    "properties": {
        "query": {"type": "string"},
        "root": {"type": "string"},
        "limit": {"type": "integer"},
        "filters": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["query"],
}
strict = ensure_strict_json_schema(schema)
print(json.dumps(strict))
assert strict["required"] == ["query", "root", "limit", "filters"], "optional arguments stay optional now"
assert [strict["properties"][name]["type"] for name in ("root", "limit", "filters")] == ["string", "integer", "array"]
PY
