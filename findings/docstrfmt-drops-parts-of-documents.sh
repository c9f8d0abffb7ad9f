#!/usr/bin/env bash
# docstrfmt deletes parts of reStructuredText documents: the words of an inline target, a term's classifier, backslashes, roles.
#
# Expected: a formatter leaves the document as it is, that is, docutils reads the same from it before and after.
# Seen on 2026-11-30 with docstrfmt 2.2.1 and docutils 0.22.4 (PyPI), exit status 0 and no warning:
#   `\*`, `*e*\ s`, footnotes `[1]_`, line blocks:   the same document.
#   `C:\\ and`:                          `C:\and`, which shows neither the backslash nor the space.
#   `**a\*b**`:                          `**a\\*b**`, which shows a backslash.
#   `term : classifier`:                 `term`.
#   ``see _`here` now``:                 `see now`; a link to the word has no target any more.
#   `[*]_` and its footnote:             `[#]_`, a number in place of a symbol.
#   `.. role:: c(code)` and ``:c:`x` ``: the definition is deleted, the text becomes a plain literal.
#   `.. parsed-literal::` with `*b*`:    a literal block, which shows the stars.
# A commit hook that formats documentation changes what it says, and the changes look like others of its kind.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check docstrfmt==2.2.1 docutils==0.22.4
cd "$work"
HOME="$work" venv/bin/python - <<'PY'
import pathlib, re, subprocess
from docutils.core import publish_doctree

FILE = pathlib.Path("test.rst")

def document(text):
    """The elements and words of a document; names, ids and white space do not count."""
    tree = publish_doctree(text, settings_overrides={"report_level": 5}).pformat()
    return " ".join(re.sub(r' (source|backrefs|ids|names|docname|refid|auto|xml:space)="[^"]*"', "", tree).split())

# a document, what docstrfmt makes of it, and whether docutils reads the same
for text, expected, is_same in [
    (r"a\*b, *e*\ s", r"a\*b, *e*\ s", True),
    ("| a\n|   b", "|   a\n|       b", True),
    ("a [1]_\n\n.. [1] note", "a [1]_\n\n.. [1] note", True),
    (r"in C:\\ and D", r"in C:\and D", False),
    (r"**a\*b**", r"**a\\*b**", False),
    ("term : classifier\n    text", "term\n    text", False),
    ("see _`here` now", "see now", False),
    ("a [*]_\n\n.. [*] note", "a [#]_\n\n.. [#] note", False),
    (".. role:: c(code)\n    :language: c\n\n:c:`x`", "``x``", False),
    (".. parsed-literal::\n\n    a *b*", "::\n\n    a *b*", False),
]:
    FILE.write_text(f"{text}\n")
    result = subprocess.run(["venv/bin/docstrfmt", FILE], capture_output=True, text=True)
    found = FILE.read_text().rstrip("\n")
    print(repr(text), repr(found), document(text) == document(found))
    assert result.returncode == 0, result
    assert "rror" not in result.stdout + result.stderr, result
    assert found == expected and (document(text) == document(found)) == is_same
PY
