#!/usr/bin/env python3
"""Queries that are names, complete and half typed: which declaration a name leads to is known from the code itself.

  names.py --binary PATH --list CORPORA --dir DIR [--count 40]

Of each corpus (JSON: name, root) --count names of declarations that are declared once, at least four letters long, half
of them types where there are as many; the same at every run. Each is searched for with every number of letters from two
on. Printed are the shares of the names for which
  file         the first hit for the whole name is in the file of the declaration,
  declaration  and in the declaration itself,
  at 60%       the first hit for 60% of the letters is a declaration whose name starts with them,
  falls        the declaration, once first, is not first again with more letters, but not all.
"""
import argparse, collections, json, math, os, pathlib, random, subprocess, tempfile

TYPES = {"class", "struct", "enum", "interface", "trait", "type"}
CALLABLE = {"function", "method", "constructor", "macro"}


def run(binary, root, cache, *arguments, given=None):
    """What the program prints in a repository, with an index of its own."""
    home = {name: cache for name in ["XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"]}
    return subprocess.run([binary, *arguments], cwd=root, env={**os.environ, **home}, check=given is None, input=given,
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def declared(binary, root):
    """Every declaration of a repository by its name; the headers and pieces of one are not told apart from it."""
    with tempfile.TemporaryDirectory() as cache:
        chunks = json.loads(run(binary, root, cache, "chunks", "--json", "."))["chunks"]
    above = {chunk["id"]: chunk for chunk in chunks}
    found = collections.defaultdict(list)
    for chunk in chunks:
        parent = above.get(chunk["parent_id"], {})
        is_header = parent.get("names") == chunk["names"]
        is_piece = chunk["name"].rpartition("#")[0] == parent.get("name") != ""
        if chunk["kind"] in TYPES | CALLABLE and not is_header and not is_piece:
            found[chunk["name"]].append(chunk)
    return found


def joined(name):
    """A name without case and what joins its words."""
    return "".join(letter for letter in name.lower() if letter.isalnum())


def first_hits(binary, root, queries):
    """The first hit of each query; none where nothing is found."""
    with tempfile.TemporaryDirectory() as cache:
        run(binary, root, cache, "index")
        out = run(binary, root, cache, "search", "--json", "--limit", "1", "-", given="".join(query + "\n" for query in queries))
    return [(json.loads(line)["hits"] or [None])[0] for line in out.splitlines()]


def is_in(hit, chunk):
    return hit is not None and hit["path"] == chunk["path"] and chunk["start_line"] <= hit["line"] <= chunk["end_line"]


def measure(binary, root, chunks):
    """The four counts over these declarations."""
    lengths = [range(2, len(chunk["name"]) + 1) for chunk in chunks]
    queries = [chunk["name"][:length] for chunk, all in zip(chunks, lengths) for length in all]
    hits = iter(first_hits(binary, root, queries))
    counts = collections.Counter(names=len(chunks))
    for chunk, all in zip(chunks, lengths):
        firsts = {length: next(hits) for length in all}
        name, whole = chunk["name"], firsts[len(chunk["name"])]
        counts["file"] += whole is not None and whole["path"] == chunk["path"]
        counts["declaration"] += is_in(whole, chunk)
        typed = max(2, math.ceil(0.6 * len(name)))
        found = firsts[typed] or dict(name="", found_as=None)
        found = found["found_as"] or found["name"].rpartition("#")[0] or found["name"]
        counts["at 60%"] += joined(found).startswith(joined(name[:typed]))
        is_first = [is_in(firsts[length], chunk) for length in all][:-1]
        counts["falls"] += True in is_first and False in is_first[is_first.index(True):]
    return counts


def shown(counts):
    shares = [f"{what} {counts[what] / max(counts['names'], 1):.1%}" for what in ["file", "declaration", "at 60%", "falls"]]
    return f"{counts['names']} names: " + ", ".join(shares)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--binary", required=True)
    arguments.add_argument("--list", required=True, type=pathlib.Path)
    arguments.add_argument("--dir", required=True, type=pathlib.Path)
    arguments.add_argument("--count", type=int, default=40)
    chosen = arguments.parse_args()
    binary = str(pathlib.Path(chosen.binary).resolve())
    total = collections.Counter()
    for corpus in json.loads(chosen.list.read_text()):
        root = chosen.dir / corpus["name"] / corpus.get("root", "")
        found = declared(binary, root)
        is_name = lambda name: len(name) >= 4 and name.replace("_", "a").isalnum()
        names = sorted(name for name, chunks in found.items() if len(chunks) == 1 and is_name(name))
        random.Random(7).shuffle(names)
        kind = lambda name: found[name][0]["kind"]
        types = [name for name in names if kind(name) in TYPES][:chosen.count // 2]
        others = [name for name in names if kind(name) in CALLABLE][:chosen.count - len(types)]
        counts = measure(binary, root, [found[name][0] for name in types + others])
        total.update(counts)
        print(f"{corpus['name']}: {shown(counts)}", flush=True)
    print(f"all: {shown(total)}")


main()
