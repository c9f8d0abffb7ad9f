#!/usr/bin/env bash
# licenseheaders deletes a file's description if it has the word "license", and writes XML that no parser accepts.
#
# Expected: a tool that adds a license header to all files of a project leaves programs that run, documents that parse, and comments
# that are no license.
# Seen on 2026-11-30 with licenseheaders 0.8.8 (PyPI), a template of two lines, exit code 0:
#   pom.xml:                                     the comment has lines that begin with `--`, which XML forbids; expat refuses the file.
#   cli.js and deploy.groovy with `#!` on top:   the header stands above `#!`; Node reports a syntax error. In .py and .sh it stands below.
#   `# Reads the license key of a user.`:        the header takes the place of this comment, in Python, JavaScript (JSDoc) and CMake;
#                                                of `# Reads the key of a user.` it does not.
#   `# syntax=docker/dockerfile:1`:              the header stands above, so it is a comment like others and selects nothing.
# One run over a project breaks its Maven build and its commands, and the help text of a script is lost without a message.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check licenseheaders==0.8.8
cd "$work"
mkdir project
printf 'Copyright (c) ${years} ${owner}\nPermission is granted to use this file.\n' > header.tmpl
printf '<?xml version="1.0"?>\n<project/>\n' > project/pom.xml
printf '#!/usr/bin/env node\nconsole.log(1);\n' > project/cli.js
printf '#!/usr/bin/env groovy\nprintln 1\n' > project/deploy.groovy
printf '#!/usr/bin/env python3\nprint(1)\n' > project/cli.py
printf '#!/bin/sh\necho 1\n' > project/cli.sh
printf '# Reads the license key of a user.\nprint(1)\n' > project/key.py
printf '# Reads the key of a user.\nprint(1)\n' > project/other.py
printf '/**\n * Checks the license of a package.\n * @param {string} name\n */\nfunction check(name) {}\n' > project/check.js
printf '# Options of the license page.\nset(A 1)\n' > project/CMakeLists.txt
printf '# syntax=docker/dockerfile:1\nFROM scratch\n' > project/app.dockerfile
cp -r project before
venv/bin/licenseheaders -t header.tmpl -y 2026 -o Example -d project
head -n 20 project/*
cat > check.py <<'PY'
import subprocess
import xml.etree.ElementTree as tree
from pathlib import Path

OLD, NEW = ({path.name: path.read_text() for path in Path(name).iterdir()} for name in ("before", "project"))
assert all("Copyright (c) 2026 Example" in text for text in NEW.values())

tree.parse("before/pom.xml")
try:
    tree.parse("project/pom.xml")
    raise SystemExit("the document is well-formed now")
except tree.ParseError as error:
    print("pom.xml:", error)

def runs(path):
    return subprocess.run(["node", path], capture_output=True).returncode == 0

assert runs("before/cli.js") and not runs("project/cli.js")
for name in ("cli.py", "cli.sh"):
    assert NEW[name].startswith("#!"), name
for name in ("cli.js", "deploy.groovy", "app.dockerfile"):
    first = OLD[name].split("\n")[0]
    assert first in NEW[name].split("\n")[2:], name

for name, text, kept in [
    ("key.py", "Reads the license key", False),
    ("check.js", "@param {string} name", False),
    ("CMakeLists.txt", "Options of the license page", False),
    ("other.py", "Reads the key", True),
]:
    assert text in OLD[name] and (text in NEW[name]) == kept, name
PY
venv/bin/python check.py
