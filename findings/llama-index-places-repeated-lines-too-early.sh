#!/usr/bin/env bash
# LlamaIndex places the chunks of a table of equal lines one line after the other: the chunk at line 57 is said to begin at line 15.
#
# Expected: without an overlap, each chunk begins where the one before it ends, or behind it.
# Seen on 2026-11-30 with llama-index-core 0.14.25 and langchain-text-splitters 1.1.3 (PyPI), a table of 60 equal lines of 30
# characters between `TABLE = [` and `]`, chunks of at most 120 characters without overlap, characters counted as tokens:
#   LangChain, RecursiveCharacterTextSplitter:   16 chunks, each begins behind the end of the one before.
#   LlamaIndex, SentenceSplitter:                16 chunks; `start_char_idx` is 0, 30, 60, …, 420 in place of 0, 120, 240, …, 1680,
#                                                and only the last one, which has the closing bracket, is right again.
#   LlamaIndex, TokenTextSplitter:               steps of 22 to 30 in place of 112 to 120.
#   both, 60 different lines:                    each chunk begins behind the end of the one before.
# A chunk is searched from one character behind the start of the last one, so with equal lines it is found inside that.
# Code has such tables, and lists of equal calls and brackets in generated files. A search that opens a file at `start_char_idx`
# shows other lines, and all that stands behind the first third of the table seems to be in no chunk.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check llama-index-core==0.14.25 langchain-text-splitters==1.1.3
"$work/venv/bin/python" - <<'PY'
import logging
from langchain_text_splitters import RecursiveCharacterTextSplitter
from llama_index.core import Document
from llama_index.core.node_parser import SentenceSplitter, TokenTextSplitter

logging.disable()

def with_llama_index(splitter, text):
    options = {"chunk_size": 120, "chunk_overlap": 0, "include_metadata": False, "tokenizer": list}
    nodes = splitter(**options).get_nodes_from_documents([Document(text=text)])
    return [(node.start_char_idx, node.text) for node in nodes]

def with_langchain(text):
    splitter = RecursiveCharacterTextSplitter(chunk_size=120, chunk_overlap=0, add_start_index=True)
    return [(document.metadata["start_index"], document.page_content) for document in splitter.create_documents([text])]

def in_order(chunks, text):
    # Also checks that the text of each chunk stands at its start, wherever else it stands.
    assert all(text.startswith(chunk, start) for start, chunk in chunks)
    return all(start + len(chunk) <= after for (start, chunk), (after, _) in zip(chunks, chunks[1:]))

equal = "TABLE = [\n" + "    [0, 0, 0, 0, 0, 0, 0, 0],\n" * 60 + "]\n"
different = "TABLE = [\n" + "".join(f"    [0, 0, 0, 0, 0, 0, {n}, 0],\n" for n in range(10, 70)) + "]\n"

assert in_order(with_langchain(equal), equal) and len(with_langchain(equal)) == 16
for splitter in SentenceSplitter, TokenTextSplitter:
    chunks = with_llama_index(splitter, equal)
    starts = [start for start, _ in chunks]
    print(f"{splitter.__name__}: {starts}")
    assert len(chunks) == 16 and sum(len(chunk) for _, chunk in chunks) > 1750, "the chunks do not hold the whole table"
    assert not in_order(chunks, equal), "the starts follow the chunks now"
    assert starts[14] < 500 < starts[15]
    assert in_order(with_llama_index(splitter, different), different)
assert [start for start, _ in with_llama_index(SentenceSplitter, equal)][:15] == list(range(0, 450, 30))
PY
