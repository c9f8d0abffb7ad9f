#!/usr/bin/env bash
# LlamaIndex's HTMLNodeParser has no node for code blocks, tables and quotes, and repeats the items of nested lists.
#
# Expected: all nodes together have the text of the page, once.
# Seen on 2026-11-29 with llama-index-core 0.14.25 and beautifulsoup4 4.15.0 (PyPI), without a warning:
#   <p>, <h1>:                       a node each.
#   <pre><code>…, <td>, <dd>, <div>, <blockquote>:   no node; the text is nowhere.
#   a list in a list in a list:      the innermost item three times, the middle one twice, once as `twothree`.
#   one <b>bold</b> two:             a node with two lines, `one` and `two`, and a node `bold`.
#   Call <code>f()</code> first.:    three lines: `Call`, `f()` and `first.`
# So of a reference manual the index has the sentences, cut at each inline element, but no signature, no example and no table of
# options, and a search by meaning still returns something.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check llama-index-core==0.14.25 beautifulsoup4==4.15.0
HOME="$work" "$work/venv/bin/python" - <<'PY'
from bs4 import BeautifulSoup
from llama_index.core import Document
from llama_index.core.node_parser import HTMLNodeParser

def check(source, expected):
    nodes = HTMLNodeParser().get_nodes_from_documents([Document(text=f"<html><body>{source}</body></html>")])
    found = [node.text for node in nodes]
    print(f"{BeautifulSoup(source, 'html.parser').get_text()!r}: {found}")
    assert found == expected, f"expected {expected}"

check("<h1>Title</h1><p>Text.</p>", ["Title", "Text."])
check("<p>Before</p><pre><code>def f():\n    return 1\n</code></pre><p>after</p>", ["Before\nafter"])
check("<p>Before</p><table><tr><td>cell</td></tr></table><p>after</p>", ["Before\nafter"])
check("<p>Before</p><dl><dt>--depth</dt><dd>limit</dd></dl><div>loose</div><blockquote>quote</blockquote>", ["Before"])
check("<ul><li>one<ul><li>two<ul><li>three</li></ul></li></ul></li></ul>", ["one\ntwothree\ntwo\nthree\nthree"])
check("<p>one <b>bold</b> two</p>", ["one\ntwo", "bold"])
check("<p>Call <code>f()</code> first.</p>", ["Call\nf()\nfirst."])
PY
