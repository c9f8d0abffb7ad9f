#!/usr/bin/env bash
# Prettier's plugin for .properties files writes `\u00e9` as a letter in UTF-8, which Java's `load` reads as two letters.
#
# Expected: a formatter changes spaces around keys and signs; `Properties.load` of an input stream, which reads Latin-1, as Java's
# documentation says, gets the same keys and values.
# Seen on 2026-11-30 with prettier-plugin-properties 0.3.1 and prettier 3.10.1 (npm), default options, exit code 0; read before and
# after by javaproperties 0.8.2 (PyPI), which follows Java and takes Latin-1 by default:
#   name = Caf\u00e9:                   the bytes of `Café` in UTF-8; the value is `CafÃ©`.
#     With `--escape-non-latin1` as well ("to allow safely encoding output as ISO-8859-1"): Prettier writes UTF-8 only.
#   prompt = Name:, two spaces behind:   the spaces are gone, which belong to the value in Java.
#   path = C\:\\dir and lead = \ x:      the same values as before.
# Files with escapes are plain ASCII so that each reader agrees; programs show broken letters after the formatter ran.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts prettier@3.10.1 prettier-plugin-properties@0.3.1
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check javaproperties==0.8.2
printf '%s\n' 'name = Caf\u00e9' 'prompt = Name:  ' 'path = C\:\\dir' 'lead = \ x' > before.properties
cp before.properties after.properties
node_modules/.bin/prettier --plugin prettier-plugin-properties --write after.properties
cp before.properties option.properties
node_modules/.bin/prettier --plugin prettier-plugin-properties --escape-non-latin1 --write option.properties
cat > check.py <<'PY'
import javaproperties

def read(name):
    with open(name, "rb") as file:
        return javaproperties.load(file)

before, after = read("before.properties"), read("after.properties")
print(before, after, sep="\n")
assert before == {"name": "Café", "prompt": "Name:  ", "path": "C:\\dir", "lead": " x"}
assert after == {"name": "CafÃ©", "prompt": "Name:", "path": "C:\\dir", "lead": " x"}
assert read("option.properties") == after
PY
venv/bin/python check.py
