#!/usr/bin/env bash
# TypeScript's refactoring "Inline variable" writes `-1 ** 2`, `a ?? 1 || 2`, an empty arrow function, or reads another variable.
#
# Expected: after the refactoring the program is valid and does the same, or the refactoring is not offered.
# Seen on 2026-11-30 with typescript 6.0.3 and 5.9.3 (npm), `getEditsForRefactor`, which editors call through tsserver; valid before:
#   const x = a + 1; x * 2:                            right, (a + 1) * 2.
#   const x = -1; x ** 2:                              -1 ** 2, a SyntaxError.
#   const x = n ?? 1; x || 2:                          n ?? 1 || 2, a SyntaxError.
#   const x = { a: 1 }; () => x:                       () => { a: 1 }, a function that returns nothing.
#   const x = await load(); [1].map(() => x):          an await in a function that is not async, a SyntaxError.
#   const x = y; function f(y) { return x + y; }:      y + y, the parameter instead of the outer variable; no error is left.
# "Convert parameters to destructured object" writes `f({ a: ...pair })`, a SyntaxError, for a call f(...pair).
# Precedence is minded for `*`, so the result looks checked. The case of the parameter compiles and computes other numbers.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" typescript@6.0.3
cd "$work"
cat > refactor.cjs <<'JS'
const assert = require("node:assert");
const ts = require("typescript");

const FILE = "/main.ts";
const OPTIONS = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, strict: true };

function service(text) {
  return ts.createLanguageService({
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const content = name === FILE ? text : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => "/",
    getCompilationSettings: () => OPTIONS,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: (name) => name === FILE || ts.sys.fileExists(name),
    readFile: (name) => (name === FILE ? text : ts.sys.readFile(name)),
  });
}

function errors(text) {
  const server = service(text);
  return [...server.getSyntacticDiagnostics(FILE), ...server.getSemanticDiagnostics(FILE)].length;
}

function value(text) {
  try {
    const script = ts.transpile(text.replace("export {};", ""), { target: ts.ScriptTarget.ES2022 });
    return new Function(`${script}; return result;`)();
  } catch (error) {
    return error.name;
  }
}

// Applies the refactoring at the name between angle brackets; checks the statement that holds the result, errors and value.
function check(refactoring, marked, expected) {
  const start = marked.indexOf("<<");
  const before = marked.replace("<<", "").replace(">>", "");
  const range = { pos: start, end: marked.indexOf(">>") - 2 };
  const server = service(before);
  const offered = server.getApplicableRefactors(FILE, range, {}, "invoked").find(({ name }) => name === refactoring);
  const { edits } = server.getEditsForRefactor(FILE, {}, range, refactoring, offered.actions[0].name, {});
  const changes = [...edits[0].textChanges].sort((a, b) => b.span.start - a.span.start);
  const after = changes.reduce(
    (text, { span, newText }) => text.slice(0, span.start) + newText + text.slice(span.start + span.length), before);
  const outcome = { text: after.match(/const result = .*/)[0], errors: errors(after), values: [value(before), value(after)] };
  console.log(before.trim(), "->", JSON.stringify(outcome));
  assert.equal(errors(before), 0);
  assert.deepEqual({ ...outcome, text: undefined, errors: outcome.errors > 0 }, { text: undefined, ...expected });
}

const inline = (source, expected) => check("Inline variable", `export {}; ${source}`, expected);
inline("const a = 1; const <<x>> = a + 1; const result = x * 2;", { errors: false, values: [4, 4] });
inline("const <<x>> = 5; const result = { x }.x;", { errors: false, values: [5, 5] });
inline("const <<x>> = -1; const result = x ** 2;", { errors: true, values: [1, "SyntaxError"] });
inline("var m = [3][0] as number | undefined; const <<x>> = m ?? 1; const result = x || 2;",
  { errors: true, values: [3, "SyntaxError"] });
inline("const <<x>> = { a: 1 }; const f = () => x; const result = f()?.a;", { errors: true, values: [1, undefined] });
inline("const y = 1; const <<x>> = y; function f(y: number) { return x + y; } const result = f(5);", { errors: false, values: [6, 10] });
inline("async function load() { return 1; } async function g() { const <<x>> = await load(); return [1].map(() => x); } const result = typeof g;",
  { errors: true, values: ["function", "SyntaxError"] });
check("Convert parameters to destructured object",
  "function <<f>>(a: number, b: number) { return a - b; } const pair: [number, number] = [3, 1]; const result = f(...pair) + f(2, 1);",
  { errors: true, values: [3, "SyntaxError"] });
JS
node refactor.cjs
