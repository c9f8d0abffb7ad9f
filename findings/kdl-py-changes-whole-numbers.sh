#!/usr/bin/env bash
# kdl-py reads whole numbers as floats: `port 8080` is written as `port 8080.0`, and `(i64)9007199254740993` is another number.
#
# Expected: a whole number is an int and is written as one; with `(i64)` in front of it, it "converts it to an int" (the README).
# Seen on 2026-11-30 with kdl-py 1.2.0 and ckdl 1.0 (PyPI), parsed and printed without a change:
#   port 8080, 1_000:              8080.0 and 1000.0, floats. Hexadecimal numbers become ints.
#   id 9007199254740993:           9007199254740992.0.
#   id (i64)9007199254740993:      an int, but 9007199254740992, and the tag `(i64)` is gone.
#   id 123456789012345678901:      1.2345678901234568e+20.
#   with `nativeUntaggedValues=False`:    8080 is written as 8080, and 9007199254740993 is right.
#   ckdl:                          right in all cases.
# No error is given. A script that rewrites a file of a program that is configured in KDL, such as zellij or niri, changes each port
# and size in it to a fraction, and long ids point to something else.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check kdl-py==1.2.0 ckdl==1.0
"$work/venv/bin/python" - <<'PY'
import ckdl, kdl

for text, value, written, exact in (
    ("port 8080", 8080.0, "port 8080.0", 8080),
    ("size 1_000", 1000.0, "size 1000.0", 1000),
    ("mode 0x1ff", 511, "mode 511", 511),
    ("id 9007199254740993", 9007199254740992.0, "id 9007199254740992.0", 9007199254740993),
    ("id (i64)9007199254740993", 9007199254740992, "id 9007199254740992", 9007199254740993),
    ("id 123456789012345678901", 123456789012345678901.0, "id 1.2345678901234568e+20", 123456789012345678901),
    ("scale 1.5", 1.5, "scale 1.5", 1.5),
):
    document = kdl.parse(text)
    found = document.nodes[0].args[0]
    print(f"{text}: {found!r}, written as {document.print().strip()}")
    assert (found, type(found)) == (value, type(value))
    assert document.print() == written + "\n"
    other = ckdl.parse(text).nodes[0].args[0]
    other = getattr(other, "value", other)
    assert (other, type(other)) == (exact, type(exact))

config = kdl.ParseConfig(nativeUntaggedValues=False)
for text in ("port 8080", "id 9007199254740993"):
    print("not native:", kdl.parse(text, config).print().strip())
    assert kdl.parse(text, config).print() == text + "\n"
PY
