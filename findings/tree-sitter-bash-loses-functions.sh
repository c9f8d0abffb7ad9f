#!/usr/bin/env bash
# tree-sitter-bash loses the functions behind a second here-document, `;;&`, `*(a|b)` or `${x/'/'/-}`: the rest is one ERROR.
#
# Expected: a script that `bash -n` accepts gets a tree without errors, or at least the functions below the construct.
# Seen on 2026-11-29 with tree-sitter-bash 0.25.1 and tree-sitter 0.26.1 (PyPI), with a function `after` in the last line:
#   without an error, `after` found:  one here-document, `;;`, `;&`, `[[ $x == @(a|b) ]]`, `${x//\//_}` and others.
#   an error, `after` found:          `cat <<A &`, `foo() for …`, `ls ?(a|b)`, `ls !(a)`, two here-documents of plain words.
#   an error, `after` is not found:   a second here-document with an apostrophe in it, `cat <<A; echo b`, `esac` behind `;;&`,
#                                     `ls *(a|b).c`, `${x/'/'/-}`, the short form `for x in a b; { … }`.
# An outline, a highlighter or a search for definitions that is built on the grammar ends there without a word.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-bash==0.25.1
"$work/venv/bin/python" - <<'PY'
import subprocess
import tree_sitter_bash
from tree_sitter import Language, Parser

parser = Parser(Language(tree_sitter_bash.language()))

def functions(node):
    if node.type == "function_definition":
        yield node.child_by_field_name("name").text.decode()
    for child in node.children:
        yield from functions(child)

def check(script, expected):
    script += "\nafter() { :; }\n"
    subprocess.run(["bash", "-O", "extglob", "-n", "-c", script], check=True)
    root = parser.parse(script.encode()).root_node
    found = ("error" if root.has_error else "no error") + ("" if "after" in functions(root) else ", lost")
    print(f"{script!r}: {found}")
    assert found == expected, f"expected {expected}"

for script in ["cat <<A\ndon't\nA", "cat <<A | sort > b\na\nA", "cat <<A && echo b\na\nA", "case $x in a) b;; *) c;; esac",
               "case $x in a) b;& *) c;; esac", "[[ $x == @(a|b) ]]", "echo ${x//\\//_}", "for x in a b; do :; done"]:
    check(script, "no error")
for script in ["cat <<A &\na\nA", "foo() for x in y; do :; done", "ls ?(a|b)", "ls !(a)", "cat <<A <<B\na\nA\nb\nB"]:
    check(script, "error")
for script in ["cat <<A <<B\na\nA\ndon't\nB", "cat <<A; echo b\na\nA", "case $x in a) b;;& *) c;;& esac", "ls *(a|b).c",
               "echo ${x/'/'/-}", "for x in a b; { :; }"]:
    check(script, "error, lost")
PY
