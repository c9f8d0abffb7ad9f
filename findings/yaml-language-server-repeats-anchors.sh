#!/usr/bin/env bash
# yaml-language-server lists the content of an anchor again under each alias, with the anchor's lines, outside the parent's range.
#
# Expected: an outline names each node of the file once, and a symbol lies in the range of its parent.
# Seen on 2026-11-29 with yaml-language-server 1.25.0 (npm) on a file with one anchor and two aliases:
#   textDocument/documentSymbol: `image` of line 2 three times, under `defaults` (lines 1-5), `build` (6-8) and `test` (9-10).
#   textDocument/foldingRange:   the range of the anchored list three times.
# So "which symbol is at this line" has three answers, and code that looks for the innermost symbol by descending through
# ranges finds none of the repeated ones. CI files merge anchors (`<<: *defaults`) in nearly every job.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work/npm" yaml-language-server@1.25.0
mkdir "$work/ci"
cat > "$work/ci/ci.yaml" <<'YAML'
defaults: &defaults
  image: ruby
  tags:
    - docker
    - linux
build:
  <<: *defaults
  script: make
test:
  variables: *defaults
YAML

found=$(HOME="$work" python3 - "$work/npm/node_modules/.bin/yaml-language-server" "$work/ci" <<'PYTHON'
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

file = root / "ci.yaml"
document = {"uri": file.as_uri()}
request(1, "initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": {"textDocument": {
    "documentSymbol": {"hierarchicalDocumentSymbolSupport": True}, "foldingRange": {}}}})
send(method="initialized", params={})
send(method="textDocument/didOpen", params={"textDocument": {
    **document, "languageId": "yaml", "version": 1, "text": file.read_text()}})

def position(point):
    return point["line"], point["character"]

def show(symbols, path=(), parent=None):
    for symbol in symbols:
        here = path + (symbol["name"],)
        span = symbol["range"]
        if symbol["name"] == "image":
            outside = position(span["start"]) < position(parent["start"]) or position(span["end"]) > position(parent["end"])
            print("/".join(here), "line", span["start"]["line"] + 1, "outside of its parent" if outside else "inside")
        show(symbol.get("children") or [], here, span)

show(request(2, "textDocument/documentSymbol", {"textDocument": document}))
folds = request(3, "textDocument/foldingRange", {"textDocument": document})
print("folds that begin in line 3:", sum(fold["startLine"] == 2 for fold in folds))
process.kill()
PYTHON
)
echo "$found"
test "$found" = "defaults/image line 2 inside
build/<</image line 2 outside of its parent
test/variables/image line 2 outside of its parent
folds that begin in line 3: 3"
