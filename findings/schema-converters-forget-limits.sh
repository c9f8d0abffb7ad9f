#!/usr/bin/env bash
# Converters from JSON Schema to Zod and Pydantic leave out limits: "c" passes `"enum": ["a", "b"]`, and [2, 1, 2] becomes [1, 2].
#
# Expected: the model accepts what the schema accepts and keeps it, or the converter refuses a schema that it cannot convert.
# Seen on 2026-11-29 with an argument of a tool, each time without a warning:
#   @dmitryrechkin/json-schema-to-zod 1.0.1 (npm):   `maxLength`, `pattern` and `maximum` are not checked, and an object without
#                                                    named properties, such as free filters, is refused unless it is empty.
#   jsonschema_pydantic 0.6 (PyPI):                  the same three and `enum` are not checked.
#   json-schema-to-pydantic 0.5.0 (PyPI):            a list with `uniqueItems` becomes a set: other order, fewer items, no error.
#   @n8n/json-schema-to-zod 1.16.0, jsonschema-pydantic-converter 0.4.1:   only `uniqueItems` is not checked.
#   zod-from-json-schema 0.5.6:                      right.
# Such converters stand between an agent and the tools of a server. What they pass is refused by the server, or worse is run.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/zod3" \
  zod@3.25.76 @n8n/json-schema-to-zod@1.16.0 @dmitryrechkin/json-schema-to-zod@1.0.1
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/zod4" zod-from-json-schema@0.5.6
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pydantic==2.14.4 \
  json-schema-to-pydantic==0.5.0 jsonschema_pydantic==0.6 jsonschema-pydantic-converter==0.4.1

cat > "$work/cases.json" <<'JSON'
[
  [{"type": "object", "properties": {"tags": {"type": "string"}}}, {"tags": "x"}],
  [{"type": "object"}, {"tags": "x"}],
  [{"type": "string", "maxLength": 2}, "abc"],
  [{"type": "string", "pattern": "^a"}, "b"],
  [{"type": "integer", "maximum": 2}, 3],
  [{"type": "string", "enum": ["a", "b"]}, "c"],
  [{"type": "array", "items": {"type": "integer"}, "uniqueItems": true}, [2, 1, 2]]
]
JSON
cat > "$work/check.cjs" <<'JS'
const assert = require("node:assert");
const cases = require("./cases.json");
const { convertJsonSchemaToZod } = require("./zod4/node_modules/zod-from-json-schema");
const { jsonSchemaToZod } = require("./zod3/node_modules/@n8n/json-schema-to-zod");

async function main() {
  const { JSONSchemaToZod } = await import("./zod3/node_modules/@dmitryrechkin/json-schema-to-zod/dist/index.js");
  for (const [name, convert, expected] of [
    ["zod-from-json-schema", convertJsonSchemaToZod, "kept kept refused refused refused refused refused"],
    ["@n8n/json-schema-to-zod", jsonSchemaToZod, "kept kept refused refused refused refused kept"],
    ["@dmitryrechkin/json-schema-to-zod", (schema) => JSONSchemaToZod.convert(schema), "kept refused kept kept kept refused refused"],
  ]) {
    const found = cases.map(([schema, value]) => {
      const { success, data } = convert({ type: "object", properties: { filters: schema } }).safeParse({ filters: value });
      const [was, is] = [JSON.stringify(value), JSON.stringify(data?.filters)];
      return success ? (is === was ? "kept" : is) : "refused";
    });
    console.log(`${name}: ${found.join(" ")}`);
    assert.equal(found.join(" "), expected);
  }
}
main();
JS
node "$work/check.cjs"

"$work/venv/bin/python" - "$work/cases.json" <<'PY'
import json, sys
from json_schema_to_pydantic import create_model
from jsonschema_pydantic import jsonschema_to_pydantic
from jsonschema_pydantic_converter import create_type_adapter
from pydantic import TypeAdapter, ValidationError

cases = json.load(open(sys.argv[1]))

def outcome(convert, schema, value):
    schema = {"title": "Arguments", "type": "object", "properties": {"filters": schema}}
    adapter = convert(schema)
    try:
        arguments = adapter.validate_python({"filters": value})
    except ValidationError:
        return "refused"
    found = adapter.dump_python(arguments, mode="json")["filters"]
    return "kept" if found == value else json.dumps(found)

for name, convert, expected in [
    ("jsonschema-pydantic-converter", create_type_adapter, "kept kept refused refused refused refused kept"),
    ("json-schema-to-pydantic", lambda schema: TypeAdapter(create_model(schema)), "kept kept refused refused refused refused [1, 2]"),
    ("jsonschema_pydantic", lambda schema: TypeAdapter(jsonschema_to_pydantic(schema)), "kept kept kept kept kept kept kept"),
]:
    found = " ".join(outcome(convert, *case) for case in cases)
    print(f"{name}: {found}")
    assert found == expected, expected
PY
