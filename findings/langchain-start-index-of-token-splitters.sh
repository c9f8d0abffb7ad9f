#!/usr/bin/env bash
# LangChain's splitters give -1 as the start of a chunk when they count tokens and chunks overlap.
#
# Expected: with `add_start_index=True`, each chunk stands at its `start_index` in the text.
# Seen on 2026-11-29 with langchain-text-splitters 1.1.3 (PyPI), a text of 20 paragraphs, without a warning:
#   length in characters, with and without overlap:  each chunk is found at its index.
#   length in words or tokens, without overlap:      the same.
#   length in words or tokens, with overlap:         -1 for half of the chunks, though each text occurs once.
# The start is searched from the end of the last chunk minus the overlap, but the overlap is counted in tokens and the text in
# characters, so the search begins behind the real start.
# So a store that keeps `start_index` to open the file at a hit jumps to the end of the text, `text[-1:]`, or to a later copy.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check langchain-text-splitters==1.1.3
"$work/venv/bin/python" - <<'PY'
from langchain_text_splitters import RecursiveCharacterTextSplitter

def words(text):
    return len(text.split())

text = "\n\n".join(f"paragraph number{n} describes module{n}" for n in range(20))
# the measure of length, the size and the overlap of chunks, and whether all chunks are found
for measure, size, overlap, is_right in [(len, 120, 0, True), (len, 120, 45, True), (words, 12, 0, True), (words, 12, 4, False)]:
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=size, chunk_overlap=overlap, length_function=measure, add_start_index=True)
    chunks = splitter.create_documents([text])
    starts = [chunk.metadata["start_index"] for chunk in chunks]
    right = sum(text.startswith(chunk.page_content, start) for chunk, start in zip(chunks, starts) if start >= 0)
    print(f"{measure.__name__}, overlap {overlap}: {right} of {len(chunks)} chunks at their index, {starts.count(-1)} at -1")
    assert all(chunk.page_content in text for chunk in chunks)
    assert (right == len(chunks)) == is_right
    assert is_right or starts.count(-1) > len(chunks) // 3
PY
