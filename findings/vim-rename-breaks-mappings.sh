#!/usr/bin/env bash
# vim-language-server renames `<SID>Draw` in a mapping to `s:Paint`, which fails there, and of `let [a, b]` the uses only.
#
# Expected: after a rename a script does the same as before.
# Seen on 2026-11-29 with vim-language-server 2.3.1 (npm), `textDocument/rename`, without an error:
#   `s:Draw` to `s:Paint`:   a mapping's `:call <SID>Draw()` becomes `:call s:Paint()`, which Vim refuses outside of a script
#                            (E81); in a mapping with <Cmd> and in `execute 'call s:Draw()'` the old name stays.
#   `first` of `let [first, second] = …`:   `echo first` is renamed, the assignment is not (E121).
#   an argument, a local variable, the name in `function('s:Draw')` and in an autocommand:   right.
# The script loads as before, so the errors show when a user presses the key.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/npm" vim-language-server@2.3.1
cat > "$work/plugin.vim" <<'VIM'
function! s:Draw(value) abort
  let l:count = a:value
  let [first, second] = [1, 2]
  echo l:count first
endfunction
call s:Draw(1)
let s:callback = function('s:Draw')
nnoremap x :call <SID>Draw(2)<CR>
nnoremap y <Cmd>call <SID>Draw(3)<CR>
autocmd BufRead * call s:Draw(4)
execute 'call s:Draw(5)'
VIM
HOME="$work" python3 - "$work/npm/node_modules/.bin/vim-language-server" "$work/plugin.vim" <<'PY'
import json, pathlib, subprocess, sys, time

server, file = sys.argv[1], pathlib.Path(sys.argv[2])
process = subprocess.Popen([server, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
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
        send(id=message["id"], result=None)
    return message

def request(method, params):
    number = next(numbers)
    send(id=number, method=method, params=params)
    while (message := receive()).get("id") != number or "method" in message:
        pass
    return message["result"]

options = {"diagnostic": {"enable": False}, "indexes": {"runtimepath": False}, "suggest": {"fromRuntimepath": False}}
request("initialize", {"processId": None, "rootUri": file.parent.as_uri(), "capabilities": {}, "initializationOptions": options})
send(method="initialized", params={})
document = {"uri": file.as_uri()}
text = file.read_text()
send(method="textDocument/didOpen", params={"textDocument": {**document, "languageId": "vim", "version": 1, "text": text}})
for _ in range(300):
    if request("textDocument/documentSymbol", {"textDocument": document}):
        break
    time.sleep(0.1)

def check(old, new, expected):
    """Renames the first use of a name: the lines that change."""
    [line] = [number for number, line in enumerate(text.split("\n")) if old in line][:1]
    position = {"line": line, "character": text.split("\n")[line].index(old) + len(old) - 1}
    edits = request("textDocument/rename", {"textDocument": document, "position": position, "newName": new})["changes"][file.as_uri()]
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda edit: -edit["range"]["start"]["character"]):
        start, end = edit["range"]["start"], edit["range"]["end"]
        line = lines[start["line"]]
        lines[start["line"]] = line[:start["character"]] + edit["newText"] + line[end["character"]:]
    found = [line.strip() for line, before in zip(lines, text.split("\n")) if line != before]
    print(f"{old} to {new}:", *found, sep="\n  ")
    assert found == expected, f"expected {expected}"

check("l:count", "l:total", ["let l:total = a:value", "echo l:total first"])
check("a:value", "a:size", ["function! s:Draw(size) abort", "let l:count = a:size"])
check("s:Draw", "s:Paint", ["function! s:Paint(value) abort", "call s:Paint(1)", "let s:callback = function('s:Paint')",
                            "nnoremap x :call s:Paint(2)<CR>", "autocmd BufRead * call s:Paint(4)"])
check("count first", "one", ["echo l:count one"])
process.kill()
PY
