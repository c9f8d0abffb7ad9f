#!/usr/bin/env bash
# tree-sitter-glsl has no statement for `precision highp float;` or `layout(local_size_x = 8) in;`, and no array constructors.
#
# Expected: shaders that glslang compiles have trees without errors.
# Seen on 2026-11-30 with tree-sitter-glsl 0.2.0, tree-sitter 0.26.1 (PyPI; crates.io has 0.2.0) and @webgpu/glslang 0.0.15 (npm):
#   precision highp float;              a declaration of type `precision` with a missing name. Each shader of WebGL has this line.
#   layout(local_size_x = 8) in;        an error, Each compute shader has this line.
#   highp float x, as a parameter       an error; right for a variable. The same goes for `const in float x`.
#   vec2[](a, b)                        an error; vec2[2](a, b) is right. vec2[2] x;  an error; vec2 x[2]; is right.
#   a ^^ b, #pragma optimize(on)        an error.
# The grammar is made from C's, so a check for errors rejects most shaders.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @webgpu/glslang@0.0.15
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-glsl==0.2.0
cat > "$work/check.cjs" <<'JS'
const glslang = require("@webgpu/glslang")();
for (const source of JSON.parse(process.argv[2])) glslang.compileGLSL(`#version 450\n${source}`, "compute");
JS
"$work/venv/bin/python" - "$work/check.cjs" <<'PY'
import json, subprocess, sys
import tree_sitter, tree_sitter_glsl

parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_glsl.language()))
MAIN = "void main() { }\n"

RIGHT = [
    MAIN,
    "layout(binding = 0) buffer B { float b[]; };\n" + MAIN,
    "void main() { highp float x = 1.0; }\n",
    "float f(in float a) { return a; }\n" + MAIN,
    "void main() { vec2 a[2] = vec2[2](vec2(1), vec2(2)); }\n",
    "void main() { vec2 a[2]; }\n",
    "void main() { bool a = true || false; }\n",
]
WRONG = [
    "precision highp float;\n" + MAIN,
    "layout(local_size_x = 8) in;\n" + MAIN,
    "float f(highp float a) { return a; }\n" + MAIN,
    "float f(const in float a) { return a; }\n" + MAIN,
    "void main() { vec2 a[2] = vec2[](vec2(1), vec2(2)); }\n",
    "void main() { vec2[2] a; }\n",
    "void main() { bool a = true ^^ false; }\n",
    "#pragma optimize(on)\n" + MAIN,
]
subprocess.run(["node", sys.argv[1], json.dumps(RIGHT + WRONG)], check=True)
for source in RIGHT + WRONG:
    has_error = parser.parse(source.encode()).root_node.has_error
    print(f"{source!r}: has_error {has_error}")
    assert has_error == (source in WRONG)
PY
