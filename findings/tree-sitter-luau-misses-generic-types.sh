#!/usr/bin/env bash
# tree-sitter-luau cannot read generic function types, `typeof` inside a type or a cast, default type parameters, or attributes.
#
# Expected: code that StyLua reads as Luau has a tree without errors.
# Seen on 2026-11-30 with tree-sitter-luau 1.2.0, tree-sitter 0.26.1 (PyPI; crates.io has 1.2.0) and StyLua 2.5.2 (npm):
#   type G = <T>(T) -> T                    an error; `function f<T>(x: T): T` is right.
#   type D<T = string> = { a: T }           an error; `type D<T> = …` is right.
#   type P<U...> = (U...) -> ()             an error; `(...number) -> ()` is right.
#   type U = | "a" | "b"                    an error; `"a" | "b"` is right. Formatters write the first form over several lines.
#   type A = { read a: number }             an error, and a property named `read`.
#   type function f(t) … end                an error. @native before a function: an error.
#   local a: typeof(b) = b                  an error, as are {} :: typeof(B) and { typeof(b) }; `type T = typeof(b)` is right.
#   for i: number = 1, 2 do … end           an error; `for k: string, v: number in t do` is right.
# All of these are in the language's documentation. In tools that check for errors, typed Roblox modules count as broken.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @johnnymorganz/stylua@2.5.2
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-luau==1.2.0
cat > "$work/check.cjs" <<'JS'
const { Config, LuaVersion, OutputVerification, formatCode } = require("@johnnymorganz/stylua");
for (const source of JSON.parse(process.argv[2])) {
  const config = Config.new();
  config.syntax = LuaVersion.Luau;
  formatCode(source, config, undefined, OutputVerification.None);
}
JS
"$work/venv/bin/python" - "$work/check.cjs" <<'PY'
import json, subprocess, sys
import tree_sitter, tree_sitter_luau

parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_luau.language()))

RIGHT = [
    "local function f<T>(x: T): T return x end",
    "type D<T> = { a: T }",
    "type P = (...number) -> ...string",
    'type U = "a" | "b"',
    "type A = { a: number }",
    "type T = typeof(b)",
    "export type T = typeof(setmetatable({} :: { a: number }, {} :: B))",
    "for k: string, v: number in t do end",
]
WRONG = [
    "type G = <T>(T) -> T",
    "type G = { map: <T>(T) -> T }",
    "type D<T = string> = { a: T }",
    "type P<U...> = (U...) -> ()",
    'type U = | "a" | "b"',
    'type U =\n\t| "a"\n\t| "b"',
    "type A = { read a: number }",
    "type function f(t) return t end",
    "@native\nlocal function f() end",
    "local a: typeof(b) = b",
    "type T = { typeof(b) }",
    "export type T = typeof(setmetatable({} :: { a: number }, {} :: typeof(B)))",
    "for i: number = 1, 2 do end",
]
subprocess.run(["node", sys.argv[1], json.dumps(RIGHT + WRONG)], check=True)
for source in RIGHT + WRONG:
    has_error = parser.parse(f"{source}\n".encode()).root_node.has_error
    print(f"{source!r}: has_error {has_error}")
    assert has_error == (source in WRONG)
PY
