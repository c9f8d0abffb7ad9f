#!/usr/bin/env bash
# madge, dpdm and skott each leave out other imports of TypeScript: types by `import("./a")`, `import x = require("./a")`, import(`./a`).
#
# Expected: a graph of modules has an edge for each import that the compiler resolves, as dependency-cruiser 17.4.3 has.
# Seen on 2026-11-29 with madge 8.0.0, dpdm 4.3.0 and skott 0.35.12 (npm), for one file that tsc 5.9.3 accepts, without a warning:
#   import …, import type …, export … from, import("./a"), require:   in all three.
#   `import name = require("./a")`:       dpdm and skott have no edge.
#   `import("./a").Type` as a type:       dpdm and skott have no edge.
#   import(`./a`), without placeholders:  madge and dpdm have no edge.
# Each of them looks complete on its own. Cycles through such an import are not found, and a list of orphans or of the tests that
# a change affects names the wrong files.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  madge@8.0.0 dpdm@4.3.0 skott@0.35.12 dependency-cruiser@17.4.3 typescript@5.9.3
cd "$work"
mkdir src
for name in usual types again; do echo "export const $name = 1; export type Text = string;" > src/$name.ts; done
for name in dynamic required assigned typed template; do cp src/usual.ts src/$name.ts; done
cat > tsconfig.json <<'JSON'
{
  "compilerOptions": { "module": "commonjs", "target": "es2022", "lib": ["es2022"], "types": [], "strict": true, "noEmit": true },
  "include": ["src"]
}
JSON
cat > src/main.ts <<'TS'
import { usual } from "./usual";
import type { Text } from "./types";
export { again } from "./again";
import assigned = require("./assigned");
declare function require(name: string): unknown;
export const text: import("./typed").Text | Text = "";
export const load = () => [import("./dynamic"), import(`./template`), require("./required"), usual, assigned];
TS
node_modules/.bin/tsc

cat > check.mjs <<'JS'
import assert from "node:assert";
import { cruise } from "dependency-cruiser";
import { parseDependencyTree } from "dpdm";
import madge from "madge";
import skott from "skott";

const all = ["again", "assigned", "dynamic", "required", "template", "typed", "types", "usual"];
const edges = {
  "dependency-cruiser": async () => {
    const { output } = await cruise(["src/main.ts"], { tsPreCompilationDeps: true });
    return output.modules.find(({ source }) => source === "src/main.ts").dependencies.map(({ resolved }) => resolved);
  },
  "madge": async () => {
    const graph = await madge("src/main.ts", { tsConfig: "tsconfig.json", detectiveOptions: { ts: { mixedImports: true } } });
    return graph.obj()["main.ts"];
  },
  "dpdm": async () => {
    const tree = await parseDependencyTree("src/main.ts", { tsconfig: "tsconfig.json", transform: false });
    return tree["src/main.ts"].map(({ id }) => id);
  },
  "skott": async () => {
    const dependencyTracking = { thirdParty: false, builtin: false, typeOnly: true };
    const graph = await skott({ entrypoint: "src/main.ts", dependencyTracking });
    return graph.getStructure().graph["main.ts"].adjacentTo;
  },
};

async function check(tool, expected) {
  const found = (await edges[tool]()).map((path) => path.replace(/^(.*\/)?(\w+)\.ts$/, "$2"));
  const missing = all.filter((name) => !found.includes(name));
  console.log(`${tool} misses: ${missing.join(", ") || "none"}`);
  assert.deepEqual(missing, expected);
}
await check("dependency-cruiser", []);
await check("madge", ["template"]);
await check("dpdm", ["assigned", "template", "typed"]);
await check("skott", ["assigned", "typed"]);
JS
node check.mjs
