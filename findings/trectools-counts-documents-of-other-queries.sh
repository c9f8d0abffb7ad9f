#!/usr/bin/env bash
# trectools's R-precision is 1 instead of 0 with pandas 3, as hits of other queries count; on a tie P@1 is 0 where nDCG@1 is 1.
#
# Expected: R-precision is the share of a query's own relevant documents among its first R hits; all measures of one run see its
#   hits in one order; a query without judgments is left out of the mean, as in trec_eval.
# Seen on 2026-11-30 with trectools 0.0.50 (PyPI), which requires no version of pandas, and ir_measures 0.4.3 (PyPI):
#   two queries whose first two hits are relevant to the other query only:    R-precision 1.0 with pandas 3.1.1, 0.0 with 2.3.3, and
#                     0.0 by ir_measures; precision at 2 is 0.0 in all three.
#   two hits of equal score, the first by name is relevant:   P@1 0 and nDCG@1 1; the other one: P@1 1 and nDCG@1 0. ir_measures: the
#                     same order for both measures.
#   one judged query with a right hit and one without judgments:    P@1, nDCG and MAP 0.5; ir_measures: 1.
# `trec_eval=True`, the default, promises the values of trec_eval; an upgrade of pandas alone changes a published number.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check trectools==0.0.50 pandas==3.1.1 numpy==2.4.6 ir_measures==0.4.3
cat > "$work/check.py" <<'PY'
import sys, warnings
warnings.simplefilter("ignore")
import ir_measures, pandas
from ir_measures import AP, P, Rprec, nDCG
from trectools import TrecEval, TrecQrel, TrecRun

def measure(judgments, hits):
    """R-precision, P@1, P@2, nDCG@1 and MAP by trectools and by ir_measures; a judgment is query, document and grade."""
    with open("qrels", "w") as file:
        file.writelines(f"{query} 0 {document} {grade}\n" for query, document, grade in judgments)
    ranks = {}
    with open("run", "w") as file:
        for query, document, score in hits:
            ranks[query] = ranks.get(query, 0) + 1
            file.write(f"{query} Q0 {document} {ranks[query]} {score} run\n")
    tools = TrecEval(TrecRun("run"), TrecQrel("qrels"))
    try:
        r_precision = float(tools.get_rprec())
    except KeyError:
        r_precision = None
    found = [r_precision, tools.get_precision(depth=1), tools.get_precision(depth=2), tools.get_ndcg(depth=1), tools.get_map()]
    measures = [Rprec, P @ 1, P @ 2, nDCG @ 1, AP]
    right = ir_measures.calc_aggregate(measures, list(ir_measures.read_trec_qrels("qrels")), list(ir_measures.read_trec_run("run")))
    return [value if value is None else round(float(value), 2) for value in found], [round(right[one], 2) for one in measures]

is_new = pandas.__version__.startswith("3")
swapped = [("1", "a", 1), ("1", "b", 1), ("2", "c", 1), ("2", "d", 1)]
hits = [("1", "c", 9), ("1", "d", 8), ("1", "a", 7), ("2", "a", 9), ("2", "b", 8), ("2", "c", 7)]
tie = [("1", "a", 5), ("1", "b", 5)]
for name, judgments, run, found, right in [
    ("other query's documents", swapped, hits, [1.0 if is_new else 0.0, 0.0, 0.0, 0.0, 0.17], [0.0, 0.0, 0.0, 0.0, 0.17]),
    ("tie, a is relevant", [("1", "a", 1), ("1", "b", 0)], tie, [0.0, 0.0, 0.5, 1.0, 0.5], [0.0, 0.0, 0.5, 0.0, 0.5]),
    ("tie, b is relevant", [("1", "a", 0), ("1", "b", 1)], tie, [1.0, 1.0, 0.5, 0.0, 1.0], [1.0, 1.0, 0.5, 1.0, 1.0]),
    ("query without judgments", [("1", "a", 1)], [("1", "a", 5), ("2", "a", 5)], [None, 0.5, 0.25, 0.5, 0.5], [1.0, 1.0, 0.5, 1.0, 1.0]),
]:
    values = measure(judgments, run)
    print(f"pandas {pandas.__version__}, {name}: trectools {values[0]}, ir_measures {values[1]}")
    assert values == (found, right), name
PY
cd "$work"
venv/bin/python check.py
venv/bin/pip install --quiet --disable-pip-version-check pandas==2.3.3
venv/bin/python check.py
