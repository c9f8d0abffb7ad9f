#!/usr/bin/env bash
# crossplane writes the value `"#fff"` as a comment, which takes the `;` away; prettier's plugin deletes values that have `#`.
#
# Expected: a formatter of nginx configurations changes the space between the parts of a directive, and no text in quotes.
# Seen on 2026-11-30 with crossplane 0.5.8 and nginxfmt 1.4.0 (PyPI), prettier-plugin-nginx 1.0.3 with prettier 3.10.1 (npm), all
# without an error; the directives as crossplane reads them before and after:
#   `"b; c=d"`, `"a  b"`, `"^/a{2}$"`:   the same after all three.
#   `set $x "#fff"; set $y 1;`:          crossplane writes `set $x #fff;`, so the directive is `set $x set $y 1`.
#   `"#fff"`, `"a#b"`, `'<style>… #fff; }…'`:   prettier writes the first word, and the rest from `#` on as a comment.
#   `"x } y"`:                           prettier ends the block there.
#   a value of two lines:                prettier deletes it, nginxfmt indents its second line anew.
# `crossplane minify` and the library's `build` do the same: quotes stay only around a value with space, `;`, braces or quotes.
# A map of colors or a redirect to an anchor is lost once the file is formatted, and nginx refuses it or reads other settings.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" prettier@3.10.1 prettier-plugin-nginx@1.0.3
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check crossplane==0.5.8 nginxfmt==1.4.0
cd "$work"
cat > format.mjs <<'JS'
import { readFileSync } from "node:fs";
import * as nginx from "prettier-plugin-nginx";
import { format } from "prettier";
const texts = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(await Promise.all(texts.map((text) => format(text, { parser: "nginx", plugins: [nginx] })))));
JS
venv/bin/python - <<'PY'
import json, pathlib, subprocess
import crossplane

FILE = pathlib.Path("test.conf")
PROGRAM = pathlib.Path("venv/bin")

def directives(text):
    """The directives of a text, in order, or crossplane's error."""
    FILE.write_text(text)
    result = crossplane.parse(str(FILE), check_ctx=False, check_args=False, single=True)
    if result["errors"]:
        return result["errors"][0]["error"].split(" in ")[0]
    found = []
    def visit(block):
        for each in block:
            found.append(" ".join([each["directive"], *map(repr, each["args"])]))
            visit(each.get("block", []))
    visit(result["config"][0]["parsed"])
    return found

def by_crossplane(text):
    FILE.write_text(text)
    return subprocess.run([PROGRAM / "crossplane", "format", FILE], check=True, capture_output=True, text=True).stdout

def by_nginxfmt(text):
    FILE.write_text(text)
    subprocess.run([PROGRAM / "nginxfmt", FILE], check=True, capture_output=True)
    return FILE.read_text()

# the content of a server, and the formatters that change its directives
CASES = {
    'set $x "b; c=d";': "",
    'set $x "a  b";': "",
    'location ~ "^/a{2}$" { return 404; }': "",
    'set $x "#fff"; set $y 1;': "crossplane prettier",
    'set $x "a#b";': "prettier",
    'return 301 "https://example.com/a#b";': "prettier",
    "sub_filter '</head>' '<style>a { color: #fff; }</style></head>';": "prettier",
    'return 200 "x } y";': "prettier",
    'return 200 "a\n   b";': "nginxfmt prettier",
}
texts = [f"server {{\n    listen 80;\n    {case}\n}}\n" for case in CASES]
output = subprocess.run(["node", "format.mjs"], input=json.dumps(texts), check=True, capture_output=True, text=True).stdout
for text, pretty, expected in zip(texts, json.loads(output), CASES.values()):
    before = directives(text)
    assert isinstance(before, list), before
    print(text.split("\n", 2)[2][4:-3])
    changed = []
    for name, result in [("crossplane", by_crossplane(text)), ("nginxfmt", by_nginxfmt(text)), ("prettier", pretty)]:
        after = directives(result)
        # crossplane writes a line break in quotes as `\n`, which nginx reads as one
        if name == "crossplane" and isinstance(after, list):
            after = [each.replace("\\\\n", "\\n") for each in after]
        if after != before:
            changed.append(name)
            print(f"  {name}: {result!r}, that is, {after}")
    assert " ".join(changed) == expected, changed
PY
