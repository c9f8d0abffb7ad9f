#!/usr/bin/env bash
# Pyright renames a key of a TypedDict in its class and in calls, but not in literals and subscripts; its own checker then fails.
#
# Expected: after a rename the program runs as before, and the checker that did the rename finds no error in it.
# Seen on 2026-11-29 with pyright 1.1.414 (npm; basedpyright 1.40.1 does the same), one rename in each module, without an error:
#   a field of a dataclass, a method and its override, a variable of `:=` or `nonlocal`:   right.
#   a key of a TypedDict:                 `Row(key=2)` is renamed; `{"key": 1}`, `row["key"]` and `row.get("key")` are not.
#   a parameter of an overloaded function, renamed in the implementation:   the calls `load(name=…)` and the overloads are not.
#   a parameter of `__call__`:            `reader(size=1)` is not.
#   an attribute read from `A | B`:       the use is renamed, the attribute of B is not.
# `Find all references` has the same gaps. A TypedDict is the usual type for JSON, so a rename of a key changes the type and
# the constructor calls and leaves the data.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" pyright@1.1.414
mkdir "$work/project"
cat > "$work/client.py" <<'PYTHON'
import json, pathlib, subprocess, sys

root, bin = pathlib.Path(sys.argv[1]), sys.argv[2]
# for each module: its source, the definition that is renamed, and whether the result runs
CASES = {
    "dataclass": ("from dataclasses import dataclass\n@dataclass\nclass P:\n    key: int\n"
                  "match P(key=1):\n    case P(key=1): pass\n    case _: raise ValueError\n", "key: int", True),
    "override": ("class A:\n    def key(self) -> int: return 1\nclass B(A):\n    def key(self) -> int: return 2\n"
                 "assert B().key() == 2\n", "key(self)", True),
    "walrus": ("def f(xs: list[int]) -> int:\n    if any((key := x) > 1 for x in xs):\n        return key\n    return 0\n"
               "assert f([1, 2]) == 2\n", "key := x", True),
    "typed_dict": ("from typing import TypedDict\nclass Row(TypedDict):\n    key: int\n"
                   "row: Row = {'key': 1}\nother = Row(key=2)\nassert row['key'] + other['key'] == 3 and row.get('key')\n",
                   "key: int", False),
    "overload": ("from typing import overload\n@overload\ndef f(key: int) -> int: ...\n@overload\ndef f(key: str) -> str: ...\n"
                 "def f(key: int | str) -> int | str: return key\nassert f(key=1) == 1\n", "key: int |", False),
    "call": ("class Reader:\n    def __call__(self, key: int) -> int: return key\nassert Reader()(key=1) == 1\n",
             "key: int", False),
    "union": ("class A:\n    key = 1\nclass B:\n    key = 2\ndef f(x: A | B) -> int: return x.key\n"
              "assert f(A()) + f(B()) == 3\n", "key = 1", False),
}
process = subprocess.Popen([bin + "/pyright-langserver", "--stdio"], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

def send(**message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    process.stdin.flush()

def request(number, method, params):
    send(id=number, method=method, params=params)
    while True:
        length = 0
        while line := process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        message = json.loads(process.stdout.read(length))
        if "method" in message and "id" in message:
            is_list = message["method"] == "workspace/configuration"
            send(id=message["id"], result=[None] * len(message["params"]["items"]) if is_list else None)
        elif message.get("id") == number:
            return message["result"]

request(1, "initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": {"workspace": {"configuration": True}},
                          "workspaceFolders": [{"uri": root.as_uri(), "name": "project"}]})
send(method="initialized", params={})
for name, (source, definition, _) in CASES.items():
    document = {"uri": (root / f"{name}.py").as_uri()}
    send(method="textDocument/didOpen", params={"textDocument": {**document, "languageId": "python", "version": 1, "text": source}})
    exec(source, {"__name__": name})
    start = source.index(definition)
    position = {"line": source.count("\n", 0, start), "character": start - source.rfind("\n", 0, start) - 1}
    edit = request(2, "textDocument/rename", {"textDocument": document, "position": position, "newName": "new"})
    changes = edit.get("changes") or {change["textDocument"]["uri"]: change["edits"] for change in edit["documentChanges"]}
    lines = source.split("\n")
    for change in sorted(changes[document["uri"]], key=lambda c: c["range"]["start"]["character"], reverse=True):
        start, end = change["range"]["start"], change["range"]["end"]
        lines[start["line"]] = lines[start["line"]][:start["character"]] + "new" + lines[start["line"]][end["character"]:]
    (root / f"{name}.py").write_text("\n".join(lines))
process.kill()

report = subprocess.run([bin + "/pyright", "--outputjson", "."], cwd=root, capture_output=True, text=True)
errors = {pathlib.Path(found["file"]).stem for found in json.loads(report.stdout)["generalDiagnostics"]}
for name, (_, _, is_right) in CASES.items():
    try:
        exec((root / f"{name}.py").read_text(), {"__name__": name})
        runs = True
    except Exception:
        runs = False
    print(f"{name}: runs: {runs}, an error of pyright: {name in errors}")
    assert runs == is_right and (name in errors) != is_right
PYTHON
python3 "$work/client.py" "$work/project" "$work/node_modules/.bin"
