#!/usr/bin/env bash
# Importing ONNX Runtime writes a device id into the home directory, on Linux, since 1.29.
#
# Expected: a library that computes tensors writes nothing when it is imported.
# Seen with the wheels of PyPI on Linux x86-64, without a session and without a model:
#   1.28.0: no file.
#   1.32.0: ~/.cache/Microsoft/DeveloperTools/.onnxruntime/deviceid and onnxruntime.db (a queue of events).
#   1.32.0, disable_telemetry_events() called right after the import: both files exist all the same.
#   1.32.0 with ORT_DISABLE_TELEMETRY=1 in the environment: no file.
# So only the environment switches it off in time, and a process that loads the library itself cannot set that safely
# any more: it has to be started with the variable.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for version in 1.28.0 1.32.0; do
    python3 -m venv "$work/$version"
    "$work/$version/bin/pip" install --quiet --disable-pip-version-check "onnxruntime==$version"
done

# files VERSION CODE [VARIABLE=VALUE]: the files below an empty home after the code ran.
files() {
    local home="$work/home"
    rm -rf "$home" && mkdir "$home"
    env -i PATH="$PATH" HOME="$home" ${3:-} "$work/$1/bin/python" -B -c "$2"
    sleep 1
    (cd "$home" && find . -type f | sort | tr '\n' ' ')
}

# check EXPECTED VERSION CODE [VARIABLE=VALUE]
check() {
    local found
    found=$(files "${@:2}")
    echo "$2 ${4:-}: ${found:-nothing}"
    test "$found" = "$1" || { echo "expected: ${1:-nothing}"; exit 1; }
}

folder=./.cache/Microsoft/DeveloperTools/.onnxruntime
written="$folder/deviceid $folder/onnxruntime.db "
check "" 1.28.0 'import onnxruntime'
check "$written" 1.32.0 'import onnxruntime'
check "$written" 1.32.0 'import onnxruntime; onnxruntime.disable_telemetry_events()'
check "" 1.32.0 'import onnxruntime' ORT_DISABLE_TELEMETRY=1
