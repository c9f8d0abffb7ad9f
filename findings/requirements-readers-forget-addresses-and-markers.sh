#!/usr/bin/env bash
# requirements-parser forgets the address of `tool @ https://…` and the condition behind `;`; dparse leaves out whole lines.
#
# Expected: a reader of requirements files has, for each line that pip accepts, what pip installs: name, version, address, condition.
# Seen on 2026-12-01, without an error:
#   requirements-parser 0.13.1 (PyPI):
#     tool @ https://example.org/tool.zip:            the name alone, as if it came from PyPI.
#     tool @ git+https://example.org/tool.git@main:   the address and the revision, right.
#     six==1.0; python_version < "3"                  six 1.0 for every Python: there is no field for the condition.
#     six==1.0 --hash=sha256:…                        no hash.
#   dparse 0.6.4 (PyPI):
#     tool @ …, with either address:                  the name alone.
#     -e git+https://example.org/tool.git#egg=tool:   nothing.
#     https://example.org/tool-1.0-py3-none-any.whl:  nothing.
#     six==1.0; python_version < "3"                  six 1.0, without the condition.
# A check of licenses or advisories then looks up another project that has this name on PyPI, and one that is never installed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check requirements-parser==0.13.1 dparse==0.6.4 packaging==26.4
"$work/venv/bin/python" - <<'PY'
import dparse, requirements
from packaging.requirements import Requirement

HASH = "--hash=sha256:" + "a" * 64
ARCHIVE, REPOSITORY = "https://example.org/tool.zip", "git+https://example.org/tool.git"
assert Requirement(f"tool @ {ARCHIVE}").url == ARCHIVE

# a line; name, address and revision of requirements-parser; the names of dparse
CASES = [
    ("six==1.0", ("six", None, None), ["six"]),
    (f"tool @ {ARCHIVE}", ("tool", None, None), ["tool"]),
    (f"tool @ {REPOSITORY}@main", ("tool", REPOSITORY, "main"), ["tool"]),
    (f"-e {REPOSITORY}#egg=tool", ("tool", REPOSITORY, None), []),
    ("https://example.org/tool-1.0-py3-none-any.whl", (None, "https://example.org/tool-1.0-py3-none-any.whl", None), []),
]
for line, expected, names in CASES:
    (found,) = requirements.parse(line)
    others = [each.name for each in dparse.parse(line, file_type="requirements.txt").dependencies]
    print(f"{line}: {found.name}, {found.uri}, {found.revision}; {others}")
    assert (found.name, found.uri, found.revision) == expected and others == names

(found,) = requirements.parse('six==1.0; python_version < "3"')
(other,) = dparse.parse('six==1.0; python_version < "3"', file_type="requirements.txt").dependencies
for each in (found, other):
    fields = {key: value for key, value in vars(each).items() if key != "line"}
    print(fields)
    assert "python_version" not in str(fields)

(found,) = requirements.parse(f"six==1.0 {HASH}")
print(vars(found))
assert (found.hash, found.hash_name) == (None, None)
assert dparse.parse(f"six==1.0 {HASH}", file_type="requirements.txt").dependencies[0].hashes == [HASH]
PY
