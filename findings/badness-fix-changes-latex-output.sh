#!/usr/bin/env bash
# badness's safe fixes for LaTeX join words and unset bold: `Wait... what?` prints "Wait…what?", `{\bf x}` in a formula fails.
#
# Expected: a fix that "may change typeset output" needs `--unsafe-fixes`, so `lint --fix` leaves what the document prints.
# Seen on 2026-11-30 with badness 0.28.0 (PyPI), default rules; read by pandoc 3.9 of pypandoc_binary 1.17 and by KaTeX 0.19.1 (npm):
#   Wait... what?:               Wait\dots what?, where TeX drops the space behind the command, as the rule's own example does.
#   \path|a...b|, semiverbatim:  `\dots` in verbatim text, although "the rule never touches verbatim content"; \verb is right.
#   ${\bf x}$, $A_{\rm max}$:    \bfseries and \rmfamily, which are for text: KaTeX refuses them, LaTeX warns and prints no bold.
#   eqnarray, `a &=& b`:         align with the same `&`, "correct by construction": there the second `&` opens a new pair of
#                                columns, so a gap stands behind each `=`; and align is used without amsmath, so LaTeX stops.
# A pre-commit hook with `--fix` changes the text of a paper on many lines at once; only a reader of the PDF sees it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check badness==0.28.0 pypandoc_binary==1.17
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" katex@0.19.1
cd "$work"

cat > paper.tex <<'TEX'
\documentclass{article}
\usepackage{url}
\begin{document}
Wait... what? \verb|a...b| \path|a...b|
${\bf x} + A_{\rm max}$
\begin{eqnarray}
a &=& b
\end{eqnarray}
\end{document}
TEX
cp paper.tex fixed.tex
venv/bin/badness lint --fix --no-config fixed.tex
diff - fixed.tex <<'TEX'
\documentclass{article}
\usepackage{url}
\begin{document}
Wait\dots what? \verb|a...b| \path|a\dots b|
${\bfseries x} + A_{\rmfamily max}$
\begin{align}
a &=& b
\end{align}
\end{document}
TEX
cat > slides.tex <<'TEX'
\documentclass{beamer}
\begin{document}
\begin{frame}[fragile]
\begin{semiverbatim}
f(int a, ...)
\end{semiverbatim}
\end{frame}
\end{document}
TEX
venv/bin/badness lint --fix --no-config slides.tex
grep -qF 'f(int a, \dots)' slides.tex
# What the tool says about these rules.
venv/bin/badness lint --explain ellipsis | grep -q 'The rule never touches comments or verbatim content'
venv/bin/badness lint --explain obsolete-environment | grep -q 'it is correct by construction'

venv/bin/python - <<'PY'
import pypandoc

for source, expected in [("Wait... what?", "Wait... what?"), (r"Wait\dots what?", "Wait…what?"), (r"Wait\dots{} what?", "Wait… what?")]:
    text = pypandoc.convert_text(source, "plain", "latex").strip()
    print(f"{source}: {text}")
    assert text == expected
PY
cat > check.cjs <<'JS'
const assert = require("node:assert");
const katex = require("katex");

const render = (source) => katex.renderToString(source, { displayMode: true, output: "mathml" });
assert.match(render("{\\bf x}"), /mathvariant="bold"/);
assert.match(render("A_{\\rm max}"), /mathvariant="normal"/);
assert.throws(() => render("{\\bfseries x}"), /Undefined control sequence/);
assert.throws(() => render("A_{\\rmfamily max}"), /Undefined control sequence/);
const spacing = (rows) => /columnspacing="([^"]*)"/.exec(render(`\\begin{align}${rows}\\end{align}`))[1];
console.log("align: space between the columns of a &= b:", spacing("a &= b"), "and of a &=& b:", spacing("a &=& b"));
assert.equal(spacing("a &= b"), "0em");
assert.equal(spacing("a &=& b"), "0em 1em");
JS
node check.cjs
