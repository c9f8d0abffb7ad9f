#!/usr/bin/env bash
# all2md removes the indentation of AsciiDoc code, drops reStructuredText code with an option, and loses `%`, `&`, `_` and \verb of LaTeX.
#
# Expected: code blocks and the characters of the text are in the Markdown, comments are not; what a parser does not know gets a warning.
# Seen on 2026-11-30 with all2md 1.18.0 (PyPI), without a warning; `report` gives the first "confidence: 100/100  (NOT_ASSESSED)":
#   AsciiDoc, [source,python] and ----:                  the code without indentation: `if a:` and `b` in one column.
#   reStructuredText, `.. code-block::` with `:linenos:`: no code; without the option it is right. A doctest (`>>> 1 + 1`) is gone, too.
#   LaTeX, `50\% of R\&D in a\_b`:                       50, of R, D, in a and b, each a paragraph of its own.
#   LaTeX, `Call \verb|f(x)| now`, \url{…}:              Call and now; nothing of the code and the address.
#   Org, `# note` and #+begin_comment … #+end_comment:   both are text of the page; Org never exports them.
#   MediaWiki, `** two` below `* one`:                   an item `\*` and a paragraph.
#   code of Org, and of reStructuredText without options: right.
# A model that reads such documentation gets Python that fails and sentences without their code, and comments that were not published.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check "all2md[rst,latex,org]==1.18.0" mwparserfromhell==0.7.2
cd "$work"

# check FILE EXPECTED: the Markdown of standard input, as a document of this name
check() {
  cat > "$1"
  venv/bin/all2md "$1" > found.md 2> messages.txt
  printf '%s:\n%s\n\n' "$1" "$(cat found.md)"
  diff <(printf '%s\n' "$2") found.md
  test ! -s messages.txt
}
check code.adoc '```python
if a:
b
```' <<'ADOC'
[source,python]
----
if a:
    b
----
ADOC
venv/bin/all2md report code.adoc | grep 'confidence: 100/100'
check plain.rst 'Before.

```sh
ls -l
```

After.' <<'RST'
Before.

.. code-block:: sh

   ls -l

After.
RST
check option.rst 'Before.

After.' <<'RST'
Before.

.. code-block:: sh
   :linenos:

   ls -l

After.
RST
check doctest.rst 'Before.

After.' <<'RST'
Before.

>>> 1 + 1
2

After.
RST
check special.tex 'It is 50

 of R

D in a

b.' <<'TEX'
\documentclass{article}
\begin{document}
It is 50\% of R\&D in a\_b.
\end{document}
TEX
check verb.tex 'Call 

 now, see 

.' <<'TEX'
\documentclass{article}
\begin{document}
Call \verb|f(x)| now, see \url{https://example.org/a_b}.
\end{document}
TEX
check comment.org 'Text.

hidden

```python
if a:
    b
```

\# note' <<'ORG'
Text.

#+begin_comment
hidden
#+end_comment

#+begin_src python
if a:
    b
#+end_src

# note
ORG
check list.wiki '* one
* \*

two' <<'WIKI'
* one
** two
WIKI
