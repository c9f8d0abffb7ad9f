#!/usr/bin/env bash
# @dagrejs/graphlib says that an empty graph has the node `toString`, and loses the function of that name from a call graph.
#
# Expected: the names of nodes are free, "any string"; graphlib 2.1.8, the package's former name, treats `toString` as `parse`.
# Seen on 2026-11-29 with @dagrejs/graphlib 4.0.6 (npm), a graph with the calls main → NAME → format:
#   NAME = parse:      three nodes; `format` is reached from main.
#   NAME = toString:   two nodes, and NAME is none of them; the successors of NAME are "main" and "format" and the keys of two edges;
#                      `format` is not reached; a topological sort says that the graph has a cycle.
#   `hasNode` of an empty graph is true for toString, valueOf, hasOwnProperty and constructor.
# @dagrejs/dagre 3.1.3 and dagre 0.8.5 fail on the same graph with a TypeError. Graphs of methods nearly always have such a node, and
# diagrams of calls and classes are laid out with these packages.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  @dagrejs/graphlib@4.0.6 graphlib@2.1.8 @dagrejs/dagre@3.1.3 dagre@0.8.5
cat > "$work/check.cjs" <<'JS'
const assert = require("node:assert");

function calls({ Graph, alg }, name) {
  const hadNode = new Graph().hasNode(name);
  const graph = new Graph();
  graph.setEdge("main", name);
  graph.setEdge(name, "format");
  let order;
  try {
    order = alg.topsort(graph).join(" ");
  } catch (error) {
    order = error instanceof (alg.CycleException ?? alg.topsort.CycleException) ? "cycle" : error.message;
  }
  const { distance } = alg.dijkstra(graph, "main").format;
  const successors = graph.successors(name).map((key) => key.split("\x01").join("|"));
  return { hadNode, nodes: graph.nodes(), distance, order, successors };
}
function layout(dagre, name) {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({});
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of ["main", name]) graph.setNode(node, { width: 10, height: 10 });
  graph.setEdge("main", name);
  try {
    dagre.layout(graph);
    return graph.nodes().map((node) => graph.node(node).y).join(" ");
  } catch (error) {
    return error.constructor.name;
  }
}
function check(name, found, expected) {
  console.log(name, found);
  assert.deepEqual(found, expected);
}
const usual = (name) => (
  { hadNode: false, nodes: ["main", name, "format"], distance: 2, order: `main ${name} format`, successors: ["format"] }
);
check("graphlib, parse", calls(require("graphlib"), "parse"), usual("parse"));
check("graphlib, toString", calls(require("graphlib"), "toString"), usual("toString"));
check("@dagrejs/graphlib, parse", calls(require("@dagrejs/graphlib"), "parse"), usual("parse"));
for (const name of ["toString", "valueOf", "hasOwnProperty", "constructor"]) {
  check(`@dagrejs/graphlib, ${name}`, calls(require("@dagrejs/graphlib"), name), {
    hadNode: true,
    nodes: ["main", "format"],
    distance: Infinity,
    order: "cycle",
    successors: ["main", `main|${name}|\0`, "format", `${name}|format|\0`],
  });
}
for (const name of ["dagre", "@dagrejs/dagre"]) {
  const dagre = require(name);
  check(name, ["parse", "toString"].map((node) => layout(dagre.default ?? dagre, node)), ["5 65", "TypeError"]);
}
JS
cd "$work"
node check.cjs
