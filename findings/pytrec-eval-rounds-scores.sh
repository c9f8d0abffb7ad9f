#!/usr/bin/env bash
# pytrec_eval rounds scores to single precision and orders the ties by name: a hit that is first can count as the sixth.
#
# Expected: a run is ordered by the scores that were given, which are Python's floats.
# Seen on 2026-11-29 with pytrec-eval-terrier 0.5.11 (PyPI), reciprocal rank of the best of six documents:
#   scores 1, 0.999, …:                           1.
#   scores 1, 1 - 1e-8, 1 - 2e-8, …:              1/3, if the names of the others come later in the alphabet, else 1.
#   scores 1e9, 1e9 - 1, … (a base minus the rank, or seconds since 1970):   1/6, or 1.
# No warning is given, and MAP and nDCG change with it.
# So a comparison of rankings by their place or time, or of similarities close to 1, depends on the names of the files. Scores
# such as 1/rank are safe for short lists.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pytrec-eval-terrier==0.5.11
"$work/venv/bin/python" - <<'PY'
from pytrec_eval import RelevanceEvaluator

def reciprocal_rank(first, step, hit, others):
    """The value for a run that begins with `hit`, whose score is `first`; each next score is smaller by `step`."""
    run = {name: first - (rank + 1) * step for rank, name in enumerate(others)}
    run[hit] = first
    assert max(run, key=run.get) == hit and len(set(run.values())) == len(run)
    return RelevanceEvaluator({"query": {hit: 1}}, {"recip_rank"}).evaluate({"query": run})["query"]["recip_rank"]

OTHERS = [f"m{n}.rs" for n in range(5)]
# the first score, the step, and the values if the hit's name comes before and after the others
for first, step, before, after in [(1.0, 1e-3, 1, 1), (1.0, 1e-8, 1 / 3, 1), (1e9, 1, 1 / 6, 1)]:
    found = reciprocal_rank(first, step, "a.rs", OTHERS), reciprocal_rank(first, step, "z.rs", OTHERS)
    print(f"first score {first}, step {step}: a.rs {found[0]:.3f}, z.rs {found[1]:.3f}")
    assert all(abs(value - expected) < 1e-9 for value, expected in zip(found, (before, after)))
PY
