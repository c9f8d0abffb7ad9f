#!/usr/bin/env bash
# turndown and node-html-markdown write the code of Sphinx documentation as prose: `<pre>` without `<code>` is no code to them.
#
# Expected: `<pre>` is preformatted text and becomes a code block, as `<pre><code>` does.
# Seen on 2026-11-29 with turndown 7.2.5, node-html-markdown 2.0.0 (npm) and markdownify 1.2.3 (PyPI); code blocks that
# markdown-it-py 4.3.0 finds in the results:
#   <pre><code>…:                          one in all three, with the code as it was.
#   <pre> of Sphinx (highlight, spans):    markdownify: one, with the code as it was.
#                                          turndown, with fenced blocks switched on: none; the source has `\_\_init\_\_`.
#                                          node-html-markdown: none; the names in `__init__(self, *args, **options)` are set in
#                                          bold and italics, and a line that begins with `#` is a heading.
# Python's documentation, Read the Docs and Linux's manual are made by Sphinx. A pipeline from pages to Markdown to chunks cuts
# such code between lines, loses its indentation, and embeds `\_\_init\_\_`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" node-html-markdown@2.0.0 turndown@7.2.5
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check markdownify==1.2.3 markdown-it-py==4.3.0 Pygments==2.21.0
cat > "$work/convert.cjs" <<'JS'
const { NodeHtmlMarkdown } = require("node-html-markdown");
const Turndown = require("turndown");

const pages = JSON.parse(process.argv[2]);
const turndown = new Turndown({ codeBlockStyle: "fenced" });
console.log(JSON.stringify({
  "node-html-markdown": pages.map((page) => NodeHtmlMarkdown.translate(page)),
  turndown: pages.map((page) => turndown.turndown(page)),
}));
JS
"$work/venv/bin/python" - "$work/convert.cjs" <<'PY'
import json, subprocess, sys
from markdown_it import MarkdownIt
from markdownify import markdownify
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

CODE = "class A:\n    def __init__(self, *args, **options):\n        self.a = args[0]\n# the end"
# Sphinx puts the formatter's output into a division of the language
pages = [f"<pre><code>{CODE}</code></pre>",
         f'<div class="highlight-python notranslate">{highlight(CODE, PythonLexer(), HtmlFormatter())}</div>']
output = subprocess.run(["node", sys.argv[1], json.dumps(pages)], check=True, capture_output=True, text=True)
found = {**json.loads(output.stdout), "markdownify": [markdownify(page) for page in pages]}
for name, texts in found.items():
    tokens = [MarkdownIt().parse(text) for text in texts]
    blocks = [[token.content.strip("\n") for token in page if token.type in ("fence", "code_block")] for page in tokens]
    headings = [sum(token.type == "heading_open" for token in page) for page in tokens]
    print(f"{name}: {texts[1]!r}, code blocks {blocks}, headings {headings}")
    assert blocks == [[CODE], [CODE] if name == "markdownify" else []]
    assert headings == [0, 1 if name == "node-html-markdown" else 0]
    assert ("\\_\\_init\\_\\_" in texts[1]) == (name == "turndown")
PY
