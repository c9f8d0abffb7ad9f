#!/usr/bin/env bash
# xmldiff's patch puts a section that moved into the next one into the section after that: the path of the target is off by one.
#
# Expected: `patch_text(diff_texts(old, new), old)` is `new`, also when an element becomes a child of its sibling.
# Seen on 2026-11-30 with xmldiff 3.0 (PyPI); the diff is a single move each time, of the first element into the second:
#   sections Install, Usage, License; Install becomes a part of Usage:     after the patch it is a part of License.
#   items one, two, three; "one" goes below "two":                         it is below "three".
#   two items only:    the patch ends with an IndexError.
#   the first goes below the third:    an IndexError, too.
#   the last goes below the first, or all change places:    right.
# The patch takes the element away before it looks up the target, while the diff counts with the element in place.
# In the silent cases a stored diff of a document, a map of links or a configuration gives a file that nobody wrote.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check xmldiff==3.0
cd "$work"
venv/bin/python - <<'PY'
from xmldiff import formatting, main

def patch(old, new):
    diff = main.diff_texts(old, new, formatter=formatting.DiffFormatter())
    try:
        found = main.patch_text(diff, old).strip().removeprefix("<?xml version='1.0' encoding='utf-8'?>").strip()
    except IndexError:
        found = "IndexError"
    print(f"{old}\n  to {new}\n  {diff}\n  gives {found}")
    return found

def section(title, part=""):
    return f"<section><title>{title}</title>{part}</section>"

def items(*each):
    return f"<list>{''.join(f'<item>{item}</item>' for item in each)}</list>"

document = f"<doc>{section('Install')}{section('Usage')}{section('License')}</doc>"
below_usage = f"<doc>{section('Usage', section('Install'))}{section('License')}</doc>"
below_license = f"<doc>{section('Usage')}{section('License', section('Install'))}</doc>"
assert patch(document, below_usage) == below_license

one = "<item>one</item>"
assert patch(items("one", "two", "three"), items("two" + one, "three")) == items("two", "three" + one)
assert patch(items("one", "two"), items("two" + one)) == "IndexError"
assert patch(items("one", "two", "three"), items("two", "three" + one)) == "IndexError"

for new in (items("one<item>three</item>", "two"), items("three", "one", "two"), items("two", "three", "one")):
    assert patch(items("one", "two", "three"), new) == new
PY
