#!/usr/bin/env bash
# The Python package toml writes the text `\x41` as the letter A, and drops the values of a table that stands in a list of lists.
#
# Expected: what `toml.dumps` writes is read as what was written, or it fails with an error.
# Seen on 2026-12-01 with toml 0.10.2 (PyPI), read by toml itself and by Python's tomllib, beside rtoml and tomli_w:
#   r"\x41", such as a regular expression:   "\u0041", which is A.
#   r"^\x1b\[", a second escape behind it:   "^\x1b\\[", which no reader accepts, toml neither.
#   r"\\x41", with two backslashes:          one backslash.
#   [[{"path": "src"}]]:                     [[["path"]]], the keys without their values.
#   [1, {"path": "src"}]:                    a TypeError.
#   r"\d+", "a\nb":                          right; rtoml and tomli_w write all of these right, also the ones above.
# Settings of linters and search tools hold such expressions; after one is saved, it matches other text.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check toml==0.10.2 rtoml==0.14.0 tomli_w==1.2.0
"$work/venv/bin/python" - <<'PY'
import rtoml, toml, tomli_w, tomllib

for value, expected in [
    (r"\d+", r"\d+"),
    ("a\nb", "a\nb"),
    (r"\\x41", r"\x41"),
    (r"\x41", "A"),
    ([["path"]], [["path"]]),
    ([[{"path": "src"}]], [[["path"]]]),
]:
    text = toml.dumps({"key": value})
    found = tomllib.loads(text)["key"]
    print(f"{value!r}: {text.strip()}, read as {found!r}")
    assert found == toml.loads(text)["key"] == expected
    for other in (rtoml, tomli_w):
        assert tomllib.loads(other.dumps({"key": value}))["key"] == value

broken = toml.dumps({"key": r"^\x1b\["})
for reader in (tomllib, toml):
    try:
        reader.loads(broken)
    except ValueError as error:
        print(broken.strip(), error)
    else:
        raise AssertionError

try:
    toml.dumps({"key": [1, {"path": "src"}]})
except TypeError as error:
    print(error)
else:
    raise AssertionError
PY
