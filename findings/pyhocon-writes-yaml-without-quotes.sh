#!/usr/bin/env bash
# pyhocon's converter writes YAML without quotes: the text "1.10" is the number 1.1, "# x" is nothing, and "a: b" is no YAML.
#
# Expected: the YAML that `HOCONConverter` (or the command `pyhocon -f yaml`) writes has the values of the configuration.
# Seen on 2026-11-30 with pyhocon 0.3.63 and PyYAML 6.0.4 (PyPI):
#   "1.10", "007", "true", "null":       1.1, 7, true and null.
#   "# x", "" and an empty object:       null; " a " loses its spaces.
#   "{x}":                               an object with the key x.
#   "a: b", a text of two lines, a tab:  YAML that cannot be read; the lines of a text are not indented.
#   its JSON and its HOCON:              right.
# No error is given. Versions, flags and passwords of a service change their type or vanish when the configuration moves to YAML.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pyhocon==0.3.63 PyYAML==6.0.4
cd "$work"
cat > check.py <<'PY'
import json, subprocess, yaml
from pyhocon import ConfigFactory, HOCONConverter

UNREADABLE = "cannot be read"
for value, expected in (
    ("1.10", 1.1), ("007", 7), ("true", True), ("null", None), ("# x", None), ("", None), (" a ", "a"), ({}, None),
    ("{x}", {"x": None}), ("a: b", UNREADABLE), ("one\ntwo", UNREADABLE), ("\t", UNREADABLE),
    ("word", "word"), (80, 80), (["a", {"b": True}], ["a", {"b": True}]),
):
    text = json.dumps({"key": value})
    config = ConfigFactory.parse_string(text)
    assert json.loads(HOCONConverter.to_json(config)) == {"key": value}
    assert json.loads(HOCONConverter.to_json(ConfigFactory.parse_string(HOCONConverter.to_hocon(config)))) == {"key": value}
    written = HOCONConverter.to_yaml(config)
    command = subprocess.run(["venv/bin/pyhocon", "-f", "yaml"], input=text, capture_output=True, text=True, check=True)
    assert command.stdout.strip() == written.strip()
    try:
        found = yaml.safe_load(written)["key"]
    except yaml.YAMLError:
        found = UNREADABLE
    print(f"{value!r}: {written!r}, read as {found!r}")
    assert (found, type(found)) == (expected, type(expected))
PY
venv/bin/python check.py
