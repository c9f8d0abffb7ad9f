#!/usr/bin/env python3
"""Fits the weights of the ranking and measures how well they carry over to other repositories.

  train.py --binary PATH --set KIND QUERIES CORPORA DIR [--set …] [--indexes DIR] [--ablation] [--write]

KIND is `questions` (relevant files), `changes` (relevant lines) or `commits` (relevant files, many and noisy). QUERIES
is JSON lines: corpus, query, category, relevant: [{path, start_line?, end_line?}]. CORPORA is JSON: [{name, root}], and
DIR/name/root is the checkout. The sets over the corpora of the first set are the ones that are measured, by halves of
its repositories: each half is answered with what was fitted on the other half and on all other repositories.
Needs numpy. See docs/ranking.md.
"""
import argparse, collections, functools, json, math, os, pathlib, random, re, subprocess, tempfile
import numpy as np

WEIGHTS = pathlib.Path(__file__).resolve().parent.parent / "src/search/rank/weights.rs"
RIDGE = 0.01        # on standardized weights, per query
SPLITS = 5          # ways to cut the measured repositories into halves
LIMIT = 20          # hits that are asked for
PENALTY = 1.0       # of each further hit of a file, in units of the chunk score
CANDIDATES = 70     # of a change, that the chunk model is fitted on, besides the right ones
ROUNDS = 2          # of fitting and choosing the best chunk of each file of a question
FILE_SHARE = {"questions": 1.0, "commits": 0.05, "changes": 0.0}    # weight of a query in the file model
CHUNK_SHARE = {"questions": 30.0, "commits": 0.0, "changes": 1.0}   # and in the chunk model
# Not fitted. Queries that are names decide the first two (names.py), queries for imports the third; these sets have few of them. The others are set a
# little beyond the fit: whoever asks a question wants the function that answers, not its test. See docs/ranking.md.
FIXED = {"declares": 12.0, "name prefix": 10.0, "imports": 10.0, "function": 0.7, "tests": -3.3, "not source": -4.2}
FIGURES = ["hits", "files", "top 5"]
DISCOUNT = [1 / math.log2(rank + 2) for rank in range(10)]


class Example:
    """A query, its candidates and the right ones among them."""

    def __init__(self, query, kind, found):
        self.kind, self.corpus, self.category = kind, query["corpus"], query["category"]
        self.names = found["file_signals"], found["chunk_signals"]
        paths, chunks = list(found["files"]), found["chunks"]
        number = {path: at for at, path in enumerate(paths)}
        table = lambda rows, names: np.array(rows, float).reshape(len(rows), len(names))
        self.files = table(list(found["files"].values()), self.names[0])
        self.chunks = table([chunk["signals"] for chunk in chunks], self.names[1])
        self.file_of = np.array([number[chunk["path"]] for chunk in chunks], int)
        self.content = [chunk["content_hash"] for chunk in chunks]
        start = np.array([chunk["start_line"] for chunk in chunks], int)
        end = np.array([chunk["end_line"] for chunk in chunks], int)
        self.targets, self.file_targets = [], {}
        for target in query["relevant"]:
            right = np.array([same_path(path, target["path"]) for path in paths], bool)
            self.file_targets[target["path"]] = right
            covered = right[self.file_of] if paths else np.zeros(0, bool)
            if "start_line" in target:
                covered = covered & (start <= target["end_line"]) & (end >= target["start_line"])
            self.targets.append(covered)
        any_of = lambda targets, length: np.any(targets, axis=0) if targets else np.zeros(length, bool)
        self.right = any_of(self.targets, len(chunks))
        self.right_files = any_of(list(self.file_targets.values()), len(paths))


def same_path(hit, target):
    return hit == target or hit.endswith("/" + target) or target.endswith("/" + hit)


@functools.cache
def signals_program():
    """The program that prints signals, built once: cargo would build it again for each XDG_CACHE_HOME."""
    manifest = pathlib.Path(__file__).resolve().parent.parent / "Cargo.toml"
    built = subprocess.run(["cargo", "bench", "-q", "--no-run", "--message-format", "json", "--manifest-path", manifest,
                            "--bench", "signals"], check=True, text=True, stdout=subprocess.PIPE).stdout
    return [program for line in built.splitlines() if (program := json.loads(line).get("executable"))][-1]


def signals_of(binary, root, queries, mode, cache):
    """The signals of each query's candidates, as the program prints them."""
    home = {name: str(cache) for name in ["XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"]}
    run = lambda *words, **more: subprocess.run([binary, *words], cwd=root, env={**os.environ, **home}, check=True,
                                                text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **more).stdout
    # Exact scans: the fit depends on no graph.
    (cache / "smriti-tui").mkdir(parents=True, exist_ok=True)
    (cache / "smriti-tui/config.toml").write_text('[vector]\ngraph = "never"\n')
    run("index")
    text = "".join(query["query"].replace("\n", " ") + "\n" for query in queries)
    lines = subprocess.run([signals_program(), root.resolve(), "--mode", mode], env={**os.environ, **home}, check=True,
                           text=True, input=text, stdout=subprocess.PIPE).stdout
    return [json.loads(line) for line in lines.splitlines()]


def queries_of(sets):
    """The queries of each corpus with their kinds, and where each corpus lies."""
    queries, roots = collections.defaultdict(list), {}
    for kind, file, corpora, folder in sets:
        for corpus in json.loads(pathlib.Path(corpora).read_text()):
            roots[corpus["name"]] = pathlib.Path(folder) / corpus["name"] / corpus.get("root", "")
        for line in pathlib.Path(file).read_text().splitlines():
            query = json.loads(line)
            queries[query["corpus"]].append((kind, query))
    return queries, roots


def load(chosen):
    """Examples of all sets; each repository is indexed once."""
    queries, roots = queries_of(chosen.set)
    examples = []
    for name, asked in queries.items():
        if not roots[name].is_dir():
            print("not there:", roots[name])
            continue
        with tempfile.TemporaryDirectory() as temporary:
            cache = pathlib.Path(chosen.indexes or temporary).resolve() / name
            found = signals_of(chosen.binary, roots[name], [query for _, query in asked], chosen.mode, cache)
        examples += [Example(query, kind, one) for (kind, query), one in zip(asked, found, strict=True)]
        print(name, len(asked), flush=True)
    return examples


def softmax_fit(rows, right, share, offset):
    """Maximum likelihood of the right rows under a softmax over the rows of each example, by Newton's method with halved
    steps; the penalized log-likelihood is strictly concave, so the result depends on nothing else."""
    lengths = np.array([len(table) for table in rows])
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    example_of = np.repeat(np.arange(len(rows)), lengths)
    table, offset = np.concatenate(rows), np.concatenate(offset)
    spread = table.std(0) + 1e-6
    table = table / spread
    share = np.array(share) / np.sum(share)
    wanted = np.concatenate([one / one.sum() for one in right]) * share[example_of]

    def likelihood(weights):
        score = table @ weights + offset
        score = score - np.maximum.reduceat(score, starts)[example_of]
        chance = np.exp(score)
        total = np.add.reduceat(chance, starts)
        value = ((score - np.log(total)[example_of]) * wanted).sum() - RIDGE * (weights**2).sum()
        return value, chance / total[example_of]

    weights = np.zeros(table.shape[1])
    value, chance = likelihood(weights)
    for _ in range(20):
        expected = chance * share[example_of]
        means = np.add.reduceat(table * chance[:, None], starts)
        gradient = table.T @ (wanted - expected) - 2 * RIDGE * weights
        curvature = (table.T * expected) @ table - (means.T * share) @ means
        step = np.linalg.solve(curvature + 2 * RIDGE * np.eye(len(weights)), gradient)
        while True:
            new_value, new_chance = likelihood(weights + step)
            if new_value >= value or np.abs(step).max() < 1e-7:
                break
            step = step / 2
        weights, value, chance = weights + step, new_value, new_chance
        if np.abs(step).max() < 1e-3:
            break
    return weights / spread


def fixed_weights(names, columns):
    """The weights of the signals in `columns` that are not fitted, 0 elsewhere; and the columns that are."""
    weights = np.array([FIXED.get(name, 0.0) if column in columns else 0.0 for column, name in enumerate(names)])
    return weights, [column for column in columns if not weights[column]]


def fit_files(examples, columns):
    """Weights of the file signals in `columns`; 0 elsewhere."""
    used = [one for one in examples if FILE_SHARE[one.kind] and one.right_files.any()]
    weights, fitted = fixed_weights(used[0].names[0], columns)
    weights[fitted] = softmax_fit([one.files[:, fitted] for one in used], [one.right_files.astype(float) for one in used],
                                  [FILE_SHARE[one.kind] for one in used], [one.files @ weights for one in used])
    return weights


def with_files(example, file_weights):
    """The chunk signals, with the first two computed from these file weights: score behind the best file, and rank."""
    score = example.files @ file_weights
    rank = np.empty(len(score))
    rank[np.argsort(-score, kind="stable")] = np.arange(len(score))
    table = example.chunks.copy()
    table[:, 0] = (score - score.max())[example.file_of]
    table[:, 1] = np.log1p(rank)[example.file_of]
    return table


def fit_chunks(examples, file_weights, columns):
    """Weights of the chunk signals in `columns`; 0 elsewhere. A change contributes its best candidates, a question the
    best chunk of each file."""
    used = [one for one in examples if CHUNK_SHARE[one.kind] and (one.right if one.kind == "changes" else one.right_files).any()]
    names = used[0].names[1]
    tables = [with_files(one, file_weights) for one in used]
    fixed, fitted = fixed_weights(names, columns)
    weights = np.where([name in ("semantic", "words") for name in names], 2.0, 0.0) + fixed
    weights[0] = 0.3
    for _ in range(ROUNDS):
        rows, right, offset = [], [], []
        for one, table in zip(used, tables):
            order = np.argsort(-(table @ weights), kind="stable")
            if one.kind == "changes":
                kept = np.union1d(order[:CANDIDATES], np.flatnonzero(one.right))
                right.append(one.right[kept].astype(float))
            else:
                kept = order[np.unique(one.file_of[order], return_index=True)[1]]
                right.append(one.right_files[one.file_of[kept]].astype(float))
            rows.append(table[kept][:, fitted])
            offset.append(table[kept] @ fixed)
        weights = fixed.copy()
        weights[fitted] = softmax_fit(rows, right, [CHUNK_SHARE[one.kind] for one in used], offset)
    return weights


def hits_of(example, score):
    """Numbers of the chunks that are listed: further ones of a file lowered, equal texts once."""
    order = np.argsort(-score, kind="stable")
    lowered, before = score[order].copy(), collections.Counter()
    for at, file in enumerate(example.file_of[order]):
        lowered[at] -= PENALTY * before[file]
        before[file] += 1
    listed = {}
    for at in order[np.argsort(-lowered, kind="stable")]:
        listed.setdefault(example.content[at], at)
        if len(listed) == LIMIT:
            break
    return list(listed.values())


def ndcg(ranks, targets):
    """NDCG@10 of targets found at these ranks; several at one rank count once."""
    ideal = sum(DISCOUNT[:targets])
    return sum(DISCOUNT[rank] for rank in set(ranks) if rank is not None and rank < 10) / ideal


def figures(example, score):
    """The three figures of score.py: NDCG@10 over hits and over files, and whether one of five hits is right."""
    hits = hits_of(example, score)
    first = lambda right: next((rank for rank, at in enumerate(right) if at), None)
    files = list(dict.fromkeys(example.file_of[hits]))
    return (ndcg([first(target[hits]) for target in example.targets], len(example.targets)),
            ndcg([first(target[files]) for target in example.file_targets.values()], len(example.file_targets)),
            float(example.right[hits[:5]].any()))


def current_weights():
    """The weights in the source, of the file and of the chunk signals."""
    tables = re.findall(r"const \w+: \[\(&str, f32\); [\w:]+\] = \[(.*?)\];", WEIGHTS.read_text(), re.S)
    return [np.array([float(weight) for weight in re.findall(r'", (-?[\d.]+)\)', table)]) for table in tables]


def fit(examples, without=()):
    names = next(one.names for one in examples if len(one.chunks))
    kept = [[at for at, name in enumerate(level) if name not in without] for level in names]
    file_weights = fit_files(examples, kept[0])
    return file_weights, fit_chunks(examples, file_weights, kept[1])


def measure(examples, weights):
    """Sums of the figures by kind and by (kind, category), with the number of queries."""
    sums = collections.defaultdict(lambda: np.zeros(4))
    for one in examples:
        found = figures(one, with_files(one, weights[0]) @ weights[1]) if len(one.chunks) else (0, 0, 0)
        for key in [(one.kind, "all"), (one.kind, one.category)]:
            sums[key] += [*found, 1]
    return sums


def cross(measured, others, splits, without=(), fitted=False):
    """Means over both halves of several splits, each half answered by what the other half was fitted on; with `fitted`,
    by what it was fitted on itself."""
    sums = collections.defaultdict(lambda: np.zeros(4))
    for seed in range(splits):
        repositories = sorted({one.corpus for one in measured})
        random.Random(seed).shuffle(repositories)
        first = set(repositories[::2])
        halves = [[one for one in measured if (one.corpus in first) == side] for side in (True, False)]
        for mine, other in (halves, halves[::-1]):
            weights = fit((other if fitted else mine) + others, without)
            for key, value in measure(other, weights).items():
                sums[key] += value
    return {key: value[:3] / value[3] for key, value in sums.items()}


def table(title, rows):
    print(f"\n{title:<28}" + "".join(f"{figure:>9}" for figure in FIGURES))
    for name, values in rows:
        print(f"{name:<28}" + "".join(f"{value:9.4f}" for value in values), flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--binary", required=True)
    arguments.add_argument("--set", nargs=4, action="append", required=True, metavar=("KIND", "QUERIES", "CORPORA", "DIR"))
    arguments.add_argument("--mode", default="hybrid")
    arguments.add_argument("--indexes", metavar="DIR", help="keep the indexes here for the next run")
    arguments.add_argument("--ablation", action="store_true", help="measure without each signal too")
    arguments.add_argument("--write", action="store_true", help="write the weights into the program's source")
    chosen = arguments.parse_args()
    chosen.binary = str(pathlib.Path(chosen.binary).resolve())
    examples = load(chosen)
    first = {corpus["name"] for corpus in json.loads(pathlib.Path(chosen.set[0][2]).read_text())}
    measured = [one for one in examples if one.corpus in first]
    others = [one for one in examples if one.corpus not in first]

    names = next(one.names for one in examples if len(one.chunks))
    results = cross(measured, others, SPLITS)
    own = cross(measured, others, SPLITS, fitted=True)
    keys = sorted(results)
    table("cross", [(" ".join(key), results[key]) for key in keys])
    table("fitted", [(" ".join(key), own[key]) for key in keys])
    if chosen.ablation:
        for kind in ["questions", "changes"]:
            everything = results[kind, "all"]
            rows = []
            for name in sum(names, []):
                rows.append((name, everything - cross(measured, others, SPLITS, (name,))[kind, "all"]))
            table(f"{kind}: worth of", rows)

    weights = fit(examples)
    text = WEIGHTS.read_text()
    for level, values in zip(names, weights):
        print()
        for name, weight in zip(level, values):
            print(f"{name:<28}{weight:9.3f}")
            text = re.sub(rf'\("{re.escape(name)}", -?[\d.]+\)', f'("{name}", {weight:.3f})', text)
    if chosen.write:
        WEIGHTS.write_text(re.sub(r"(FURTHER_HIT: f32 = )[\d.]+", rf"\g<1>{PENALTY}", text))


if __name__ == "__main__":
    main()
