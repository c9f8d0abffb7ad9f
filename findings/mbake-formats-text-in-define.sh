#!/usr/bin/env bash
# mbake formats the text between `define` and `endef` as if it were a Makefile: `name=x` of a shell script becomes `name = x`.
#
# Expected: a formatter of Makefiles leaves the value of a variable alone, so `make` prints the same before and after.
# Seen on 2026-11-30 with mbake 1.4.6 (PyPI) and GNU make, default settings, without an error or a warning:
#   `name=x` in the recipe of a rule:                  unchanged.
#   `SCRIPT := name=x; echo $$name`:                   unchanged.
#   `name=x` in a `define` that a recipe runs:         `name = x`, so the shell says "name: not found", the name is empty.
#   `key=value` in a `define` that becomes a file:     `key = value`.
#   `usage : text` in a `define` that is printed:      `usage: text`.
# An indented line keeps its form, so one script can have both.
# Such a `define` is the usual way to keep a script or a configuration file in a Makefile; it changes at the next format on save.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check mbake==1.4.6
cd "$work"
HOME="$work" venv/bin/python - <<'PY'
import pathlib, subprocess

FILE = pathlib.Path("Makefile")

def make():
    """The output of make, with the end of an error message of the shell."""
    result = subprocess.run(["make", "--silent"], capture_output=True, text=True)
    errors = [line.split(": ", 2)[-1] for line in result.stderr.splitlines()]
    return (result.stdout + "\n".join(errors)).strip()

DEFINE = ".PHONY: all\n\ndefine TEXT\n{}\nendef\nexport TEXT\n\nall:\n\t@{}\n"
RUN, PRINT = 'sh -c "$$TEXT"', 'echo "$$TEXT"'
# a Makefile, and what make prints before and after it was formatted
for text, before, after in [
    (".PHONY: all\n\nall:\n\t@name=x; echo $$name\n", "x", "x"),
    (".PHONY: all\n\nSCRIPT := name=x; echo $$name\n\nall:\n\t@$(SCRIPT)\n", "x", "x"),
    (DEFINE.format("name=x\necho [$$name]", RUN), "[x]", "[]\nname: not found"),
    (DEFINE.format("if true; then\n  name=x\nfi\necho [$$name]", RUN), "[x]", "[x]"),
    (DEFINE.format("key=value", PRINT), "key=value", "key = value"),
    (DEFINE.format("usage : text", PRINT), "usage : text", "usage: text"),
]:
    FILE.write_text(text)
    found = [make()]
    result = subprocess.run(["venv/bin/mbake", "format", FILE], capture_output=True, text=True)
    assert result.returncode == 0 and "rror" not in result.stdout + result.stderr, result
    found.append(make())
    print(text, found, sep="\n", end="\n\n")
    assert found == [before, after], [before, after]
PY
