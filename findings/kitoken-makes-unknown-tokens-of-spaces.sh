#!/usr/bin/env bash
# kitoken reads a tokenizer that splits at spaces and makes unknown tokens of them: `ab cd` is `ab`, `<unk>`, `cd`.
#
# Expected: "compatible with HuggingFace Tokenizers": a tokenizer.json gives the same tokens, or is refused, as others are.
# Seen on 2026-11-30 with kitoken 0.11.1 and tokenizers 0.23.3 (PyPI), a small vocabulary and the text `ab cd`:
#   WhitespaceSplit, BPE and Unigram:    an `<unk>` for each space between two words.
#   WhitespaceSplit, WordPiece:          `ab`, `[UNK]`: the space and the next word are one unknown token.
#   BPE with "continuing_subword_prefix": "##":    the prefix is ignored: `abc` is `ab`, `c` in place of `ab`, `##c`.
#   UnicodeScripts, WordPiece:           `ab12` is `ab`, `##1`, `##2` in place of `ab`, `1`, `##2`: nothing is split.
#   Whitespace, BertPreTokenizer, Split and Digits:    the same tokens. CharDelimiterSplit:    refused.
# No error is given for the others. A model gets tokens that it was not trained with, so its embeddings are others, and text is
# counted as longer than it is.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check kitoken==0.11.1 tokenizers==0.23.3
"$work/venv/bin/python" - <<'PY'
from kitoken import Kitoken
from tokenizers import Tokenizer, models, pre_tokenizers

def bpe(prefix=""):
    words = ["<unk>", "a", "b", "c", "d", "1", "2", "ab", "cd"]
    words += [prefix + letter for letter in "bcd"] if prefix else []
    options = {"continuing_subword_prefix": prefix} if prefix else {}
    merges = [("a", prefix + "b"), ("c", prefix + "d")]
    return models.BPE({word: i for i, word in enumerate(words)}, merges, unk_token="<unk>", **options)

def word_piece():
    words = ["[UNK]", "ab", "cd", "1", "##1", "##2"]
    return models.WordPiece({word: i for i, word in enumerate(words)}, unk_token="[UNK]")

def unigram():
    return models.Unigram([("<unk>", 0.0), ("ab", -1.0), ("cd", -1.0), ("1", -2.0), ("2", -2.0)], 0)

def tokens(model, pre_tokenizer, text):
    """The tokens of both libraries."""
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = pre_tokenizer
    tokenizer.add_special_tokens([tokenizer.id_to_token(0)])
    encoder = Kitoken.from_tokenizers(tokenizer.to_str().encode())
    found = tokenizer.encode(text).tokens, [tokenizer.id_to_token(token) for token in encoder.encode(text, True)]
    print(type(model).__name__, type(pre_tokenizer).__name__, repr(text), *found)
    return found

split = pre_tokenizers.WhitespaceSplit()
assert tokens(bpe(), split, "ab cd") == (["ab", "cd"], ["ab", "<unk>", "cd"])
assert tokens(unigram(), split, "ab cd") == (["ab", "cd"], ["ab", "<unk>", "cd"])
assert tokens(word_piece(), split, "ab cd") == (["ab", "cd"], ["ab", "[UNK]"])
assert tokens(word_piece(), split, "ab cd ab cd") == (["ab", "cd", "ab", "cd"], ["ab", "[UNK]", "[UNK]", "[UNK]"])
assert tokens(bpe("##"), pre_tokenizers.Whitespace(), "abc") == (["ab", "##c"], ["ab", "c"])
assert tokens(word_piece(), pre_tokenizers.UnicodeScripts(), "ab12") == (["ab", "1", "##2"], ["ab", "##1", "##2"])

for pre_tokenizer in (pre_tokenizers.Whitespace(), pre_tokenizers.BertPreTokenizer(), pre_tokenizers.Split(" ", "removed"),
                      pre_tokenizers.Sequence([pre_tokenizers.Whitespace(), pre_tokenizers.Digits(individual_digits=True)])):
    for model in (bpe(), unigram(), word_piece()):
        expected, found = tokens(model, pre_tokenizer, "ab cd ab12")
        assert found == expected
try:
    tokens(bpe(), pre_tokenizers.CharDelimiterSplit("-"), "ab-cd")
except ValueError as error:
    print("CharDelimiterSplit:", error)
else:
    raise AssertionError("CharDelimiterSplit is read")
PY
