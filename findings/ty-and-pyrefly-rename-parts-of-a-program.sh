#!/usr/bin/env bash
# ty and pyrefly rename parts of a program only: ty leaves `case Point(width=1)`, which then never matches, pyrefly the second
# `@overload` and the setter of a property.
#
# Expected: after a rename the program prints what it printed before.
# Seen on 2026-12-01 with ty 0.0.108 and pyrefly 1.5.0 (PyPI), `textDocument/rename`, then Python and the checker of the same tool:
#   a field in a class pattern:     both leave it. With ty the program prints nothing and `ty check` passes; with pyrefly it fails.
#   a field of a NamedTuple:        pyrefly leaves `Row(width=1)` and `_replace(width=2)`: TypeError.
#   a member of an enum:            both leave `Size["width"]`: KeyError, and both checkers pass.
#   an overloaded function:         pyrefly renames the first signature: the new name has no body.
#   a property:                     pyrefly leaves the setter: NameError.
#   a nonlocal variable:            pyrefly leaves `nonlocal width`: SyntaxError.
#   a type variable:                ty leaves the text in TypeVar("width"), which `ty check` reports then.
#   a name that a loop sets again:  pyrefly leaves the loop and the lines behind it: two variables.
#   a parameter and its keyword:    right.
# The checkers of the tools do not find what the rename broke in three of these cases, so nobody is told.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check ty==0.0.108 pyrefly==1.5.0
mkdir "$work/project"
cd "$work/project"
cat > parameter.py <<'PY'
def area(width: int) -> int:
    return width
print(area(width=1))
PY
cat > pattern.py <<'PY'
from dataclasses import dataclass
@dataclass
class Point:
    width: int
match Point(width=1):
    case Point(width=1): print(1)
PY
cat > row.py <<'PY'
from typing import NamedTuple
class Row(NamedTuple):
    width: int
row = Row(width=1)
print(row._replace(width=2))
PY
cat > member.py <<'PY'
from enum import Enum
class Size(Enum):
    width = 1
print(Size.width.value, Size["width"].value)
PY
cat > overloads.py <<'PY'
from typing import overload
@overload
def width(a: int) -> int: ...
@overload
def width(a: str) -> str: ...
def width(a): return a
print(width(1))
PY
cat > prop.py <<'PY'
class Box:
    @property
    def width(self) -> int: return 1
    @width.setter
    def width(self, value: int) -> None: print(value)
box = Box()
box.width = 2
PY
cat > inner.py <<'PY'
def outer() -> int:
    width = 0
    def inner() -> None:
        nonlocal width
        width += 1
    inner()
    return width
print(outer())
PY
cat > variable.py <<'PY'
from typing import Generic, TypeVar
width = TypeVar("width")
class Box(Generic[width]):
    item: width
print(1)
PY
cat > loop.py <<'PY'
width = 5
print(width)
for width in range(3): pass
print(width)
PY

"$work/venv/bin/python" - "$work/venv/bin" <<'PY'
import itertools, json, pathlib, subprocess, sys

bin, root = pathlib.Path(sys.argv[1]), pathlib.Path.cwd()

class Server:
    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.numbers = itertools.count(1)
        self.request("initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": {}})
        self.send(method="initialized", params={})

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def request(self, method, params):
        number = next(self.numbers)
        self.send(id=number, method=method, params=params)
        while True:
            length = 0
            while line := self.process.stdout.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            message = json.loads(self.process.stdout.read(length))
            if "method" in message and "id" in message:
                self.send(id=message["id"], result=None)
            elif message.get("id") == number:
                return message["result"]

    def renamed(self, file):
        """The lines of a file after its first `width` is renamed."""
        text = file.read_text()
        lines = text.split("\n")
        line = next(number for number, line in enumerate(lines) if "width" in line)
        document = {"uri": file.as_uri()}
        opened = {**document, "languageId": "python", "version": 1, "text": text}
        self.send(method="textDocument/didOpen", params={"textDocument": opened})
        at = {"textDocument": document, "position": {"line": line, "character": lines[line].index("width")}}
        result = self.request("textDocument/rename", {**at, "newName": "renamed"})
        changes = result.get("changes") or {change["textDocument"]["uri"]: change["edits"] for change in result["documentChanges"]}
        [edits] = changes.values()
        for edit in sorted(edits, key=lambda edit: -edit["range"]["start"]["character"]):
            start, end = edit["range"]["start"], edit["range"]["end"]
            line = lines[start["line"]]
            lines[start["line"]] = line[:start["character"]] + edit["newText"] + line[end["character"]:]
        return lines

def run(file):
    result = subprocess.run([sys.executable, file], capture_output=True, text=True)
    return result.stdout + result.stderr.strip().split("\n")[-1].split(":")[0]

# for each module, the lines that keep the old name, what the program prints or its error, whether the tool's checker passes
EXPECTED = {
    "ty": {
        "parameter": ([], "1\n", True), "pattern": ([6], "", True), "row": ([], None, True), "member": ([4], "KeyError", True),
        "overloads": ([], "1\n", True), "prop": ([], "2\n", True), "inner": ([], "1\n", True), "variable": ([2], "1\n", False),
        "loop": ([], "5\n2\n", True),
    },
    "pyrefly": {
        "parameter": ([], "1\n", True), "pattern": ([5, 6], "TypeError", False), "row": ([4, 5], "TypeError", False),
        "member": ([4], "KeyError", True), "overloads": ([5, 6, 7], "1\n", True), "prop": ([4, 5], "NameError", False),
        "inner": ([4], "SyntaxError", False), "variable": ([], "1\n", True), "loop": ([3, 4], "5\n2\n", True),
    },
}
for tool, mode in [("ty", "server"), ("pyrefly", "lsp")]:
    server = Server(bin / tool, mode)
    for name, (left, output, passes) in EXPECTED[tool].items():
        file = root / f"{name}.py"
        lines = server.renamed(file)
        new = root.parent / f"{name}.py"
        new.write_text("\n".join(lines))
        found = [number + 1 for number, line in enumerate(lines) if "width" in line]
        printed, passed = run(new), subprocess.run([bin / tool, "check", new], capture_output=True).returncode == 0
        print(f"{tool}, {name}: the lines {found} keep the name; {printed!r} in place of {run(file)!r}; checker passes: {passed}")
        assert (found, passed) == (left, passes) and printed == (output if output is not None else "Row(renamed=2)\n")
    server.process.kill()
PY
