#!/usr/bin/env bash
# tsr removes calls together with an unused export: `export const first = register("first")` goes, and nothing is registered.
#
# Expected: "tsr --write" removes exports and files that nothing uses; the program prints the same before and after.
# Seen on 2026-11-30 with tsr 1.3.4 and typescript 5.9.3 (npm); the compiler accepts each program before, and after it except where an
# error is named; tsr prints no warning:
#   an unused function, type or number; `*` imports, dynamic imports by a name:   right.
#   `export const b = register("b")`, `export default register("b")`:             removed with the call.
#   `export const B = register(class {})`, a class with a static block:           removed with their effects.
#   `export const b = 1⏎;[c].forEach(…)`, code without semicolons:                removed with the `;`: `a = …⏎[c].forEach`, an error.
#   `export { b } from "./y.js"`, `export * from "./y.js"`, `import { b }` for an unused export:
#                                          removed, so y.js is not loaded any more; in the second case the file is deleted.
#   `new URL("./worker.js", import.meta.url)`, import(`./y.js`) without placeholders:   the file is deleted, the program fails.
# Plug-ins, routes, metrics and custom elements register themselves in this way, and no checker misses them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" tsr@1.3.4 typescript@5.9.3
mkdir "$work/project"
cd "$work/project"
cat > tsconfig.json <<'JSON'
{
  "compilerOptions": {
    "module": "nodenext", "target": "es2022", "lib": ["es2022", "dom"], "types": [], "strict": true, "rootDir": "src", "outDir": "out"
  },
  "include": ["src"]
}
JSON
echo '{ "type": "module" }' > package.json
cat > "$work/check.mjs" <<'JS'
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";

const LIBRARY = `
const names: string[] = [];
export const register = <T>(value: T, name = String(value)) => (names.push(name), value);
export const list = () => names.join(" ");
`;

function run(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: "utf8" });
  return { status, output: stdout.trim() };
}

function compileAndRun() {
  rmSync("out", { recursive: true, force: true });
  const compiled = run("../node_modules/.bin/tsc", []);
  const { status, output } = run("node", ["out/main.js"]);
  return status === 0 && compiled.status === 0 ? output : `${compiled.status === 0 ? "runs" : "compiles"} with an error`;
}

/** Output of main.ts before and after tsr, and the deleted files. */
function check(title, files, before, after, deleted = []) {
  rmSync("src", { recursive: true, force: true });
  mkdirSync("src");
  files = { lib: LIBRARY, ...files };
  for (const [name, text] of Object.entries(files)) writeFileSync(`src/${name}.ts`, `${text}\n`);
  const found = [compileAndRun()];
  assert.equal(run("../node_modules/.bin/tsr", ["--write", "src/main\\.ts$"]).status, 0);
  found.push(compileAndRun());
  const gone = Object.keys(files).filter((name) => !existsSync(`src/${name}.ts`));
  console.log(`${title}: ${found.join(" -> ")}${gone.length ? `, deleted: ${gone}` : ""}`);
  assert.deepEqual([...found, gone], [before, after, deleted]);
}

const MAIN = 'import { list } from "./lib.js"; import { a } from "./x.js"; console.log(a, list());';
const IMPORT = 'import { register } from "./lib.js";';
const effect = (title, x, before, after, rest = {}, deleted = []) =>
  check(title, { main: MAIN, x: `${IMPORT} export const a = register("a")${x}`, ...rest }, before, after, deleted);

effect("a function, a type, a number", "; export function b() {} export type C = string; export const d = 4;", "a a", "a a");
effect("a semicolon before a bracket", "\nexport const b = 1\n;[2].forEach(String)", "a a", "compiles with an error");
effect("a call", '; export const b = register("b");', "a a b", "a a");
effect("a default export", '; export default register("b");', "a a b", "a a");
effect("a class in a call", '; export const B = register(class {}, "B");', "a a B", "a a");
effect("a class with a static block", '; export class B { static { register("B"); } }', "a a B", "a a");
const y = { y: `${IMPORT} export const b = register("y");` };
effect("an export of another file", '; export { b } from "./y.js";', "a y a", "a a", y);
effect("all exports of another file", '; export * from "./y.js";', "a y a", "a a", y, ["y"]);
effect("an import for an unused export", '; import { b } from "./y.js"; export const c = b;', "a y a", "a a", y);

check("a namespace", { main: 'import * as y from "./y.js"; console.log(Object.keys(y).join());', y: "export const b = 1, c = 2;" },
      "b,c", "b,c", ["lib"]);
const load = (name) => ({ main: `console.log((await import(${name})).b);`, y: "export const b = 1;" });
check("a dynamic import", load('"./y.js"'), "1", "1", ["lib"]);
check("a dynamic import with backticks", load("`./y.js`"), "1", "compiles with an error", ["lib", "y"]);
check("an address of a module", load('new URL("./y.js", import.meta.url).href'), "1", "runs with an error", ["lib", "y"]);
JS
node "$work/check.mjs"
