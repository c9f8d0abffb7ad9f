#!/usr/bin/env bash
# libtmux's `send_keys` drops a semicolon at the end of the text, with `literal=True` too, and types nothing for a lone option.
#
# Expected: `send_keys(text, literal=True)` types the text as it is; without it, a text that is no name of a key as well.
# Seen on 2026-11-30 with libtmux 0.62.0 (PyPI) and tmux 3.3a on the PATH, a pane that runs `cat`, without an error:
#   `return 0; }`, `a;b`:        typed as they are.
#   `total = 1;`:                `total = 1`, literal or not; tmux takes a `;` at the end for its own separator of commands.
#   `;;`, which ends a `case`:   `;`, literal or not.
#   `-l`:                        an empty line, literal or not; tmux takes it for an option.
#   `Space`:                     typed as it is when literal, else as the key, as tmux documents.
# `total = 1\;` is typed as `total = 1;`, so a backslash in front of a last semicolon is lost as well.
# Agents and tests that type code or SQL into a terminal through libtmux wait for a statement that never ends.
set -euo pipefail
work=$(mktemp -d)
socket="findings-$$"
trap 'tmux -L "$socket" kill-server 2> /dev/null || true; rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check libtmux==0.62.0
"$work/venv/bin/python" - "$socket" <<'PY'
import sys, time
import libtmux

# the text, what is typed when literal, and what is typed otherwise
CASES = [
    ("return 0; }", "return 0; }", "return 0; }"),
    ("a;b", "a;b", "a;b"),
    ("total = 1;", "total = 1", "total = 1"),
    (";;", ";", ";"),
    ("total = 1\\;", "total = 1;", "total = 1;"),
    ("-l", "", ""),
    ("Space", "Space", ""),
]
server = libtmux.Server(socket_name=sys.argv[1], config_file="/dev/null")
session = server.new_session("findings", window_command="stty -echo; exec cat", x=60, y=40)
pane = session.active_pane
time.sleep(1)
for is_literal in (True, False):
    for text, _, _ in CASES:
        pane.send_keys(text, literal=is_literal)
pane.send_keys("end", literal=True)
for _ in range(100):
    time.sleep(0.1)
    lines = pane.capture_pane()
    if "end" in lines:
        break
lines = lines[: lines.index("end")]
for (text, literal, other), as_literal, as_keys in zip(CASES, lines[: len(CASES)], lines[len(CASES) :], strict=True):
    print(f"{text!r}: literal {as_literal!r}, otherwise {as_keys!r}")
    assert as_literal == literal
    assert as_keys.strip() == other
PY
