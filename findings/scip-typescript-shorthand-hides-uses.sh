#!/usr/bin/env bash
# scip-typescript records a shorthand property as a use of the interface's property only: the variable or function has no use there.
#
# Expected: `{ save }` has two symbols, as `{ save: save }` has: the property of the type and the function that is its value.
# Seen on 2026-11-29 with @sourcegraph/scip-typescript 0.4.0 (npm), functions and constants of another file:
#   typed, `const a: Actions = { save: save, retries: retries }`:  the property and the value, for both.
#   typed, `const a: Actions = { save, retries }`:                 the property alone, for both.
#   untyped, `const a = { save, retries }`:                        `save` right; `retries` a local symbol without a definition.
#   a parameter in `return { limit }`:                             the property alone.
# Handlers, routes, reducers and component lists are objects of this form, so "find references" over an index does not show where
# a function is registered, and a search for unused exports reports it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work/npm" @sourcegraph/scip-typescript@0.4.0
mkdir "$work/shop"
cd "$work/shop"
echo '{"name": "shop", "version": "1.0.0"}' > package.json
echo '{"compilerOptions": {"target": "es2020", "module": "es2020", "strict": true}, "include": ["*.ts"]}' > tsconfig.json
cat > actions.ts <<'TS'
export interface Actions { save(): void; retries: number }
export function save(): void {}
export const retries = 3;
TS
cat > use.ts <<'TS'
import { Actions, save, retries } from "./actions";
export const long: Actions = { save: save, retries: retries };
export const short: Actions = { save, retries };
export const untyped = { save, retries };
export function make(limit: number): { limit: number } { return { limit }; }
TS
HOME="$work" "$work/npm/node_modules/.bin/scip-typescript" index > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }

found=$(node - "$work/npm/node_modules/@sourcegraph/scip-typescript/dist/src/scip.js" <<'JS'
const fs = require("fs");
const { scip } = require(process.argv[2]);
const index = scip.Index.deserializeBinary(fs.readFileSync("index.scip"));
const { occurrences } = index.documents.find((document) => document.relative_path === "use.ts");
const lines = fs.readFileSync("use.ts", "utf8").split("\n");
// the symbols that are used, not defined, behind the "{" of the object
for (const [line, name] of [[2, "save"], [2, "retries"], [3, "save"], [3, "retries"], [4, "save"], [4, "retries"], [5, "limit"]]) {
  const text = lines[line - 1];
  const symbols = occurrences
    .filter(({ range, symbol_roles }) => range[0] === line - 1 && range[1] > text.lastIndexOf("{") && !(symbol_roles & 1))
    .filter(({ range }) => text.slice(range[1], range[2]) === name)
    .map(({ symbol }) => symbol.startsWith("local ") ? "local" : symbol.split("`").pop().slice(1));
  console.log(`line ${line}, ${name}: ${symbols.sort().join(" and ")}`);
}
JS
)
echo "$found"
test "$found" = "line 2, save: Actions#save(). and save().
line 2, retries: Actions#retries. and retries.
line 3, save: Actions#save().
line 3, retries: Actions#retries.
line 4, save: save().
line 4, retries: local
line 5, limit: make().typeLiteral1:limit."
