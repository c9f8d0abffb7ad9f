#!/usr/bin/env bash
# ranx's default normalization gives the only hit of a search the score 0: an exact match found by one search comes last.
#
# Expected: the best hit of a list gets the highest score of its scale, also if the list has one hit, or hits of one score.
# Seen on 2026-11-29 with ranx 0.3.21 (PyPI), `fuse` with its defaults (min-max and a weighted sum) and equal weights, a keyword
# search and a vector search that finds a, b and c with 0.9, 0.8 and 0.2:
#   keywords find b and c:                       b, a, c.
#   keywords find b:                             a, b, c, as if the keyword search had found nothing.
#   keywords find d:                             a, b, c, d: d has the score 0.
#   keywords find b and d with equal scores:     a, b, c, d.
#   keywords find b, normalized by `max`, or fused by reciprocal ranks:   b, a, c.
# A search for an exact name has one hit in most projects. So the most certain answer of a keyword search is what this fusion
# drops, and a second, worse hit changes it into the best.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
# All dependencies, since pip needs minutes to find versions that agree.
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps \
  cbor2==6.3.0 certifi==2026.10.19.post1 charset-normalizer==3.5.3 contourpy==1.3.3 cycler==0.12.1 fonttools==4.68.0 \
  idna==3.20 ir_datasets==0.6.3 kiwisolver==1.5.1 llvmlite==0.50.0 lz4==4.4.5 markdown-it-py==4.3.0 matplotlib==3.11.2 \
  mdurl==0.1.2 numba==0.68.1 numpy==2.4.6 orjson==3.13.0 packaging==26.4 pandas==3.1.1 pillow==13.0.0 Pygments==2.21.0 \
  pyparsing==3.3.3 python-dateutil==4.0.0 PyYAML==6.0.4 ranx==0.3.21 requests==2.34.2 rich==15.0.0 scipy==1.17.1 \
  seaborn==0.13.2 six==1.17.0 tabulate==0.10.0 tqdm==4.70.1 urllib3==2.8.0
# Without compilation, which takes longer than the check.
NUMBA_DISABLE_JIT=1 "$work/venv/bin/python" -W ignore - <<'PY'
from ranx import Run, fuse

VECTORS = {"a": 0.9, "b": 0.8, "c": 0.2}

def in_ranx(keywords, **options):
    runs = [Run({"query": dict(keywords)}), Run({"query": dict(VECTORS)})]
    return fuse(runs, **options).to_dict()["query"]

def ordered(scores):
    return sorted(scores, key=lambda name: (-round(scores[name], 6), name))

def check(keywords, expected):
    scores = in_ranx(keywords, params={"weights": (0.5, 0.5)})
    print(keywords, {name: round(float(score), 2) for name, score in scores.items()})
    assert ordered(scores) == expected
    return scores

check({"b": 12.0, "c": 4.0}, ["b", "a", "c"])
check({"b": 12.0}, ["a", "b", "c"])
assert check({"d": 12.0}, ["a", "b", "c", "d"])["d"] == 0
check({"b": 12.0, "d": 12.0}, ["a", "b", "c", "d"])
assert ordered(in_ranx({"b": 12.0}, norm="max", method="sum")) == ["b", "a", "c"]
assert ordered(in_ranx({"b": 12.0}, norm=None, method="rrf", params={"k": 60})) == ["b", "a", "c"]
PY
