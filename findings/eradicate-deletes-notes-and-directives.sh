#!/usr/bin/env bash
# eradicate deletes comments such as `# Warning: slow`, `# license: MIT` and `# cython: cdivision=True` as commented-out code.
#
# Expected: it "detects block comments that contain valid Python syntax that are likely to be commented out code"; notes of the form
# "word: word" and directives of other tools stay, as notes of several words do.
# Seen on 2026-11-30 with eradicate 3.0.1 and ruff 0.17.6 (PyPI), `eradicate --in-place` and rule ERA001 of ruff:
#   # Warning: slow for large files, # Note: sorted by name:    stay; ruff is silent.
#   # Warning: slow, # unit: ms, # Default: None, # license: MIT, # Author: Ann, # Section: Helpers, # see: README:
#                                                               deleted; reported by ruff.
#   # Result: [1, 2], # output: 3, # E = m * c**2:              the same.
#   # cython: cdivision=True, # fmt: skip, # pycln: skip_file, # pyrefly: ignore:
#                                                               deleted; of these ruff reports the directive of Cython and of pycln.
#   # pylint: disable=all, # mypy: ignore-errors, # noqa: E501: stay; ruff is silent.
# In Python a word, a colon and a word is an annotated name, so it is "valid syntax". Without its directive a module that Cython
# compiles divides as Python does again, and with --in-place nothing is reported.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check eradicate==3.0.1 ruff==0.17.6
cd "$work"
venv/bin/python - <<'PY'
import json, subprocess

KEPT = ["Warning: slow for large files", "Note: sorted by name", "pylint: disable=all", "mypy: ignore-errors", "noqa: E501"]
NOTES = ["Warning: slow", "unit: ms", "Default: None", "license: MIT", "Author: Ann", "Section: Helpers", "see: README",
         "Result: [1, 2]", "output: 3", "E = m * c**2", "cython: cdivision=True", "pycln: skip_file"]
ERADICATE_ONLY = ["fmt: skip", "pyrefly: ignore"]

def check(comment):
    source = f"# {comment}\n\nvalue = 1\n"
    with open("case.py", "w") as file:
        file.write(source)
    command = ["venv/bin/ruff", "check", "--isolated", "--no-cache", "--exit-zero", "--select", "ERA001", "--output-format", "json", "case.py"]
    reports = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    run = subprocess.run(["venv/bin/eradicate", "--in-place", "case.py"], check=True, capture_output=True, text=True)
    assert run.stdout == run.stderr == ""
    deleted = comment not in open("case.py").read()
    print(f"# {comment}: {'deleted' if deleted else 'kept'} by eradicate, {len(reports)} reports of ruff")
    return deleted, len(reports)

for comments, expected in [(KEPT, (False, 0)), (NOTES, (True, 1)), (ERADICATE_ONLY, (True, 0))]:
    for comment in comments:
        assert check(comment) == expected, comment
PY
