#!/usr/bin/env bash
# beautysh indents the lines of a string that has escaped quotes, or that stands in `$(…)`: the script prints other text.
#
# Expected: a formatter of shell scripts changes the indentation of commands, and each script prints what it printed before.
# Seen on 2026-11-30 with beautysh 6.4.3 and shfmt-py 4.2.0 (PyPI), exit code 0; bash runs each script before and after:
#   y="$(printf '%s' "a", a line end, four spaces, `b")"`:         beautysh removes the four spaces.
#   a YAML file by `echo "…"`, a value in `\"` over two lines:      `env`, a key of `jobs` behind this value, becomes a key of the file.
#   a string over two lines without `\"`, a here-document:          the same text as before.
# shfmt changes the text of none. YAML, Python or a Makefile in such a string has another meaning with another indentation.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check beautysh==6.4.3 shfmt-py==4.2.0
cd "$work"
cat > nested.sh <<'SH'
#!/bin/bash
y="$(printf '%s' "a
    b")"
echo "$y"
SH
cat > escaped.sh <<'SH'
#!/bin/bash
echo "on: \"push\"
jobs:
    run: \"make
      all\"
    env: x"
SH
cat > plain.sh <<'SH'
#!/bin/bash
if true; then
echo "a
      b"
cat <<EOF
  "c\"
      d
EOF
fi
SH
# check NAME RESULT: whether the script prints the same after beautysh
check() {
  local tool result
  bash "$1.sh" > before.txt
  for tool in beautysh shfmt; do
    cp "$1.sh" $tool.sh
    if test $tool = beautysh; then venv/bin/beautysh beautysh.sh; else venv/bin/shfmt -w shfmt.sh; fi
    bash $tool.sh > $tool.txt
    if cmp -s before.txt $tool.txt; then result=same; else result=other; fi
    echo "$1, $tool: $result"
    if test $tool = shfmt; then test $result = same; else test $result = "$2"; fi
  done
}
check nested other
test "$(cat beautysh.txt)" = $'a\nb'
check escaped other
diff before.txt beautysh.txt || true
test "$(tail -n 2 before.txt)" = $'      all"\n    env: x'
test "$(tail -n 1 beautysh.txt)" = 'env: x'
check plain same
