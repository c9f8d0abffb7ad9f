#!/usr/bin/env bash
# Readers of Graphviz's language for npm change the graph: ts-graphviz gives `a` the shape of later nodes, dotparser joins 1.10 and 1.1.
#
# Expected: a graph that is read and written without a change looks the same to Graphviz. Defaults hold for the nodes below them only,
# attributes of a node add up, and names that look like numbers are text, as the language's description says.
# Seen on 2026-11-30 with npm packages, and @viz-js/viz 3.31.0, which is Graphviz itself, as the reference:
#   `node [shape=box]; a; node [shape=circle]; b`:  ts-graphviz 3.0.7 makes both circles; for `edge [color=…]` likewise.
#   `a [shape=box]; a [color=red]`:                 ts-graphviz drops the shape.
#   `a; node [shape=box]; c`:                       ts-graphviz gives `a` the box too.
#   `subgraph s { node [color=red]; c } d`:         graphlib-dot 0.6.4 makes d red; @dagrejs/graphlib-dot 1.0.2 does not.
#   `a -> {b c}`:                                   both list a cluster among the nodes, as `sg1` and `[object Undefined]1`.
#   `a [label=<<b>x</b>>]`:                         both end with a TypeError.
#   `1.10 -> 1.1` and `label=1.10`:                 dotparser 1.1.1 reads one node, 1.1, with an edge to itself, and the label 1.1.
# No error is given but for the label. Graphs of modules, calls and packages are exchanged in this language, so a tool that filters
# one draws releases as one node, and categories in the colors of others.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @viz-js/viz@3.31.0 ts-graphviz@3.0.7 \
  graphlib-dot@0.6.4 @dagrejs/graphlib-dot@1.0.2 dotparser@1.1.1
cat > "$work/read.mjs" <<'JS'
import assert from "node:assert";
import { instance } from "@viz-js/viz";
import dagre from "@dagrejs/graphlib-dot";
import dotparser from "dotparser";
import graphlib from "graphlib-dot";
import { fromDot, toDot } from "ts-graphviz";

const viz = await instance();
/** Names and attributes of nodes and edges as Graphviz reads them, sorted. */
function graph(text) {
  const { objects = [], edges = [] } = viz.renderJSON(text, { engine: "nop" });
  const attributes = ({ shape, color }) => [shape, color].filter(Boolean).join(" ");
  const nodes = objects.filter((object) => !object.nodes).map((node) => `${node.name} ${attributes(node)}`.trim());
  const names = edges.map((edge) => `${objects[edge.tail].name}->${objects[edge.head].name} ${attributes(edge)}`.trim());
  return [...nodes, ...names].sort().join(", ");
}
const writers = {
  "ts-graphviz": (text) => toDot(fromDot(text)),
  "graphlib-dot": (text) => graphlib.write(graphlib.read(text)),
  "@dagrejs/graphlib-dot": (text) => dagre.write(dagre.read(text)),
};
const cases = [
  ["node [shape=box]; a; node [shape=circle]; b", "a box, b circle", { "ts-graphviz": "a circle, b circle" }],
  ["edge [color=red]; a -> b; edge [color=blue]; c -> d", "a, a->b red, b, c, c->d blue, d",
    { "ts-graphviz": "a, a->b blue, b, c, c->d blue, d" }],
  ["a [shape=box]; a [color=red]", "a box red", { "ts-graphviz": "a red" }],
  ["a; node [shape=box]; c", "a, c box", { "ts-graphviz": "a box, c box" }],
  ["subgraph s { node [color=red]; c } d", "c red, d", { "graphlib-dot": "c red, d red" }],
  ["a -> b; b [shape=box]", "a, a->b, b box", {}],
];
for (const [text, expected, others] of cases) {
  const source = `digraph { ${text} }`;
  assert.equal(graph(source), expected);
  for (const [name, write] of Object.entries(writers)) {
    const found = graph(write(source));
    console.log(`${text}  ${name}: ${found}`);
    assert.equal(found, others[name] ?? expected);
  }
}

for (const [name, { read }, extra] of [["graphlib-dot", graphlib, "sg1"], ["@dagrejs/graphlib-dot", dagre, "[object Undefined]1"]]) {
  const nodes = read("digraph { a -> {b c} }").nodes();
  console.log(`a -> {b c}  ${name}:`, nodes);
  assert.deepEqual(nodes.toSorted(), ["a", "b", "c", extra].sort());
  assert.throws(() => read("digraph { a [label=<<b>x</b>>] }"), TypeError);
}
const [[edge, node]] = [dotparser("digraph { 1.10 -> 1.1; a [label=1.10] }")[0].children];
console.log("dotparser:", edge.edge_list, node.attr_list);
assert.deepEqual(edge.edge_list.map(({ id }) => id), [1.1, 1.1]);
assert.equal(node.attr_list[0].eq, 1.1);
assert.equal(graph("digraph { 1.10 -> 1.1 }"), "1.1, 1.10, 1.10->1.1");
JS
node "$work/read.mjs"
