#!/usr/bin/env bash
# sqlfmt and sql-formatter write a text of two lines, `'a'` and `'b'`, in one line, which PostgreSQL refuses; sqlfmt splits `E'…'`.
#
# Expected: a formatter changes line ends only where they mean nothing, and the query stays the same for PostgreSQL's own parser.
# Seen on 2026-11-30 with shandy-sqlfmt 0.32.0, sqlparse 0.6.1, pglast 8.8 (PostgreSQL's parser) (PyPI) and sql-formatter 15.9.0
# with `language: "postgresql"` (npm), without an error of the formatter:
#   `'it''s'`, `$$a  b$$`, `a ->> 'B'`:   the same query after all three.
#   `'a'` and `'b'` in two lines:         all three write `'a' 'b'`, a syntax error. The standard joins texts over a line end only.
#   `N'x'`:                               sqlfmt and sql-formatter write `N 'x'`, a cast to a type of that name.
#   `E'\\'`, one backslash:               sqlfmt writes `e '\\'`, a cast of two backslashes to a type `e`.
#   `E'it\'s'`:                           sqlfmt writes `e 'it\'s'`, a text without an end.
# Long texts are split this way, and escapes such as `E'\n'` are how PostgreSQL writes a line end: such queries fail once formatted.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" sql-formatter@15.9.0
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check shandy-sqlfmt==0.32.0 sqlparse==0.6.1 pglast==8.8
cd "$work"
cat > format.mjs <<'JS'
import { readFileSync } from "node:fs";
import { format } from "sql-formatter";
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((query) => format(query, { language: "postgresql" }))));
JS
HOME="$work" venv/bin/python - <<'PY'
import json, pathlib, subprocess
import pglast, sqlparse

FILE = pathlib.Path("query.sql")

def by_sqlfmt(query):
    FILE.write_text(f"{query}\n")
    subprocess.run(["venv/bin/sqlfmt", "--quiet", FILE], check=True, capture_output=True)
    return FILE.read_text().strip()

def meaning(query):
    """The tree of PostgreSQL's parser without positions, or its error."""
    def strip(value):
        if isinstance(value, dict):
            return {key: strip(each) for key, each in value.items() if key not in ("location", "stmt_len")}
        return list(map(strip, value)) if isinstance(value, list) else value
    try:
        return strip(json.loads(pglast.parser.parse_sql_json(query)))
    except pglast.parser.ParseError as error:
        return error.args[0].split(" at ")[0]

# a query, and the formatters that change its meaning
CASES = {
    "SELECT 'it''s', $$a  b$$, a ->> 'B' FROM t": {},
    "SELECT 'a'\n'b'": {"sqlfmt": "syntax error", "sqlparse": "syntax error", "sql-formatter": "syntax error"},
    "SELECT E'\\\\', 'c'": {"sqlfmt": "another query"},
    "SELECT N'x'": {"sqlfmt": "another query", "sql-formatter": "another query"},
    "SELECT E'it\\'s'": {"sqlfmt": "unterminated quoted string"},
}
output = subprocess.run(["node", "format.mjs"], input=json.dumps(list(CASES)), check=True, capture_output=True, text=True).stdout
for (query, expected), in_node in zip(CASES.items(), json.loads(output)):
    before = meaning(query)
    assert isinstance(before, dict), before
    print(query)
    found = {}
    results = {"sqlfmt": by_sqlfmt(query), "sqlparse": sqlparse.format(query, reindent=True), "sql-formatter": in_node}
    for name, result in results.items():
        after = meaning(result)
        if after != before:
            found[name] = after if isinstance(after, str) else "another query"
            print(f"  {name}: {result!r}: {found[name]}")
    assert found == expected, expected
PY
