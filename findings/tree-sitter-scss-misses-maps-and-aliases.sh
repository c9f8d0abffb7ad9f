#!/usr/bin/env bash
# tree-sitter-scss cannot read `@use … as`, `@include a.b`, a map, `!default`, `@extend %a`, or `calc(1px - #{$a})`.
#
# Expected: style sheets that Sass compiles have trees without errors.
# Seen on 2026-11-30 with tree-sitter-scss 1.0.0, tree-sitter 0.26.1 (PyPI; crates.io has 1.0.0) and sass 1.108.2 (npm):
#   @use "sass:math";              right. @use "sass:math" as m;, @use "a" with ($b: 1):   errors.
#   @include a($b);                right. @include m.a($b);, @include a($list...);   errors.
#   $m: (a, b);                    right. $m: (a: b);, a map:   an error.
#   $a: 1px;                       right. $a: 1px !default;   an error.
#   @extend .a;                    right. @extend %a;   an error.
#   calc(100% - 1px)               right. calc(100% - #{$a}), --a: #{$b};   errors.
#   & > .b { … }                   right. > .b { … } inside a rule, @mixin m($a...), @each $a in b, c, @if not $a:   errors.
# So nearly each file of a design system is a broken one, and its mixins and placeholders can be missing from outlines.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" sass@1.108.2
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-scss==1.0.0
cat > "$work/check.cjs" <<'JS'
const sass = require("sass");
const contents = "$b: 2 !default; @mixin a($x) { x: $x }";
const importer = { canonicalize: () => new URL("test:other"), load: () => ({ contents, syntax: "scss" }) };
for (const source of JSON.parse(process.argv[2])) sass.compileString(source, { importers: [importer] });
JS
"$work/venv/bin/python" - "$work/check.cjs" <<'PY'
import json, subprocess, sys
import tree_sitter, tree_sitter_scss

parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_scss.language()))
MIXIN = "@mixin a($x) { x: $x }\n"

RIGHT = [
    '@use "sass:math";',
    MIXIN + ".c { @include a(1); }",
    "$m: (a, b);",
    "$a: 1px;",
    ".a { x: y }\n.c { @extend .a; }",
    ".c { width: calc(100% - 1px); }",
    ".c { & > .b { x: y } }",
    "@mixin m($a, $b: 1) { x: $a }",
    "$m: a b;\n@each $v in $m { .c { x: $v } }",
    "$a: 1;\n@if $a == 1 { .c { x: y } } @else { .d { x: y } }",
]
WRONG = [
    '@use "sass:math" as m;',
    '@use "other" with ($b: 1);',
    '@use "other" as o;\n.c { @include o.a(1); }',
    "$list: 1;\n" + MIXIN + ".c { @include a($list...); }",
    "$m: (a: b);",
    "$m: (a: 1, 'b': 2);",
    "$a: 1px !default;",
    "%a { x: y }\n.c { @extend %a; }",
    "$a: 1px;\n.c { width: calc(100% - #{$a}); }",
    "$b: 1;\n.c { --a: #{$b}; }",
    ".c { > .b { x: y } }",
    "@mixin m($a...) { x: $a }",
    "@each $a in b, c { .c { x: $a } }",
    "$a: 1;\n@if not $a { .c { x: y } }",
]
subprocess.run(["node", sys.argv[1], json.dumps(RIGHT + WRONG)], check=True)
for source in RIGHT + WRONG:
    has_error = parser.parse(f"{source}\n".encode()).root_node.has_error
    print(f"{source!r}: has_error {has_error}")
    assert has_error == (source in WRONG), source
PY
