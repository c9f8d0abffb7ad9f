#!/usr/bin/env bash
# scip-typescript gives constants that are destructured in an export a local symbol, so no other file refers to them.
#
# Expected: an exported constant has a global symbol, with one definition and the references of all files.
# Seen on 2026-11-29 with @sourcegraph/scip-typescript 0.4.0 (npm):
#   `export const plain = …`:              a global symbol, defined in slice.ts and referred to by use.ts.
#   `export const { increment } = …`:      a local symbol in slice.ts, another local one in use.ts, which has no definition.
#   `export const [first] = …`:            the same.
#   `export default class { run() {} }`:   the same for the class and its methods.
# In SCIP a local symbol belongs to one document. Redux Toolkit's `export const { increment } = slice.actions` is such an
# export, so "find references" over an index finds none of its uses.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work/npm" @sourcegraph/scip-typescript@0.4.0
mkdir "$work/shop"
cd "$work/shop"
echo '{"name": "shop", "version": "1.0.0"}' > package.json
echo '{"compilerOptions": {"target": "es2020", "module": "es2020", "strict": true}, "include": ["*.ts"]}' > tsconfig.json
cat > slice.ts <<'TS'
const slice = { actions: { increment: () => 1 }, list: [1] };
export const plain = slice.actions;
export const { increment } = slice.actions;
export const [first] = slice.list;
export default class { run() {} }
TS
cat > use.ts <<'TS'
import Task, { plain, increment, first } from "./slice";
plain.increment();
increment();
console.log(first);
new Task().run();
TS
HOME="$work" "$work/npm/node_modules/.bin/scip-typescript" index > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }

found=$(node - "$work/npm/node_modules/@sourcegraph/scip-typescript/dist/src/scip.js" <<'JS'
const fs = require("fs");
const { scip } = require(process.argv[2]);
const index = scip.Index.deserializeBinary(fs.readFileSync("index.scip"));
for (const [name, line] of [["plain", 2], ["increment", 3], ["first", 4], ["run", 5]]) {
  const uses = index.documents.map((document) => {
    const lines = fs.readFileSync(document.relative_path, "utf8").split("\n");
    const at = document.relative_path === "slice.ts" ? line - 1 : { plain: 1, increment: 2, first: 3, run: 4 }[name];
    const symbols = document.occurrences
      .filter(({ range }) => range[0] === at && lines[at].slice(range[1], range[2]) === name)
      .map(({ symbol, symbol_roles }) => (symbol.startsWith("local ") ? "local" : "global") + (symbol_roles & 1 ? " definition" : ""));
    return `${document.relative_path} ${symbols[0]}`;
  });
  console.log(`${name}: ${uses.join(", ")}`);
}
JS
)
echo "$found"
test "$found" = "plain: slice.ts global definition, use.ts global
increment: slice.ts local definition, use.ts local
first: slice.ts local definition, use.ts local
run: slice.ts local definition, use.ts local"
