#!/usr/bin/env bash
# Python Fire cuts a text at `#` if a word stands in front of it: `--message "fix #12"` is `fix`, `--language C#` is `C`.
#
# Expected: an argument that is no number, list or other literal is the text as it was typed, since `fix #12` is no value of Python.
# Seen on 2026-11-30 with fire 0.7.1 (PyPI), a function whose parameter is annotated as `str`:
#   fix #12, issue#12, C#, C# and F#:      fix, issue, C, C.
#   main.py#L10, a b #12, #12:             kept, as there is an operator, a second word or nothing in front of the sign.
#   hello, world and (draft):              a tuple of two words, and `draft`: values are read as literals, as the guide says.
#   "'fix #12'", quoted twice:             fix #12.
# Fire reads each argument as Python, where `#` begins a comment, and a single word counts as text. No warning is given.
# Command lines that take commit messages, titles, languages or anchors lose the end of some of them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check fire==0.7.1
cd "$work"
cat > show.py <<'PY'
import fire

def show(message: str):
    return repr(message)

fire.Fire(show)
PY
while IFS='|' read -r text expected; do
  found=$(venv/bin/python show.py --message "$text")
  echo "$text: $found"
  [[ $found == "$expected" && $(venv/bin/python show.py "$text") == "$expected" ]]
done <<'TXT'
fix #12|'fix'
issue#12|'issue'
C#|'C'
C# and F#|'C'
main.py#L10|'main.py#L10'
a b #12|'a b #12'
#12|'#12'
hello, world|('hello', 'world')
(draft)|'draft'
'fix #12'|'fix #12'
TXT
