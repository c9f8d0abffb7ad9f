#!/usr/bin/env python3
"""Pairs of short descriptions and the declarations that they ask for, written for a sample of declarations.

    described.py ask --leaves PROGRAM --out DIR [--count N] [--each N] [--seed N] SOURCE ...     writes DIR/NNN.txt and DIR/asked.jsonl.gz
    described.py pairs --asked DIR --answers DIR --out DIR                                     joins what was written

A SOURCE is a bare git repository or a directory, as for pairs.py; PROGRAM is that of pairs.py. `ask` draws
declarations, and writes 50 of them to a file: number, repository, path and name, documentation, and the first 800
characters. Whoever writes the descriptions, a person or a language model, answers with a file NNN.tsv of lines
`NUMBER<TAB>one<TAB>another`. `pairs` writes files that `table.py pack` reads; beside them belong the NAME.others.jsonl.gz of
pairs.py, as links.

What a description is told to be: 3 to 9 words that a developer would type who needs this code and does not know its
name; from the problem or the behavior, not from the code's words; two of different kinds (other words for what it does, a noun
phrase, a symptom, a question); without the words of the name in at least one; so specific that it is a right answer in its
repository; none for what is trivial or generated.
"""
import argparse
import collections
import gzip
import json
import pathlib
import random
import re
import tempfile

import pairs

ASIDE = re.compile(
    r"(?:^|/)(?:tests?|specs?|__tests__|t|testing|benches|benchmarks?|examples?|docs?|samples?|demos?)/"
    r"|(?:^|[/_.-])(?:test|spec)s?[_.-]|[_.-]?(?:tests?|spec)\.\w+$|Tests?\.\w+$",
    re.I,
)
KINDS = pairs.DECLARATIONS - {"constant", "variable", "field", "property", "test", "items", "code", "namespace"}
LINES = range(5, 91)
OF_FILE, OF_BATCH, SHOWN = 3, 50, 800


def sample(leaves, each, chance):
    """Declarations of one source, few of each file."""
    chance.shuffle(leaves)
    of_file, chosen = collections.Counter(), []
    for leaf in leaves:
        lines = leaf["end_line"] - leaf["start_line"] + 1
        is_code = leaf["language"] not in pairs.PROSE and leaf["kind"] in KINDS and leaf["role"] != "Piece"
        aside = ASIDE.search(leaf["path"]) or pairs.FOREIGN.search(leaf["path"])
        if is_code and leaf["name"] and lines in LINES and not aside and of_file[leaf["path"]] < OF_FILE:
            of_file[leaf["path"]] += 1
            chosen.append(leaf)
    return chosen[:each]


def shown(number, name, leaf):
    """A declaration as its describer sees it."""
    docs = re.sub(r"\s+", " ", leaf["docs"] or "")[:160]
    text = "\n".join(line.rstrip() for line in leaf["text"].split("\n") if line.strip())[:SHOWN]
    return f"### {number} {name} {leaf['path']} {leaf['name']}\n" + (f"docs: {docs}\n" if docs else "") + text + "\n"


def ask(arguments):
    chance, chosen = random.Random(arguments.seed), []
    for source in arguments.sources:
        with tempfile.TemporaryDirectory() as scratch:
            directory = source
            if (source / "HEAD").exists():
                directory = pathlib.Path(scratch)
                pairs.export(["git", f"--git-dir={source.absolute()}"], directory)
            if pairs.license_of(pairs.license_files(directory)):
                leaves = list(pairs.leaves_of(arguments.leaves, directory))
                chosen += [(pairs.name_of(source), leaf) for leaf in sample(leaves, arguments.each, chance)]
    chance.shuffle(chosen)
    # Neighbours of a repository in one file help to tell them apart.
    chosen = sorted(chosen[: arguments.count], key=lambda one: one[0])
    arguments.out.mkdir(parents=True, exist_ok=True)
    with gzip.open(arguments.out / "asked.jsonl.gz", "wt") as asked:
        for name, leaf in chosen:
            asked.write(json.dumps({"source": name, "leaf": leaf}) + "\n")
    for start in range(0, len(chosen), OF_BATCH):
        texts = [shown(start + at, *one) for at, one in enumerate(chosen[start : start + OF_BATCH])]
        (arguments.out / f"{start // OF_BATCH:03}.txt").write_text("".join(texts))


def join(arguments):
    """Each description belongs to the declaration with its documentation and to the one without."""
    asked = [json.loads(line) for line in gzip.open(arguments.asked / "asked.jsonl.gz", "rt")]
    answers = collections.defaultdict(list)
    for file in sorted(arguments.answers.glob("*.tsv")):
        for line in file.read_text().splitlines():
            number, *queries = line.split("\t")
            one = asked[int(number)]
            answers[one["source"]].append((one["leaf"], [query.strip() for query in queries if query.strip()]))
    arguments.out.mkdir(parents=True, exist_ok=True)
    for source, rows in answers.items():
        with gzip.open(arguments.out / f"{source}.jsonl.gz", "wt", compresslevel=1) as out:
            written = []
            for leaf, queries in rows:
                texts = [leaf["embedded"]] + ([pairs.without(leaf["embedded"], leaf["docs"])] if leaf["docs"] else [])
                for text in dict.fromkeys(text[: pairs.MAX_CODE] for text in texts if queries):
                    code = {"symbol": leaf["name"].split("#")[0], "language": leaf["language"], "id": pairs.identity_of(leaf)}
                    out.write(json.dumps({"code": text, **code}) + "\n")
                    written.append(queries)
            for number, queries in enumerate(written):
                for query in queries:
                    out.write(json.dumps({"kind": "described", "query": query, "leaf": number}) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("ask")
    one.set_defaults(run=ask)
    one.add_argument("--leaves", required=True)
    one.add_argument("--out", required=True, type=pathlib.Path)
    one.add_argument("--count", type=int, default=12000)
    one.add_argument("--each", type=int, default=110, help="declarations of a source")
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("sources", nargs="+", type=pathlib.Path)
    one = commands.add_parser("pairs")
    one.set_defaults(run=join)
    one.add_argument("--asked", required=True, type=pathlib.Path)
    one.add_argument("--answers", required=True, type=pathlib.Path)
    one.add_argument("--out", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
