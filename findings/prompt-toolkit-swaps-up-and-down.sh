#!/usr/bin/env bash
# prompt_toolkit swaps Up and Down when two modifiers are held: Ctrl-Shift-Up arrives as Ctrl-Shift-Down.
#
# Expected: the modified keys of xterm, `CSI 1 ; MODIFIER A` for Up and `B` for Down, keep their direction with any modifier, and a
# key that is no character adds no text.
# Seen on 2026-11-30 with prompt_toolkit 3.0.53 (PyPI) and Node 20.20.2 on the PATH (`readline.emitKeypressEvents`), which names all:
#   Up with Shift, Alt or Ctrl alone:                       Up.
#   Up with Alt-Shift, Ctrl-Shift, Ctrl-Alt or all three:   Down, and the other way round. Left and Right are right.
#   PageUp with Ctrl-Alt, and with all three:               Ctrl-PageDown; with Ctrl-Shift: PageUp.
#   Alt-F5, Shift-Insert, Ctrl-Alt-Delete at a prompt:      the text `[15;3~`, `[2;2~`, `[3;7~` is in the answer.
#   Ctrl-F5, which has a name, at a prompt:                 the whole sequence with ESC is in the answer.
# A program that binds Ctrl-Shift-Up to "select the line above" selects the one below, in every terminal that sends xterm's keys.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check prompt_toolkit==3.0.53
cat > "$work/keys.mjs" <<'JS'
import { PassThrough } from "node:stream";
import { emitKeypressEvents } from "node:readline";

const names = JSON.parse(process.argv[2]).map((sequence) => {
  const input = new PassThrough();
  const keys = [];
  emitKeypressEvents(input);
  input.on("keypress", (_, key) => keys.push([key.ctrl && "c", key.meta && "a", key.shift && "s", key.name].filter(Boolean).join("-")));
  input.emit("data", sequence);
  return keys.join(" ");
});
console.log(JSON.stringify(names));
JS
"$work/venv/bin/python" - "$work/keys.mjs" <<'PY'
import json, subprocess, sys
from prompt_toolkit import PromptSession
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.output import DummyOutput

def names(sequence):
    keys = []
    parser = Vt100Parser(lambda press: keys.append(getattr(press.key, "value", press.key)))
    parser.feed(sequence)
    parser.flush()
    return " ".join(keys)

# the modifier's number in xterm, its names in Node and in prompt_toolkit, and whether prompt_toolkit swaps the direction
MODIFIERS = [
    (2, "s-", "s-", False), (3, "a-", "escape ", False), (5, "c-", "c-", False),
    (4, "a-s-", "escape s-", True), (6, "c-s-", "c-s-", True), (7, "c-a-", "escape c-", True), (8, "c-a-s-", "escape c-s-", True),
]
DIRECTIONS = [("A", "up", "down"), ("B", "down", "up"), ("C", "right", "right"), ("D", "left", "left")]
cases = [
    (f"\x1b[1;{number}{end}", node + key, toolkit + (other if is_swapped else key))
    for number, node, toolkit, is_swapped in MODIFIERS
    for end, key, other in DIRECTIONS
] + [
    ("\x1b[5;6~", "c-s-pageup", "c-s-pageup"),
    ("\x1b[5;7~", "c-a-pageup", "escape c-pagedown"),
    ("\x1b[5;8~", "c-a-s-pageup", "escape c-s-pagedown"),
]
output = subprocess.run(["node", sys.argv[1], json.dumps([case[0] for case in cases])], check=True, capture_output=True, text=True)
for (sequence, node, toolkit), found in zip(cases, json.loads(output.stdout), strict=True):
    print(f"{sequence!r}: Node {found}, prompt_toolkit {names(sequence)}")
    assert found == node
    assert names(sequence) == toolkit

for sequence, text in [("\x1b[15;3~", "[15;3~"), ("\x1b[2;2~", "[2;2~"), ("\x1b[3;7~", "[3;7~"), ("\x1b[15;5~", "\x1b[15;5~")]:
    with create_pipe_input() as keyboard:
        keyboard.send_text(f"a{sequence}b\r")
        answer = PromptSession(input=keyboard, output=DummyOutput()).prompt("> ")
    print(f"{sequence!r} at a prompt: {answer!r}")
    assert answer == f"a{text}b"
PY
