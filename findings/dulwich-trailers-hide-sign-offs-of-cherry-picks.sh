#!/usr/bin/env bash
# dulwich sees no trailer above `(cherry picked from commit …)`; a trailer that it adds hides the sign-offs above from git too.
#
# Expected: the last paragraph is the block of trailers if a line of it was written by git, such as `Signed-off-by:` or the line of
#   `git cherry-pick -x`, and a quarter of its lines are trailers (`git help interpret-trailers`); a new one joins the block.
# Seen on 2026-11-30 with dulwich 1.2.21 (PyPI) and Git, `parse_trailers`, then `add_trailer_to_message` with `Tested-by: C`:
#   `Reviewed-by: B`, `Signed-off-by: A`:      both trailers; after the addition git lists three.
#   the same with the line of `cherry-pick -x` below:    none; after the addition git lists `Tested-by` alone.
#   the same with a line of prose, `backport, no tests`: none; after the addition git lists `Tested-by` alone.
#   `[b: fixed a typo]` above a sign-off, as maintainers of Linux write it:     the trailer `[b`, which git skips.
#   `Change_Id: 1`:                            a trailer; git lists none, as `_` cannot be in a key, and none after the addition.
# A check for sign-offs refuses cherry-picked commits, and a commit that is rewritten with one more trailer loses all others.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check dulwich==1.2.21
cd "$work"
HOME="$work" venv/bin/python - <<'PY'
import subprocess
from dulwich.trailers import add_trailer_to_message, parse_trailers

def git(message, *options):
    return subprocess.run(["git", "interpret-trailers", *options], input=message, capture_output=True, check=True).stdout

def list_with_git(message):
    return [line.split(": ")[0] for line in git(message, "--parse").decode().splitlines()]

PICKED = "(cherry picked from commit 0123456789012345678901234567890123456789)"
SIGNED = ["Reviewed-by", "Signed-off-by"]
# the last paragraph, the keys for git and for dulwich, and the keys for git after git and dulwich added `Tested-by`
for block, by_git, by_dulwich, added_by_git, added_by_dulwich in [
    ("Reviewed-by: B\nSigned-off-by: A", SIGNED, SIGNED, [*SIGNED, "Tested-by"], [*SIGNED, "Tested-by"]),
    (f"Reviewed-by: B\nSigned-off-by: A\n{PICKED}", SIGNED, [], [*SIGNED, "Tested-by"], ["Tested-by"]),
    ("Reviewed-by: B\nbackport, no tests\nSigned-off-by: A", SIGNED, [], [*SIGNED, "Tested-by"], ["Tested-by"]),
    ("[b: fixed a typo]\nSigned-off-by: A", SIGNED[1:], ["[b", *SIGNED[1:]], [*SIGNED[1:], "Tested-by"], [*SIGNED[1:], "Tested-by"]),
    ("Change_Id: 1", [], ["Change_Id"], ["Tested-by"], []),
]:
    message = f"Fix the parser\n\nIt stopped at tabs.\n\n{block}\n".encode()
    found = (
        list_with_git(message),
        [trailer.key for trailer in parse_trailers(message)[1]],
        list_with_git(git(message, "--trailer", "Tested-by: C")),
        list_with_git(add_trailer_to_message(message, "Tested-by", "C")),
    )
    print(block, *zip(("git", "dulwich", "added by git", "added by dulwich"), found), sep="\n  ")
    assert found == (by_git, by_dulwich, added_by_git, added_by_dulwich), found
PY
