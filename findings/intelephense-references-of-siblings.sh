#!/usr/bin/env bash
# Intelephense lists the calls of a sibling class's method as references of a method, when both implement one interface.
#
# Expected: the references of `Square::area` are calls that can reach it: through `Square` or through `Shape`.
# Seen with Intelephense 1.18.5 (npm, without a license key), `textDocument/references` on `area` of `Square`:
#   the calls in `Square` and in `total`, and also `$this->area()` in `Circle`, which can only be `Circle::area`.
#   `textDocument/definition` on that call answers `Circle::area` alone.
# So a reader, or a comparison with another tool, has to ask for the definition of each reference.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work/npm" intelephense@1.18.5
mkdir "$work/shapes"
cat > "$work/shapes/shapes.php" <<'PHP'
<?php
interface Shape { public function area(): int; }
class Square implements Shape {
    public function area(): int { return 1; }
    public function twice(): int { return 2 * $this->area(); }
}
class Circle implements Shape {
    public function area(): int { return 3; }
    public function half(): int { return intdiv($this->area(), 2); }
}
function total(Shape $shape): int { return $shape->area(); }
PHP

found=$(HOME="$work" python3 - "$work/npm/node_modules/.bin/intelephense" "$work/shapes" <<'PYTHON'
import json, pathlib, subprocess, sys

server, root = sys.argv[1], pathlib.Path(sys.argv[2])
process = subprocess.Popen([server, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

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
    return message["result"]

document = {"uri": (root / "shapes.php").as_uri()}
request(1, "initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": {},
                          "workspaceFolders": [{"uri": root.as_uri(), "name": "shapes"}]})
send(method="initialized", params={})
while receive().get("method") != "indexingEnded":
    pass
send(method="textDocument/didOpen", params={"textDocument": {
    **document, "languageId": "php", "version": 1, "text": (root / "shapes.php").read_text()}})
lines = lambda places: sorted(place["range"]["start"]["line"] + 1 for place in places)
references = request(2, "textDocument/references", {"textDocument": document, "context": {"includeDeclaration": False},
                                                    "position": {"line": 3, "character": 21}})
definition = request(3, "textDocument/definition", {"textDocument": document, "position": {"line": 8, "character": 56}})
print("references of Square::area in lines", lines(references), "- the call in line 9 is defined in line",
      lines(definition if isinstance(definition, list) else [definition]))
process.kill()
PYTHON
)
echo "$found"
test "$found" = "references of Square::area in lines [5, 9, 11] - the call in line 9 is defined in line [8]"
