#!/usr/bin/env bash
# sqlglot and sqllineage lose the columns of a named window: `RANK() OVER w` has no source, and `(w ORDER BY id)` reads a column `w`.
#
# Expected: a column has the same sources whether the query names a part or writes it in place.
# Seen on 2026-11-30 with sqlglot 30.30.0 and sqllineage 1.5.9 (PyPI), dialect PostgreSQL, without an error:
#   `OVER (PARTITION BY t.b)`:             both list t.b.
#   `OVER w … WINDOW w AS (…)`:            neither lists t.b; a rank has no source at all.
#   `OVER (w ORDER BY t.id) … WINDOW w`:   neither lists t.b; sqllineage lists a column `t.w`, which does not exist.
#   `WITH q AS (SELECT t.a AS x …)`:       both list t.a.
#   `WITH q(x) AS (SELECT t.a …)`, and `(SELECT t.a …) AS q(x)`:   sqllineage ends at `q.x`, as if q were a table.
#   the recursive part of `WITH RECURSIVE`, `ARRAY_AGG(… ORDER BY t.b)`:   sqllineage leaves out their columns, sqlglot lists them.
# So a change of t.b does not show the reports that rank by it, and the same query answers differently once it is tidied up.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check sqlglot==30.30.0 sqllineage==1.5.9
HOME="$work" "$work/venv/bin/python" - <<'PY'
from sqlglot.lineage import lineage
from sqllineage.runner import LineageRunner

SCHEMA = {"t": {"a": "int", "b": "int", "id": "int"}, "u": {"c": "int", "id": "int"}}

def sources(query):
    """The columns of tables that the column `x` comes from, in sqlglot and in sqllineage."""
    nodes = lineage("x", query, schema=SCHEMA, dialect="postgres").walk()
    paths = LineageRunner(f"INSERT INTO o {query}", dialect="postgres").get_column_lineage()
    return [sorted({node.name for node in nodes if not node.downstream and "." in node.name}),
            sorted({str(path[0]).removeprefix("<default>.") for path in paths if path[-1].raw_name == "x"})]

# a query, and its sources in the two libraries; the comment has those that are right, where one differs
for query, glot, line in [
    ("SELECT SUM(t.a) OVER (PARTITION BY t.b) AS x FROM t", ["t.a", "t.b"], ["t.a", "t.b"]),
    ("SELECT SUM(t.a) OVER w AS x FROM t WINDOW w AS (PARTITION BY t.b)", ["t.a"], ["t.a"]),  # t.a, t.b
    ("SELECT SUM(t.a) OVER (w ORDER BY t.id) AS x FROM t WINDOW w AS (PARTITION BY t.b)",
     ["t.a", "t.id"], ["t.a", "t.id", "t.w"]),  # t.a, t.b, t.id
    ("SELECT RANK() OVER (ORDER BY t.b) AS x FROM t", ["t.b"], ["t.b"]),
    ("SELECT RANK() OVER w AS x FROM t WINDOW w AS (ORDER BY t.b)", [], []),  # t.b
    ("WITH q AS (SELECT t.a AS x FROM t) SELECT q.x FROM q", ["t.a"], ["t.a"]),
    ("WITH q(x) AS (SELECT t.a FROM t) SELECT q.x FROM q", ["t.a"], ["q.x"]),  # t.a
    ("SELECT q.x FROM (SELECT t.a FROM t) AS q(x)", ["t.a"], ["q.x"]),  # t.a
    ("WITH RECURSIVE r AS (SELECT t.a AS x FROM t UNION ALL SELECT r.x + u.c FROM r JOIN u ON u.id = r.x) SELECT r.x FROM r",
     ["t.a", "u.c"], ["t.a"]),  # t.a, u.c
    ("SELECT ARRAY_AGG(t.a ORDER BY t.b) AS x FROM t", ["t.a", "t.b"], ["t.a"]),  # t.a, t.b
]:
    found = sources(query)
    print(f"{query}\n  sqlglot {found[0]}, sqllineage {found[1]}")
    assert found == [glot, line], f"expected {[glot, line]}"
PY
