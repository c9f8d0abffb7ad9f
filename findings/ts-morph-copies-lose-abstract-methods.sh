#!/usr/bin/env bash
# A class that ts-morph copies by its structure loses abstract methods and index signatures, and runs its static blocks last.
#
# Expected: `addClass({ name, ...declaration.getStructure() })`, the use in the documentation, adds the same class under another name,
# and `createSourceFile(path, file.getStructure())` the same file; what a structure cannot hold raises an error.
# Seen on 2026-11-30 with ts-morph 28.0.0 (npm), without an error or warning:
#   abstract run(): void;                                    gone; `abstract` properties and accessors stay.
#   m?(): void;                                              gone from a class, not from an interface.
#   readonly [key: string]: unknown;                         gone from a class, not from an interface.
#   static a = 1; static { B.a = 2; } static b = B.a;        the block comes last, so b is 1 in place of 2.
#   import j from "./b.json" with { type: "json" };          with { type: "\"json\"" }, which no runtime knows.
#   import { "some name" as y } from "./z";                  import { some name as y }, a syntax error.
#   overloads of a function, in the structure of a file:     the copy fails with "Not implemented feature for … 'RegularExpressionLiteral'".
# A code generator that derives one file from another writes classes whose subclasses need not implement anything, and programs that
# compute other values.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts ts-morph@28.0.0
cat > check.cjs <<'JS'
const assert = require("node:assert");
const { Project, ts } = require("ts-morph");

const project = new Project({ useInMemoryFileSystem: true });
let count = 0;
const source = (content) => project.createSourceFile(`file${count++}.ts`, content);
const line = (text) => text.replace(/\s+/g, " ").trim();
const copyFile = (text) => line(source(source(text).getStructure()).getFullText());
function copyClass(text) {
  const [declaration] = source(text).getClasses();
  return line(source("").addClass({ ...declaration.getStructure(), name: "B" }).getText());
}
const CLASSES = {
  "abstract class B { abstract run(): void; abstract size: number; stop() { } }": "abstract class B { abstract size: number; stop() { } }",
  "class B { m?(): void; a?: number; }": "class B { a?: number; }",
  "class B { readonly [key: string]: unknown; a = 1; }": "class B { a = 1; }",
  "class B { static a = 1; static { B.a = 2; } static b = B.a; }": "class B { static a = 1; static b = B.a; static { B.a = 2; } }",
  "class B { get a() { return 1; } async *m() { yield 1; } }": "class B { get a() { return 1; } async *m() { yield 1; } }",
};
const FILES = {
  "interface I { readonly [key: string]: unknown; m?(): void; }": "interface I { readonly [key: string]: unknown; m?(): void; }",
  'import j from "./b.json" with { type: "json" };': String.raw`import j from "./b.json" with { type: "\"json\"" };`,
  'import { "some name" as y } from "./z";': 'import { some name as y } from "./z";',
};
const errors = (text) => ts.transpileModule(text, { reportDiagnostics: true }).diagnostics.length;
for (const [text, copy] of Object.entries(CLASSES)) {
  console.log(`${text}\n  ${copyClass(text)}`);
  assert.equal(copyClass(text), copy);
  assert.equal(copyFile(text), copy);
  assert.equal(errors(text), 0);
}
for (const [text, copy] of Object.entries(FILES)) {
  console.log(`${text}\n  ${copyFile(text)}`);
  assert.equal(copyFile(text), copy);
  assert.equal(errors(text), 0);
}
assert.notEqual(errors('import { some name as y } from "./z";'), 0);

const value = (text) => new Function(`${ts.transpile(text, { target: ts.ScriptTarget.ES2022 })}\nreturn B.b;`)();
const [ordered] = Object.keys(CLASSES).filter((text) => text.includes("static {"));
assert.equal(value(ordered), 2);
assert.equal(value(copyClass(ordered)), 1);

const OVERLOADS = "function f(a: number): void;\nfunction f(a: string): void;\nfunction f(a: any) { }\n";
assert.equal(errors(OVERLOADS), 0);
assert.throws(() => copyFile(OVERLOADS), /Not implemented feature for syntax kind 'RegularExpressionLiteral'/);
JS
node check.cjs
