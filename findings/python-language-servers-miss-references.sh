#!/usr/bin/env bash
# Three language servers for Python leave out different references of a name in one small file.
#
# Expected: within a file that all of them check without an error, they list the same references.
# Seen on 2026-11-29 with jedi-language-server 0.47.0 (jedi 0.20.1), ty 0.0.108 and pyrefly 1.5.0 of PyPI,
# `textDocument/references`:
#   the field of a dataclass: ty and pyrefly leave out the keyword of a class pattern (`case Point(xx=1)`), pyrefly also the
#                             keyword of the constructor (`Point(xx=1)`).
#   a nonlocal variable:      jedi leaves out `count += 1` in the inner function, pyrefly the statement `nonlocal count`.
#   a property:               pyrefly leaves out its setter.
# So none of the three can be the reference for another tool, and a rename by one of them can leave code that fails.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check jedi-language-server==0.47.0 jedi==0.20.1 ty==0.0.108 pyrefly==1.5.0
mkdir "$work/shapes"
cat > "$work/shapes/shapes.py" <<'PYTHON'
from dataclasses import dataclass


@dataclass
class Point:
    xx: int

    @property
    def double(self) -> int:
        return 2 * self.xx

    @double.setter
    def double(self, value: int) -> None:
        print(self.xx, value)


def describe(point: Point) -> str:
    point.double = 4
    match point:
        case Point(xx=1):
            return "unit"
    return str(Point(xx=2).xx)


def outer() -> int:
    count = 0

    def inner() -> None:
        nonlocal count
        count += 1

    inner()
    return count
PYTHON

cat > "$work/client.py" <<'PYTHON'
import json, pathlib, subprocess, sys

root, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
process = subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

def send(**message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    process.stdin.flush()

def receive():
    length = 0
    while line := process.stdout.readline().strip():
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    message = json.loads(process.stdout.read(length))
    if "method" in message and "id" in message:
        is_list = message["method"] == "workspace/configuration"
        send(id=message["id"], result=[None] * len(message["params"]["items"]) if is_list else None)
    return message

def request(number, method, params):
    send(id=number, method=method, params=params)
    while (message := receive()).get("id") != number or "method" in message:
        pass
    assert "result" in message, message
    return message["result"]

file = root / "shapes.py"
document = {"uri": file.as_uri()}
request(1, "initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": {},
                          "workspaceFolders": [{"uri": root.as_uri(), "name": "shapes"}]})
send(method="initialized", params={})
send(method="textDocument/didOpen", params={"textDocument": {
    **document, "languageId": "python", "version": 1, "text": file.read_text()}})
found = []
for number, (line, character) in enumerate([(5, 4), (8, 8), (25, 4)], 2):
    references = request(number, "textDocument/references", {
        "textDocument": document, "context": {"includeDeclaration": True},
        "position": {"line": line, "character": character}})
    found.append(" ".join(str(n) for n in sorted({place["range"]["start"]["line"] + 1 for place in references})))
print("; ".join(found))
process.kill()
PYTHON

# check EXPECTED COMMAND…: the lines of the references of `xx`, `double` and `count`.
check() {
    local found
    found=$(HOME="$work" "$work/venv/bin/python" "$work/client.py" "$work/shapes" "$work/venv/bin/$2" "${@:3}")
    echo "$2: $found"
    test "$found" = "$1" || { echo "expected: $1"; exit 1; }
}

check "6 10 14 20 22; 9 12 13 18; 26 29 33" jedi-language-server
check "6 10 14 22; 9 12 13 18; 26 29 30 33" ty server
check "6 10 14 22; 9 18; 26 30 33" pyrefly lsp
