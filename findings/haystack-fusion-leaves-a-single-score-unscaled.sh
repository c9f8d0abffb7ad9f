#!/usr/bin/env bash
# Haystack's fusion by distributions leaves the score of a single hit as it is: a keyword score of 0.3 comes last, one of 5 first.
#
# Expected: a fusion that scales each list by its mean and deviation gives the same order whatever the unit of a list is.
# Seen on 2026-11-30 with haystack-ai 3.4.1 (PyPI), DocumentJoiner, `distribution_based_rank_fusion`, a vector search that finds a, b
# and c (0.9, 0.8 and 0.2: scaled 0.64, 0.59 and 0.27) and a keyword search:
#   finds d and e with 5 and 4, or 0.5 and 0.4:        d, a, b, e, c, with 0.67 for d.
#   finds d with 5, or d and e with 5 each:            d first, with the score 5.
#   finds d with 0.3:                                  a, b, d, c.
#   finds d with 0.03:                                 d last.
#   the same by `reciprocal_rank_fusion`:              d has the score of rank 1 in each case.
# A list of one hit, or of hits with equal scores, has a deviation of 0 and is not scaled at all. A search for an exact name has one
# hit in most projects. So whether it is first or last depends on the unit of its score, and a threshold is worth nothing.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check haystack-ai==3.4.1
export HAYSTACK_TELEMETRY_ENABLED=False
"$work/venv/bin/python" - <<'PY'
from haystack import Document
from haystack.components.joiners import DocumentJoiner

VECTORS = {"a": 0.9, "b": 0.8, "c": 0.2}

def fuse(keywords, mode="distribution_based_rank_fusion"):
    lists = [[Document(id=name, content=name, score=score) for name, score in hits.items()] for hits in (keywords, VECTORS)]
    documents = DocumentJoiner(join_mode=mode).run(documents=lists)["documents"]
    scores = {document.id: round(document.score, 2) for document in documents}
    print(f"{keywords}, {mode}: {scores}")
    return "".join(scores), scores["d"]

assert fuse({"d": 5.0, "e": 4.0}) == fuse({"d": 0.5, "e": 0.4}) == ("dabec", 0.67)
assert fuse({"d": 5.0}) == ("dabc", 5.0)
assert fuse({"d": 5.0, "e": 5.0}) == ("deabc", 5.0)
assert fuse({"d": 0.3}) == ("abdc", 0.3)
assert fuse({"d": 0.03}) == ("abcd", 0.03)
by_rank = [fuse(keywords, "reciprocal_rank_fusion") for keywords in ({"d": 5.0}, {"d": 0.3}, {"d": 0.03})]
assert len(set(by_rank)) == 1
PY
