#!/usr/bin/env bash
# LlamaIndex's CodeSplitter takes `chunk_lines` and `chunk_lines_overlap` and uses neither: chunks never overlap.
#
# Expected: "The number of lines to include in each chunk" and "How many lines of code each chunk overlaps with", as documented.
# Seen on 2026-11-29 with llama-index-core 0.14.25 and tree-sitter-python 0.25.0 (PyPI), a file of 20 functions of 4 lines:
#   chunk_lines 5, 40 and 200:                       the same chunks.
#   chunk_lines_overlap 1, 15 and 100 (of 5 lines):  the same chunks; no line is in two of them.
#   max_chars 300, 600 and 1,200:                    other chunks; only this limits them.
# Values that make no sense together are accepted, zero is refused ("greater than 0"), which looks as if they were used.
# Who tunes these two numbers measures noise, and counts on context around each chunk that is not there.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check \
  llama-index-core==0.14.25 tree-sitter==0.26.1 tree-sitter-python==0.25.0
"$work/venv/bin/python" - <<'PY'
import tree_sitter, tree_sitter_python
from llama_index.core.node_parser import CodeSplitter

source = "\n".join(f"def function_{n}(value):\n    # adds {n}\n    value += {n}\n    return value\n" for n in range(20))

def split(**options):
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_python.language()))
    chunks = CodeSplitter(language="python", parser=parser, **options).split_text(source)
    print(options, [len(chunk.splitlines()) for chunk in chunks])
    return chunks

usual = split(chunk_lines=40, chunk_lines_overlap=15, max_chars=300)
for lines, overlap in [(5, 1), (5, 100), (200, 15)]:
    assert split(chunk_lines=lines, chunk_lines_overlap=overlap, max_chars=300) == usual
for number in range(20):
    assert sum(f"# adds {number}\n" in chunk for chunk in usual) == 1
assert all(len(chunk.splitlines()) < 40 for chunk in usual)
assert len({len(usual), len(split(max_chars=600)), len(split(max_chars=1200))}) == 3
try:
    split(chunk_lines_overlap=0)
    raise SystemExit("zero is accepted")
except ValueError as error:
    assert "greater than 0" in str(error)
PY
