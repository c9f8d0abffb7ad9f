#!/usr/bin/env bash
# fatou renames a Julia function but not its `export`, and of a field or keyword argument the declaration only.
#
# Expected: a rename changes each use in the file, or the server refuses it; after it the program does the same as before.
# Seen on 2026-11-30 with fatou 0.24.0 (PyPI), `textDocument/rename`, without an error:
#   a function of a module:   definition and calls inside the module are renamed; `export area`, `using .Shapes: area` and
#                             `Shapes.area(…)` in the same file keep the old name.
#   a field of a struct:      the declaration only; `point.width` keeps the old name.
#   a keyword argument:       the definition and the body only; calls keep `scale = 2`.
#   a local variable:         right, also in a closure, in `"$count"` and in `(; count = count)`, where the key must stay.
# Julia then stops with an UndefVarError, a missing field or an unsupported keyword argument, some of them only when the code runs.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check fatou==0.24.0
mkdir "$work/project"
cat > "$work/project/shapes.jl" <<'JULIA'
module Shapes
export area, Square
struct Square
    width::Int
end
function area(square::Square; scale = 1)
    count = square.width * square.width
    show = () -> println("$count")
    show()
    return (; count = count * scale)
end
total(square) = area(square; scale = 2)
end
using .Shapes: area
println(Shapes.area(Shapes.Square(2)))
println(area(Shapes.Square(3); scale = 3))
JULIA
HOME="$work" python3 - "$work/venv/bin/fatou" "$work/project/shapes.jl" <<'PY'
import json, pathlib, subprocess, sys

server, file = sys.argv[1], pathlib.Path(sys.argv[2])
process = subprocess.Popen([server, "lsp"], cwd=file.parent, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
numbers = iter(range(1, 1000))

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
        send(id=message["id"], result=None)
    return message

def request(method, params):
    number = next(numbers)
    send(id=number, method=method, params=params)
    while (message := receive()).get("id") != number or "method" in message:
        pass
    return message["result"]

request("initialize", {"processId": None, "rootUri": file.parent.as_uri(), "capabilities": {},
                       "workspaceFolders": [{"uri": file.parent.as_uri(), "name": "project"}]})
send(method="initialized", params={})
document = {"uri": file.as_uri()}
text = file.read_text()
lines = text.split("\n")
send(method="textDocument/didOpen", params={"textDocument": {**document, "languageId": "julia", "version": 1, "text": text}})

def check(declaration, old, expected):
    """Renames a declaration: the numbers of the lines that change."""
    line = next(n for n, content in enumerate(lines) if declaration in content)
    position = {"line": line, "character": lines[line].index(old) + 1}
    result = request("textDocument/rename", {"textDocument": document, "position": position, "newName": "renamed"})
    edits = (result.get("changes") or {}).get(file.as_uri()) or result["documentChanges"][0]["edits"]
    found = sorted({edit["range"]["start"]["line"] + 1 for edit in edits})
    rest = [content.strip() for n, content in enumerate(lines, 1) if old in content and n not in found]
    print(f"{old}: lines {found} change; with the old name stay", *rest, sep="\n  ")
    assert found == expected, f"expected {expected}"
    return rest

assert check("function area", "area", [6, 12]) == [
    "export area, Square", "using .Shapes: area", "println(Shapes.area(Shapes.Square(2)))", "println(area(Shapes.Square(3); scale = 3))"]
assert check("width::Int", "width", [4]) == ["count = square.width * square.width"]
assert check("function area", "scale", [6, 10]) == [
    "total(square) = area(square; scale = 2)", "println(area(Shapes.Square(3); scale = 3))"]
assert check("count = square", "count", [7, 8, 10]) == []
process.kill()
PY
