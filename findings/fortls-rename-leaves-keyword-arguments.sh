#!/usr/bin/env bash
# fortls renames an argument in its subroutine but not in calls that name it, `call total(count=n)`, and misses renamed imports.
#
# Expected: a rename changes the keyword of each call, as in every language whose calls name arguments.
# Seen on 2026-11-29 with fortls 3.2.2 (PyPI), `textDocument/rename`, without an error:
#   an argument `count`:   its declarations and uses, also as `COUNT` and behind `&`, but not `count=` in a call.
#   a type `point`:        `type(point)`, `class(point)` and `end type`; not `use shapes, only: pt => point`.
#   a subroutine `total`:  all its uses, also as `TOTAL`, in `only:` and behind `end subroutine`.
# `textDocument/references` has the same gaps. Fortran knows an argument by this name alone, so the renamed program is refused by
# a compiler, and a list of a type's users leaves out the modules that import it under another name.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check fortls==3.2.2
mkdir "$work/project"
cat > "$work/project/shapes.f90" <<'FORTRAN'
module shapes
  implicit none
  type :: point
    integer :: x = 0
  end type point
contains
  subroutine show(p)
    class(point), intent(in) :: p
    print *, p%x
  end subroutine show
  subroutine total(count)
    integer, intent(inout) :: count
    count = 1 + &
      & COUNT
  end subroutine total
end module shapes

program main
  use shapes, only: TOTAL, pt => point
  implicit none
  integer :: n = 1
  type(pt) :: p
  call total(count=n)
  call Total(n)
end program main
FORTRAN
cat > "$work/client.py" <<'PYTHON'
import json, pathlib, subprocess, sys

root = pathlib.Path(sys.argv[1])
process = subprocess.Popen(sys.argv[2:], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

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
        if message.get("id") == number and "method" not in message:
            return message["result"]

file = root / "shapes.f90"
document = {"uri": file.as_uri()}
source = file.read_text()
request(1, "initialize", {"processId": None, "rootUri": root.as_uri(), "rootPath": str(root), "capabilities": {}})
send(method="initialized", params={})
send(method="textDocument/didOpen", params={"textDocument": {**document, "languageId": "fortran", "version": 1, "text": source}})

def check(number, text, expected):
    start = source.index(text)
    position = {"line": source.count("\n", 0, start), "character": start - source.rfind("\n", 0, start) - 1}
    edit = request(number, "textDocument/rename", {"textDocument": document, "position": position, "newName": "renamed"})
    changes = edit.get("changes") or {change["textDocument"]["uri"]: change["edits"] for change in edit["documentChanges"]}
    lines = sorted(change["range"]["start"]["line"] + 1 for change in changes[document["uri"]])
    print(f"{text.strip()}: {lines}")
    assert lines == expected, f"expected {expected}"

check(2, "count)", [11, 12, 13, 14])     # not line 23, call total(count=n)
check(3, "point\n", [3, 5, 8])           # not line 19, pt => point
check(4, "total(count)", [11, 15, 19, 23, 24])
process.kill()
PYTHON
"$work/venv/bin/python" "$work/client.py" "$work/project" "$work/venv/bin/fortls"
