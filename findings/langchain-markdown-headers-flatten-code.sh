#!/usr/bin/env bash
# LangChain's MarkdownHeaderTextSplitter removes the indentation of code blocks, and takes comments in some of them for headings.
#
# Expected: a chunk contains its section as it stands in the document; in a code block `# note` is no heading.
# Seen on 2026-11-29 with langchain-text-splitters 1.1.3 (PyPI) and its MarkdownTextSplitter for comparison:
#   a fenced function:   the lines `if x:` and `return 1` stand at the left margin; MarkdownTextSplitter keeps them.
#   nested list items:   the inner item is on the level of the outer one.
#   a fence of four backticks with one of three inside:  the inner fence ends the block, so that `# note` in it starts a section.
# Each line is stripped before it is added to its section, with no option to keep it. Python and YAML are no longer valid, and an
# agent that gets such a chunk reads statements in the wrong block.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check langchain-text-splitters==1.1.3
"$work/venv/bin/python" - <<'PY'
import ast
from langchain_text_splitters import MarkdownHeaderTextSplitter, MarkdownTextSplitter

CODE = "def f(x):\n    if x:\n        return 1\n    return 2"
DOCUMENT = f"# Title\n\n```python\n{CODE}\n```\n\n- outer\n  - inner\n"
NESTED = "# Title\n\n````markdown\n```sh\n# note\nmake\n```\n````\n"

def by_headers(document):
    splitter = MarkdownHeaderTextSplitter([("#", "title")], strip_headers=False)
    return [(chunk.metadata.get("title"), chunk.page_content) for chunk in splitter.split_text(document)]

plain = MarkdownTextSplitter(chunk_size=1000, chunk_overlap=0).split_text(DOCUMENT)
print("MarkdownTextSplitter:", plain)
assert len(plain) == 1 and CODE in plain[0] and "\n  - inner" in plain[0]

chunks = by_headers(DOCUMENT)
print("MarkdownHeaderTextSplitter:", chunks)
(title, text), = chunks
code = text.split("```python\n")[1].split("\n```")[0]
assert title == "Title" and code == "\n".join(line.strip() for line in CODE.splitlines())
assert "- outer\n- inner" in text
try:
    ast.parse(code)
except IndentationError as error:
    print("Python:", error)
else:
    raise SystemExit("the code is valid again")

chunks = by_headers(NESTED)
print("MarkdownHeaderTextSplitter, nested fences:", chunks)
assert [title for title, _ in chunks] == ["Title", "note"]
PY
