#!/usr/bin/env bash
# pylatexenc's latex2text drops the code in `\texttt`, `\verb` and `verbatim` of a LaTeX document, and fails at a link (`\href`).
#
# Expected: text in another typeface is text, and what stands between the marks of `\verb` is printed as it stands.
# Seen on 2026-11-30 with pylatexenc 2.11, yalafi 1.5.0 and TexSoup 0.3.3 (PyPI), options as they are by default; 2.10 does the same:
#   `Call \textbf{open} first.`               all three keep `open`, also for \emph, \textit, \textrm, \textsl and \underline.
#   `Call \texttt{open} first.`               pylatexenc: `Call  first.`, also for \textsf and \mbox; the other two keep `open`.
#   `Call \verb|open(x)| first.`              pylatexenc: `Call  first.`; the other two keep `open(x)`.
#   `verbatim`, an environment of two lines:  pylatexenc: nothing; the other two keep both lines.
#   `See \href{https://a.b}{the page}.`       pylatexenc: IndexError, so a document with one link has no text at all.
# Manuals and papers about software write their names, commands and examples this way. A search over such texts finds none of them,
# while the prose around is complete, and no warning is given.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pylatexenc==2.11 yalafi==1.5.0 TexSoup==0.3.3
cd "$work"
"$work/venv/bin/python" - <<'PY'
import subprocess, sys
import TexSoup
from pylatexenc.latex2text import LatexNodes2Text

def pylatexenc(source):
    return LatexNodes2Text().latex_to_text(source)

def yalafi(source):
    return subprocess.run([sys.executable, "-m", "yalafi"], input=source, check=True, capture_output=True, text=True).stdout

def texsoup(source):
    return " ".join(TexSoup.TexSoup(source).text)

def check(source, words, kept):
    for reader in pylatexenc, yalafi, texsoup:
        text = reader(source)
        print(f"{source!r}, {reader.__name__}: {text!r}")
        assert "first" in text
        found = [word in text for word in words]
        assert found == [kept or reader is not pylatexenc] * len(words)

for macro in "textbf", "emph", "textit", "textrm", "textsl", "underline":
    check(rf"Call \{macro}{{open}} first.", ["open"], True)
for macro in "texttt", "textsf", "mbox":
    check(rf"Call \{macro}{{open}} first.", ["open"], False)
check(r"Call \verb|open(x)| first.", ["open(x)"], False)
check("\\begin{verbatim}\nx = open(y)\nx.close()\n\\end{verbatim}\nRun this first.", ["x = open(y)", "x.close()"], False)

source = r"See \href{https://a.b}{the page}."
for reader in yalafi, texsoup:
    assert "the page" in reader(source)
try:
    print(pylatexenc(source))
    raise SystemExit("pylatexenc reads links now")
except IndexError as error:
    print(f"{source!r}: IndexError: {error}")
PY
