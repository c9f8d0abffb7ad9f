#!/usr/bin/env bash
# tree-sitter-sql loses a function of PL/pgSQL with a loop, a domain, a policy and a procedure, and cannot read `SELECT -a`,
# `FOR UPDATE`, `CONSTRAINT h FOREIGN KEY`, or `ON CONFLICT (a)`.
#
# Expected: statements that PostgreSQL's own parser reads have trees without errors, or keep at least their declaration.
# Seen on 2026-11-30 with tree-sitter-sql 0.3.11, tree-sitter 0.26.1 and pglast 8.8 (PyPI; tree-sitter-sequel on crates.io):
#   CREATE FUNCTION … BEGIN RETURN NEW; END;     right. With `FOR i IN 1..3 LOOP` in it:   one ERROR, no create_function.
#   CREATE PROCEDURE, CREATE DOMAIN, CREATE POLICY, PARTITION OF, DO, CALL, COPY:   one ERROR.
#   FOREIGN KEY (b) REFERENCES c (d)             right. With `CONSTRAINT h` before it:   an error; CONSTRAINT h CHECK (…) is right.
#   ON CONFLICT DO NOTHING                       right. ON CONFLICT (b) DO NOTHING:   an error.
#   SELECT a - 1                                 right. SELECT -a:   an error.
#   SELECT … FOR UPDATE, DELETE … USING, NATURAL JOIN, GRANT, UPDATE a SET (b, c) = …:   errors.
# The tree of a migration or a schema dump has holes: its functions and policies are in no outline.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-sql==0.3.11 pglast==8.8
"$work/venv/bin/python" - <<'PY'
import pglast, tree_sitter, tree_sitter_sql

parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_sql.language()))

def types(node):
    return {node.type}.union(*map(types, node.children))

FUNCTION = "CREATE FUNCTION f() RETURNS int AS $$\nDECLARE\n  x int := 1;\nBEGIN\n%s  RETURN x;\nEND;\n$$ LANGUAGE plpgsql;"
# the statement, whether the tree has an error, whether the tree has the node of the statement
CASES = [
    (FUNCTION % "", False, "create_function", True),
    (FUNCTION % "  FOR i IN 1..3 LOOP\n    x := x + i;\n  END LOOP;\n", True, "create_function", False),
    ("CREATE TABLE c (d int);", False, "create_table", True),
    ("CREATE TABLE c PARTITION OF a FOR VALUES FROM (1) TO (2);", True, "create_table", False),
    ("CREATE VIEW v AS SELECT 1;", False, "create_view", True),
    ("CREATE PROCEDURE p() LANGUAGE sql AS $$ SELECT 1; $$;", True, None, None),
    ("CREATE DOMAIN d AS text CHECK (VALUE <> '');", True, "statement", False),
    ("CREATE POLICY p ON a USING (b = 1);", True, "statement", False),
    ("CALL p();", True, "statement", False),
    ("COPY a (b) FROM stdin;", True, "statement", False),
    ("CREATE TABLE a (b int, FOREIGN KEY (b) REFERENCES c (d));", False, "create_table", True),
    ("CREATE TABLE a (b int, CONSTRAINT h CHECK (b > 1));", False, "create_table", True),
    ("CREATE TABLE a (b int, CONSTRAINT h FOREIGN KEY (b) REFERENCES c (d));", True, "create_table", True),
    ("INSERT INTO a (b) VALUES (1) ON CONFLICT DO NOTHING;", False, "insert", True),
    ("INSERT INTO a (b) VALUES (1) ON CONFLICT (b) DO NOTHING;", True, "insert", True),
    ("SELECT a - 1 FROM b;", False, "select", True),
    ("SELECT -a FROM b;", True, "select", True),
    ("SELECT a FROM b FOR UPDATE;", True, "select", True),
    ("SELECT * FROM a JOIN b USING (c);", False, "select", True),
    ("SELECT * FROM a NATURAL JOIN b;", True, "select", True),
    ("DELETE FROM a WHERE b = 1;", False, "delete", True),
    ("DELETE FROM a USING b WHERE a.c = b.c;", True, "delete", True),
    ("UPDATE a SET b = 1, c = 2;", False, "update", True),
    ("UPDATE a SET (b, c) = (1, 2);", True, "update", False),
    ("GRANT SELECT ON a TO b;", True, None, None),
]
for statement, has_error, node, kept in CASES:
    pglast.parse_sql(statement)
    root = parser.parse(statement.encode()).root_node
    print(f"{statement!r}: has_error {root.has_error}" + (f", {node}: {node in types(root)}" if node else ""))
    assert root.has_error == has_error
    assert node is None or (node in types(root)) == kept
PY
