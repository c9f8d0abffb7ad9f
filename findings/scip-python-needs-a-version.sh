#!/usr/bin/env bash
# scip-python ends with a TypeError in a project without git, unless it is given a project version.
#
# Expected: `--help` says that the version "defaults to the current git revision (if found)", so it is optional.
# Seen with @sourcegraph/scip-python 0.6.6 (npm) on one file of two functions:
#   in a folder without git:             exit status 1, "Cannot read properties of undefined (reading 'indexOf')",
#                                        and an index of 51 bytes without a document is left behind.
#   the same with --project-version 1:   exit status 0 and an index with the document.
# Whoever looks only for the file takes the empty index for an answer.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work/npm" @sourcegraph/scip-python@0.6.6
mkdir "$work/calc"
printf 'def add(a, b):\n    return a + b\n\n\ndef twice(a):\n    return add(a, a)\n' > "$work/calc/calc.py"
echo '[]' > "$work/packages.json"

# index OPTION…: the exit status, and whether the index has the document.
index() {
    rm -f "$work/calc.scip"
    local status=0 documents=0
    (cd "$work/calc" && GIT_CEILING_DIRECTORIES="$work" "$work/npm/node_modules/.bin/scip-python" index --environment "$work/packages.json" \
        --project-name calc --output "$work/calc.scip" "$@" > "$work/log" 2>&1) || status=$?
    grep -qa "calc.py" "$work/calc.scip" && documents=1
    echo "status $status, documents $documents"
}

check() {
    local found
    found=$(index "${@:2}")
    echo "${*:2}: $found"
    test "$found" = "$1" || { echo "expected: $1"; exit 1; }
}

check "status 1, documents 0"
grep -q "Cannot read properties of undefined (reading 'indexOf')" "$work/log"
check "status 0, documents 1" --project-version 1
