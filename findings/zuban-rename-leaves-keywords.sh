#!/usr/bin/env bash
# zuban renames a parameter or a field but not the keywords that name it in calls and patterns; its own checker then fails.
#
# Expected: after a rename the program runs as before, and the checker that did the rename finds no error in it.
# Seen on 2026-11-29 with zuban 0.10.2 (PyPI), `textDocument/rename`, then `zuban check`, one rename in each module:
#   a parameter:                    `area(width=1)` keeps the old name.
#   a field of a dataclass:         `Point(x=1)` and `case Point(x=1)` keep it.
#   a field of a NamedTuple:        `Row(x=1)` and `row._replace(x=2)` keep it.
#   a method with an override:      the method of the subclass keeps it, so `base.renamed()` calls the wrong one, without an error.
#   a key of a TypedDict:           the literal `{"x": 1}` and `options["x"]` keep it.
#   a class:                        the annotation "Node | None" in quotes keeps it.
#   a property with its setter, a nonlocal and a global variable, a name of `:=`, an alias of an import:   right.
# `textDocument/references` lists the same uses, so neither shows what is missing. zuban checks all the places that it leaves.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check zuban==0.10.2
mkdir "$work/project"
cd "$work/project"
cat > parameter.py <<'PY'
def area(width: int) -> int:
    return width
print(area(width=1))
PY
cat > dataclass.py <<'PY'
from dataclasses import dataclass
@dataclass
class Point:
    width: int
match Point(width=1):
    case Point(width=1): print(1)
PY
cat > namedtuple.py <<'PY'
from typing import NamedTuple
class Row(NamedTuple):
    width: int
row = Row(width=1)
print(row._replace(width=2).width)
PY
cat > override.py <<'PY'
class Base:
    def width(self) -> int: return 1
class Child(Base):
    def width(self) -> int: return 2
base: Base = Child()
print(base.width())
PY
cat > typeddict.py <<'PY'
from typing import TypedDict
class Options(TypedDict):
    width: int
options: Options = {"width": 1}
print(options["width"])
PY
cat > quoted.py <<'PY'
class width: ...
def find() -> "width | None": return width()
PY
cat > property.py <<'PY'
class Box:
    @property
    def width(self) -> int: return 1
    @width.setter
    def width(self, value: int) -> None: print(value)
box = Box()
box.width = 2
PY
cat > nonlocal.py <<'PY'
def outer() -> int:
    width = 0
    def inner() -> None:
        nonlocal width
        width += 1
    inner()
    return width
print(outer())
PY

"$work/venv/bin/python" - "$work/venv/bin/zuban" <<'PY'
import json, pathlib, subprocess, sys

zuban, root = sys.argv[1], pathlib.Path.cwd()
process = subprocess.Popen([zuban, "server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
numbers = iter(range(1, 10_000))

def send(**message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    process.stdin.flush()

def request(method, params):
    number = next(numbers)
    send(id=number, method=method, params=params)
    while True:
        length = 0
        while line := process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        message = json.loads(process.stdout.read(length))
        if "method" in message and "id" in message:
            send(id=message["id"], result=None)
        elif message.get("id") == number:
            return message["result"]

def is_accepted(file):
    return subprocess.run([zuban, "check", file], capture_output=True).returncode == 0

def check(name, left, accepted):
    """Renames the first `width`: numbers of the lines that keep it, and whether the checker accepts the module then."""
    file = root / f"{name}.py"
    text = file.read_text()
    assert is_accepted(file), name
    lines = text.split("\n")
    [line, *_] = [number for number, line in enumerate(lines) if "width" in line]
    document = {"uri": file.as_uri()}
    send(method="textDocument/didOpen", params={"textDocument": {**document, "languageId": "python", "version": 1, "text": text}})
    at = {"textDocument": document, "position": {"line": line, "character": lines[line].index("width")}}
    result = request("textDocument/rename", {**at, "newName": "renamed"})
    changes = result.get("changes") or {change["textDocument"]["uri"]: change["edits"] for change in result["documentChanges"]}
    [edits] = changes.values()
    for edit in sorted(edits, key=lambda edit: -edit["range"]["start"]["character"]):
        start, end = edit["range"]["start"], edit["range"]["end"]
        line = lines[start["line"]]
        lines[start["line"]] = line[:start["character"]] + edit["newText"] + line[end["character"]:]
    file.write_text("\n".join(lines))
    found = [number + 1 for number, line in enumerate(lines) if "width" in line]
    print(f"{name}: the lines {found} keep the old name;", "accepted" if is_accepted(file) else "refused", "by zuban check")
    assert (found, is_accepted(file)) == (left, accepted)

request("initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": {}})
send(method="initialized", params={})
check("property", [], True)
check("nonlocal", [], True)
check("parameter", [3], False)
check("dataclass", [5, 6], False)
check("namedtuple", [4, 5], False)
check("override", [4], True)
check("typeddict", [4, 5], False)
check("quoted", [2], False)
process.kill()
PY
