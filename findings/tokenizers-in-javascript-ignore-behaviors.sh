#!/usr/bin/env bash
# The JavaScript port of Hugging Face's tokenizers ignores how a tokenizer.json splits: `==` stays one piece, removed characters stay.
#
# Expected: the same tokenizer.json gives the same tokens in Python and in JavaScript, or is refused.
# Seen on 2026-11-30 with @huggingface/tokenizers 0.2.0 (npm) and tokenizers 0.23.3 (PyPI), no error or warning, the pieces of
# `a==b`, `f(x):` and `x = y` (for Metaspace):
#   Punctuation, isolated (the default):         Python a, =, =, b and f, (, x, ), :    JavaScript a, ==, b and f, (, x, ):
#   Punctuation, contiguous:                     the same in both; JavaScript does so for every behavior.
#   Punctuation, removed:                        Python a, b and f, x                   JavaScript a, ==, b and f, (, x, ):
#   Split at `=`, isolated:                      the same in both.
#   Split at `=`, removed, a plain string:       Python a, b                            JavaScript a, =, =, b
#   Split at `=`, removed, a regular expression: the same in both.
#   Split, contiguous and merged_with_previous:  Python a, ==, b and a=, =, b           JavaScript a, =, =, b
#   Metaspace with `split` (the default):        Python three pieces                    JavaScript one piece
# Code is full of runs of punctuation. A model with such a step embeds it by other tokens in the browser than in the index that was
# made with Python, and counts of tokens differ.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check tokenizers==0.23.3
npm install --silent --no-audit --no-fund @huggingface/tokenizers@0.2.0
cat > check.py <<'PY'
# Writes each tokenizer with the pieces that Python makes. The vocabulary has single characters, `##` marks those inside a piece.
import json
from tokenizers import Regex, Tokenizer, models, pre_tokenizers

characters = list("abfxy=():▁ ")
vocabulary = ["[UNK]"] + characters + [f"##{character}" for character in characters]
steps = {f"Punctuation {behavior}": pre_tokenizers.Punctuation(behavior) for behavior in ("isolated", "contiguous", "removed")}
for behavior in ("isolated", "removed", "contiguous", "merged_with_previous"):
    steps[f"Split {behavior}"] = pre_tokenizers.Split("=", behavior)
steps["Split removed, regular expression"] = pre_tokenizers.Split(Regex("="), "removed")
steps["Metaspace"] = pre_tokenizers.Metaspace()

tokenizers = []
for name, step in steps.items():
    tokenizer = Tokenizer(models.WordPiece({token: number for number, token in enumerate(vocabulary)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = step
    texts = ["x = y"] if name == "Metaspace" else ["a==b", "f(x):"] if name.startswith("Punctuation") else ["a==b"]
    tokens = {text: tokenizer.encode(text).tokens for text in texts}
    tokenizers.append({"name": name, "json": json.loads(tokenizer.to_str()), "tokens": tokens})
print(json.dumps(tokenizers))
PY
venv/bin/python check.py > tokenizers.json
cat > check.mjs <<'JS'
import assert from "node:assert";
import fs from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";

const EXPECTED = {
  "Punctuation isolated": ["a | = | = | b", "a | == | b", "f | ( | x | ) | :", "f | ( | x | ):"],
  "Punctuation contiguous": ["a | == | b", "a | == | b", "f | ( | x | ):", "f | ( | x | ):"],
  "Punctuation removed": ["a | b", "a | == | b", "f | x", "f | ( | x | ):"],
  "Split isolated": ["a | = | = | b", "a | = | = | b"],
  "Split removed": ["a | b", "a | = | = | b"],
  "Split removed, regular expression": ["a | b", "a | b"],
  "Split contiguous": ["a | == | b", "a | = | = | b"],
  "Split merged_with_previous": ["a= | = | b", "a | = | = | b"],
  "Metaspace": ["▁x | ▁= | ▁y", "▁x▁=▁y"],
};
const pieces = (tokens) => tokens.join(" | ").replaceAll(" | ##", "");
for (const { name, json, tokens } of JSON.parse(fs.readFileSync("tokenizers.json", "utf8"))) {
  const tokenizer = new Tokenizer(json, {});
  const found = Object.entries(tokens).flatMap(([text, python]) => [pieces(python), pieces(tokenizer.encode(text).tokens)]);
  console.log(name, found);
  assert.deepEqual(found, EXPECTED[name], name);
}
JS
node check.mjs
