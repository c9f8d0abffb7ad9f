#!/usr/bin/env bash
# tree-sitter-powershell loses the function behind `git commit --message=x`, `cd $root\src` and `npm run build -- --watch`.
#
# Expected: a script that PowerShell runs gets a tree without errors, or at least the functions below the line.
# Seen on 2026-11-29 with tree-sitter-powershell 0.26.4 and tree-sitter 0.26.1 (PyPI), with a function `After` in the next line:
#   without an error:                git commit --amend, cd "$root\src", ls -la, a /x:y, a -b:$c, and functions of several lines.
#   an error, `After` found:         `function F { param($a) $a }`, cases of a `switch` on one line, `A() : base(1)` in a class,
#                                    [Flags()] above an enum, `? :` and `??` of PowerShell 7.
#   an error, `After` is not found:  an option `--name=value` or `-name=value`, an argument `--`, a variable with a path behind it
#                                    in an argument (`a $x/y`), `&` at the end of a line.
# Scripts for builds call other programs so in nearly every line. An outline or a search for definitions has gaps without a word.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-powershell==0.26.4
"$work/venv/bin/python" - <<'PY'
import tree_sitter_powershell
from tree_sitter import Language, Parser

parser = Parser(Language(tree_sitter_powershell.language()))

def functions(node):
    if node.type == "function_statement":
        yield node.text.decode().split()[1]
    for child in node.children:
        yield from functions(child)

def check(expected, *scripts):
    for script in scripts:
        root = parser.parse(f"{script}\nfunction After {{ }}\n".encode()).root_node
        found = ("error" if root.has_error else "no error") + ("" if "After" in functions(root) else ", lost")
        print(f"{script!r}: {found}")
        assert found == expected, f"expected {expected}"

check("no error", "git commit --amend", 'cd "$root\\src"', "ls -la", "a /x:y", "a -b:$c", "function F {\n  param($a)\n  process { $a }\n}",
      "switch ($d) {\n  'a' { 1 }\n  default { 2 }\n}", "enum F { A = 1 }")
check("error", "function F { param($a) $a }", "switch ($d) { 'a' { 1 } default { 2 } }", "class A : B {\n  A() : base(1) {\n  }\n}",
      "[Flags()]\nenum F {\n  A = 1\n}", "$x = $a ? 1 : 2", "$x = $a ?? 1")
check("error, lost", "git commit --message=x", "a -b=c", "npm run build -- --watch", "cd $root\\src", "a $x/y", "a &")
PY
