#!/usr/bin/env bash
# bash-language-server renames a function but not its `trap`, and a variable but not the `printf -v` that sets it.
#
# Expected: a script prints the same before and after a rename, since names in arguments of builtins are references like others.
# Seen on 2026-11-29 with bash-language-server 5.8.1 (npm), `textDocument/rename`, without an error:
#   a function `cleanup`:      `cleanup` and `$(cleanup)` are renamed; `trap cleanup EXIT` is not, so nothing is cleaned up.
#   a variable `count`:        $count, ${count:-0}, $((count + 1)), ((count++)), `read count` and `for count` are renamed;
#                              `printf -v count`, `[[ -v count ]]` and `declare -n` with `=count` are not.
# `textDocument/references` lists the same places, and also those of a local variable of the same name in another function,
# which the rename leaves alone rightly. So neither of the two answers can be checked by the other.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/npm" bash-language-server@5.8.1
mkdir "$work/scripts"
cat > "$work/scripts/trap.sh" <<'BASH'
cleanup() { echo cleaned up; }
trap cleanup EXIT
cleanup
BASH
cat > "$work/scripts/set.sh" <<'BASH'
count=0
other() {
  local count=7
  echo "$count"
}
for count in 1 2; do ((count++)); done
printf -v count %d 5
[[ -v count ]] && echo "is set"
declare -n alias=count
echo "$count ${count:-0} $((count + 1)) $alias"
other
BASH

HOME="$work" python3 - "$work/npm/node_modules/.bin/bash-language-server" "$work/scripts" <<'PY'
import json, pathlib, subprocess, sys, time

server, root = sys.argv[1], pathlib.Path(sys.argv[2])
process = subprocess.Popen([server, "start"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
numbers = iter(range(1, 10_000))

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

def request(method, params):
    number = next(numbers)
    send(id=number, method=method, params=params)
    while (message := receive()).get("id") != number or "method" in message:
        pass
    return message["result"]

def run(text):
    result = subprocess.run(["bash", "-c", text], capture_output=True, text=True)
    return result.stdout.splitlines()

def check(name, new_name, renamed, left, before, after, references):
    """Renames the definition in line 1: numbers of the lines with changes and without, output before and after."""
    file = root / name
    text = file.read_text()
    document = {"uri": file.as_uri()}
    opened = {**document, "languageId": "shellscript", "version": 1, "text": text}
    send(method="textDocument/didOpen", params={"textDocument": opened})
    for _ in range(300):
        if request("textDocument/documentSymbol", {"textDocument": document}):
            break
        time.sleep(0.1)
    at = {"textDocument": document, "position": {"line": 0, "character": 1}}
    edits = request("textDocument/rename", {**at, "newName": new_name})["changes"][document["uri"]]
    found = request("textDocument/references", {**at, "context": {"includeDeclaration": True}})
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda edit: (edit["range"]["start"]["line"], -edit["range"]["start"]["character"])):
        start, end = edit["range"]["start"], edit["range"]["end"]
        line = lines[start["line"]]
        lines[start["line"]] = line[:start["character"]] + edit["newText"] + line[end["character"]:]
    print("\n".join(lines), end="")
    print("prints", run(text), "and then", run("\n".join(lines)), "\n")
    assert {edit["range"]["start"]["line"] + 1 for edit in edits} == renamed
    assert all(text.split("\n")[number - 1] == lines[number - 1] for number in left)
    assert {reference["range"]["start"]["line"] + 1 for reference in found} == references
    assert (run(text), run("\n".join(lines))) == (before, after)

request("initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": {}})
send(method="initialized", params={})
check("trap.sh", "clean", {1, 3}, {2}, ["cleaned up", "cleaned up"], ["cleaned up"], {1, 3})
check("set.sh", "total", {1, 6, 10}, {7, 8, 9}, ["is set", "5 5 6 5", "7"], ["is set", "3 3 4 5", "7"], {1, 3, 4, 6, 10})
process.kill()
PY
