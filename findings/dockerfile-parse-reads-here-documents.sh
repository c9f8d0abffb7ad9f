#!/usr/bin/env bash
# dockerfile-parse reads the lines of a here-document as instructions, and finds base images in them.
#
# Expected: since Docker's syntax 1.4 (2022), `RUN <<EOF` and `COPY <<EOF` take the lines up to EOF as their content.
# Seen on 2026-11-29 with dockerfile-parse 2.0.1 (PyPI) and dockerfile-ast 0.7.1 (npm), without an error or a warning:
#   dockerfile-parse: `apk add git` is an instruction APK, EOF is one too; a line that begins with `from`, as in a Python script,
#                     is a build stage, and `baseimage` is the second word of this line.
#   dockerfile-ast:   three instructions: FROM, RUN and COPY.
# So the base image, the stages and an outline of a Dockerfile with an embedded script are wrong, and a tool that writes
# `baseimage` changes a line of the script.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" dockerfile-ast@0.7.1
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check dockerfile-parse==2.0.1
cat > "$work/Dockerfile" <<'DOCKERFILE'
FROM python:3.13
RUN <<EOF
apk add git
EOF
COPY <<SCRIPT /job.py
from pathlib import Path
print(Path.cwd())
SCRIPT
DOCKERFILE

cat > "$work/check.cjs" <<'JS'
const fs = require("fs");
const { DockerfileParser } = require("dockerfile-ast");
const file = DockerfileParser.parse(fs.readFileSync(`${__dirname}/Dockerfile`, "utf8"));
console.log("dockerfile-ast:", file.getInstructions().map((instruction) => instruction.getKeyword()).join(" "));
JS
cat > "$work/check.py" <<'PY'
import sys
from dockerfile_parse import DockerfileParser

parser = DockerfileParser(path=sys.argv[1])
print("dockerfile-parse:", " ".join(item["instruction"] for item in parser.structure))
print("stages:", ", ".join(parser.parent_images))
print("base image:", parser.baseimage)
PY
found=$(node "$work/check.cjs" && "$work/venv/bin/python" "$work/check.py" "$work/Dockerfile")
echo "$found"
test "$found" = "dockerfile-ast: FROM RUN COPY
dockerfile-parse: FROM RUN APK EOF COPY FROM PRINT(PATH.CWD()) SCRIPT
stages: python:3.13, pathlib
base image: pathlib"
