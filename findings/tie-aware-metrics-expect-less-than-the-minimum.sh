#!/usr/bin/env bash
# tie-aware-retrieval-metrics reports an expected precision of 0.4 with a minimum of 0.67, and a bias by ties where there are none.
#
# Expected: the expected value over all orders lies between the minimum and the maximum; without ties all four values are equal.
# Seen on 2026-11-30 with tie-aware-retrieval-metrics 0.1.1 (PyPI), three documents with the scores 0.9, 0.8 and 0.7, the first and the
# third relevant:
#   precision and F1 at 1, 2 and 3:     all four values are equal, the bias is 0.
#   precision at 5:                     expected 0.4; minimum, maximum and without regard to ties 0.67; bias 0.27.
#   precision at 10:                    expected 0.2, the others 0.67.
#   F1 at 5:                            expected 0.57, the others 0.8.
#   recall, MRR and nDCG at 5:          all four values are equal.
# The expected value is divided by the cutoff, the others by the number of documents. The cutoffs 5, 10, 20, 50 and 100 are defaults, so each
# query with fewer candidates lowers one side of the comparison only, and the bias that the library is made to measure is an artifact.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tie-aware-retrieval-metrics==0.1.1
cd "$work"
venv/bin/python - <<'PY'
import trm

METRICS = ["precision", "f1", "recall", "mrr", "ndcg"]
found = trm.evaluate(scores=[[0.9, 0.8, 0.7]], is_relevant=[[True, False, True]], metrics=METRICS, k_list=[1, 2, 3, 5, 10]).metrics

def check(metric, cutoff, expected=None, others=None):
    result = found[metric][cutoff]
    values = [round(float(value), 2) for value in (result.expected, result.minimum, result.maximum, result.oblivious, result.bias)]
    print(f"{metric}@{cutoff}: expected {values[0]}, minimum {values[1]}, maximum {values[2]}, oblivious {values[3]}, bias {values[4]}")
    if expected is None:
        assert len(set(values[:4])) == 1 and values[4] == 0
    else:
        assert values == [expected, others, others, others, round(result.oblivious - result.expected, 2)] and expected < others

for metric in METRICS:
    for cutoff in (1, 2, 3):
        check(metric, cutoff)
check("precision", 5, 0.4, 0.67)
check("precision", 10, 0.2, 0.67)
check("f1", 5, 0.57, 0.8)
for metric in ("recall", "mrr", "ndcg"):
    check(metric, 5)
PY
