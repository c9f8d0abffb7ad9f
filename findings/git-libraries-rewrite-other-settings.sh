#!/usr/bin/env bash
# Setting one value in a git configuration with dulwich or GitPython changes others: aliases end at `;`, backslashes double.
#
# Expected: all other settings have the values for git that they had before.
# Seen on 2026-11-29 with dulwich 1.2.21 and GitPython 3.2.1 (PyPI), a file that `git config` wrote, then one new setting:
#   dulwich:    the alias `!f() { echo "$1"; }; f` is written without its quotes, so for git it ends at the first `;`.
#   GitPython:  C:\temp\new becomes C:\\temp\\new and a tab becomes `\t`; a setting on the line of its section,
#               `[core] pager = less -R`, is gone.
# Values that either of them sets itself come back right, except one with `;` in dulwich. So a tool that only sets `remote.url`
# breaks the aliases and commands of its user, and nothing fails until one is used.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check dulwich==1.2.21 GitPython==3.2.1
cd "$work"
git config --file start alias.say '!f() { echo "$1"; }; f'
git config --file start core.editor 'C:\temp\new'
git config --file start user.name 'a # b'
git config --file start s.tab $'a\tb'
echo '[core] pager = less -R' >> start
git config --file start --list | sort > before.txt
cat > set.py <<'PY'
import sys
from dulwich.config import ConfigFile
from git import GitConfigParser

def with_dulwich(path):
    config = ConfigFile.from_path(path)
    config.set((b"new",), b"key", b"value")
    config.write_to_path(path)

def with_gitpython(path):
    with GitConfigParser(path, read_only=False) as config:
        config.set_value("new", "key", "value")

{"dulwich": with_dulwich, "GitPython": with_gitpython}[sys.argv[1]](sys.argv[2])
PY

# check LIBRARY EXPECTED: what the library changes for git, apart from the new setting
check() {
  cp start "$1.config"
  "$work/venv/bin/python" set.py "$1" "$work/$1.config"
  local changes
  changes=$(git config --file "$1.config" --list | grep -v "^new.key=value$" | sort | diff before.txt - | grep "^[<>]" || true)
  printf '%s:\n%s\n' "$1" "$changes"
  test "$changes" = "$2"
}
check dulwich '< alias.say=!f() { echo "$1"; }; f
> alias.say=!f() { echo "$1"'
check GitPython '< core.editor=C:\temp\new
< core.pager=less -R
< s.tab=a	b
> core.editor=C:\\temp\\new
> s.tab=a\tb'
