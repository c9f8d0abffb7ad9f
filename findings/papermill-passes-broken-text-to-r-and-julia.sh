#!/usr/bin/env bash
# papermill passes the text `Zoë` to an R notebook as a broken string, "Zo\xeb" that equals no other, and `a$b` to Julia as code.
#
# Expected: a notebook gets the parameters that papermill was given, in each language that it supports, or an error.
# Seen on 2026-11-30 with papermill 2.7.0 (PyPI), `execute_notebook(…, prepare_only=True)`; R 4.6.0 of webr 0.6.0 (npm) runs the
# cell, and tree-sitter-julia 0.23.1 and tree-sitter-powershell 0.26.4 (PyPI) read it:
#   Python: all values right. R: numbers, quotes, lists, `a$b`, a line end, `€` and letters outside of Latin-1 right.
#   R, `Zoë`:                          "Zo\xeb", a byte that is no UTF-8: it does not equal "Zoë", and `nchar` fails.
#   R, infinity and NaN:               inf and nan, "object not found".
#   Julia and PowerShell, `a$b`:       "a$b", where both insert the value of the variable b.
#   PowerShell, `a\b` and a line end:  "a\\b" and "a\nb", though a backslash is a letter there.
#   Bash, the list 1, None, 2:         (1  2), a list of two.
# Names, paths and passwords of a report's parameters arrive changed, mostly without an error.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" webr@0.6.0 ws@8.18.3
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check papermill==2.7.0 \
  tree-sitter==0.26.1 tree-sitter-julia==0.23.1 tree-sitter-powershell==0.26.4
cd "$work"
cat > prepare.py <<'PY'
import subprocess
import nbformat
import papermill
import tree_sitter
import tree_sitter_julia
import tree_sitter_powershell

def prepared(kernel, language, **parameters):
    notebook = nbformat.v4.new_notebook(metadata={"kernelspec": {"name": kernel, "language": language, "display_name": language}})
    nbformat.write(notebook, "in.ipynb")
    papermill.execute_notebook("in.ipynb", "out.ipynb", parameters=parameters, prepare_only=True, progress_bar=False)
    [cell] = [cell for cell in nbformat.read("out.ipynb", 4).cells if "injected-parameters" in cell.metadata.tags]
    lines = cell.source.split("\n", 1)[1].strip()
    print(f"{language}: {lines}")
    return lines

VALUES = {"name": "Zoë", "euro": "5 €", "cyrillic": "Я", "dollar": "a$b", "quote": "it's \"x\"", "path": "a\\b", "lines": "a\nb",
          "items": [1, "x"], "flag": True, "share": 0.5}
FLOATS = {"most": float("inf"), "none": float("nan")}

values = {}
exec(prepared("python3", "python", **VALUES, **FLOATS), values)
assert {key: values[key] for key in VALUES} == VALUES
assert values["most"] == float("inf") and values["none"] != values["none"]

r = prepared("ir", "R", **VALUES)
assert 'name = "Zo\\xeb"' in r
with open("values.R", "w") as file:
    file.write(r)
assert prepared("ir", "R", **FLOATS) == "most = inf\nnone = nan"

def kinds(language, code):
    node = tree_sitter.Parser(tree_sitter.Language(language)).parse(code.encode()).root_node
    assert not node.has_error
    found, nodes = set(), [node]
    while nodes:
        node = nodes.pop()
        found.add(node.type)
        nodes += node.children
    return found

julia, powershell = tree_sitter_julia.language(), tree_sitter_powershell.language()
code = prepared("julia-1.11", "julia", dollar="a$b")
assert code == 'dollar = "a$b"' and "string_interpolation" in kinds(julia, code)
assert "string_interpolation" not in kinds(julia, prepared("julia-1.11", "julia", dollar="ab"))
code = prepared(".net-powershell", "powershell", dollar="a$b")
assert code == '$dollar = "a$b"' and "variable" in kinds(powershell, code.split("= ")[1])
assert "variable" not in kinds(powershell, prepared(".net-powershell", "powershell", dollar="ab").split("= ")[1])
assert prepared(".net-powershell", "powershell", path="a\\b", lines="a\nb") == '$path = "a\\\\b"\n$lines = "a\\nb"'

code = prepared("bash", "bash", items=[1, None, 2])
count = subprocess.run(["bash", "-c", code + '\necho "${#items[@]}"'], capture_output=True, text=True, check=True).stdout
assert count == "2\n"
PY
venv/bin/python prepare.py
cat > run.mjs <<'JS'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { WebR } from "webr";

const r = new WebR();
await r.init();
await r.evalRVoid(readFileSync("values.R", "utf8"));
async function check(code, expected) {
  const result = await r.evalRString(`tryCatch(format(${code}), error = function(e) conditionMessage(e))`);
  console.log(`R: ${code}: ${result}`);
  assert.equal(result, expected);
}
for (const code of ['euro == "5 €"', 'cyrillic == "Я"', 'dollar == "a$b"', 'quote == "it\'s \\"x\\""', 'path == "a\\\\b"', 'lines == "a\\nb"',
  "validUTF8(euro)", 'identical(items, list(1, "x"))', "flag", "share == 0.5"]) await check(code, "TRUE");
await check('name == "Zoë"', "FALSE");
await check("validUTF8(name)", "FALSE");
await check("nchar(name)", "invalid multibyte string, element 1");
await check("inf", "object 'inf' not found");
await check("nan", "object 'nan' not found");
r.close();
JS
node run.mjs
