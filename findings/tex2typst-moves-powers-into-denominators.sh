#!/usr/bin/env bash
# tex2typst writes `\frac{a}{b}^2` as `a/b^2`, where Typst squares b only, and `x^10`, in LaTeX an x with 1 and then a 0, as x^(10).
#
# Expected: Typst shows the formula that LaTeX shows, or the converter reports what it cannot convert.
# Seen on 2026-11-30 with tex2typst 0.6.2 (npm), read by typst 0.15.2 (PyPI), each converted without a warning:
#   \frac{a}{b}^2, \frac{a}{b}_i:     a/b^2 and a/b_i: the power or index is part of the denominator.
#                                     `\left(\frac{a}{b}\right)^2` is right, and so are both with `fracToSlash: false`.
#   x^10, a_12:                       x^10 and a_12: Typst takes both digits; in LaTeX the second one stands behind the x.
#   a matrix with the cell `a;b`:     mat(a ; b, c): the semicolon begins a new row.
#   \overset{a,b}{=}:                 limits(=)^a, b: only a is above the sign.
# Commas in cells are handled (`a comma b`), so the formula compiles and looks like a formula. Editors that paste LaTeX as Typst
# and documents that were converted contain other mathematics.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" tex2typst@0.6.2
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check typst==0.15.2
cd "$work"
cat > convert.mjs <<'JS'
import { tex2typst } from "tex2typst";

const formulas = JSON.parse(process.argv[2]);
console.log(JSON.stringify(formulas.map(([formula, options]) => tex2typst(formula, options))));
JS
cat > check.py <<'PY'
import json, subprocess
import typst

def read(formula):
    """The structure that Typst sees in a formula."""
    source = f"#metadata(repr($ {formula} $.body)) <formula>"
    structure = json.loads(typst.query(source.encode(), "<formula>", field="value"))[0]
    return "".join(structure.split())

# the formula, options, and the Typst code that it becomes, one with the same structure, and one with the meaning of the formula
CASES = [
    (r"\left(\frac{a}{b}\right)^2", {}, "(a/b)^2", "(a/b)^2", "(a/b)^2"),
    (r"\frac{a}{b}^2", {}, "a/b^2", "frac(a, b^2)", "frac(a, b)^2"),
    (r"\frac{a}{b}_i", {}, "a/b_i", "frac(a, b_i)", "frac(a, b)_i"),
    (r"\frac{a}{b}^2", {"fracToSlash": False}, "frac(a, b)^2", "frac(a, b)^2", "frac(a, b)^2"),
    (r"\frac{a}{b}_i", {"fracToSlash": False}, "frac(a, b)_i", "frac(a, b)_i", "frac(a, b)_i"),
    ("x^{10}", {}, "x^10", 'x^(10)', "x^(10)"),
    ("x^10", {}, "x^10", "x^(10)", "x^1 0"),
    ("a_12", {}, "a_12", "a_(12)", "a_1 2"),
    (r"\begin{pmatrix} a,b & c \end{pmatrix}", {}, "mat(a comma b, c)", "mat(a comma b, c)", "mat(a comma b, c)"),
    (r"\begin{pmatrix} a;b & c \end{pmatrix}", {}, "mat(a ; b, c)", "mat(a; b, c)", r"mat(a \; b, c)"),
    (r"\overset{a,b}{=}", {}, "limits(=)^a, b", "limits(=)^a, b", "limits(=)^(a, b)"),
]
formulas = json.dumps([case[:2] for case in CASES])
results = json.loads(subprocess.run(["node", "convert.mjs", formulas], check=True, capture_output=True, text=True).stdout)
for (formula, options, expected, same, meant), result in zip(CASES, results):
    print(f"{formula} {options}: {result}, {'right' if read(result) == read(meant) else 'in place of ' + meant}")
    assert result == expected and read(result) == read(same)
    assert (read(same) == read(meant)) == (same == meant)
PY
venv/bin/python check.py
