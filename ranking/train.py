#!/usr/bin/env python3
"""Fits the weights of the ranking and measures how well they carry over to other repositories.

  train.py --binary PATH --set KIND QUERIES CORPORA DIR [--set …] [--train KIND QUERIES CORPORA DIR …] [--indexes DIR]
           [--without SIGNAL …] [--write]

KIND is `questions` (relevant files), `changes`, `declarations` or `messages` (relevant lines). QUERIES is JSON lines:
corpus, query, category, relevant: [{path, start_line?, end_line?}]. CORPORA is JSON: [{name, root}], and DIR/name/root is
the checkout. All sets are fitted on; those of `--set` are also measured, by quarters of the repositories: each quarter
is answered with what was fitted on the other three. Needs numpy. See docs/ranking.md.
"""
import argparse, collections, functools, json, math, os, pathlib, random, re, subprocess, tempfile
import numpy as np

RANK = pathlib.Path(__file__).resolve().parent.parent / "src/search/rank"
WEIGHTS, KIND_DIRECTIONS = RANK / "weights.rs", RANK / "kind_directions.rs"
KINDS = ["questions", "changes", "declarations", "messages"]    # the columns of the weights
RIDGE = 0.005       # on standardized weights, per query
PARTS = 4           # of the repositories; each is measured with what was fitted on the others
LIMIT = 20          # hits that are asked for
FURTHER_HIT = {"questions": 1.4, "changes": 0.2, "declarations": 0.2, "messages": 0.2}  # penalty of each further hit of a file
CANDIDATES = 40     # of a query with lines, that the chunk model is fitted on, besides the right ones
ROUNDS = 2          # of fitting and choosing the best candidates
OTHERS = 0.08       # weight of each other kind of queries together, in the fit for one kind
# Questions have files as answers, and there are few: their files are fitted alone, their chunks with few signals and changes.
QUESTION_OTHERS = {"questions": 1.0, "changes": 0.25}
QUESTION_SIGNALS = ["file score", "file rank", "keywords", "semantic", "words", "relative words", "lines", "function"]
PREFERENCE = {"questions": 1.0}      # added to the log odds of a kind
COMPONENTS = 96     # principal components of the queries' vectors that the odds of the kinds depend on
SCORES = ["keywords", "semantic"]     # of the retrievers
# Not fitted. Queries that are names decide the first two (names.py), queries for imports the third; these sets have few of them.
FIXED = {"declares": 14.0, "name prefix": 10.0, "imports": 10.0}
# The tables of the weights in the source, of files and chunks, by the search mode that they are fitted for.
TABLES = {"hybrid": ("FILE", "CHUNK"), "keywords": ("FILE_BY_KEYWORDS", "CHUNK_BY_KEYWORDS")}
FIGURES = ["hits", "files", "top 5", "first", "top 10", "file in 5"]
DISCOUNT = [1 / math.log2(rank + 2) for rank in range(10)]


class Example:
    """A query, its candidates and the right ones among them."""

    def __init__(self, query, kind, found):
        self.kind, self.corpus, self.category = kind, query["corpus"], query["category"]
        self.names = found["file_signals"], found["chunk_signals"], found["property_names"]
        self.properties = np.array(found["properties"], float)      # empty for a name
        self.vector = np.array(found["vector"], float)              # empty without a vector of the bundled model
        paths, chunks = list(found["files"]), found["chunks"]
        number = {path: at for at, path in enumerate(paths)}
        table = lambda rows, names: np.array(rows, float).reshape(len(rows), len(names))
        self.files = table(list(found["files"].values()), self.names[0])
        self.chunks = table([chunk["signals"] for chunk in chunks], self.names[1])
        self.file_of = np.array([number[chunk["path"]] for chunk in chunks], int)
        # Equal texts are one result, and so is a function in pieces, with all its lines.
        self.result = [chunk["function"][0] if chunk["function"] else chunk["content_hash"] for chunk in chunks]
        lines = [chunk["function"][1:] if chunk["function"] else (chunk["start_line"], chunk["end_line"]) for chunk in chunks]
        start, end = np.array(lines, int).reshape(len(chunks), 2).T
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
    for is_measured, kind, file, corpora, folder in sets:
        for corpus in json.loads(pathlib.Path(corpora).read_text()):
            roots[corpus["name"]] = pathlib.Path(folder) / corpus["name"] / corpus.get("root", "")
        for line in pathlib.Path(file).read_text().splitlines():
            query = json.loads(line)
            queries[query["corpus"]].append((is_measured, kind, query))
    return queries, roots


def load(chosen, mode):
    """Examples of all sets, and whether each is measured, with the signals of a search mode."""
    sets = [(True, *one) for one in chosen.set] + [(False, *one) for one in chosen.train]
    queries, roots = queries_of(sets)
    examples = []
    for name, asked in queries.items():
        if not roots[name].is_dir():
            print("not there:", roots[name])
            continue
        with tempfile.TemporaryDirectory() as temporary:
            cache = pathlib.Path(chosen.indexes or temporary).resolve() / name
            found = signals_of(chosen.binary, roots[name], [query for *_, query in asked], mode, cache)
        for (is_measured, kind, query), one in zip(asked, found, strict=True):
            example = Example(query, kind, one)
            example.is_measured = is_measured
            examples.append(example)
        print(mode, name, len(asked), flush=True)
    return examples


def softmax_fit(rows, right, share, offset, ridge=RIDGE):
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
        value = ((score - np.log(total)[example_of]) * wanted).sum() - ridge * (weights**2).sum()
        return value, chance / total[example_of]

    weights = np.zeros(table.shape[1])
    value, chance = likelihood(weights)
    for _ in range(20):
        expected = chance * share[example_of]
        means = np.add.reduceat(table * chance[:, None], starts)
        gradient = table.T @ (wanted - expected) - 2 * ridge * weights
        curvature = (table.T * expected) @ table - (means.T * share) @ means
        step = np.linalg.solve(curvature + 2 * ridge * np.eye(len(weights)), gradient)
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


def shares(examples, kind):
    """The weight of each example in the fit for a kind: its own kind 1 together, each other one `OTHERS`."""
    count = collections.Counter(one.kind for one in examples)
    total = {other: 1.0 if other == kind else OTHERS for other in KINDS}
    if kind == "questions":
        total = QUESTION_OTHERS
    return [total.get(one.kind, 0.0) / count[one.kind] for one in examples]


def fit_files(examples, kind, columns):
    """Weights of the file signals in `columns`; 0 elsewhere."""
    used = [one for one in examples if one.right_files.any() and (kind != "questions" or one.kind == kind)]
    weights, fitted = fixed_weights(used[0].names[0], columns)
    weights[fitted] = softmax_fit([one.files[:, fitted] for one in used], [one.right_files.astype(float) for one in used],
                                  shares(used, kind), [one.files @ weights for one in used])
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


def fit_chunks(examples, kind, file_weights, columns):
    """Weights of the chunk signals in `columns`; 0 elsewhere. A question contributes the best chunk of each file, any
    other query its best candidates."""
    used = [one for one in examples if (one.right_files if one.kind == "questions" else one.right).any()]
    names = used[0].names[1]
    if kind == "questions":
        columns = [at for at in columns if names[at] in QUESTION_SIGNALS or names[at] in FIXED]
    tables = [with_files(one, file_weights) for one in used]
    fixed, fitted = fixed_weights(names, columns)
    weights = np.where([name in ("semantic", "words") for name in names], 2.0, 0.0) + fixed
    weights[0] = 0.3
    for _ in range(ROUNDS):
        rows, right, offset = [], [], []
        for one, table in zip(used, tables):
            order = np.argsort(-(table @ weights), kind="stable")
            if one.kind == "questions":
                kept = order[np.unique(one.file_of[order], return_index=True)[1]]
                right.append(one.right_files[one.file_of[kept]].astype(float))
            else:
                kept = np.union1d(order[:CANDIDATES], np.flatnonzero(one.right))
                right.append(one.right[kept].astype(float))
            rows.append(table[kept][:, fitted])
            offset.append(table[kept] @ fixed)
        weights = fixed.copy()
        weights[fitted] = softmax_fit(rows, right, shares(used, kind), offset)
    # The score of a retriever never lowers a chunk: summaries, whose words are not counted, would have nothing instead.
    lowering = [at for at in columns if names[at] in SCORES and weights[at] < 0]
    if lowering:
        return fit_chunks(examples, kind, file_weights, [at for at in columns if at not in lowering])
    return weights


def fit_kinds(examples):
    """Weights of the properties of a query's text for each kind: a row for each kind, all kinds equally likely. Then the
    weights beside a vector, and a direction of vectors for each kind."""
    used = [one for one in examples if len(one.properties)]
    alone = fit_rows(used, [one.properties for one in used])
    used = [one for one in used if len(one.vector)]
    if not used:
        return alone, alone, np.zeros((len(KINDS), 0))
    vectors = np.array([one.vector for one in used])
    mean = vectors.mean(0)
    components = np.linalg.svd(vectors - mean, full_matrices=False)[2][:COMPONENTS]
    # As unit vectors, so that one ridge suits both parts.
    projected = (vectors - mean) @ components.T / np.linalg.norm(vectors, axis=1).mean()
    beside = fit_rows(used, [np.concatenate(pair) for pair in zip([one.properties for one in used], projected)])
    length = alone.shape[1]
    directions = beside[:, length:] @ components / np.linalg.norm(vectors, axis=1).mean()
    beside = beside[:, :length]
    beside[:, 0] -= directions @ mean
    return alone, beside, directions


def fit_rows(used, rows):
    """A row of weights for each kind that makes the kinds of the examples likely, all kinds equally frequent."""
    count = collections.Counter(one.kind for one in used)
    right = [np.array([float(one.kind == kind) for kind in KINDS]) for one in used]
    weights = softmax_fit([np.kron(np.eye(len(KINDS)), row) for row in rows], right, [1 / count[one.kind] for one in used],
                          [np.zeros(len(KINDS))] * len(used), 0.0015).reshape(len(KINDS), -1)
    weights[:, 0] += [PREFERENCE.get(kind, 0.0) for kind in KINDS]
    return weights


def kind_shares(example, kind_weights):
    """The share of each kind in a query; a name is answered as a question is."""
    if not len(example.properties):
        return np.eye(len(KINDS))[0]
    alone, beside, directions = kind_weights
    if len(example.vector):
        odds = beside @ example.properties + directions @ example.vector
    else:
        odds = alone @ example.properties
    odds = np.exp(odds - odds.max())
    return odds / odds.sum()


def hits_of(example, score, penalty):
    """Numbers of the chunks that are listed: further ones of a file lowered, equal texts and pieces of a function once."""
    order = np.argsort(-score, kind="stable")
    lowered, before = score[order].copy(), collections.Counter()
    for at, file in enumerate(example.file_of[order]):
        lowered[at] -= penalty * before[file]
        before[file] += 1
    results = {}
    for at in order[np.argsort(-lowered, kind="stable")]:
        results.setdefault(example.result[at], at)
        if len(results) == LIMIT:
            break
    return list(results.values())


def ndcg(ranks, targets):
    """NDCG@10 of targets found at these ranks; several at one rank count once."""
    ideal = sum(DISCOUNT[:targets])
    return sum(DISCOUNT[rank] for rank in set(ranks) if rank is not None and rank < 10) / ideal


def listed(example, weights):
    """Numbers of the chunks that are listed, best first, as the program ranks them."""
    share = kind_shares(example, weights["properties"])
    mixed = {level: sum(part * one for part, one in zip(share, weights[level])) for level in ["files", "chunks"]}
    penalty = sum(part * FURTHER_HIT[kind] for part, kind in zip(share, KINDS))
    return hits_of(example, with_files(example, mixed["files"]) @ mixed["chunks"], penalty)


def figures(example, weights):
    """The figures of score.py: NDCG@10 over hits and over files, a right hit among five, first, among ten, and a right
    file among five."""
    if not len(example.chunks):
        return (0,) * len(FIGURES)
    hits = listed(example, weights)
    first = lambda right: next((rank for rank, at in enumerate(right) if at), None)
    files = list(dict.fromkeys(example.file_of[hits]))
    right = example.right[hits]
    return (ndcg([first(target[hits]) for target in example.targets], len(example.targets)),
            ndcg([first(target[files]) for target in example.file_targets.values()], len(example.file_targets)),
            float(right[:5].any()), float(right[:1].any()), float(right[:10].any()),
            float(example.right_files[files[:5]].any()))


def fit(examples, without=()):
    """The weights of both levels for each kind, and those of the properties of the query."""
    names = next(one.names for one in examples if len(one.chunks))
    files, chunks = [[at for at, name in enumerate(level) if name not in without] for level in names[:2]]
    weights = {"files": [], "chunks": [], "properties": fit_kinds(examples)}
    for kind in KINDS:
        weights["files"].append(fit_files(examples, kind, files))
        weights["chunks"].append(fit_chunks(examples, kind, weights["files"][-1], chunks))
    return weights


def measure(examples, weights):
    """Sums of the figures by kind and by (kind, category), with the number of queries."""
    sums = collections.defaultdict(lambda: np.zeros(len(FIGURES) + 1))
    for one in examples:
        for key in {(one.kind, "all"), (one.kind, one.category)}:
            sums[key] += [*figures(one, weights), 1]
    return sums


def cross(examples, without=()):
    """Means over all parts, each answered by what the others were fitted on."""
    repositories = sorted({one.corpus for one in examples})
    random.Random(1).shuffle(repositories)
    sums = collections.defaultdict(lambda: np.zeros(len(FIGURES) + 1))
    for part in range(PARTS):
        own = set(repositories[part::PARTS])
        weights = fit([one for one in examples if one.corpus not in own], without)
        for key, value in measure([one for one in examples if one.corpus in own and one.is_measured], weights).items():
            sums[key] += value
    return {key: value[:-1] / value[-1] for key, value in sums.items()}


def table(title, results):
    print(f"\n{title:<34}" + "".join(f"{figure:>10}" for figure in FIGURES))
    for key in sorted(results):
        print(f"{' '.join(key):<34}" + "".join(f"{value:10.4f}" for value in results[key]), flush=True)


def source_rows(text, const):
    """Start and end of a table in the source, and its rows as (name, values)."""
    found = re.search(rf"const {const}: \[Row; \d+\] = \[(.*?)\n\];", text, re.S)
    rows = re.findall(r'"([^"]+)",\s*\[([^\]]*)\]', found[1])
    return found.span(1), [(name, [float(value) for value in values.split(",") if value.strip()]) for name, values in rows]


def current_weights(mode):
    """The weights of a search mode in the source, in the form of `fit`."""
    text, directions = WEIGHTS.read_text(), KIND_DIRECTIONS.read_text()
    columns = lambda const: np.array([values for _, values in source_rows(text, const)[1]]).T
    numbers = lambda const: re.findall(r"-?\d[\d.]*", re.search(rf"{const}: [^=]*= (.*?\]);\n", directions, re.S)[1])
    table, scales = [np.array(numbers(const), float).reshape(len(KINDS), -1) for const in ["DIRECTIONS", "SCALES"]]
    return {"files": list(columns(TABLES[mode][0])), "chunks": list(columns(TABLES[mode][1])),
            "properties": (columns("PROPERTIES"), columns("PROPERTIES_BESIDE_VECTOR"), table * scales)}


def write(names, weights):
    """Puts the weights of each mode into the program's source."""
    text = WEIGHTS.read_text()
    alone, beside, directions = weights["hybrid"]["properties"]
    tables = [("PROPERTIES", names[2], alone), ("PROPERTIES_BESIDE_VECTOR", names[2], beside)]
    for mode, (files, chunks) in TABLES.items():
        tables += [(files, names[0], weights[mode]["files"]), (chunks, names[1], weights[mode]["chunks"])]
    for const, level, columns in tables:
        start, end = source_rows(text, const)[0]
        body = text[start:end]
        for name, values in zip(level, np.transpose(columns), strict=True):
            row = ", ".join(f"{value:.3f}" for value in values)
            body = re.sub(rf'("{re.escape(name)}",\s*)\[[^\]]*\]', rf"\g<1>[{row}]", body)
        text = text[:start] + body + text[end:]
    penalties = ", ".join(f"{FURTHER_HIT[kind]:.3f}" for kind in KINDS)
    WEIGHTS.write_text(re.sub(r"(FURTHER_HIT: [^=]*= )\[[^\]]*\]", rf"\g<1>[{penalties}]", text))
    scales = np.abs(directions).max(1) / 127
    rows = ["[" + ", ".join(str(round(value)) for value in row) + "]" for row in directions / scales[:, None]]
    text = KIND_DIRECTIONS.read_text()
    text = re.sub(r"(DIRECTIONS: [^=]*= ).*?\];\n", rf"\g<1>[{', '.join(rows)}];\n", text, flags=re.S)
    text = re.sub(r"(SCALES: [^=]*= ).*?\];\n", rf"\g<1>[{', '.join(f'{scale:.9f}' for scale in scales)}];\n", text, flags=re.S)
    KIND_DIRECTIONS.write_text(text)
    subprocess.run(["rustfmt", "--edition", "2024", WEIGHTS, KIND_DIRECTIONS], check=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--binary", required=True)
    parameters = {"nargs": 4, "action": "append", "metavar": ("KIND", "QUERIES", "CORPORA", "DIR")}
    arguments.add_argument("--set", required=True, help="a set to fit on and to measure", **parameters)
    arguments.add_argument("--train", default=[], help="a set only to fit on", **parameters)
    arguments.add_argument("--indexes", metavar="DIR", help="keep the indexes here for the next run")
    arguments.add_argument("--without", nargs="*", default=[], metavar="SIGNAL", help="measure without these, one at a time; a,b: together")
    arguments.add_argument("--write", action="store_true", help="write the weights into the program's source")
    chosen = arguments.parse_args()
    chosen.binary = str(pathlib.Path(chosen.binary).resolve())
    weights = {}
    for mode in TABLES:
        examples = load(chosen, mode)
        everything = cross(examples)
        table(f"cross, {mode}", everything)
        for signals in chosen.without:
            without = cross(examples, signals.split(","))
            table(f"worth of {signals}", {key: everything[key] - without[key] for key in everything if key[1] == "all"})
        if chosen.write:
            weights[mode] = fit(examples)
            table("fitted", measure([one for one in examples if one.is_measured], weights[mode]))
    if chosen.write:
        write(next(one.names for one in examples if len(one.chunks) and len(one.properties)), weights)


if __name__ == "__main__":
    main()
