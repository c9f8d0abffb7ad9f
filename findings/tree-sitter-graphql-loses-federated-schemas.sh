#!/usr/bin/env bash
# tree-sitter-graphql makes one error of a schema that begins with `extend schema @link(…)`, and knows no escapes in strings.
#
# Expected: a document that graphql-core parses has a tree without errors, or at least its definitions.
# Seen on 2026-11-30 with tree-sitter-graphql 0.1.0, tree-sitter 0.26.1 and graphql-core 3.3.2 (PyPI):
#   extend schema @link(url: "x") { query: Query }, and a type below:   no error, the type is found.
#   extend schema @link(url: "x"), and a type below:    an error, the type is not found.
#   "a \"b\"", """a \"""b""", "\n" or "\u00e9" in a description or an argument:    an error.
# The crate 0.3.0 has the same errors. Each subgraph of Apollo Federation 2 begins with the second line, so its types, fields and
# queries are in no outline, and a chunker or a search for definitions sees plain text.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-graphql==0.1.0 graphql-core==3.3.2
"$work/venv/bin/python" - <<'PY'
import graphql, tree_sitter, tree_sitter_graphql

parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_graphql.language()))

def types(node):
    found = [child.text.decode() for child in node.children if child.type == "name"] if node.type == "object_type_definition" else []
    return found + [name for child in node.children for name in types(child)]

# the document, whether the tree has an error, and the types in it where they do not depend on the repair of the error
CASES = [
    ('extend schema @link(url: "x") { query: Query }\ntype Query { a: Int }', False, ["Query"]),
    ('extend type Query @shareable\ntype User { a: Int }', False, ["User"]),
    ('extend schema @link(url: "x")\ntype Query { a: Int }', True, []),
    ('extend schema\n  @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key"])\n\ntype Query { a: Int }', True, []),
    ('"a b" type Query { a: Int }', False, ["Query"]),
    ('"a \\"b\\"" type Query { a: Int }', True, None),
    ('"""a "b" c""" type Query { a: Int }', False, ["Query"]),
    ('"""a \\"""b""" type Query { a: Int }', True, None),
    ('type Query { a: Int @tag(name: "b") }', False, ["Query"]),
    ('type Query { a: Int @tag(name: "\\n") }', True, None),
    ('type Query { a: Int @tag(name: "\\u00e9") }', True, None),
]
for document, has_error, expected in CASES:
    graphql.parse(document)
    root = parser.parse(document.encode()).root_node
    print(f"{document!r}: has_error {root.has_error}, types {types(root)}")
    assert root.has_error == has_error and (expected is None or types(root) == expected)
PY
