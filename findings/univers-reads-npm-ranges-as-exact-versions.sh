#!/usr/bin/env bash
# univers reads the npm range `1.2` as the version 1.2.0 alone and `^0` as no version, so no advisory matches 1.2.3 or 0.2.3.
#
# Expected: an npm range holds the versions that npm's own semver accepts; only pre-releases are a matter of choice.
# Seen on 2026-11-30 with univers 32.0.1 and semantic-version 2.10.0 (PyPI) and semver 7.8.6 (npm), releases without pre-releases:
#   `^1.2.3`, `~1.2`, `1.x`, `1.2 - 2`, `1.2.3 || 2.0.0`:   as in npm.
#   `1`, `1.2`:    1.0.0 and 1.2.0 alone; npm: all of 1.x and 1.2.x.
#   `^0`, `^0.x`:  nothing; npm: 0.0.1 to 0.3.0.
#   `>1`, `>1.2`:  1.2.3 too, which npm excludes (an incomplete version means all of 1.x).
#   `<=1`, `<=1.2`:  without 1.2.3, which npm includes.
#   `^1.x`:        without 1.0.0.
#   the empty range:   nothing; npm: everything.
#   semantic-version, from which univers takes these ranges:   as in npm; both take 2.0.0-alpha for `<2.0.0`, where npm does not.
# No error or warning is given. The library compares versions for scanners of vulnerable packages.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check univers==32.0.1 semantic-version==2.10.0
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" semver@7.8.6
cd "$work"
venv/bin/python - <<'PY'
import json, subprocess
from semantic_version import NpmSpec, Version
from univers.version_range import NpmVersionRange
from univers.versions import SemverVersion

VERSIONS = ["0.0.1", "0.1.0", "0.2.3", "0.3.0", "1.0.0", "1.2.0", "1.2.3", "1.9.0", "2.0.0", "3.0.0"]
# ranges, and the versions that univers adds to npm's or leaves out
CASES = {
    "^1.2.3": "", "~1.2": "", "1.x": "", "1.2 - 2": "", "1.2.3 || 2.0.0": "", "^0.2.3": "", "<2.0.0": "", ">=1": "", "*": "",
    "1": "-1.2.0 -1.2.3 -1.9.0", "1.2": "-1.2.3",
    "^0": "-0.0.1 -0.1.0 -0.2.3 -0.3.0", "^0.x": "-0.0.1 -0.1.0 -0.2.3 -0.3.0",
    ">1": "+1.2.0 +1.2.3 +1.9.0", ">1.2": "+1.2.3", "<=1": "-1.2.0 -1.2.3 -1.9.0", "<=1.2": "-1.2.3",
    "^1.x": "-1.0.0", "": " ".join(f"-{version}" for version in VERSIONS),
}
SCRIPT = "const [v, r] = JSON.parse(process.argv[1]); const s = require('semver');" \
         "console.log(JSON.stringify(r.map((range) => v.filter((version) => s.satisfies(version, range)))))"

def npm(versions, ranges):
    command = ["node", "-e", SCRIPT, json.dumps([versions, ranges])]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

def univers(version, text):
    return SemverVersion(version) in NpmVersionRange.from_native(text)

for (text, expected), accepted in zip(CASES.items(), npm(VERSIONS, list(CASES))):
    found = [version for version in VERSIONS if univers(version, text)]
    difference = " ".join("+-"[version in accepted] + version for version in VERSIONS if (version in found) != (version in accepted))
    print(f"{text or 'the empty range'}: {difference or 'as in npm'}")
    assert difference == expected, f"expected {expected}"
    assert accepted == [version for version in VERSIONS if NpmSpec(text).match(Version(version))], text

assert npm(["2.0.0-alpha"], ["<2.0.0"]) == [[]]
assert univers("2.0.0-alpha", "<2.0.0") and NpmSpec("<2.0.0").match(Version("2.0.0-alpha"))
PY
