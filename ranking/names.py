#!/usr/bin/env python3
"""Questions that are names: which declaration a name leads to is known from the code itself.

  names.py --binary PATH --list CORPORA --dir DIR [--count 30] > names.jsonl
  names.py --binary PATH --list CORPORA --dir DIR [--count 30] --ask

Of each corpus (JSON: name, root) as many names as --count says of what is declared once, at least four letters long, half
of them types where there are as many; the same at every run. One JSON object a line, as `train.py` takes them; with
`--ask` they are searched for, and what is printed is for how many the first hit is in the declaration's file, and in
the declaration itself.
"""
import argparse, collections, json, os, pathlib, random, subprocess, tempfile

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


def ask(binary, root, chunks):
    """For how many declarations their name leads to the file, and to the declaration."""
    with tempfile.TemporaryDirectory() as cache:
        run(binary, root, cache, "index")
        given = "".join(chunk["name"] + "\n" for chunk in chunks)
        out = run(binary, root, cache, "search", "--json", "--limit", "1", "-", given=given)
    files = leaves = 0
    for chunk, line in zip(chunks, out.splitlines(), strict=True):
        for hit in json.loads(line)["hits"][:1]:
            is_file = hit["path"] == chunk["path"]
            files += is_file
            leaves += is_file and chunk["start_line"] <= hit["line"] <= chunk["end_line"]
    return files, leaves


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--binary", required=True)
    arguments.add_argument("--list", required=True, type=pathlib.Path)
    arguments.add_argument("--dir", required=True, type=pathlib.Path)
    arguments.add_argument("--count", type=int, default=30)
    arguments.add_argument("--ask", action="store_true")
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
        chunks = [found[name][0] for name in types + others]
        if chosen.ask:
            files, leaves = ask(binary, root, chunks)
            total.update(names=len(chunks), files=files, leaves=leaves)
            print(f"{corpus['name']}: {len(chunks)} names, the file {files}, the declaration {leaves}", flush=True)
            continue
        for chunk in chunks:
            print(json.dumps(dict(corpus=corpus["name"], query=chunk["name"], category="name",
                                  relevant=[dict(path=chunk["path"])])), flush=True)
    if chosen.ask:
        print(f"all: {total['names']} names, the file {total['files'] / total['names']:.1%}, "
              f"the declaration {total['leaves'] / total['names']:.1%}")


main()
