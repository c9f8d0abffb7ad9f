#!/usr/bin/env python3
"""Questions that are names: which declaration a name leads to is known from the code itself.

  names.py --binary PATH --list CORPORA --dir DIR [--count 30] > names.jsonl

Of each corpus (JSON: name, root) as many names as --count says of what is declared once, at least four letters long, half
of them types where there are as many; the same at every run. One JSON object a line, as `train.py` takes them.
"""
import argparse, collections, json, os, pathlib, random, subprocess, tempfile

TYPES = {"class", "struct", "enum", "interface", "trait", "type"}
CALLABLE = {"function", "method", "constructor", "macro"}


def declared(binary, root):
    """Every declaration of a repository by its name; the headers and pieces of one are not told apart from it."""
    with tempfile.TemporaryDirectory() as cache:
        home = {name: cache for name in ["XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"]}
        out = subprocess.run([binary, "chunks", "--json", "."], cwd=root, env={**os.environ, **home}, check=True,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    chunks = json.loads(out)["chunks"]
    above = {chunk["id"]: chunk for chunk in chunks}
    found = collections.defaultdict(list)
    for chunk in chunks:
        parent = above.get(chunk["parent_id"], {})
        is_header = parent.get("names") == chunk["names"]
        is_piece = chunk["name"].rpartition("#")[0] == parent.get("name") != ""
        if chunk["kind"] in TYPES | CALLABLE and not is_header and not is_piece:
            found[chunk["name"]].append(chunk)
    return found


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--binary", required=True)
    arguments.add_argument("--list", required=True, type=pathlib.Path)
    arguments.add_argument("--dir", required=True, type=pathlib.Path)
    arguments.add_argument("--count", type=int, default=30)
    chosen = arguments.parse_args()
    binary = str(pathlib.Path(chosen.binary).resolve())
    for corpus in json.loads(chosen.list.read_text()):
        found = declared(binary, chosen.dir / corpus["name"] / corpus.get("root", ""))
        is_name = lambda name: len(name) >= 4 and name.replace("_", "a").isalnum()
        names = sorted(name for name, chunks in found.items() if len(chunks) == 1 and is_name(name))
        random.Random(7).shuffle(names)
        kind = lambda name: found[name][0]["kind"]
        types = [name for name in names if kind(name) in TYPES][:chosen.count // 2]
        others = [name for name in names if kind(name) in CALLABLE][:chosen.count - len(types)]
        for name in types + others:
            print(json.dumps(dict(corpus=corpus["name"], query=name, category="name",
                                  relevant=[dict(path=found[name][0]["path"])])), flush=True)


main()
