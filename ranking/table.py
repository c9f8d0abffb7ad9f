#!/usr/bin/env python3
"""Trains the table of the bundled model on pairs of texts and code (see pairs.py).

    table.py refuse --leaves PROGRAM --texts JSONL ... --trees DIR ... --out FILE    hashes of what a model is measured on
    table.py pack --tokenizer FILE --pairs DIR ... --out FILE [--refuse FILE ...]
    table.py train --data FILE SHARE WINDOW ... --start SAFETENSORS --out DIR      resumes from its last checkpoint
    table.py write --checkpoint FILE ... --out SAFETENSORS [--start F --share N]   their mean, as int8 rows
    table.py reference --table SAFETENSORS --tokenizer FILE --texts JSONL --out JSONL

A vector is the normalized sum of the rows of a text's distinct tokens, each with weight ln(1 + occurrences), as in
`src/embed/table.rs`. Queries and code have tables of their own, which begin as one. The loss is the symmetric InfoNCE
of a batch: each text shall find its code among all code of the batch, and each code its text. Most batches come from neighbouring pairs, so from one or few
repositories: what is alike there makes the negatives hard. Beside them stands code that no text is about, tests and
guides above all, as in a search. Needs numpy, numba and tokenizers.
"""
import argparse
import collections
import gzip
import hashlib
import json
import pathlib
import re
import subprocess
import time

import numba
import numpy as np

TOKEN_LIMIT = 512
KINDS = ["described", "brief", "docs", "comment", "error", "test", "subject", "message", "whole"]
# A file of tests, benchmarks or examples.
TEST_PATH = (
    r"(?:^|/)(?:tests?|specs?|__tests__|t|testing|benches|benchmarks?|examples?)/"
    r"|(?:^|[/_.-])(?:test|spec)s?[_.-]|[_.-]?(?:tests?|spec)\.\w+$|Tests?\.\w+$"
)
# How many declarations a query may have; a commit changes several.
MOST, MOST_OF_COMMIT = 2, 6
# What a checkpoint has of each table.
SAVED = ("rows", "first", "second", "times")
NAME = "smriti-static-code-256"


# --- tokens --------------------------------------------------------------------------------------------------


def tokenizer_of(file):
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


# Weight of a token by its occurrences: a second one says less than the first. The product has the logarithm; a table
# that was trained with the square root can be used with either.
WEIGHTS = {"log": np.log1p, "sqrt": np.sqrt}


def path_of(text):
    """The path in the context lines of code; empty for other texts."""
    line = re.match(r"(?:Parent: .*\n)?File: (.*)\n", text)
    return line.group(1) if line else ""


def counted(ids, of_path=()):
    """Distinct ids and their occurrences: the first 512 that are known, and those of the path again, as the product counts
    them. Training passes no path: questions and changes lose by it."""
    ids, of_path = np.asarray(ids, np.int32), np.asarray(of_path, np.int32)
    kept = np.concatenate([ids[ids > 1][:TOKEN_LIMIT], of_path[of_path > 1]])
    ids, counts = np.unique(kept, return_counts=True)
    return ids.astype(np.uint16), counts


class Rows:
    """Texts as rows of token ids and counts (CSR)."""

    def __init__(self, tokenizer):
        self.tokenizer, self.waiting = tokenizer, []
        self.ids, self.counts, self.lengths = [np.zeros(0, np.uint16)], [np.zeros(0, np.uint8)], []

    def add(self, text):
        self.waiting.append(text)
        if len(self.waiting) == 2000:
            self.flush()

    def flush(self):
        for encoding in self.tokenizer.encode_batch(self.waiting, add_special_tokens=False):
            ids, counts = counted(encoding.ids)
            self.ids.append(ids)
            self.counts.append(np.minimum(counts, 255).astype(np.uint8))
            self.lengths.append(len(ids))
        self.waiting = []

    def arrays(self, name):
        self.flush()
        offsets = np.concatenate([[0], np.cumsum(self.lengths)]).astype(np.int64)
        ids, counts = np.concatenate(self.ids), np.concatenate(self.counts)
        return {f"{name}_at": offsets, f"{name}_ids": ids, f"{name}_counts": counts}


def picked(data, name, rows):
    """Some rows of packed texts."""
    at = data[f"{name}_at"]
    lengths = np.diff(at)[rows]
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    tokens = np.repeat(at[:-1][rows] - offsets[:-1], lengths) + np.arange(offsets[-1])
    return lengths, data[f"{name}_ids"][tokens], data[f"{name}_counts"][tokens]


def fingerprint(text):
    """Hash of the letters and digits of a text, to recognize copies."""
    kept = re.sub(r"[^a-z0-9]+", "", text.lower())
    return int.from_bytes(hashlib.blake2b(kept.encode(), digest_size=8).digest(), "little")


def body_of(code):
    """Code without its context lines, so that a copy in another file is recognized."""
    return re.sub(r"\A(?:(?:Parent|File|Language|Type|Symbol): .*\n)*", "", code)


def is_test(code):
    """True if the code stands in a file of tests, by the line that names its file."""
    path = re.search(r"^File: (.*)$", code, re.M)
    return bool(path and re.search(TEST_PATH, path.group(1)))


def query_of(record, symbol):
    """A query without the name that documentation of Go and others begins with: nobody would type it."""
    words = record["query"].split(" ")
    if symbol and len(words) > 3 and words[0].strip("`'\":.,()").lower() == symbol.lower():
        words = words[1:]
    return " ".join(words)


def tokenized(file, tokenizer):
    """The pairs of a source as arrays; kept beside the file."""
    cache = file.with_name(file.name.removesuffix(".jsonl.gz") + ".npz")
    if not cache.exists():
        codes, queries, symbols = Rows(tokenizer), Rows(tokenizer), Rows(tokenizer)
        of_code, of_query, pairs, said, numbers = [], [], [], [], {}
        with gzip.open(file, "rt") as lines:
            for line in lines:
                record = json.loads(line)
                if "code" in record:
                    text = record["code"]
                    codes.add(text)
                    symbols.add(record["symbol"])
                    said.append((record["symbol"], record["language"]))
                    identity = fingerprint(file.name.replace(".others", "") + record["id"])
                    of_code.append((fingerprint(body_of(text)), identity, is_test(text), "\nType: lines\n" in text))
                    continue
                text = query_of(record, said[record["leaf"]][0])
                key = fingerprint(text)
                if len(text.split()) >= 3 or record["kind"] in ("test", "described"):
                    if key not in numbers:
                        numbers[key] = len(numbers)
                        queries.add(text)
                        of_query.append(key)
                    pairs.append((record["leaf"], numbers[key], KINDS.index(record["kind"])))
        body, identity, test, lone = zip(*of_code) if of_code else ((), (), (), ())
        np.savez(
            cache,
            **codes.arrays("code"),
            **queries.arrays("query"),
            **symbols.arrays("symbol"),
            pairs=np.array(pairs, np.int32).reshape(-1, 3),
            bodies=np.array(body, np.uint64),
            identities=np.array(identity, np.uint64),
            tests=np.array(test, bool),
            hunks=np.array(lone, bool),
            fingerprints=np.array(of_query, np.uint64),
            languages=np.array([language for _, language in said], dtype="U12"),
        )
    return dict(np.load(cache))


def refuse(arguments):
    """Hashes of queries and of the code of directories, so that copies of them are not trained on."""
    hashes = {fingerprint(json.loads(line)["query"]) for file in arguments.texts for line in file.read_text().splitlines()}
    for tree in arguments.trees:
        out = subprocess.run([arguments.leaves, tree], capture_output=True, check=True).stdout.decode("utf-8", "replace")
        for line in filter(None, out.split("\n")):
            body = body_of(json.loads(line)["embedded"])
            # A short text may be anybody's.
            if len(body) >= 80:
                hashes.add(fingerprint(body))
    pathlib.Path(arguments.out).write_text("".join(f"{one}\n" for one in sorted(hashes)))


def beside(parts, data, identities, seen_code, number):
    """Adds the leaves of a source that stand beside those of its pairs; returns how many."""
    rows = np.flatnonzero(~np.isin(data["identities"], identities))
    rows = rows[[body not in seen_code for body in data["bodies"][rows].tolist()]]
    for name in ("code", "symbol"):
        for key, value in zip(("lengths", "ids", "counts"), picked(data, name, rows)):
            parts[name, key].append(value)
    for key in ("identities", "tests", "hunks"):
        parts[key].append(data[key][rows])
    parts["aside"].append(np.ones(len(rows), bool))
    parts["sources"].append(np.full(len(rows), number, np.int32))
    return len(rows)


def pack(arguments):
    """Joins the pairs of all sources. A query that many declarations share says nothing; copied code is left out."""
    tokenizer = tokenizer_of(arguments.tokenizer)
    refused = {int(line) for file in arguments.refuse for line in file.read_text().split()}
    chosen = {KINDS.index(kind) for kind in arguments.kinds}
    seen_code, seen_query = set(refused), collections.Counter(dict.fromkeys(refused, 1000))
    sources = []
    for file in sorted(file for folder in arguments.pairs for file in folder.glob("*.jsonl.gz")):
        data = tokenized(file, tokenizer)
        if file.name.endswith(".others.jsonl.gz"):
            continue
        languages = collections.Counter(data["languages"].tolist())
        sources.append((languages.most_common(1)[0][0] if languages else "", file))
    if not arguments.out:
        return
    parts, kinds, languages, per_source = collections.defaultdict(list), collections.Counter(), collections.Counter(), {}
    code_count = query_count = 0
    rng = np.random.default_rng(0)
    # Neighbours of a source are of its language.
    for number, (_, file) in enumerate(sorted(sources)):
        data = tokenized(file, tokenizer)
        fresh = np.array([body not in seen_code for body in data["bodies"].tolist()], bool)
        pairs, keys = data["pairs"], data["fingerprints"].tolist()
        # Neighbouring pairs are of a file or a commit: their order shall not matter.
        pairs = pairs[rng.permutation(len(pairs))]
        kept = []
        for row, (code, query, kind) in enumerate(pairs.tolist()):
            key = keys[query]
            most = MOST_OF_COMMIT if kind >= KINDS.index("subject") else MOST
            if kind in chosen and fresh[code] and seen_query[key] < most:
                seen_query[key] += 1
                kept.append(row)
        pairs = pairs[kept]
        codes, code_of = np.unique(pairs[:, 0], return_inverse=True)
        queries, query_of_pair = np.unique(pairs[:, 1], return_inverse=True)
        seen_code.update(data["bodies"][codes].tolist())
        for name, rows in (("code", codes), ("symbol", codes), ("query", queries)):
            for key, value in zip(("lengths", "ids", "counts"), picked(data, name, rows)):
                parts[name, key].append(value)
        for key in ("identities", "tests", "hunks"):
            parts[key].append(data[key][codes])
        parts["aside"].append(data["tests"][codes])
        parts["sources"].append(np.full(len(codes), number, np.int32))
        columns = [code_of + code_count, query_of_pair + query_count, pairs[:, 2], np.full(len(pairs), number)]
        parts["pairs"].append(np.column_stack(columns).astype(np.int32))
        code_count, query_count = code_count + len(codes), query_count + len(queries)
        other = file.with_name(file.name.replace(".jsonl", ".others.jsonl"))
        if other.exists():
            code_count += beside(parts, tokenized(other, tokenizer), data["identities"], seen_code, number)
        per_source[file.name.removesuffix(".jsonl.gz")] = len(pairs)
        kinds.update(pairs[:, 2].tolist())
        languages.update(data["languages"][pairs[:, 0]].tolist())
    out = {key: np.concatenate(parts[key]) for key in ("identities", "tests", "hunks", "aside", "sources", "pairs")}
    for name in ("code", "symbol", "query"):
        out[f"{name}_at"] = np.concatenate([[0], np.cumsum(np.concatenate(parts[name, "lengths"]))]).astype(np.int64)
        out[f"{name}_ids"], out[f"{name}_counts"] = np.concatenate(parts[name, "ids"]), np.concatenate(parts[name, "counts"])
    np.savez(arguments.out, **out)
    summary = {
        "pairs": len(out["pairs"]),
        "codes": code_count,
        "queries": query_count,
        "kinds": {KINDS[kind]: count for kind, count in sorted(kinds.items())},
        "in tests": int(out["tests"][out["pairs"][:, 0]].sum()),
        "changed lines": int(out["hunks"][out["pairs"][:, 0]].sum()),
        "languages": dict(languages.most_common()),
        "sources": per_source,
    }
    pathlib.Path(f"{arguments.out}.json").write_text(json.dumps(summary, indent=1))
    print(json.dumps({key: value for key, value in summary.items() if key != "sources"}))


# --- the computation of a step -------------------------------------------------------------------------------


@numba.njit(cache=True)
def assemble(
    at, ids, counts, rows, drop, seed, names_at, names_ids, names_counts, nameless, weights, out_at, out_ids, out_weights
):
    """Copies rows to a batch; leaves out tokens by chance, and the name (written twice) where `nameless`."""
    np.random.seed(seed)
    end = 0
    for row in range(len(rows)):
        source = rows[row]
        start = end
        name, name_end = 0, 0
        if nameless[row]:
            name, name_end = names_at[source], names_at[source + 1]
        for token in range(at[source], at[source + 1]):
            count = int(counts[token])
            if name < name_end:
                while name < name_end and names_ids[name] < ids[token]:
                    name += 1
                if name < name_end and names_ids[name] == ids[token]:
                    count -= 2 * int(names_counts[name])
            if count > 0 and np.random.random() >= drop:
                out_ids[end] = ids[token]
                out_weights[end] = weights[count]
                end += 1
        if end == start and at[source + 1] > at[source]:
            out_ids[end] = ids[at[source]]
            out_weights[end] = weights[1]
            end += 1
        out_at[row + 1] = end
    return end


@numba.njit(cache=True, fastmath=True)
def sums(table, at, ids, weights, out, norms):
    """Normalized sums of weighted rows."""
    for row in range(len(at) - 1):
        out[row] = 0
        for token in range(at[row], at[row + 1]):
            source = table[ids[token]]
            for column in range(table.shape[1]):
                out[row, column] += weights[token] * source[column]
        square = np.float32(0)
        for column in range(table.shape[1]):
            square += out[row, column] * out[row, column]
        norms[row] = max(np.sqrt(square), np.float32(1e-6))
        for column in range(table.shape[1]):
            out[row, column] /= norms[row]


@numba.njit(cache=True, fastmath=True)
def scatter(at, ids, weights, units, norms, slopes, gradient, touched, marks):
    """Adds the gradient of normalized sums to the rows that were summed, and returns their number; `slopes` is overwritten."""
    count = 0
    for row in range(len(at) - 1):
        along = np.float32(0)
        for column in range(units.shape[1]):
            along += slopes[row, column] * units[row, column]
        for column in range(units.shape[1]):
            slopes[row, column] = (slopes[row, column] - along * units[row, column]) / norms[row]
        for token in range(at[row], at[row + 1]):
            number = ids[token]
            if not marks[number]:
                marks[number] = True
                touched[count] = number
                count += 1
            target = gradient[number]
            for column in range(units.shape[1]):
                target[column] += weights[token] * slopes[row, column]
    return count


@numba.njit(cache=True, fastmath=True)
def adam(table, gradient, first, second, times, touched, count, rate, floor):
    """A step of Adam on the rows that the batch touched; their gradient is cleared.

    Bias is corrected by the times that a row was touched. The floor is about the slope of a common token: without
    it a rare token, whose few slopes are mostly noise, would move as far at each of them.
    """
    for index in range(count):
        number = touched[index]
        times[number] += 1
        correct_first = np.float32(1 / (1 - np.exp(-0.10536052 * times[number])))
        correct_second = np.float32(1 / (1 - np.exp(-0.0010005003 * times[number])))
        for column in range(table.shape[1]):
            slope = gradient[number, column]
            first[number, column] = np.float32(0.9) * first[number, column] + np.float32(0.1) * slope
            second[number, column] = np.float32(0.999) * second[number, column] + np.float32(0.001) * slope * slope
            size = np.sqrt(second[number, column] * correct_second) + floor
            table[number, column] -= rate * (first[number, column] * correct_first) / size
            gradient[number, column] = 0


def softmax_slopes(logits, same):
    """Loss of the diagonal, and its slopes: rows over all columns, columns over the square part."""
    size = len(logits)
    logits[:, :size][same] = -1e4
    diagonal = np.arange(size)
    columns = logits[:, :size] - logits[:, :size].max(axis=0, keepdims=True)
    np.exp(columns, out=columns)
    columns /= columns.sum(axis=0, keepdims=True)
    np.subtract(logits, logits.max(axis=1, keepdims=True), out=logits)
    np.exp(logits, out=logits)
    logits /= logits.sum(axis=1, keepdims=True)
    right = np.maximum(np.stack([columns[diagonal, diagonal], logits[diagonal, diagonal]]), 1e-12)
    loss = -float(np.log(right).mean())
    logits[:, :size] += columns
    logits[diagonal, diagonal] -= 2
    return loss


class Table:
    """Rows of tokens, and how they learn."""

    def __init__(self, rows):
        self.rows = rows.copy()
        self.first, self.second = np.zeros_like(rows), np.zeros_like(rows)
        self.gradient, self.times = np.zeros_like(rows), np.zeros(len(rows), np.int32)
        self.touched, self.marks = np.zeros(len(rows), np.int32), np.zeros(len(rows), np.bool_)

    def embed(self, texts):
        """Unit vectors of texts, and the lengths that they had."""
        count = len(texts[0]) - 1
        units, norms = np.empty((count, self.rows.shape[1]), np.float32), np.empty(count, np.float32)
        sums(self.rows, *texts, units, norms)
        return units, norms

    def learn(self, texts, units, norms, slopes, rate, floor):
        """A step down the slopes of the vectors of texts."""
        count = scatter(*texts, units, norms, slopes, self.gradient, self.touched, self.marks)
        moments = (self.first, self.second, self.times)
        adam(self.rows, self.gradient, *moments, self.touched, count, np.float32(rate), np.float32(floor))
        self.marks[self.touched[:count]] = False


class Trainer:
    """Tables and data of a training run."""

    def __init__(self, arguments):
        self.a = arguments
        self.sets = [self.chosen(dict(np.load(file)), int(window)) for file, _, window in arguments.data]
        self.of_set = np.array([float(share) for _, share, _ in arguments.data])
        self.code, self.query = map(Table, unit_rows(read_tables(arguments.start)))
        self.weights, self.step = WEIGHTS[arguments.weights](np.arange(256.0)).astype(np.float32), 0
        size = (arguments.batch + arguments.others) * TOKEN_LIMIT
        self.buffers = {side: (np.zeros(size, np.int32), np.zeros(size, np.float32)) for side in "qc"}

    def chosen(self, data, window):
        """Which pairs of a file are drawn and how often, which code stands beside them, and the window."""
        pairs, shares = data["pairs"], dict.fromkeys(KINDS, 1.0)
        for part in filter(None, self.a.shares.split(",")):
            kind, share = part.split("=")
            shares[kind] = float(share)
        share = np.array([shares[kind] for kind in KINDS])[pairs[:, 2]]
        # Who asks wants the function rather than its test.
        share *= np.where(data["tests"][pairs[:, 0]], self.a.tests, 1)
        kept = np.flatnonzero(share > 0)
        aside = np.flatnonzero(data["aside"])
        aside_at = np.searchsorted(data["sources"][aside], np.arange(pairs[:, 3].max() + 2))
        return data, pairs[kept], share[kept], aside, aside_at, window

    def batch(self, rng):
        """Numbers of the pairs of a batch."""
        size, total, window = self.a.batch, len(self.pairs), min(self.window, len(self.pairs))
        if rng.random() < self.a.near:
            start = rng.integers(0, total - window + 1)
            picks = np.arange(start, start + window)
        else:
            picks = np.unique(rng.integers(0, total, 3 * size))
        chance = self.share[picks]
        return rng.choice(picks, size, replace=False, p=chance / chance.sum())

    def rows(self, side, name, numbers, drop, seed, nameless):
        """Rows of packed texts, for a batch: offsets, ids and weights."""
        ids, weights = self.buffers[side]
        at, data = np.zeros(len(numbers) + 1, np.int64), self.data
        texts = [data[f"{name}_{part}"] for part in ("at", "ids", "counts")]
        names = [data[f"symbol_{part}"] for part in ("at", "ids", "counts")]
        end = assemble(*texts, numbers, drop, seed, *names, nameless, self.weights, at, ids, weights)
        return at, ids[:end], weights[:end]

    def queries(self, chosen, by_name, seed):
        """Rows of the queries; the name of the declaration stands for some."""
        as_it_is = np.zeros(len(chosen), np.bool_)
        at, ids, weights = self.rows("q", "query", self.pairs[chosen, 1], self.a.drop_query, seed, as_it_is)
        if not by_name.any():
            return at, ids, weights
        parts, data = [], self.data
        for row in range(len(chosen)):
            part = slice(at[row], at[row + 1])
            if by_name[row]:
                code = self.pairs[chosen[row], 0]
                name = slice(data["symbol_at"][code], data["symbol_at"][code + 1])
                parts.append((data["symbol_ids"][name].astype(np.int32), self.weights[data["symbol_counts"][name]]))
            else:
                parts.append((ids[part], weights[part]))
        offsets = np.concatenate([[0], np.cumsum([len(part[0]) for part in parts])]).astype(np.int64)
        return offsets, np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])

    def others(self, chosen, rng):
        """Code of the sources of a batch that no text is about: further negatives."""
        sources = self.pairs[rng.choice(chosen, self.a.others), 3]
        first, last = self.aside_at[sources], self.aside_at[sources + 1]
        numbers = first + (rng.random(len(sources)) * (last - first)).astype(np.int64)
        return np.unique(self.aside[numbers[last > first]])

    def rate(self):
        """The learning rate of this step: it rises at first, then falls along a cosine."""
        warm = min(1.0, (self.step + 1) / self.a.warm)
        done = self.step / self.a.steps
        return self.a.rate * warm * (0.05 + 0.95 * 0.5 * (1 + np.cos(np.pi * done)))

    def draw(self):
        """A batch: rows of queries and of code, and which of the code is as right as a query's own."""
        a, rng = self.a, np.random.default_rng((self.a.seed, self.step))
        number = rng.choice(len(self.sets), p=self.of_set / self.of_set.sum())
        self.data, self.pairs, self.share, self.aside, self.aside_at, self.window = self.sets[number]
        chosen = self.batch(rng)
        codes, queries = self.pairs[chosen, 0], self.pairs[chosen, 1]
        named = np.diff(self.data["symbol_at"])[codes] > 1
        by_name = (rng.random(a.batch) < a.names) & named
        nameless = (rng.random(a.batch) < a.nameless) | by_name
        identity = self.data["identities"][codes]
        same = (identity[:, None] == identity[None, :]) | (queries[:, None] == queries[None, :])
        np.fill_diagonal(same, False)
        query_rows = self.queries(chosen, by_name, int(rng.integers(1 << 30)))
        if a.others:
            codes = np.concatenate([codes, np.setdiff1d(self.others(chosen, rng), codes)])
            nameless = np.concatenate([nameless, rng.random(len(codes) - a.batch) < a.nameless])
        return query_rows, self.rows("c", "code", codes, a.drop_code, int(rng.integers(1 << 30)), nameless), same

    def train_step(self):
        """Learns from a batch; returns its loss."""
        query_rows, code_rows, same = self.draw()
        (queries, query_norms), (codes, code_norms) = self.query.embed(query_rows), self.code.embed(code_rows)
        logits = (queries @ codes.T) * np.float32(1 / self.a.temperature)
        loss = softmax_slopes(logits, same)
        logits *= np.float32(0.5 / self.a.temperature)
        of_queries, of_codes = logits @ codes, logits.T @ queries
        self.query.learn(query_rows, queries, query_norms, of_queries, self.rate(), self.a.floor)
        self.code.learn(code_rows, codes, code_norms, of_codes, self.rate(), self.a.floor)
        self.step += 1
        return loss

    def save(self, file):
        part = file.with_suffix(".part.npz")
        tables = {"code": self.code, "query": self.query}
        saved = {f"{name}_{key}": getattr(table, key) for name, table in tables.items() for key in SAVED}
        np.savez(part, step=self.step, **saved)
        part.rename(file)

    def resume(self, file):
        saved = np.load(file)
        for name, table in (("code", self.code), ("query", self.query)):
            for key in SAVED:
                setattr(table, key, saved[f"{name}_{key}"])
        self.step = int(saved["step"])


def train(arguments):
    arguments.out.mkdir(parents=True, exist_ok=True)
    trainer = Trainer(arguments)
    checkpoints = sorted(arguments.out.glob("step-[0-9]*[0-9].npz"))
    if checkpoints:
        trainer.resume(checkpoints[-1])
    started, losses = time.time(), []
    first = trainer.step
    while trainer.step < arguments.steps:
        losses.append(trainer.train_step())
        if trainer.step % 100 == 0:
            seconds = (time.time() - started) / (trainer.step - first)
            print(f"step {trainer.step}: loss {np.mean(losses[-100:]):.4f}, {seconds:.3f} s a step", flush=True)
        if trainer.step % arguments.every == 0 or trainer.step == arguments.steps:
            trainer.save(arguments.out / f"step-{trainer.step:06}.npz")
            for old in sorted(arguments.out.glob("step-[0-9]*[0-9].npz"))[: -arguments.keep]:
                old.unlink()


# --- files ---------------------------------------------------------------------------------------------------


def read_tables(file):
    """Rows of code and of queries of a safetensors file as floats."""
    raw = pathlib.Path(file).read_bytes()
    length = int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8 : 8 + length])

    def tensor(name, kind):
        start, end = header[name]["data_offsets"]
        return np.frombuffer(raw[8 + length :][start:end], kind).reshape(header[name]["shape"])

    code = tensor("embeddings", np.int8).astype(np.float32)
    query = code.copy()
    if "queries" in header:
        query[tensor("query_tokens", np.uint16)] = tensor("queries", np.int8)
    return np.stack([code, query])


def unit_rows(tables):
    """Tables whose rows have length 1 on average, so that a learning rate has a meaning."""
    return tables / np.sqrt((tables[0] ** 2).sum(axis=1).mean())


def write(arguments):
    """Writes the mean of checkpoints, mixed with their start, as int8 rows with one scale, which normalizing cancels.

    Between the start and the end of a training is a table that is better than both: it knows the new pairs and
    keeps what the start knew of tokens that these hardly show. The largest 1% of the components are clipped, so that most
    have several steps. Only the tokens that queries were trained with most have rows for queries; the others have those of code.
    """
    saved = [np.load(file) for file in arguments.checkpoint]
    tables = np.mean([np.stack([one["code_rows"], one["query_rows"]]) for one in saved], axis=0)
    if arguments.start:
        tables = arguments.share * tables + (1 - arguments.share) * unit_rows(read_tables(arguments.start))
    scale = np.quantile(np.abs(tables[0]), 0.99) / 127
    code, query = np.clip(np.rint(tables / scale), -127, 127).astype(np.int8)
    times = sum(one["query_times"] for one in saved)
    tokens = np.sort(np.argsort(-times, kind="stable")[: arguments.queries]).astype(np.uint16)
    header, parts, at = {"__metadata__": {"name": NAME}}, [], 0
    for name, kind, rows in (("embeddings", "I8", code), ("queries", "I8", query[tokens]), ("query_tokens", "U16", tokens)):
        header[name] = {"dtype": kind, "shape": list(rows.shape), "data_offsets": [at, at + rows.nbytes]}
        parts.append(rows.tobytes())
        at += rows.nbytes
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    pathlib.Path(arguments.out).write_bytes(len(text).to_bytes(8, "little") + text + b"".join(parts))


def reference(arguments):
    """The reference texts with ids, weights and vectors: as code, and as a query."""
    tokenizer = tokenizer_of(arguments.tokenizer)
    code, query = read_tables(arguments.table)
    with open(arguments.out, "w") as out:
        for line in open(arguments.texts):
            text = json.loads(line)["text"]
            ids, counts = counted(*(tokenizer.encode(part, add_special_tokens=False).ids for part in (text, path_of(text))))
            weights = WEIGHTS[arguments.weights](counts.astype(np.float64))
            one = {"text": text, "ids": ids.tolist(), "weights": [round(w, 6) for w in weights.tolist()]}
            for name, table in (("vector", code), ("query", query)):
                vector = weights @ table[ids]
                one[name] = [round(v, 5) for v in (vector / max(np.linalg.norm(vector), 1e-9)).tolist()]
            out.write(json.dumps(one) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("refuse")
    one.set_defaults(run=refuse)
    one.add_argument("--leaves", required=True, help="program that prints the leaves of a directory")
    one.add_argument("--texts", nargs="*", default=[], type=pathlib.Path)
    one.add_argument("--trees", nargs="*", default=[])
    one.add_argument("--out", required=True)
    one = commands.add_parser("pack")
    one.set_defaults(run=pack)
    one.add_argument("--tokenizer", required=True, type=pathlib.Path)
    one.add_argument("--pairs", required=True, nargs="+", type=pathlib.Path)
    one.add_argument("--refuse", nargs="*", default=[], type=pathlib.Path, help="hashes of texts to leave out, one a line")
    one.add_argument("--kinds", nargs="*", default=KINDS[:-1], choices=KINDS, help="kinds of pairs to keep; else all but `whole`")
    one.add_argument("--out", help="without it, only the sources are tokenized")
    one = commands.add_parser("train")
    one.set_defaults(run=train)
    one.add_argument(
        "--data",
        required=True,
        nargs=3,
        action="append",
        metavar=("FILE", "SHARE", "WINDOW"),
        help="packed pairs, their share of the batches, and how many neighbouring pairs a batch is drawn from",
    )
    one.add_argument("--start", required=True)
    one.add_argument("--out", required=True, type=pathlib.Path)
    one.add_argument("--steps", type=int, default=2400)
    one.add_argument("--batch", type=int, default=1024)
    one.add_argument("--rate", type=float, default=0.001)
    one.add_argument("--floor", type=float, default=0.1, help="slope below which a row moves less than the rate")
    one.add_argument("--warm", type=int, default=100)
    one.add_argument("--temperature", type=float, default=0.05)
    one.add_argument("--near", type=float, default=0.8, help="share of batches from one window")
    one.add_argument("--names", type=float, default=0.1, help="share of pairs whose query is the name of the declaration")
    one.add_argument("--nameless", type=float, default=0.3, help="share of pairs whose code has no name")
    one.add_argument("--drop-query", type=float, default=0.2)
    one.add_argument("--drop-code", type=float, default=0.2)
    one.add_argument("--shares", default="", help="how often a kind is drawn: subject=0.5,error=0.3")
    one.add_argument("--others", type=int, default=16384, help="further code of a batch, that only is in the way")
    one.add_argument("--tests", type=float, default=0.1, help="how often pairs with code of tests are drawn")
    one.add_argument("--weights", choices=WEIGHTS, default="log")
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--every", type=int, default=500)
    one.add_argument("--keep", type=int, default=3)
    one = commands.add_parser("write")
    one.set_defaults(run=write)
    one.add_argument("--checkpoint", required=True, nargs="+")
    one.add_argument("--start", help="the table that the training started from")
    one.add_argument("--share", type=float, default=1, help="share of the checkpoints; the rest is the start's")
    one.add_argument("--queries", type=int, default=12000, help="how many tokens have rows of their own for queries")
    one.add_argument("--out", required=True)
    one = commands.add_parser("reference")
    one.set_defaults(run=reference)
    one.add_argument("--weights", choices=WEIGHTS, default="log")
    for name in ("table", "tokenizer", "texts", "out"):
        one.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
