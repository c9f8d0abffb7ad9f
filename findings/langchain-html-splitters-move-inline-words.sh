#!/usr/bin/env bash
# LangChain's HTML splitters move words in bold, links and inline code out of their sentence, behind it or in front of it.
#
# Expected: the text of a chunk has the words of the page in their order; only the markup is gone.
# Seen on 2026-11-29 with langchain-text-splitters 1.1.3 and beautifulsoup4 4.15.0 (PyPI), without a warning about it, for
# "Call <code>open()</code> before <code>read()</code>, never after.":
#   HTMLHeaderTextSplitter:           `Call before , never after.`, then `open()` and `read()` on lines of their own.
#   HTMLSemanticPreservingSplitter:   `open() read() Call before , never after.`
#   HTMLSectionSplitter, get_text():  the words in order.
#   un<b>break</b>able:               `un able break`, `break un able`, `un break able`.
#   <h1>The <code>run</code> command: the first one's heading is `The command`, and `run` is a part of the text below it.
#   <pre> with two lines:             kept by the first and the third; one line in the second.
# The text of an element is collected before or after the text of its children. Documentation has inline code in most sentences, so
# phrases are not found, and a model reads a sentence that says something else.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check langchain-text-splitters==1.1.3 beautifulsoup4==4.15.0 lxml==6.1.3
"$work/venv/bin/python" -W ignore - 2> "$work/log" <<'PY' || { cat "$work/log"; exit 1; }
from bs4 import BeautifulSoup
from langchain_text_splitters import HTMLHeaderTextSplitter, HTMLSectionSplitter, HTMLSemanticPreservingSplitter

HEADERS = [("h1", "heading")]

def check(source, header, semantic, section):
    page = f"<h1>Title</h1>{source}"
    found = [
        "\n".join(chunk.page_content for chunk in HTMLHeaderTextSplitter(HEADERS).split_text(page)),
        "\n".join(chunk.page_content for chunk in HTMLSemanticPreservingSplitter(HEADERS, max_chunk_size=1000).split_text(page)),
        " ".join(HTMLSectionSplitter(HEADERS).split_text(page)[0].page_content.split()),
    ]
    print(f"{source}: {BeautifulSoup(source, 'lxml').get_text()!r}\n    {found}")
    assert found == [f"Title\n{header}", semantic, f"Title {section}"]

check("<p>Call it before the file is read.</p>", *["Call it before the file is read."] * 3)
check("<p>Call <code>open()</code> before <code>read()</code>, never after.</p>",
      "Call before , never after.  \nopen()  \nread()", "open() read() Call before , never after.",
      "Call open() before read() , never after.")
check('<p>See <a href="u">the manual</a> first.</p>', "See first.  \nthe manual", "the manual See first.", "See the manual first.")
check("<p>un<b>break</b>able</p>", "un able  \nbreak", "break un able", "un break able")
check("<div>one <p>two</p> three</div>", "one three  \ntwo", "two one three", "one two three")

chunks = HTMLHeaderTextSplitter(HEADERS).split_text("<h1>The <code>run</code> command</h1><p>It runs.</p>")
print([(chunk.page_content, chunk.metadata) for chunk in chunks])
assert [chunk.page_content for chunk in chunks] == ["The command", "run  \nIt runs."]
assert chunks[1].metadata == {"heading": "The command"}
lines = [f(HEADERS).split_text("<h1>Title</h1><pre>if x:\n    run()\n</pre>")[-1].page_content.strip().count("\n    run()")
         for f in (HTMLHeaderTextSplitter, HTMLSemanticPreservingSplitter, HTMLSectionSplitter)]
print(f"indented lines of <pre>: {lines}")
assert lines == [1, 0, 1]
PY
