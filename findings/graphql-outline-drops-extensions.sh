#!/usr/bin/env bash
# The outline of GraphQL's language service has no unions, scalars, directives and `extend` definitions: half of a federated schema.
#
# Expected: one entry for each definition of the document, as the parser of the same project returns them.
# Seen on 2026-11-29 with graphql-language-service 5.7.0 and graphql 16.15.0 (npm), `getOutline`, which language servers use for
# `textDocument/documentSymbol`:
#   type, interface, enum, input, operations, fragments:    an entry with its fields or values.
#   union, scalar, directive, schema:                       no entry.
#   extend type, interface, enum, input, union, schema:     no entry, and none for the fields in it.
#   a document of these alone:                              an empty outline, without an error.
# Federated schemas consist of `extend type Query { … }`, so their fields cannot be found by an outline, and a chunker that cuts
# at its entries puts them into the definition above, or nowhere.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" graphql-language-service@5.7.0 graphql@16.15.0
cd "$work"
cat > outline.cjs <<'JS'
const assert = require("node:assert");
const { parse } = require("graphql");
const { getOutline } = require("graphql-language-service");

function check(source, expected) {
  const definitions = parse(source).definitions.length;
  const names = (trees) => (trees ?? []).flatMap((tree) => [tree.representativeName, ...names(tree.children)]);
  const outline = names(getOutline(source)?.outlineTrees).join(" ");
  console.log(`${source}: definitions: ${definitions}, outline: ${outline || "empty"}`);
  assert.equal(outline, expected);
}

check("type Query { a: Int }", "Query a");
check("interface Node { id: ID! }", "Node id");
check("enum Color { RED BLUE }", "Color RED BLUE");
check("input Filter { limit: Int }", "Filter limit");
check("query find { a } fragment F on A { b }", "find a F b");
check("union Result = A | B", "");
check("scalar Date", "");
check("directive @link(url: String) on SCHEMA", "");
check("schema { query: Query }", "");
check("extend type Query { a: Int }", "");
check("extend interface Node { id: ID! }", "");
check("extend enum Color { GREEN }", "");
check("extend input Filter { offset: Int }", "");
check("extend union Result = C", "");
check("type Query { a: Int } extend type Query { b: Int } union U = A type Post { c: Int }", "Query a Post c");
JS
node outline.cjs
