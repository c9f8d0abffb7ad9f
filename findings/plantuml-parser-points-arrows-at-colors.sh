#!/usr/bin/env bash
# plantuml-parser reads `A -[#red]-> B` as an arrow from A to a component named `#red`, and `List<String> names` as a member `List`.
#
# Expected: elements and relations of the diagram as PlantUML draws them, or an error for what the parser does not know.
# Seen on 2026-11-30 with plantuml-parser 0.4.0 (npm), on forms of PlantUML's language reference, without an error:
#   A -[#red]-> B, A -[bold]-> B      relations from A to `#red` and `bold`; B does not occur. `A --> B #red` is right.
#   Dog : bark(), A::x --> B::y       nothing at all.
#   List<String> names, int[] sizes   members named `List` and `int`, without a type. `int size` is right.
#   names : List<String>              the type is `List`.
#   {static} int count                no member, as for {abstract}.
#   f(int a) : int                    returns `void`, as `int f(int a)` does not.
#   (A, B) .. C                       a use case named `A, B` in place of the relation of two classes.
# The parser skips what it cannot read, up to the next part that it can. Tools that compare a design with code, or turn diagrams into
# graphs and documents, thus have dependencies on colors, and classes that lack their collections, arrays and static members.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" plantuml-parser@0.4.0
cat > "$work/parse.cjs" <<'JS'
const assert = require("node:assert");
const { parse } = require("plantuml-parser");

const elements = (diagram) => parse(`@startuml\n${diagram}\n@enduml\n`)[0].elements;

for (const [diagram, expected] of [
  ["A --> B", ["Unknown A, Unknown B"]],
  ["A --> B #red", ["Unknown A, Unknown B"]],
  ["A -[#red]-> B", ["Unknown A, Component #red"]],
  ["A -[bold]-> B", ["Unknown A, Component bold"]],
  ["A -[#red]-> B\nA --> C", ["Unknown A, Component #red", "Unknown A, Unknown C"]],
  ["A::x --> B::y", []],
  ["(A, B) .. C", ["UseCase A, B, Unknown C"]],
]) {
  const found = elements(diagram).map(({ left, leftType, right, rightType }) => `${leftType} ${left}, ${rightType} ${right}`);
  console.log(JSON.stringify(diagram), found);
  assert.deepEqual(found, expected);
}
assert.deepEqual(elements("Dog : bark()"), []);

// a line of a class: name and type of the members that are found
for (const [line, expected] of [
  ["int size", ["size: int"]],
  ["size : int", ["size: int"]],
  ["int f(int a)", ["f: int"]],
  ["List<String> names", ["List: "]],
  ["int[] sizes", ["int: "]],
  ["unsigned int count", ["int: unsigned"]],
  ["names : List<String>", ["names: List"]],
  ["f(int a) : int", ["f: void"]],
  ["{static} int count", []],
  ["{abstract} void run()", []],
]) {
  const [{ members }] = elements(`class A {\n  ${line}\n}`);
  const found = members.map(({ name, type, returnType }) => `${name}: ${type ?? returnType}`);
  console.log(line, found);
  assert.deepEqual(found, expected);
}
JS
NODE_PATH="$work/node_modules" node "$work/parse.cjs"
