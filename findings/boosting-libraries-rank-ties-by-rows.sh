#!/usr/bin/env bash
# LightGBM and XGBoost give a ranking without any information an NDCG of 1, if the relevant rows stand first in the data.
#
# Expected: documents with equal scores have no order, so a measure does not depend on that of the rows; a query without a relevant
# document counts 0, or is left out.
# Seen on 2026-11-30 with lightgbm 4.7.0, xgboost-cpu 3.2.0 and pytrec-eval-terrier 0.5.11 (PyPI), six documents, one relevant, NDCG@3 and
# MAP@3 of a model whose only feature is constant:
#   the relevant document in the first row:   both 1. In the last row: both 0.
#   pytrec_eval, wherever it stands:          0, since it orders ties by name.
#   a query without a relevant document:      both 1; pytrec_eval and XGBoost's `ndcg@3-` 0.
# Data for rerankers is often written with the relevant passage first. There a model that has learned nothing cannot be improved, so
# early stopping keeps it, and queries without an answer raise each mean.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check lightgbm==4.7.0 xgboost-cpu==3.2.0 pytrec-eval-terrier==0.5.11
"$work/venv/bin/python" - <<'PY'
import lightgbm, numpy, pytrec_eval, xgboost

def with_lightgbm(labels):
    results = {}
    data = lightgbm.Dataset(numpy.zeros((len(labels), 1)), labels, group=[len(labels)], params={"verbosity": -1})
    parameters = {"objective": "lambdarank", "metric": ["ndcg", "map"], "eval_at": [3], "verbosity": -1, "num_threads": 1}
    lightgbm.train(parameters, data, 1, [data], ["data"], callbacks=[lightgbm.record_evaluation(results)])
    return [results["data"][measure][-1] for measure in ("ndcg@3", "map@3")]

def with_xgboost(labels, suffix=""):
    results = {}
    data = xgboost.DMatrix(numpy.zeros((len(labels), 1)), labels)
    data.set_group([len(labels)])
    measures = [f"ndcg@3{suffix}", f"map@3{suffix}"]
    parameters = {"objective": "rank:ndcg", "eval_metric": measures, "verbosity": 0, "nthread": 1}
    xgboost.train(parameters, data, 1, evals=[(data, "data")], evals_result=results, verbose_eval=False)
    return [results["data"][measure][-1] for measure in measures]

def with_pytrec_eval(labels):
    # The name of the relevant document is the same in whatever row it stands.
    names = sorted(("a" if label else f"b{row}") for row, label in enumerate(labels))
    relevant = {name: int(name == "a") for name in names}
    evaluator = pytrec_eval.RelevanceEvaluator({"query": relevant}, {"ndcg_cut.3", "map_cut.3"})
    values = evaluator.evaluate({"query": dict.fromkeys(names, 1.0)})["query"]
    return [values["ndcg_cut_3"], values["map_cut_3"]]

first, last, none = [1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0]
for labels in first, last, none:
    print(labels, with_lightgbm(labels), with_xgboost(labels), with_pytrec_eval(labels))
assert with_lightgbm(first) == with_xgboost(first) == [1, 1]
assert with_lightgbm(last) == with_xgboost(last) == [0, 0]
assert with_pytrec_eval(first) == with_pytrec_eval(last)
assert with_lightgbm(none) == with_xgboost(none) == [1, 1]
assert with_pytrec_eval(none) == with_xgboost(none, "-") == [0, 0]
PY
