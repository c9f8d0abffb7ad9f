#!/usr/bin/env python3
"""Fits the confidence of hits, and measures for how many queries the answer is headed "Weak matches".

  confidence.py --binary PATH --set KIND QUERIES CORPORA DIR [--set …] [--indexes DIR] [--write]

Sets are those of train.py. Right answers are queries with a right hit among the first five.
Queries without an answer are those of other corpora, random words and stop words. Each half of the repositories is
measured with what was fitted on the other half. Needs numpy. See docs/ranking.md.
"""
import argparse, json, pathlib, random, re
import numpy as np
import train

SOURCE = train.WEIGHTS.parent / "confidence.rs"
STRONG, FIRST = 0.5, 5          # as in the source
OTHERS, WORDS = 10, 8           # queries without an answer that each corpus gets: of each kind, and of random words
STOPS = ["the", "asdf qwer zxcv", "how is it"]


def random_word(random):
    return "".join(random.choice("bcdfghjklmnpqrstvwz") + random.choice("aeiouy") for _ in range(random.randint(2, 4)))


def without_answer(queries, corpus, random):
    """Queries of other corpora, and nonsense."""
    of = lambda kind: [query for other, asked in queries.items() if other != corpus for _, sort, query in asked if sort == kind]
    chosen = [random.sample(of(kind), min(OTHERS, len(of(kind)))) for kind in train.KINDS]
    texts = [query["query"] for query in sum(chosen, [])]
    nonsense = [" ".join(random_word(random) for _ in range(random.randint(1, 4))) for _ in range(WORDS)]
    return [dict(query=text, corpus=corpus, category="none", relevant=[]) for text in texts + nonsense + STOPS]


def listed(found, example, weights):
    """The hits that are listed, as the program ranks them: their evidence, and whether they are right."""
    if not len(example.chunks):
        return np.zeros((0, 5)), np.zeros(0, bool)
    hits = train.listed(example, weights)[:10]
    evidence = [found["chunks"][at]["evidence"] for at in hits]
    return np.array([[np.nan if value is None else value for value in one] for one in evidence]), example.right[hits]


def fit(answers, columns):
    """Logistic regression of right hits against the hits of queries without an answer; each query counts the same."""
    rows, labels, shares = [], [], []
    for has_answer, evidence, right in answers:
        used = right if has_answer else np.ones(len(right), bool)
        used = used & ~np.isnan(evidence[:, columns]).any(1) & (evidence[:, 4] == 0)
        rows.append(evidence[used][:, columns])
        labels.append(np.full(used.sum(), float(has_answer)))
        shares.append(np.full(used.sum(), 1 / max(used.sum(), 1)))
    rows, labels, shares = np.concatenate(rows), np.concatenate(labels), np.concatenate(shares)
    for label in (0.0, 1.0):
        shares[labels == label] /= shares[labels == label].sum()
    table = np.c_[rows, np.ones(len(rows))]
    weights = np.zeros(table.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-table @ weights))
        gradient = table.T @ (shares * (labels - chance))
        curvature = (table.T * (shares * chance * (1 - chance))) @ table + 1e-5 * np.eye(len(weights))
        weights = weights + np.linalg.solve(curvature, gradient)
    return weights


def confidence(evidence, columns, weights):
    if not len(evidence):
        return 0.0
    chance = 1 / (1 + np.exp(-(evidence[:, columns] @ weights[:-1] + weights[-1])))
    return np.maximum(chance, evidence[:, 4])[:FIRST].max()


def load(chosen, mode):
    """For each query: its corpus, whether it has an answer in it, and the listed hits."""
    queries, roots = train.queries_of([(True, *one) for one in chosen.set])
    answers, weights = [], train.current_weights(mode)
    for corpus, asked in queries.items():
        chance = random.Random(corpus)
        asked = [query for *_, query in asked] + without_answer(queries, corpus, chance)
        cache = pathlib.Path(chosen.indexes).resolve() / corpus
        for query, found in zip(asked, train.signals_of(chosen.binary, roots[corpus], asked, mode, cache), strict=True):
            evidence, right = listed(found, train.Example(query, "changes", found), weights)
            answers.append((corpus, bool(query["relevant"]), evidence, right))
        print(mode, corpus, len(asked), flush=True)
    return answers


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--binary", required=True)
    arguments.add_argument("--set", nargs=4, action="append", required=True, metavar=("KIND", "QUERIES", "CORPORA", "DIR"))
    arguments.add_argument("--indexes", metavar="DIR", required=True, help="keep the indexes here")
    arguments.add_argument("--write", action="store_true", help="write the weights into the program's source")
    chosen = arguments.parse_args()
    chosen.binary = str(pathlib.Path(chosen.binary).resolve())
    text = SOURCE.read_text()
    for name, mode, columns in [("HYBRID", "hybrid", [0, 1, 2, 3]), ("KEYWORDS", "keywords", [1, 2, 3])]:
        answers = load(chosen, mode)
        corpora = sorted({corpus for corpus, *_ in answers})
        weak = {True: [], False: []}
        for side in (0, 1):
            fitted = fit([rest for corpus, *rest in answers if corpora.index(corpus) % 2 != side], columns)
            for corpus, has_answer, evidence, right in answers:
                if corpora.index(corpus) % 2 == side and (right[:FIRST].any() or not has_answer):
                    weak[has_answer].append(confidence(evidence, columns, fitted) < STRONG)
        print(f"{mode}: headed weak: {np.mean(weak[True]):.1%} of {len(weak[True])} right answers, "
              f"{np.mean(weak[False]):.1%} of {len(weak[False])} queries without one")
        fitted = fit([rest for _, *rest in answers], columns)
        values = ([0.0] if len(columns) == 3 else []) + list(fitted)
        print(" ".join(f"{value:.3f}" for value in values))
        line = ", ".join(f"{value:.3f}" for value in values)
        text = re.sub(rf"(const {name}: \[f32; 5\] = \[)[^\]]*", rf"\g<1>{line}", text)
    if chosen.write:
        SOURCE.write_text(text)


main()
