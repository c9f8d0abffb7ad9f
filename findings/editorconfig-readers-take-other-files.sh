#!/usr/bin/env bash
# The two core libraries of EditorConfig apply sections to other files: `{-2..2}` without 0 in Python, `+(a)` as a pattern in npm.
#
# Expected: a section holds for the files that the specification names: `*`, `**`, `?`, `[name]`, `{a,b}` and `{num1..num2}` are
# special, a backslash makes them plain, and a name may have any character.
# Seen on 2026-11-29 with editorconfig 3.0.2 (npm) and EditorConfig 0.17.1 (PyPI), the wrong answers:
#   [n{-2..2}]            Python: not the file `n0`, but `n+1`.
#   [a\*.x]               Python: `ab.x` too.
#   [a#b.x], [a.x;y]      Python: the file has a parsing error, so no section of it holds.
#   [+(a).x], [!(a).x]    npm: extended globs, so `aa.x` and `b.x`; the file `+(a).x` is left out.
#   [a{b..d}e]            npm: `ace`, though only numbers make a range.
#   k = a # b             the value is `a # b` in npm and `a` in Python; `k = "x"` has no quotes in npm; `k: x` is a pair in Python.
# Editors and formatters of the two worlds so indent one file differently, and a check in a build changes what the editor wrote.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" editorconfig@3.0.2
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check EditorConfig==0.17.1
cat > "$work/read.mjs" <<'JS'
import { parse } from "editorconfig";
console.log(JSON.stringify(await parse(process.argv[2])));
JS
cat > "$work/read.py" <<'PY'
import json, sys
from editorconfig import EditorConfigError, get_properties
try:
    print(json.dumps(get_properties(sys.argv[1])))
except EditorConfigError:
    print("error")
PY

# check SECTION PAIR FILE NPM PYTHON: the properties of the file in each library
check() {
  printf 'root = true\n[%s]\n%s\n' "$1" "$2" > "$work/.editorconfig"
  local npm python
  npm=$(node "$work/read.mjs" "$work/$3" | tr -d ' ')
  python=$("$work/venv/bin/python" "$work/read.py" "$work/$3" | tr -d ' ')
  echo "[$1] $2, $3: npm $npm, Python $python"
  test "$npm $python" = "$4 $5"
}
yes='{"k":"v"}'
check '*.x' 'k = v' a.x $yes $yes
check 'n{1..3}' 'k = v' n2 $yes $yes
check 'n{-2..2}' 'k = v' n0 $yes '{}'
check 'n{-2..2}' 'k = v' n+1 '{}' $yes
check 'a\*.x' 'k = v' 'a*.x' $yes $yes
check 'a\*.x' 'k = v' ab.x '{}' $yes
check 'a#b.x' 'k = v' 'a#b.x' $yes error
check 'a.x;y' 'k = v' 'a.x;y' $yes error
check '+(a).x' 'k = v' '+(a).x' '{}' $yes
check '+(a).x' 'k = v' aa.x $yes '{}'
check '!(a).x' 'k = v' b.x $yes '{}'
check 'a{b..d}e' 'k = v' ace $yes '{}'
check '*.x' 'k = a # b' a.x '{"k":"a#b"}' '{"k":"a"}'
check '*.x' 'k = "x"' a.x '{"k":"x"}' '{"k":"\"x\""}'
check '*.x' 'k: x' a.x '{}' '{"k":"x"}'
