#!/usr/bin/env bash
# tclfmt removes the quotes around a script: `proc h {} "return 5"` becomes `proc h {} return 5`, which is an error in Tcl.
#
# Expected: a formatter for Tcl changes indentation and spacing; a body in quotes, which Tcl allows like one in braces, stays one word.
# Seen on 2026-11-30 with tclfmt of tclint 0.9.0 (PyPI), exit code 0 and no message; run by Tcl 8.6 of Python's tkinter:
#   proc h {} "return 5":                `proc h {} return 5`; wrong number of arguments. The same with `while`, `foreach` and `if`.
#   eval "set x 3; set y \$x":           `eval set x 3; set y \$x`; y is the text `$x` and not its value.
#   eval "set y \"a   b\"":              `eval set y \"a b\"`; the text lost two of its spaces.
#   namespace eval n "variable v 7":     `namespace eval n variable v 7`, which does the same.
#   set c [catch "set y 1"]:             `catch set y 1`; c is 1, an error that the program catches.
# Strings that are no scripts, and scripts in braces, keep their form. Two of these programs go on with another value.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tclint==0.9.0
cd "$work"
cat > check.py <<'PY'
import subprocess
import tkinter
from pathlib import Path

def run(code):
    """Value of the program's last command, or "error"."""
    try:
        return str(tkinter.Tcl().eval(code))
    except tkinter.TclError:
        return "error"

def formatted(code):
    path = Path("script.tcl")
    path.write_text(code)
    subprocess.run(["venv/bin/tclfmt", "--in-place", path], check=True)
    return path.read_text()

for code, result, before, after in [
    ('proc h {} "return 5"\nh\n', "proc h {} return 5\nh\n", "5", "error"),
    ('set c 2\nwhile {$c} "incr c -1"\nset c\n', "set c 2\nwhile {$c} incr c -1\nset c\n", "0", "error"),
    ('foreach x {1 2} "set y 1"\nset y\n', "foreach x {1 2} set y 1\nset y\n", "1", "error"),
    ('if {1} "set y 1"\nset y\n', "if {1} set y 1\nset y\n", "1", "error"),
    ('eval "set x 3; set y \\$x"\nset y\n', None, "3", "$x"),
    ('eval "set y \\"a   b\\""\nset y\n', 'eval set y \\"a b\\"\nset y\n', "a   b", "a b"),
    ('set c [catch "set y 1"]\nset c\n', "set c [catch set y 1]\nset c\n", "0", "1"),
    ('namespace eval n "variable v 7"\nset n::v\n', "namespace eval n variable v 7\nset n::v\n", "7", "7"),
    # Right: a text that is no script, and a script in braces.
    ('set y "a   b"\nset y\n', 'set y "a   b"\nset y\n', "a   b", "a   b"),
    ("proc h {} {return 5}\nh\n", None, "5", "5"),
]:
    changed = formatted(code)
    print(repr(code), "->", repr(changed), run(code), run(changed))
    assert result is None or changed == result
    assert (run(code), run(changed)) == (before, after)
PY
venv/bin/python check.py
