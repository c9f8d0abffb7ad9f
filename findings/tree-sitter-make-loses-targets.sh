#!/usr/bin/env bash
# tree-sitter-make loses the rules behind `obj-$(CONFIG_X) += a.o`, `$(PKG)_VERSION = 1` and any value with a parenthesis.
#
# Expected: a makefile that GNU make reads without a warning has a tree without errors, or at least the next rule has its name.
# Seen on 2026-11-30 with tree-sitter-make 1.1.1 and tree-sitter 0.26.1 (PyPI), the line, a rule `after: x` and a rule `last:`:
#   X = a, X != echo a, obj-y += a.o, $(A): X = 1:   no error, both targets.
#   obj-$(CONFIG_X) += a.o, $(PKG)_VERSION = 1:      an error; the variable is a target, and the name of the next target is the value
#                                                    and a line end: "a.o\n\nafter".
#   $(PKG)_VERSION := 1:                             an error; both targets, the variable is a target.
#   X = done (ok), X = $(wildcard *.c) # (c):        an error; the name of the next target is "X = done (ok)\n\nafter".
#   ifeq ($(X),(a)):                                 an error; `after` is no target.
#   X = '(a)', CFLAGS = -DX='f(a)':                  an error; no targets and no variables at all.
# The crate of this version has the same parser. Kbuild and Buildroot consist of such lines, and values with a parenthesis are in
# most makefiles: an outline, a search for a target or a highlighter misses the one below, or the rest of the file.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-make==1.1.1
cd "$work"
touch x
venv/bin/python - <<'PY'
import subprocess
import tree_sitter, tree_sitter_make

parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_make.language()))

def walk(node):
    yield node
    for child in node.children:
        yield from walk(child)

# the line, and the names of the targets in the tree
BOTH = ["after", "last"]
CASES = {
    "X = a": BOTH,
    "X != echo a": BOTH,
    "obj-y += a.o": BOTH,
    "$(A): X = 1": BOTH,
    "obj-$(CONFIG_X) += a.o": ["obj-$(CONFIG_X)", "+", "=", "a.o\n\nafter", "last"],
    "$(PKG)_VERSION = 1": ["$(PKG)_VERSION", "=", "1\n\nafter", "last"],
    "$(PKG)_VERSION := 1": ["$(PKG)_VERSION", "after", "last"],
    "X = done (ok)": ["X = done (ok)\n\nafter", "last"],
    "X = $(wildcard *.c) # (c)": ["X = $(wildcard *.c) # (c)\n\nafter", "last"],
    "ifeq ($(X),(a))\nendif": ["last"],
    "X = '(a)'": [],
    "CFLAGS = -DX='f(a)'": [],
}
for line, expected in CASES.items():
    source = f"A = a\nPKG = p\nCONFIG_X = y\n{line}\n\nafter: x\n\techo $@\n\nlast:\n\techo $@\n"
    with open("Makefile", "w") as file:
        file.write(source)
    run = subprocess.run(["make", "--dry-run", "--warn-undefined-variables", "after", "last"], check=True, capture_output=True, text=True)
    assert run.stdout.splitlines() == ["echo after", "echo last"]
    root = parser.parse(source.encode()).root_node
    targets = [target.text.decode() for node in walk(root) if node.type == "targets" for target in node.named_children]
    print(f"{line!r}: has_error {root.has_error}, targets {targets}")
    assert targets == expected and root.has_error == (expected != BOTH)
PY
