#!/usr/bin/env bash
# sqlfluff's fix swaps the columns of a subquery behind `(a, b) IN`, and writes `= NULL` as `IS NULL`: queries find other rows.
#
# Expected: rules of layout, order and convention leave the rows that a query finds as they are, or leave the query alone.
# Seen on 2026-11-30 with sqlfluff 4.5.0 (PyPI), `fix --dialect duckdb` with its default rules; DuckDB 1.4.4 runs both files:
#   (score, id) IN (SELECT max(score) AS top, id …):       the subquery selects `id, max(score) AS top`; 3 rows become none.
#   (score, id) NOT IN (SELECT max(score) AS top, id …):   the same; rows that were excluded come back.
#   WHERE note = NULL:                                     `note IS NULL`; a condition that no row meets finds one.
#   WHERE note != NULL:                                    `note IS NOT NULL`; all others.
# With a column list (`INSERT INTO w (x, y)`, `WITH c (x, y) AS`, `AS d (x, y)`), a UNION or `ORDER BY 1` it keeps the order of columns.
# "The best row of each group" is written as in the first line: after a reformatting the report is empty, and DuckDB gives no error.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check sqlfluff==4.5.0 duckdb==1.4.4
cd "$work"
cat > check.py <<'PY'
import subprocess
import sys
from pathlib import Path

import duckdb

TABLE = """
CREATE TABLE t (id INT, grp INT, score INT, note TEXT);
INSERT INTO t VALUES (1, 1, 50, 'a'), (2, 2, 70, 'b'), (3, 2, 60, NULL), (4, 3, 90, 'd');
"""
BEST = "SELECT max(o.score) AS top, o.id FROM t AS o WHERE o.note IS NOT NULL GROUP BY o.id"

def rows(query):
    connection = duckdb.connect()
    connection.execute(TABLE)
    return [row[0] for row in connection.execute(query).fetchall()]

def fixed(query):
    path = Path("query.sql")
    path.write_text(query + "\n")
    tool = Path(sys.executable).with_name("sqlfluff")
    subprocess.run([tool, "fix", "--dialect", "duckdb", "--quiet", path], check=False, stdout=subprocess.DEVNULL)
    return path.read_text()

for query, before, after in [
    (f"SELECT id FROM t WHERE (score, id) IN ({BEST}) ORDER BY id", [1, 2, 4], []),
    (f"SELECT id FROM t WHERE (score, id) NOT IN ({BEST}) ORDER BY id", [3], [1, 2, 3, 4]),
    ("SELECT id FROM t WHERE note = NULL", [], [3]),
    ("SELECT id FROM t WHERE note != NULL ORDER BY id", [], [1, 2, 4]),
    # Right: the order of the columns is kept, or does not count.
    ("WITH c (x, y) AS (SELECT score + 1 AS k, id FROM t) SELECT x FROM c ORDER BY x", [51, 61, 71, 91], [51, 61, 71, 91]),
    ("SELECT d.x FROM (SELECT score + 1 AS k, id FROM t) AS d (x, y) ORDER BY d.x", [51, 61, 71, 91], [51, 61, 71, 91]),
    ("SELECT score + id, id FROM t ORDER BY 1", [51, 63, 72, 94], [51, 63, 72, 94]),
]:
    result = fixed(query)
    found = rows(query), rows(result)
    print(f"{query}\n  {' '.join(result.split())}\n  {found[0]} -> {found[1]}")
    assert found == (before, after)
PY
"$work/venv/bin/python" check.py
