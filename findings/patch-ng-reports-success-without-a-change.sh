#!/usr/bin/env bash
# patch-ng reports success for patches of Git that it does not apply: a removed newline at the end, and line ends that change.
#
# Expected: after `apply` returns True the file is what the patch describes, as `git apply` makes it; otherwise it returns False.
# Seen on 2026-11-29 with patch-ng 1.19.1 and patch 1.16 (PyPI), patches of `git diff`, `git apply` is right each time:
#   the newline at the end is removed:              True, and the file is as before.
#   a new file without a newline at the end:        patch-ng: True, the file has one.
#   CRLF becomes LF, or LF becomes CRLF:            True, and the file is as before.
#   lines are added to an empty file:               patch-ng: False.
#   a newline at the end is added, a line of a file with CRLF is changed:   right.
# A build tool that patches its sources with it, as Conan does, builds from other files than the patch says, and a checksum or a
# second patch fails far from the cause.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check patch-ng==1.19.1 patch==1.16
cd "$work"
git init --quiet repository
cat > apply.py <<'PY'
import logging, sys
import patch, patch_ng

logging.disable()
name, file, root = sys.argv[1:]
library = {"patch": patch, "patch-ng": patch_ng}[name]
print("True" if library.fromfile(file).apply(root=root) else "False")
PY

# check NAME OLD NEW PATCH-NG PATCH: what each library returns, and whether the file is right then ("-": there is none before)
check() {
  local found="" result
  (
    cd repository
    rm -f file
    git rm --quiet --cached --ignore-unmatch file
    test "$2" = - || printf "$2" > file
    git add --all
    git write-tree > ../tree
    printf "$3" > file
    git add --all
    git diff --cached "$(cat ../tree)" > ../change.patch
  )
  for library in git patch-ng patch; do
    rm -rf target && mkdir target
    test "$2" = - || printf "$2" > target/file
    if test $library = git; then
      (cd target && GIT_CEILING_DIRECTORIES=$work git apply --whitespace=nowarn ../change.patch) && result=True
    else
      result=$(venv/bin/python apply.py $library change.patch target)
    fi
    printf "$3" | cmp --silent - target/file && result+=" right" || result+=" wrong"
    found+="$library $result; "
  done
  echo "$1: $found"
  test "$found" = "git True right; patch-ng $4; patch $5; "
}
check "a line"                   'a\nb\n'     'a\nB\n'   "True right" "True right"
check "a line, CRLF"             'a\r\nb\r\n' 'a\r\nB\r\n' "True right" "True right"
check "newline added"            'a\nb'       'a\nb\n'   "True right" "True right"
check "newline removed"          'a\nb\n'     'a\nb'     "True wrong" "True wrong"
check "new file without newline" -            'a\nb'     "True wrong" "False wrong"
check "CRLF to LF"               'a\r\nb\r\n' 'a\nb\n'   "True wrong" "True wrong"
check "LF to CRLF"               'a\nb\n'     'a\r\nb\r\n' "True wrong" "True wrong"
check "lines in an empty file"   ''           'a\n'      "False wrong" "False wrong"
