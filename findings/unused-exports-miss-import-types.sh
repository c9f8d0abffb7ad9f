#!/usr/bin/env bash
# knip, ts-prune and ts-unused-exports report an export as unused that another file uses as `import("./lib").Name`.
#
# Expected: `import("./lib").Options` and `typeof import("./lib").limit` use exports of the other file, as the compiler sees it.
# Seen on 2026-11-29 with knip 6.44.2, ts-prune 0.10.3, ts-unused-exports 11.0.1 and typescript 5.9.3 (npm), no compiler error:
#   `import type { Options }`:                       used, in all three.
#   `import("./lib").Options`:                       unused, in all three; TypeScript finds the use as a reference.
#   `typeof import("./lib").limit`:                  the same.
#   `const lib = await import("./lib")`, lib.load:   used in knip and ts-prune; unused in ts-unused-exports.
#   `export * as all from "./lib"`, all.load:        the same.
# In JSDoc comments and global declaration files this is the only form. Whoever removes what the report names gets a project that
# does not compile.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" knip@6.44.2 ts-prune@0.10.3 ts-unused-exports@11.0.1 typescript@5.9.3
cd "$work"
bin="$work/node_modules/.bin"
mkdir src
echo '{"name": "p", "version": "1.0.0", "type": "module", "main": "src/main.ts"}' > package.json
echo '{"compilerOptions": {"target": "es2022", "module": "nodenext", "strict": true, "noEmit": true, "types": []},
    "include": ["src"]}' > tsconfig.json
for name in imported importType onlyType onlyTypeof awaited starred; do
    echo "export interface $name { a: number } export const $name = { a: 1 };" > "src/$name.ts"
done
echo 'export * as all from "./starred.js";' > src/barrel.ts
cat > src/main.ts <<'TS'
import { imported } from "./imported.js";
import type { importType } from "./importType.js";
import { all } from "./barrel.js";
const a: importType = imported;
const b: import("./onlyType.js").onlyType = { a: 1 };
const c: typeof import("./onlyTypeof.js").onlyTypeof = { a: 1 };
const d = await import("./awaited.js");
console.log(a, b, c, d.awaited, all.starred);
TS
"$bin/tsc" -p .

# check EXPECTED COMMAND…: the exports that the command reports
check() {
    local found
    found=$({ "${@:2}" || true; } | grep -owE 'imported|importType|onlyType|onlyTypeof|awaited|starred' | sort -u | tr '\n' ' ')
    echo "$(basename "$2"): $found"
    test "$found" = "$1" || { echo "expected: $1"; exit 1; }
}

check "onlyType onlyTypeof " "$bin/knip" --no-progress --include exports,types
check "onlyType onlyTypeof " "$bin/ts-prune" -p tsconfig.json
check "awaited onlyType onlyTypeof starred " "$bin/ts-unused-exports" tsconfig.json

# The language service of the compiler
node - <<'JS'
const ts = require("typescript");
const files = ["src/onlyType.ts", "src/main.ts"].map((file) => process.cwd() + "/" + file);
const service = ts.createLanguageService({
  fileExists: ts.sys.fileExists, readFile: ts.sys.readFile, readDirectory: ts.sys.readDirectory,
  getScriptFileNames: () => files, getScriptVersion: () => "1", getCurrentDirectory: () => process.cwd(),
  getScriptSnapshot: (file) => ts.sys.fileExists(file) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(file)) : undefined,
  getCompilationSettings: () => ({ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, types: [] }),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
});
const references = service.findReferences(files[0], "export interface ".length).flatMap((symbol) => symbol.references);
const lines = references.filter(({ fileName }) => fileName.endsWith("main.ts")).length;
console.log(`references of onlyType in main.ts, TypeScript: ${lines}`);
if (lines !== 1) process.exit(1);
JS
