#!/usr/bin/env bash
# ConfigUpdater writes the second line of a new value as an option of its own: `deps = pytest` and, below it, `coverage>` = `7`.
#
# Expected: `section["deps"] = "pytest\ncoverage>=7"` sets one option with two lines, as in configparser, or is refused.
# Seen on 2026-11-30 with ConfigUpdater 4.1.1 (PyPI) and the configparser of Python:
#   a new option by `section["deps"] = …`:                          deps is `pytest`, and there is an option `coverage>` with the value 7.
#   the same for an option that exists, or by `set` or `add_after`:  refused with AssignMultilineValueError.
#   `add_after.comment("one\ntwo = 2")`:                            a comment, and an option `two`.
#   `set_values(["pytest", "coverage>=7"])` after an empty value:   right.
# The check of the format when the file is written accepts the result. A tool that adds dependencies, commands or environment
# variables to setup.cfg or tox.ini with it writes only the first one as such.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check ConfigUpdater==4.1.1
cd "$work"
venv/bin/python - <<'PY'
import configparser, pathlib
from configupdater import AssignMultilineValueError, ConfigUpdater

FILE = pathlib.Path("tox.ini")
TEXT = "[testenv]\nskip = no\n"
VALUE = "pytest\ncoverage>=7"

def after(edit):
    """The options that configparser reads after the edit."""
    FILE.write_text(TEXT)
    updater = ConfigUpdater()
    updater.read(FILE)
    edit(updater)
    updater.update_file()
    config = configparser.ConfigParser()
    config.read(FILE)
    print(repr(FILE.read_text()), dict(config["testenv"]))
    return dict(config["testenv"])

def assign(updater):
    updater["testenv"]["deps"] = VALUE

def set_option(updater):
    updater.set("testenv", "deps", VALUE)

def add(updater):
    updater["testenv"]["skip"].add_after.option("deps", VALUE)

def comment(updater):
    updater["testenv"]["skip"].add_after.comment("one\ntwo = 2")

def empty_first(updater):
    updater["testenv"]["deps"] = ""
    updater["testenv"]["deps"].set_values(VALUE.split("\n"))

def replace(updater):
    updater["testenv"]["skip"] = VALUE

assert after(assign) == {"skip": "no", "deps": "pytest", "coverage>": "7"}
assert after(comment) == {"skip": "no", "two": "2"}
assert after(empty_first) == {"skip": "no", "deps": "\n" + VALUE}
for edit in (replace, set_option, add):
    try:
        after(edit)
    except AssignMultilineValueError as error:
        print(f"{edit.__name__}: {error}")
    else:
        raise AssertionError(f"{edit.__name__} takes two lines")

config = configparser.ConfigParser()
config.read_string(TEXT)
config["testenv"]["deps"] = VALUE
with FILE.open("w") as file:
    config.write(file)
config = configparser.ConfigParser()
config.read(FILE)
assert config["testenv"]["deps"] == VALUE
PY
