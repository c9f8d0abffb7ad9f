#!/usr/bin/env bash
# Converters from HTML to Markdown join all items of a list, or all rows of a table, when a page leaves out their end tags.
#
# Expected: `<ul><li>one<li>two</ul>` has two items: the HTML standard lets `</li>`, `</td>` and `</tr>` be left out.
# Seen on 2026-11-29 with markdownify 1.2.3, html2text 2025.4.15 (PyPI), node-html-markdown 2.0.0 and turndown 7.2.5 (npm):
#   with end tags:               all four are right.
#   <li> without end tags:       markdownify: one item, `* one* two`; the other three are right.
#   <td>, <tr> without end tags: node-html-markdown: one row, `| k | v a | b c | d |`; html2text: one row; markdownify: one row
#                                that contains the marks of other tables.
#   turndown, which has no tables without a plugin, keeps the cells apart.
# There is no error or warning. Hand-written manuals and minified pages leave out these tags, so a reference table becomes one
# line in which values stand beside the wrong keys, and a chunker gets a whole list as one item.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" node-html-markdown@2.0.0 turndown@7.2.5
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check markdownify==1.2.3 html2text==2025.4.15
cat > "$work/convert.cjs" <<'JS'
const { NodeHtmlMarkdown } = require("node-html-markdown");
const Turndown = require("turndown");

const pages = JSON.parse(process.argv[2]);
const turndown = new Turndown();
console.log(JSON.stringify({
  "node-html-markdown": pages.map((page) => NodeHtmlMarkdown.translate(page)),
  turndown: pages.map((page) => turndown.turndown(page)),
}));
JS
"$work/venv/bin/python" - "$work/convert.cjs" <<'PY'
import json, subprocess, sys
import html2text, markdownify

LISTS = ["<ul><li>one</li><li>two</li></ul>", "<ul><li>one<li>two</ul>"]
TABLES = ["<table><thead><tr><th>k</th><th>v</th></tr></thead><tbody><tr><td>a</td><td>b</td></tr>"
          "<tr><td>c</td><td>d</td></tr></tbody></table>",
          "<table><thead><tr><th>k<th>v<tbody><tr><td>a<td>b<tr><td>c<td>d</table>"]
pages = LISTS + TABLES
output = subprocess.run(["node", sys.argv[1], json.dumps(pages)], check=True, capture_output=True, text=True)
found = {**json.loads(output.stdout),
         "markdownify": [markdownify.markdownify(page) for page in pages],
         "html2text": [html2text.html2text(page) for page in pages]}
for name, texts in found.items():
    # the lines with an item, or with a cell of the body
    items = [sum(word in line for line in text.splitlines() for word in ("one", "two") if line.strip().startswith("*")
                 and line.strip().endswith(word)) for text in texts[:2]]
    rows = [[line for line in text.splitlines() if "a" in line or "c" in line] for text in texts[2:]]
    print(f"{name}: {items} items, {rows}")
    assert items == ([2, 1] if name == "markdownify" else [2, 2])
    assert len(rows[0]) == 2
    assert len(rows[1]) == (2 if name == "turndown" else 1)
PY
