#!/usr/bin/env bash
# asciinema-scene ends each recording with a line end of its own: the last screen of an editor scrolls, the top line is lost.
#
# Expected: `copy` without limits, and `convert` between versions 2 and 3, change the form of a recording and none of its events.
# Seen on 2026-11-30 with asciinema-scene 1.3.0 (PyPI), on a recording that ends on a full screen:
#   convert, copy, speed and the other commands:   an event of output, "\r\n", follows the last one, in version 3 even the
#                                                  event `x`, the exit of the program. The first line of the screen is gone.
#   the first event at 0.5 s:                      is at 0 s, so a prompt that waits before it is typed does not wait any more.
#   `sciine convert --format v3 < file`:           a PermissionError on Linux, since epoll takes no regular file. The README shows
#                                                  this form (`sciine cut --start 1.2 < …`); a pipe and `--input` work.
# `duration`, marks and resizes are right. No option leaves the line end out. Who cuts a recording of vim, less or a program like it for
# documentation shows a last picture that the program never had, and each frame is earlier by the first pause.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check asciinema-scene==1.3.0 pyte==0.8.2
"$work/venv/bin/python" - "$work" <<'PY'
import json, pathlib, subprocess, sys
import pyte

work = pathlib.Path(sys.argv[1])
PICTURE = "\x1b[H\x1b[2Jfile.txt\x1b[4;1Hline 1"
V2 = [{"version": 2, "width": 20, "height": 4}, [0.5, "o", PICTURE], [2.0, "m", "end"]]
V3 = [{"version": 3, "term": {"cols": 20, "rows": 4}}, [0.5, "o", PICTURE], [1.5, "m", "end"], [1.0, "x", "0"]]

def write(name, recording):
    (work / name).write_text("".join(json.dumps(line) + "\n" for line in recording))

def run(*arguments, **options):
    command = [str(work / "venv/bin/sciine"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, **options)

def edit(name, *arguments):
    """Events of a recording after a command."""
    result = run(*arguments, "--input", str(work / name), check=True)
    return [json.loads(line) for line in result.stdout.splitlines()][1:]

def last_screen(events):
    screen = pyte.Screen(20, 4)
    stream = pyte.Stream(screen)
    for _, kind, data in events:
        if kind == "o":
            stream.feed(data)
    return [line.rstrip() for line in screen.display]

write("v2.cast", V2)
write("v3.cast", V3)
assert last_screen(V2[1:]) == last_screen(V3[1:]) == ["file.txt", "", "", "line 1"]
for name, arguments, expected in [
    ("v2.cast", ("copy",), [[0.0, "o", PICTURE], [1.5, "m", "end"], [1.5, "o", "\r\n"]]),
    ("v3.cast", ("copy",), [[0.0, "o", PICTURE], [1.5, "m", "end"], [1.0, "x", "0"], [0.0, "o", "\r\n"]]),
    ("v2.cast", ("convert", "--format", "v3"), [[0.0, "o", PICTURE], [1.5, "m", "end"], [0.0, "o", "\r\n"]]),
    ("v3.cast", ("convert", "--format", "v3"), [[0.0, "o", PICTURE], [1.5, "m", "end"], [1.0, "x", "0"], [0.0, "o", "\r\n"]]),
    ("v2.cast", ("speed", "2.0"), [[0.0, "o", PICTURE], [0.75, "m", "end"], [0.75, "o", "\r\n"]]),
]:
    events = edit(name, *arguments)
    print(name, *arguments, events, last_screen(events))
    assert events == expected
    assert last_screen(events) == ["", "", "line 1", ""]

with open(work / "v2.cast") as file:
    result = run("copy", stdin=file)
print("from a file as standard input:", result.stderr.splitlines()[-1])
assert result.returncode == 1 and result.stderr.splitlines()[-1].startswith("PermissionError")
result = run("copy", input=(work / "v2.cast").read_text(), check=True)
assert len(result.stdout.splitlines()) == 4
PY
