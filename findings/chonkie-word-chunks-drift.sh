#!/usr/bin/env bash
# chonkie loses the space between two chunks of words and counts on without it: positions drift by one per chunk.
#
# Expected: `text[chunk.start_index:chunk.end_index]` is the text of the chunk, for every tokenizer and overlap.
# Seen on 2026-11-29 with chonkie 1.7.0 (PyPI), a text of 60 words, chunks of 6 words:
#   TokenChunker by characters, overlap 0:  each chunk stands at its position.
#   TokenChunker by words, overlap 2:       the same.
#   TokenChunker by words, overlap 0:       all chunks but the first are 1, 2, 3, … characters off.
#   RecursiveChunker by words:              the same drift, where it finds no better place to split than between words.
# The starts are sums of the lengths of the chunks, and the space at which two chunks were split is in neither of them.
# So a search that opens the file at the hit, or cuts the source by these positions, is off by more the later the chunk stands:
# by 1,000 characters after 1,000 chunks.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check chonkie==1.7.0
"$work/venv/bin/python" - <<'PY'
from chonkie import RecursiveChunker, TokenChunker

text = " ".join(f"word{n}" for n in range(60))
for name, chunker, drifts in [
    ("TokenChunker by characters, overlap 0", TokenChunker("character", chunk_size=40, chunk_overlap=0), False),
    ("TokenChunker by words, overlap 2", TokenChunker("word", chunk_size=6, chunk_overlap=2), False),
    ("TokenChunker by words, overlap 0", TokenChunker("word", chunk_size=6, chunk_overlap=0), True),
    ("RecursiveChunker by words", RecursiveChunker("word", chunk_size=6), True),
]:
    chunks = chunker.chunk(text)
    assert len(chunks) >= 8
    # each text occurs once
    offsets = [text.index(chunk.text) - chunk.start_index for chunk in chunks]
    print(f"{name}: {len(chunks)} chunks, off by {offsets}")
    assert offsets == (list(range(len(chunks))) if drifts else [0] * len(chunks))
    assert all(chunk.end_index - chunk.start_index == len(chunk.text) for chunk in chunks)
PY
