#!/usr/bin/env bash
# Some Sass's language server renames a variable only in files that another request has read before, and not in `-$size`.
#
# Expected: after a rename the style sheets compile to the same CSS; the server promises to rename in the whole workspace.
# Seen on 2026-11-30 with some-sass-language-server 2.3.8 and sass 1.108.2 (npm), `textDocument/rename`, without an error:
#   within one file:   `margin: -$size`, `content: "#{$size}"` and `grid-template-columns: [$size]` keep the old name.
#   across files:      after all files were opened, a rename of `$gap` or of a mixin at its definition changes the definition only.
#                      Once the outline of each file was requested, the same rename changes all of them, also `with ($gap: 5px)`
#                      and `theme.$lib-gap`, which comes through `@forward "lib" as lib-*`.
# So the result of a rename, and of a search for references, depends on the files that somebody looked at since the start, and
# Sass stops with "Undefined variable" in the others.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/npm" some-sass-language-server@2.3.8 sass@1.108.2
mkdir "$work/styles"
cat > "$work/styles/size.scss" <<'SCSS'
$size: 10px;
.box {
  width: $size;
  margin: -$size;
  padding: calc(#{$size} + 1px);
  content: "#{$size}";
  grid-template-columns: [$size] 1fr;
}
SCSS
cat > "$work/styles/lib.scss" <<'SCSS'
$gap: 4px !default;
@mixin shade($depth) { opacity: $depth; }
SCSS
echo '@forward "lib" as lib-*;' > "$work/styles/theme.scss"
cat > "$work/styles/plain.scss" <<'SCSS'
@use "lib";
.plain { top: lib.$gap; @include lib.shade(1); }
SCSS
cat > "$work/styles/configured.scss" <<'SCSS'
@use "lib" with ($gap: 5px);
.configured { top: lib.$gap; }
SCSS
cat > "$work/styles/prefixed.scss" <<'SCSS'
@use "theme";
.prefixed { top: theme.$lib-gap; @include theme.lib-shade(1); }
SCSS
HOME="$work" python3 - "$work/npm/node_modules/.bin" "$work/styles" <<'PY'
import json, pathlib, subprocess, sys, time

programs, root = map(pathlib.Path, sys.argv[1:])
process = subprocess.Popen([programs / "some-sass-language-server", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL)
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
        is_list = message["method"] == "workspace/configuration"
        send(id=message["id"], result=[None] * len(message["params"]["items"]) if is_list else None)
    return message

def request(method, params):
    number = next(numbers)
    send(id=number, method=method, params=params)
    while (message := receive()).get("id") != number or "method" in message:
        pass
    return message["result"]

def compile_all(files):
    """The CSS of each style sheet, or the first line of the error."""
    found = {}
    for name in sorted(files):
        result = subprocess.run([programs / "sass", root / name], capture_output=True, text=True)
        found[name] = result.stdout if result.returncode == 0 else result.stderr.split("\n")[0]
    return found

request("initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": {"workspace": {"configuration": True}},
                       "workspaceFolders": [{"uri": root.as_uri(), "name": "styles"}]})
send(method="initialized", params={})
files = {file.name: file.read_text() for file in root.iterdir()}
for name, text in files.items():
    send(method="textDocument/didOpen", params={"textDocument": {
        "uri": (root / name).as_uri(), "languageId": "scss", "version": 1, "text": text}})
time.sleep(3)  # the server reads the workspace
before = compile_all(files)
assert not any("Error" in css for css in before.values()), before

def check(name, old, new, expected_lines, expected_errors):
    """Renames the definition: the lines that keep the old name, and what Sass says."""
    line, character = [(n, text.index(old)) for n, text in enumerate(files[name].split("\n")) if old in text][0]
    edits = request("textDocument/rename", {"textDocument": {"uri": (root / name).as_uri()}, "newName": new.strip("$"),
                                            "position": {"line": line, "character": character + 1}})
    changes = dict(edits.get("changes") or {})
    for change in edits.get("documentChanges") or []:
        changes.setdefault(change["textDocument"]["uri"], []).extend(change["edits"])
    for uri, places in changes.items():
        file = root / uri.split("/")[-1]
        lines = file.read_text().split("\n")
        for edit in sorted(places, key=lambda edit: -edit["range"]["start"]["character"]):
            start, end = edit["range"]["start"], edit["range"]["end"]
            text = lines[start["line"]]
            lines[start["line"]] = text[:start["character"]] + edit["newText"] + text[end["character"]:]
        file.write_text("\n".join(lines))
    rest = [text.strip() for file in sorted(root.iterdir()) for text in file.read_text().split("\n") if old.strip("$") in text]
    errors = {file: css for file, css in compile_all(files).items() if css != before[file]}
    print(f"{old} to {new}; lines with the old name:", *rest, "Sass:", *errors.items(), sep="\n  ")
    assert rest == expected_lines and errors == expected_errors, (expected_lines, expected_errors)
    for file, text in files.items():
        (root / file).write_text(text)

check("size.scss", "$size", "$side", ["margin: -$size;", 'content: "#{$size}";', "grid-template-columns: [$size] 1fr;"],
      {"size.scss": "Error: Undefined variable."})
check("lib.scss", "$gap", "$space",
      ['@use "lib" with ($gap: 5px);', ".configured { top: lib.$gap; }", ".plain { top: lib.$gap; @include lib.shade(1); }",
       ".prefixed { top: theme.$lib-gap; @include theme.lib-shade(1); }"],
      {"configured.scss": "Error: This variable was not declared with !default in the @used module.",
       "plain.scss": "Error: Undefined variable.", "prefixed.scss": "Error: Undefined variable."})
for name in files:
    request("textDocument/documentSymbol", {"textDocument": {"uri": (root / name).as_uri()}})
print("after the outlines:")
check("lib.scss", "$gap", "$space", [], {})
check("lib.scss", "shade", "shadow", [], {})
process.kill()
PY
