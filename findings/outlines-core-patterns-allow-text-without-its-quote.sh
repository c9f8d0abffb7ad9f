#!/usr/bin/env bash
# outlines-core makes a regular expression of a schema that accepts `"a` without its last quote, for the pattern `^a|b$`, and not `"a"`.
#
# Expected: what the expression accepts is JSON that is valid for the schema, as a model's output is held to it; a pattern that
#   cannot be converted is refused. In JSON Schema a pattern is searched for in the text, so `a` accepts "bab" too.
# Seen on 2026-12-01 with outlines_core 0.2.14 (PyPI), `build_regex_from_schema`, each time without a warning:
#   pattern `^a|b$`:                     ("a|b"), which accepts `"a` and `b"`, and neither "a" nor "b".
#   pattern `^[^/]+$`, a file's name:    accepts `"a"b"`, which is no JSON, and a line end in the text.
#   pattern `^a\\b$`, a backslash:       accepts no JSON of this text, as the backslash is not escaped.
#   pattern `^src/`:                     ("^src/"), which accepts nothing at all.
#   pattern `a`:                         accepts "a" alone, not "bab".
#   format `date-time`:                  refuses 2026-01-01T00:00:00+02:00 and fractions of a second.
#   `minimum`, `exclusiveMinimum`:       not used: 3 passes `"minimum": 5`.
#   pattern `^(a|b)$`:                   right.
# A model that is held to such an expression must write text that no parser reads, or cannot give the right answer.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check outlines_core==0.2.14
"$work/venv/bin/python" - <<'PY'
import json, re
from outlines_core.json_schema import build_regex_from_schema

def pattern(text):
    return {"type": "string", "pattern": text}

TIME = {"type": "string", "format": "date-time"}
# a schema, an output of a model, whether the schema allows it, whether the expression does
CASES = [
    (pattern("^(a|b)$"), '"a"', True, True),
    (pattern("^a|b$"), '"a"', True, False),
    (pattern("^a|b$"), '"b"', True, False),
    (pattern("^a|b$"), '"a', False, True),
    (pattern("^a|b$"), 'b"', False, True),
    (pattern("a"), '"bab"', True, False),
    (pattern("^src/"), '"src/a.rs"', True, False),
    (pattern("^[^/]+$"), '"a.rs"', True, True),
    (pattern("^[^/]+$"), '"a"b"', False, True),
    (pattern("^[^/]+$"), '"a\nb"', False, True),
    (pattern(r"^a\\b$"), json.dumps("a\\b"), True, False),
    (TIME, '"2026-01-01T00:00:00Z"', True, True),
    (TIME, '"2026-01-01T00:00:00+02:00"', True, False),
    (TIME, '"2026-01-01T00:00:00.5Z"', True, False),
    ({"type": "integer", "minimum": 5}, "3", False, True),
    ({"type": "number", "exclusiveMinimum": 0}, "-1", False, True),
]
for schema, output, allowed, expected in CASES:
    accepted = re.fullmatch(build_regex_from_schema(json.dumps(schema)), output) is not None
    print(f"{json.dumps(schema)}: {output!r}, allowed {allowed}, accepted {accepted}")
    assert accepted == expected
PY
