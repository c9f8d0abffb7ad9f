#!/usr/bin/env python3
"""Compares `context --expand callers` with the references of an index or of a language server; see README.md.

measure.py SMRITI REPOSITORY INDEX.scip [--sample N] [--wrong] [--missed]
measure.py SMRITI REPOSITORY .cache/clangd/index [--sample N] [--wrong] [--missed]
measure.py SMRITI REPOSITORY NAME.javac [--sample N] [--wrong] [--missed]
measure.py SMRITI REPOSITORY ANSWERS.json --server COMMAND [--sample N] [--wrong] [--missed]
"""
import argparse
import ast
import bisect
import collections
import json
import pathlib
import random
import re
import statistics
import subprocess
from concurrent.futures import ThreadPoolExecutor

import clangd
from lsp import ServerTruth

CERTAINTIES = ("certain", "likely", "possible")
KINDS = {"function", "method", "accessor", "macro", "class", "struct", "enum", "interface", "trait", "type"}
DEFINITION, IMPORT = 1, 2
DECLARES = {"def", "async def", "class", "function", "export function"}
TRIES = 3  # a file may be parsed only in part while the machine is busy
LIMIT = 50  # relations that `context --json` lists at most
MEMBER = re.compile(r"(?:\[`?(\w+)[^\[]*\]|\b(\w+)#)(\w+)\(\)\.$")  # Rust: of `impl#[Type][Trait]` or `Trait#`
CONSTRUCTOR = re.compile(r"(#)(?:__init__|`<constructor>`|constructor)\(\)\.$")


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def fields(data):
    """Fields of a protobuf message: number and value."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 2:
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
        else:
            raise ValueError(f"unexpected wire type {key & 7}")
        yield key >> 3, value


def packed(data):
    at, found = 0, []
    while at < len(data):
        value, at = varint(data, at)
        found.append(value)
    return found


def class_of(symbol):
    """A call of a constructor is a use of its class."""
    return CONSTRUCTOR.sub(r"\1", symbol)


class Truth:
    """Occurrences of an index of SCIP or of clangd, or of javac, by document and by symbol."""

    def __init__(self, path, root):
        self.at = collections.defaultdict(set)  # (path, line, column) -> symbols
        self.definitions = collections.defaultdict(set)
        self.uses = collections.defaultdict(set)
        self.related = collections.defaultdict(set)
        self.locals = {}  # (path, symbol) -> line of its definition
        self.paths = set()
        if path.is_dir():
            self.clangd(path, root)
        elif path.suffix == ".javac":
            self.javac(path)
        else:
            self.scip(path)
        self.traits()
        self.shorthands = collections.defaultdict(set)
        for place, symbols in self.definitions.items():
            for symbol in self.at[place] - symbols:
                self.shorthands[symbol] |= symbols

    def clangd(self, path, root):
        references, overrides = clangd.read(path, root)
        for symbol, bits, place in references:
            self.paths.add(place[0])
            self.at[place].add(symbol)
            if bits & clangd.DEFINITION:
                self.definitions[place].add(symbol)
            elif bits & clangd.REFERENCE and bits & clangd.SPELLED:
                self.uses[symbol].add(place)
        for one, other in overrides:
            self.related[one].add(other)
            self.related[other].add(one)

    def javac(self, path):
        """Reads what `Uses.java` printed."""
        for role, *parts in (line.split("\t") for line in path.read_text().splitlines()):
            if role == "override":
                for one, other in (parts, reversed(parts)):
                    self.related[one].add(other)
                continue
            place, symbol = (parts[0], int(parts[1]), int(parts[2])), parts[3]
            self.paths.add(place[0])
            self.at[place].add(symbol)
            if role == "definition":
                self.definitions[place].add(symbol)
            else:
                self.uses[symbol].add(place)

    def scip(self, path):
        for number, document in fields(path.read_bytes()):
            if number == 2:
                self.document(list(fields(document)))

    def document(self, parts):
        path = next(value.decode() for number, value in parts if number == 1)
        self.paths.add(path)
        for number, value in parts:
            if number == 2:
                self.occurrence(path, dict(fields(value)))
            elif number == 3:
                self.relationships(list(fields(value)))

    def occurrence(self, path, parts):
        symbol, roles = class_of(parts.get(2, b"").decode()), parts.get(3, 0)
        line, column = packed(parts[1])[:2]
        place = (path, line + 1, column + 1)
        self.at[place].add(symbol)
        if symbol.startswith("local "):
            self.locals.setdefault((path, symbol), line + 1)
            return
        if roles & DEFINITION:
            self.definitions[place].add(symbol)
        elif not roles & IMPORT:
            self.uses[symbol].add(place)

    def relationships(self, parts):
        symbol = next(value.decode() for number, value in parts if number == 1)
        for number, value in parts:
            if number == 4:
                other = dict(fields(value))
                if other.get(2) or other.get(3):
                    self.related[symbol].add(other[1].decode())
                    self.related[other[1].decode()].add(symbol)

    def traits(self):
        """rust-analyzer lists no relationships; the symbol of a method of a trait names the trait."""
        members = collections.defaultdict(set)
        for symbol in self.uses.keys() | set().union(*self.definitions.values()):
            found = symbol.startswith("rust-analyzer") and MEMBER.search(symbol)
            if found and symbol.count("[") != 1:
                members[found[1] or found[2], found[3]].add(symbol)
        for symbols in members.values():
            for symbol in symbols:
                self.related[symbol] |= symbols - {symbol}

    def sample(self, declarations, sources, size):
        """Declarations that both know, with their symbols; a symbol that several files define is left out later."""
        found = list(self.known(declarations, sources))
        return random.Random(19).sample(found, min(size, len(found))), len(found)

    def known(self, declarations, sources):
        for chunk in declarations:
            if chunk["path"] not in self.paths:
                continue
            word = re.compile(r"(?<!\w)" + re.escape(chunk["name"]) + r"(?!\w)")
            lines = sources.text(chunk["path"])
            for line in range(chunk["start_line"], min(chunk["end_line"], len(lines)) + 1):
                places = [(chunk["path"], line, it.start() + 1) for it in word.finditer(lines[line - 1])]
                symbols = set().union(*(self.definitions.get(place, ()) for place in places))
                if symbols:
                    yield chunk, self.same(symbols)
                    break

    def is_ambiguous(self, symbols):
        return len({place[0] for place, defined in self.definitions.items() if defined & symbols}) > 1

    def uses_of(self, symbols, chunk, sources):
        return {place for symbol in symbols for place in self.uses[symbol]}

    def verdict(self, place, symbols, chunk, sources):
        """Whether a relation is right, wrong or cannot be judged, and what is there instead."""
        there = self.at.get(place, set())
        if there & symbols:
            return "right", ""
        if not there or there & self.relatives(symbols) or self.is_unresolved(place[0], there, sources):
            return "unknown", ""
        return "wrong", sorted(there)[0][-70:]

    def same(self, symbols):
        """The symbols, and the properties that stand for them: `{ load }` defines a property of that name."""
        return symbols.union(*(self.shorthands.get(symbol, ()) for symbol in symbols))

    def is_unresolved(self, path, symbols, sources):
        """Whether all that is known of a name is the import it comes from."""
        lines = [self.locals.get((path, symbol)) for symbol in symbols]
        return all(line and sources.is_import(path, line) for line in lines)

    def relatives(self, symbols):
        """What overrides or implements the symbols, or is overridden or implemented by them."""
        found, waiting = set(), list(symbols)
        while waiting:
            new = self.related[waiting.pop()] - found
            found |= new
            waiting += new
        return found - set(symbols)


class Sources:
    """Lines and import statements of the files of a repository."""

    def __init__(self, root):
        self.root, self.lines, self.imports = root, {}, {}

    def text(self, path):
        if path not in self.lines:
            text = (self.root / path).read_text(errors="replace")
            self.lines[path] = text.split("\n")
            self.imports[path] = import_lines(path, text)
        return self.lines[path]

    def is_use(self, path, line, column):
        """Neither an import, nor a part of the declaration itself: an overload, a setter's decorator, `impl Type`."""
        before = self.text(path)[line - 1][:column - 1].strip()
        after = self.text(path)[line - 1][column - 1:]
        is_impl = re.match(r"(unsafe )?impl\b", before) and not re.search(r"\bfor\b", after)
        return not (self.is_import(path, line) or before in DECLARES or before == "@" and ".setter" in after
                    or after.startswith("__init__") or is_impl)

    def is_import(self, path, line):
        self.text(path)
        return line in self.imports[path]


def import_lines(path, text):
    spans = []
    if path.endswith(".py"):
        try:
            nodes = ast.walk(ast.parse(text))
        except SyntaxError:
            return set()
        spans = [(n.lineno, n.end_lineno) for n in nodes if isinstance(n, (ast.Import, ast.ImportFrom))]
    else:
        pattern = r"^[ \t]*(?:import|export)\b(?:(?!^[ \t]*(?:import|export)\b)[^;'\"(=])*?from\s*['\"]|^[ \t]*(?:pub(?:\([^)]*\))? )?use [^;]*;|^[ \t]*import [^(\n]*$|^[ \t]*export (?:default [\w.]+|\{[^}]*\});?$|^.*\brequire\(.*$"
        for found in re.finditer(pattern, text, re.M):
            first = text.count("\n", 0, found.start()) + 1
            spans.append((first, first + found.group().count("\n")))
    return {line for first, last in spans for line in range(first, last + 1)}


class Leaves:
    """Leaves of the repository, by file."""

    def __init__(self, chunks):
        self.by_path = collections.defaultdict(list)
        for chunk in chunks:
            if not chunk["is_parent"]:
                self.by_path[chunk["path"]].append((chunk["start_line"], chunk["id"]))

    def at(self, path, line):
        leaves = self.by_path[path]
        place = bisect.bisect_right(leaves, (line, "~")) - 1
        return leaves[place][1] if place >= 0 else None


def declarations(chunks):
    parents = {chunk["id"]: chunk for chunk in chunks}
    for chunk in chunks:
        parent = parents.get(chunk["parent_id"])
        is_part = parent and (parent["name"], parent["kind"]) == (chunk["name"], chunk["kind"])
        if chunk["kind"] in KINDS and chunk["name"] and not is_part:
            yield chunk


class Score:
    """Counts of a repository."""

    def __init__(self):
        self.verdicts = collections.Counter()  # (verdict, certainty)
        self.wanted = self.found = 0
        self.lengths = []  # listed relations for each true caller, one number a declaration

    def precision(self, *certainties):
        right, wrong = (sum(self.verdicts[verdict, it] for it in certainties) for verdict in ("right", "wrong"))
        return f"{right / (right + wrong):.3f}" if right + wrong else "-"

    def row(self, name, size, known):
        unknown = sum(count for (verdict, _), count in self.verdicts.items() if verdict == "unknown")
        median, most = statistics.median(self.lengths), statistics.quantiles(self.lengths, n=10)[8]
        cells = [name, f"{size} of {known}", self.wanted, self.precision("certain"), self.precision("certain", "likely"),
                 self.precision(*CERTAINTIES), f"{self.found / max(1, self.wanted):.3f}", self.precision("possible"),
                 f"{median:.1f}", f"{most:.1f}", f"{unknown / max(1, self.verdicts.total()):.0%}"]
        return f"| {' | '.join(map(str, cells))} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("smriti")
    parser.add_argument("repository", type=pathlib.Path)
    parser.add_argument("index", type=pathlib.Path)
    parser.add_argument("--server", help="command of a language server; INDEX keeps its answers")
    parser.add_argument("--sample", type=int, default=400)
    parser.add_argument("--wrong", action="store_true", help="list relations that SCIP contradicts")
    parser.add_argument("--missed", action="store_true", help="list references that were not found")
    options = parser.parse_args()
    root = options.repository.resolve()

    def smriti(*words):
        for _ in range(TRIES):
            done = subprocess.run([options.smriti, *words], cwd=root, capture_output=True, text=True)
            if not done.returncode:
                break
        else:
            raise SystemExit(f"{words}: {done.stderr}")
        return json.loads(done.stdout) if "--json" in words else None

    smriti("index", "--root", str(root))
    chunks = smriti("chunks", "--json", "--root", str(root))["chunks"]
    sources, leaves = Sources(root), Leaves(chunks)
    truth = ServerTruth(options.server, root, options.index) if options.server else Truth(options.index, root)
    sample, known = truth.sample(list(declarations(chunks)), sources, options.sample)

    def callers(target):
        return smriti("context", target[0]["id"], "--expand", "callers", "--json")["callers_context"]

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(callers, sample))
    if options.server:
        truth.prepare(sample, [[place_of(it) for it in answer["found"]] for answer in answers], sources)
    score = Score()
    for (chunk, target), answer in zip(sample, answers):
        if not truth.is_ambiguous(target):
            compare(score, chunk, target, answer, truth, sources, leaves, options)
    if options.server:
        truth.close()
    print(score.row(root.name, len(sample), known), dict(score.verdicts))


def place_of(relation):
    return relation["path"], relation["line"], relation["column"]


def compare(score, chunk, target, answer, truth, sources, leaves, options):
    """Adds the callers of one declaration to the counts."""
    own = range(chunk["start_line"], chunk["end_line"] + 1)
    uses = {(path, leaves.at(path, line)): (path, line)
            for path, line, column in truth.uses_of(target, chunk, sources)
            if leaves.at(path, line) and sources.is_use(path, line, column) and not (path == chunk["path"] and line in own)}
    if answer["total"] or uses:
        score.lengths.append(answer["total"] / max(1, len(uses)))
    if answer["total"] > LIMIT:
        return
    about = f"{chunk['path']}:{chunk['start_line']} {'.'.join(chunk['names'][1:])}"
    for relation in answer["found"]:
        (path, line, column), certainty = place_of(relation), relation["certainty"]
        verdict, instead = truth.verdict((path, line, column), target, chunk, sources)
        score.verdicts[verdict, certainty] += 1
        if options.wrong and verdict == "wrong":
            print(f"{certainty} {path}:{line}:{column} is no {about}: {sources.text(path)[line - 1].strip()[:90]}  [{instead}]")
    listed = {(it["path"], leaves.at(it["path"], it["line"])) for it in answer["found"]}
    score.wanted += len(uses)
    score.found += len(uses.keys() & listed)
    if options.missed:
        for leaf in sorted(uses.keys() - listed):
            path, line = uses[leaf]
            print(f"missed {path}:{line} of {about}: {sources.text(path)[line - 1].strip()[:90]}")


if __name__ == "__main__":
    main()
