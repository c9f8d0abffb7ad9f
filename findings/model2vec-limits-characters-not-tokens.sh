#!/usr/bin/env bash
# The token limit of model2vec cuts the text by characters first, so indented code loses its end long before the limit.
#
# Expected: `encode(text, max_length=512)` uses the first 512 tokens; a text of 200 tokens counts as a whole.
# Seen on 2026-11-29 with model2vec 0.10.0 (PyPI) and a vocabulary with a median token length of 6:
#   the text is cut at 512 times 6 = 3,072 characters, white space included, before it is split into tokens.
#   `return x`, 100 lines without indentation:      201 tokens with a last word, which changes the vector.
#   the same lines indented by 40 spaces:           the same 201 tokens, but the last word has no effect.
#   the same with `max_length=None`:                the last word has its effect again.
# Embedding models of this kind are usual for code search on a CPU; deeply nested functions are embedded by their first part
# without a warning, and an implementation that limits the tokens gets other vectors from the same model.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check model2vec==0.10.0 tokenizers==0.23.3
"$work/venv/bin/python" - <<'PY'
import numpy as np
from model2vec import StaticModel
from tokenizers import Tokenizer, models, pre_tokenizers

vocabulary = ["[UNK]", "[PAD]", "x", "return", "needle", "cached", "locked", "parsed", "writer", "reader"]
tokenizer = Tokenizer(models.WordPiece({token: n for n, token in enumerate(vocabulary)}, unk_token="[UNK]"))
tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
vectors = np.random.default_rng(0).normal(size=(len(vocabulary), 8)).astype("f4")
model = StaticModel(vectors=vectors, tokenizer=tokenizer, normalize=False)
assert model.median_token_length == 6

for indentation, limit, expected in [(0, 512, True), (40, 512, False), (40, None, True)]:
    text = "\n".join([" " * indentation + "return x"] * 100)
    tokens = len(tokenizer.encode(text + "\nneedle").ids)
    without, with_needle = (model.encode(t, max_length=limit) for t in (text, text + "\nneedle"))
    counts = not np.allclose(without, with_needle)
    print(f"indentation {indentation}, limit {limit}: {tokens} tokens, the last one {'counts' if counts else 'is cut'}")
    assert tokens == 201 and counts == expected
PY
