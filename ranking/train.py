#!/usr/bin/env python3
"""Fits the weights of the ranking and says how well they carry over.

  train.py --binary PATH --set QUESTIONS CORPORA DIR WEIGHT [--set …] [--write] [--ablation] [--only SIGNAL]

Each --set is a list of questions (JSON lines: corpus, query, category, relevant: [{path}]), the list of its corpora
(JSON: name, root), the folder they lie in, and the weight of one of its questions in the fit. The first set is the
one that is measured: by halves of its repositories, each half answered with what was fitted on the other half and on
all other sets. See README.md. Needs numpy.
"""
import argparse, collections, json, math, os, pathlib, random, re, subprocess, tempfile
import numpy as np

MODES = ["hybrid", "keywords", "meaning"]
WEIGHTS = pathlib.Path(__file__).resolve().parent.parent / "src/search/rank/weights.rs"
RIDGE = 0.01     # on standardised weights, per question
SPLITS = 5       # ways to cut the measured set into halves


def same_path(hit, target):
    return hit == target or hit.endswith("/" + target) or target.endswith("/" + hit)


def signals_of(binary, root, questions, mode, cache):
    """What the program sees of each file, for each question."""
    home = {name: str(cache) for name in ["XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"]}
    env = {**os.environ, **home}
    run = lambda *words, **more: subprocess.run([binary, *words], cwd=root, env=env, check=True, text=True,
                                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **more).stdout
    run("index")
    lines = run("signals", "--mode", mode, input="".join(q["query"].replace("\n", " ") + "\n" for q in questions))
    return [json.loads(line)["files"] for line in lines.splitlines()]


def load(binary, questions, corpora, folder, weight):
    """One example a question and mode: a row of signals for each file that has candidates."""
    asked = collections.defaultdict(list)
    for line in pathlib.Path(questions).read_text().splitlines():
        question = json.loads(line)
        asked[question["corpus"]].append(question)
    examples = []
    for corpus in json.loads(pathlib.Path(corpora).read_text()):
        root = pathlib.Path(folder) / corpus["name"] / corpus.get("root", "")
        if not root.is_dir():
            print("not there:", root)
            continue
        with tempfile.TemporaryDirectory() as cache:
            # Exact scans: what is fitted depends on no graph.
            settings = pathlib.Path(cache) / "smriti-tui"
            settings.mkdir()
            (settings / "config.toml").write_text('[vector]\ngraph = "never"\n')
            for mode in MODES:
                for question, files in zip(asked[corpus["name"]], signals_of(binary, root, asked[corpus["name"]], mode, cache)):
                    targets = [{at for at, path in enumerate(files) if same_path(path, target["path"])}
                               for target in question["relevant"]]
                    rows = np.array([list(signals.values()) for signals in files.values()]) if files else np.zeros((0, 0))
                    examples.append(dict(corpus=corpus["name"], category=question["category"], mode=mode, rows=rows,
                                         names=list(next(iter(files.values()), {})), targets=targets,
                                         right=set().union(*targets) if targets else set(), weight=weight))
        print(corpus["name"], len(asked[corpus["name"]]), flush=True)
    return examples


def fit(examples, columns):
    """Maximum likelihood of the right files under a softmax over those found, by Newton's method with halved steps;
    the penalised log-likelihood is strictly concave, so the result depends on nothing else."""
    usable = [example for example in examples if example["right"]]
    everything = np.concatenate([example["rows"][:, columns] for example in usable])
    spread = everything.std(0) + 1e-6
    everything = everything / spread
    lengths = np.array([len(example["rows"]) for example in usable])
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    example_of = np.repeat(np.arange(len(usable)), lengths)
    share = np.array([example["weight"] for example in usable])
    share = share / share.sum()
    right = np.zeros(len(everything))
    for start, example in zip(starts, usable):
        right[[start + at for at in example["right"]]] = 1 / len(example["right"])
    right *= share[example_of]

    def likelihood(weights):
        score = everything @ weights
        score = score - np.maximum.reduceat(score, starts)[example_of]
        chance = np.exp(score)
        total = np.add.reduceat(chance, starts)
        value = ((score - np.log(total)[example_of]) * right).sum() - RIDGE * (weights**2).sum()
        return value, chance / total[example_of]

    weights = np.zeros(len(columns))
    value, chance = likelihood(weights)
    for _ in range(50):
        expected = chance * share[example_of]
        means = np.add.reduceat(everything * chance[:, None], starts)
        gradient = everything.T @ (right - expected) - 2 * RIDGE * weights
        curvature = (everything.T * expected) @ everything - (means.T * share) @ means
        step = np.linalg.solve(curvature + 2 * RIDGE * np.eye(len(columns)), gradient)
        while True:
            new_value, new_chance = likelihood(weights + step)
            if new_value >= value or np.abs(step).max() < 1e-9:
                break
            step = step / 2
        weights, value, chance = weights + step, new_value, new_chance
        if np.abs(step).max() < 1e-6:
            break
    return weights / spread


def fit_one(examples, names, signal):
    """The weight of one signal under the same likelihood, all others as they are in the source: its derivative falls
    from end to end, so that halving finds the only zero."""
    known = dict(re.findall(r'\("([^"]+)", (-?[\d.]+)\)', WEIGHTS.read_text()))
    weights = np.array([0.0 if name == signal else float(known[name]) for name in names])
    at = names.index(signal)
    usable = [example for example in examples if example["right"]]
    spread = np.concatenate([example["rows"][:, at] for example in usable]).std()
    low, high = -20.0, 20.0
    for _ in range(40):
        middle = (low + high) / 2
        slope = -2 * RIDGE * middle * spread**2
        for example in usable:
            score = example["rows"] @ weights + middle * example["rows"][:, at]
            chance = np.exp(score - score.max())
            expected = (chance / chance.sum()) @ example["rows"][:, at]
            slope += (example["rows"][sorted(example["right"]), at].mean() - expected) / len(usable)
        low, high = (middle, high) if slope > 0 else (low, middle)
    return low


def ndcg(example, weights, columns):
    """NDCG@10 over files: each target counts at its first hit."""
    if not len(example["rows"]):
        return 0.0
    best = np.argsort(-(example["rows"][:, columns] @ weights), kind="stable")[:10]
    gains = [0] * 10
    for target in example["targets"]:
        rank = next((rank for rank, at in enumerate(best) if at in target), None)
        if rank is not None:
            gains[rank] = 1
    ideal = sum(1 / math.log2(rank + 2) for rank in range(min(10, len(example["targets"]))))
    return sum(gain / math.log2(rank + 2) for rank, gain in enumerate(gains)) / ideal


def mean_by(examples, weights, columns):
    """Mean NDCG@10 by (mode, category), and by (mode, 'all')."""
    found = collections.defaultdict(list)
    for example in examples:
        score = ndcg(example, weights, columns)
        found[example["mode"], "all"].append(score)
        found[example["mode"], example["category"]].append(score)
    return {key: float(np.mean(scores)) for key, scores in found.items()}


def cross(measured, others, columns, splits):
    """For each split both halves' scores, fitted on the other half (cross) and on themselves (fitted)."""
    outcomes = []
    for seed in range(splits):
        repositories = sorted({example["corpus"] for example in measured})
        random.Random(seed).shuffle(repositories)
        first = set(repositories[::2])
        halves = [[e for e in measured if (e["corpus"] in first) == side] for side in (True, False)]
        for mine, other in (halves, halves[::-1]):
            outcomes.append((mean_by(other, fit(mine + others, columns), columns), len(other),
                             mean_by(other, fit(other + others, columns), columns)))
    return outcomes


def averaged(outcomes, which, key):
    weight = sum(count for _, count, _ in outcomes)
    return sum(outcome[which].get(key, 0.0) * outcome[1] for outcome in outcomes) / weight


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--binary", required=True)
    arguments.add_argument("--set", nargs=4, action="append", required=True, metavar=("QUESTIONS", "CORPORA", "DIR", "WEIGHT"))
    arguments.add_argument("--write", action="store_true", help="write the weights into the program's source")
    arguments.add_argument("--ablation", action="store_true", help="also without each signal")
    arguments.add_argument("--only", metavar="SIGNAL", help="fit this weight on all sets alike, and leave the others as they are")
    chosen = arguments.parse_args()
    binary = str(pathlib.Path(chosen.binary).resolve())
    sets = [load(binary, questions, corpora, folder, float(weight)) for questions, corpora, folder, weight in chosen.set]
    measured, others = sets[0], [example for more in sets[1:] for example in more]
    names = next(example["names"] for example in measured if example["names"])
    columns = list(range(len(names)))
    if chosen.only:
        print(f"{chosen.only:<24}{fit_one(measured + others, names, chosen.only):8.3f}")
        return

    outcomes = cross(measured, others, columns, SPLITS)
    print(f"\n{'':<24}{'cross':>8}{'fitted':>8}")
    for key in sorted({key for outcome, _, _ in outcomes for key in outcome}):
        print(f"{key[0] + ' ' + key[1]:<24}{averaged(outcomes, 0, key):8.4f}{averaged(outcomes, 2, key):8.4f}")
    if chosen.ablation:
        print(f"\n{'hybrid, without':<24}{'cross':>8}{'one half':>10}{'the other':>10}")
        for at, name in enumerate(["nothing", *names]):
            kept = [column for column in columns if column != at - 1]
            outcome = cross(measured, others, kept, 2)
            sides = [averaged(outcome[side::2], 0, ("hybrid", "all")) for side in (0, 1)]
            print(f"{name:<24}{averaged(outcome, 0, ('hybrid', 'all')):8.4f}{sides[0]:10.4f}{sides[1]:10.4f}", flush=True)

    weights = fit(measured + others, columns)
    print("\nfitted on everything:")
    for name, weight in zip(names, weights):
        print(f"{name:<24}{weight:8.3f}")
    if chosen.write:
        text = WEIGHTS.read_text()
        for name, weight in zip(names, weights):
            text = re.sub(rf'\("{re.escape(name)}", -?[\d.]+\)', f'("{name}", {weight:.3f})', text)
        WEIGHTS.write_text(text)


main()
