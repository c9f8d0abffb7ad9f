#!/usr/bin/env bash
# yamlfix rewrites the text of block scalars as if it were YAML: `color: #fff` becomes `color:  # fff`, `- yes` becomes `- true`.
#
# Expected: a formatter "that keeps your comments" changes the form of a file, and a YAML reader gets the same values from it.
# Seen on 2026-11-30 with yamlfix 1.19.1 (PyPI), default settings, exit code 0; read before and after by PyYAML 6.0.3:
#   a style sheet behind `css: |`, `color: #fff;`:   `color:  # fff;`, two spaces before the sign and one behind it.
#   a script behind `run: |`, `debug: yes`:          `debug: true` in the file that its here-document writes; `level: off`, `level: false`.
#   an answer file behind `answers: |`, `- yes`:     `- true`.
#   a text behind `text: >`, `#12 is fixed`:         `# 12 is fixed`, which is a heading in Markdown.
#   `keep: |+` with a blank line at its end:         the blank line is gone, which `+` is there to keep.
# Strings in quotes stay as they are. ConfigMaps, workflows and translations hold such texts; nothing reports that they have changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check yamlfix==1.19.1 PyYAML==6.0.3
cd "$work"
cat > in.yaml <<'YAML'
---
css: |
  a {
    color: #fff;
  }
run: |
  cat > app.conf <<EOF
  debug: yes
  level: off
  EOF
answers: |
  - yes
text: >
  #12 is fixed,
  see also #13
keep: |+
  line

quoted: 'color: #fff, debug: yes'
YAML
cp in.yaml out.yaml
venv/bin/yamlfix out.yaml
venv/bin/python - <<'PY'
import yaml

with open("in.yaml") as file:
    before = yaml.safe_load(file)
with open("out.yaml") as file:
    after = yaml.safe_load(file)
for name in before:
    print(f"{name}: {before[name]!r}\n  -> {after[name]!r}")
assert before == {
    "css": "a {\n  color: #fff;\n}\n",
    "run": "cat > app.conf <<EOF\ndebug: yes\nlevel: off\nEOF\n",
    "answers": "- yes\n",
    "text": "#12 is fixed, see also #13\n",
    "keep": "line\n\n",
    "quoted": "color: #fff, debug: yes",
}
assert after == {
    "css": "a {\n  color:  # fff;\n}\n",
    "run": "cat > app.conf <<EOF\ndebug: true\nlevel: false\nEOF\n",
    "answers": "- true\n",
    "text": "# 12 is fixed, see also  # 13\n",
    "keep": "line\n",
    "quoted": before["quoted"],
}
PY
