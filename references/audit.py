#!/usr/bin/env python3
"""Prints uses of names that no declaration of the name has among its callers: silent misses; see README.md.

    audit.py SMRITI_TUI DIRECTORY LANGUAGE [--sample N]

Names of declarations are drawn. For each, every declaration of it is asked for its callers, over MCP. A use is a line of
code with the name as a whole word, without comments and strings, that is outside of every declaration of the name. One
that is in no listed leaf is printed: it means a variable or something of another package, or it is a miss.
"""
import argparse
import bisect
import collections
import json
import pathlib
import random
import re
import subprocess

from outlines import LANGUAGES, blank

KINDS = {"function", "method", "accessor", "macro", "constructor", "class", "struct", "enum", "interface", "trait", "type", "module", "items"}
ROW = re.compile(r"^(\S.*?):(\d+):.*  (certain|likely|possible)$")
IMPORT = re.compile(r"^\s*(?:pub )?(?:import|use|using|from|require\w*|#\s*include|package|namespace|alias|open|export \{|impl|extension)\b")
# Imports and exports of several lines.
LISTS = re.compile(r"^\s*(?:(?:import|export)\b(?:\s+type)?(?:\s+\w+,)?\s*\{[^{}]*\}|from\s+\S+\s+import\s*\([^()]*\)|use\s[^;]*\{[^;]*;)", re.M)
MAX_DECLARATIONS, MAX_USES, SHOWN = 8, 150, 3
# Names of variables: after a word, before `=`, after a type, of a lambda; and parameters, in the first lines of a leaf.
BINDINGS = [re.compile(it) for it in (
    r"\b(?:let|var|val|const|local|my|for|foreach|auto|mut|final|rec|case|catch|as)\s+\(?(?:mut\s+)?[$*]?(\w+)(?!\s*[(.])",
    r"^\s*\$?(\w+)\s*(?::=|=(?![=~>])|<-)",
    r"(?<![\w.])(?!(?:return|throw|await|yield|new|else|not|and|or|in|is|as)\b)[\w.]+[\w<>\[\]?]*[\s*&]+(\w+)\s*(?:=(?!=)|;|:\s)",
    r"(\w+)\)?\s(?:->|=>)", r"\|\s*(\w+)\s*(?=[,|])")]
PARAMETER = re.compile(r"[(,|{]\s*(?:[\w<>\[\]?.&*:]+\s+)*[*&$]*(\w+)\s*(?=[:,)=|]|$)")
HEADER = 4  # lines


class Agent:
    """The program as a server of MCP."""

    def __init__(self, program, root):
        self.number = 0
        self.process = subprocess.Popen([program, "mcp"], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.request("initialize", {"protocolVersion": "2025-03-26", "capabilities": {},
                                    "clientInfo": {"name": "audit", "version": "1"}})
        self.send({"method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def request(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer.get("id") == self.number:
                return answer["result"]
        raise SystemExit("the server ended")

    def callers(self, symbol):
        """Path and line of each caller."""
        arguments = {"symbol": symbol, "max_tokens": 1_000_000}
        text = self.request("tools/call", {"name": "references", "arguments": arguments})["content"][0]["text"]
        part = re.search(r"── callers.*?(?=\n\n──|\Z)", text, re.S)
        if not part:
            raise SystemExit(f"{symbol}: {text[:300]}")
        return [(row[1], int(row[2])) for row in map(ROW.match, part[0].split("\n")) if row]


class Leaves:
    """First lines of the leaves, by file."""

    def __init__(self, chunks):
        self.by_path = collections.defaultdict(lambda: [0])
        for chunk in chunks:
            if not chunk["is_parent"]:
                self.by_path[chunk["path"]].append(chunk["start_line"])

    def at(self, path, line):
        starts = self.by_path[path]
        return path, starts[bisect.bisect_right(starts, line) - 1]


def declarations(chunks):
    """By name: what to ask for, the path, and the lines that are no use of the name."""
    found = collections.defaultdict(list)
    for chunk in chunks:
        if chunk["kind"] not in KINDS:
            continue
        if chunk["kind"] != "items":
            lines = range(chunk["start_line"], chunk["end_line"] + 1)
            found[chunk["name"]].append((chunk["id"], chunk["path"], lines))
        for it in chunk["definitions"]:
            if chunk["kind"] == "items" or it["name"] != chunk["name"]:
                line = it["line"]
                found[it["name"]].append((f"{chunk['path']}:{line}", chunk["path"], range(line, line + 1)))
    return found


def words_in(code, path, leaves):
    """Lines of the names in code, but of none in a leaf that binds a variable of the name."""
    found, bound = collections.defaultdict(set), set()
    code = LISTS.sub(lambda it: "\n" * it[0].count("\n"), code)
    for number, line in enumerate(code.split("\n"), 1):
        leaf = leaves.at(path, number)
        patterns = BINDINGS + [PARAMETER] * (number < leaf[1] + HEADER)
        bound |= {(it[1], leaf) for pattern in patterns for it in pattern.finditer(line)}
        if not IMPORT.match(line):
            for word in re.findall(r"\w++(?!:(?!:)|\s*`)", line):
                found[word].add((path, number))
    return {name: {it for it in places if (name, leaves.at(*it)) not in bound} for name, places in found.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("language", choices=LANGUAGES)
    parser.add_argument("--sample", type=int, default=100)
    options = parser.parse_args()
    root, program = options.directory.resolve(), options.program.resolve()
    subprocess.run([program, "index"], cwd=root, stdout=subprocess.DEVNULL, check=True)
    printed = subprocess.run([program, "chunks", "--json", "."], cwd=root, capture_output=True, text=True, check=True)
    endings, hidden = LANGUAGES[options.language][:2]
    endings = tuple(f".{it}" for it in endings.split())
    chunks = [chunk for chunk in json.loads(printed.stdout)["chunks"] if chunk["path"].endswith(endings)]
    leaves, declared, words = Leaves(chunks), declarations(chunks), collections.defaultdict(set)
    texts = {path: (root / path).read_text(errors="replace") for path in {chunk["path"] for chunk in chunks}}
    for path, text in texts.items():
        for word, places in words_in(blank(text, hidden), path, leaves).items():
            words[word] |= places
    drawn = {it["name"] for chunk in chunks for it in [chunk, *chunk["definitions"]]
             if chunk["kind"] in KINDS and (chunk["kind"] != "items" or it["name"][:1].isupper())}
    names = sorted(name for name in drawn if re.fullmatch(r"[^\W\d]\w{2,}", name)
                   and len(declared[name]) <= MAX_DECLARATIONS and len(words[name]) <= MAX_USES)
    names = random.Random(7).sample(names, min(options.sample, len(names)))
    agent, uses, missed, flagged = Agent(program, root), 0, 0, 0
    for name in names:
        asked = {symbol for symbol, _, _ in declared[name]}
        listed = {leaves.at(*place) for symbol in asked for place in agent.callers(symbol)}
        used = words[name] - {(path, line) for _, path, covered in declared[name] for line in covered}
        left = sorted(place for place in used if leaves.at(*place) not in listed)
        uses, missed, flagged = uses + len(used), missed + len(left), flagged + bool(left)
        if left:
            at = " ".join(sorted({f"{path}:{covered.start}" for _, path, covered in declared[name]}))
            print(f"{name} ({at}): {len(left)} of {len(used)}")
        for path, line in left[:SHOWN]:
            print(f"    {path}:{line}: {texts[path].splitlines()[line - 1].strip()[:110]}")
    agent.process.kill()
    print(f"{root.name}: {len(names)} names, {uses} uses, {missed} not listed of {flagged} names")


if __name__ == "__main__":
    main()
