#!/usr/bin/env bash
# textdistance's Smith-Waterman similarity of `parse` and `parse_config` is 0: only what the words have at their end counts.
#
# Expected: Smith-Waterman is the best local alignment, wherever it stands: 5 here. By the README each normalized similarity lies
# "between 0 and 1, where 0 means totally different, and 1 equal".
# Seen on 2026-11-30 with textdistance 4.6.3 and numpy (PyPI), default parameters:
#   smith_waterman, `parse` and `parse_config`:    0 of 5, normalized 0, as for words without a common letter.
#                   `config` and `parse_config`:   6 of 6, normalized 1.
#                   `index` and `reindexer`:       3 in place of 5: two letters follow the match.
#                   `parse` and an empty text:     normalized 1, "equal".
#   tanimoto:                                      normalized 0 for equal words, minus infinity for words without a common letter.
#   arith_ncd, `parse` and `xyz`:                  normalized -1.25.
# The last cell of the table of scores is returned, not the largest one. A search for names by local alignment finds suffixes only,
# and a threshold on a normalized similarity accepts empty names and refuses equal ones.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check textdistance==4.6.3 numpy==2.4.4
"$work/venv/bin/python" - <<'PY'
import math
import textdistance

def local_alignment(left, right):
    """The Smith-Waterman score with textdistance's own costs: 1 for an equal letter, 0 for another one, -1 for a gap."""
    best, above = 0, [0] * (len(right) + 1)
    for letter in left:
        row = [0]
        for column, other in enumerate(right):
            row.append(max(0, above[column] + (letter == other), above[column + 1] - 1, row[column] - 1))
        best, above = max(best, *row), row
    return best

def check(left, right, score, normalized):
    found = textdistance.smith_waterman(left, right), textdistance.smith_waterman.normalized_similarity(left, right)
    print(f"smith_waterman {left!r}, {right!r}: {found}, local alignment {local_alignment(left, right)}")
    assert found == (score, normalized)

for left, right, best, score, normalized in [
    ("config", "parse_config", 6, 6, 1),
    ("parse", "parse_config", 5, 0, 0),
    ("parse_config", "parse", 5, 0, 0),
    ("parse", "xyz", 0, 0, 0),
    ("index", "reindexer", 5, 3, 0.6),
    ("parse", "", 0, 0, 1),
]:
    assert local_alignment(left, right) == best
    check(left, right, score, normalized)

similarity = textdistance.tanimoto.normalized_similarity
print("tanimoto:", similarity("parse", "parse"), similarity("parse", "xyz"))
assert similarity("parse", "parse") == 0 and similarity("parse", "xyz") == -math.inf
similarity = float(textdistance.arith_ncd.normalized_similarity("parse", "xyz"))
print("arith_ncd:", similarity)
assert similarity == -1.25

# Others keep to the range.
for name in ["levenshtein", "jaro_winkler", "jaccard", "needleman_wunsch", "lcsseq"]:
    similarity = getattr(textdistance, name).normalized_similarity
    assert similarity("parse", "parse") == 1 and similarity("parse", "") == 0, name
PY
