#!/usr/bin/env bash
# tree-sitter-c loses `_Atomic(int) count;`, calls the variable of `double _Complex c;` `_Complex`, and takes `struct [[deprecated]] s`
# for a function.
#
# Expected: declarations of C11 and C23 that gcc accepts have trees without errors, or at least the names that they declare.
# Seen on 2026-11-30 with tree-sitter-c 0.24.2 and tree-sitter 0.26.1 (PyPI), each declaration between two functions:
#   _Atomic int count;, struct s { int a; };       no error, the right names.
#   _Atomic(int) count;, _Atomic(int) get(void);   an error and no name at all; with `static`, or in a struct, the name is right.
#   _Thread_local int x;                           the variable `int`; a longer name, `depth`, is right but for the error.
#   double _Complex c;, _Complex double c;         the variables `_Complex` and `double`.
#   struct [[deprecated]] s { int a; };            a function `s` with a variable `a`; the struct has no name and no field.
#   enum e { A __attribute__((deprecated)), B };   the constants `deprecated` and `B`.
#   struct s { int : 3; int b; };                  a field without a name, marked as missing; `_Static_assert(1, "")` in it is a field, too.
#   case 1 ... 5:, goto *p;, end of a block after a label:   an error inside of the function only.
# The crate of this version has the same parser. Counters of threads, numerical code and attributes of C23 are affected:
# an outline or a list of symbols has variables named `int` and `_Complex`, and a search for the name that is meant finds none.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-c==0.24.2
cd "$work"
venv/bin/python - <<'PY'
import subprocess
import tree_sitter, tree_sitter_c

parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_c.language()))

def walk(node):
    yield node
    for child in node.children:
        yield from walk(child)

def name(declarator):
    while inner := declarator.child_by_field_name("declarator"):
        declarator = inner
    return declarator.text.decode()

def names(root):
    found = []
    for node in walk(root):
        kind = {"declaration": "variable", "field_declaration": "field", "type_definition": "type", "function_definition": "function",
                "enumerator": "constant", "struct_specifier": "struct"}.get(node.type)
        if kind in ("constant", "struct"):
            found.append(f"{kind} {node.child_by_field_name('name').text.decode()}")
        elif kind:
            found += [f"{kind} {name(declarator)}" for declarator in node.children_by_field_name("declarator")] or [kind]
    return found

# the declaration, whether its tree has an error, and the names in the tree
CASES = [
    ("_Atomic int count;", False, ["variable count"]),
    ("_Atomic(int) count;", True, []),
    ("_Atomic(int) count = 1;", True, []),
    ("_Atomic(int) get(void);", True, []),
    ("static _Atomic(int) count;", True, ["variable count"]),
    ("struct s { _Atomic(int) count; };", True, ["struct s", "field count"]),
    ("_Thread_local int x;", True, ["variable int"]),
    ("_Thread_local int depth;", True, ["variable depth"]),
    ("double _Complex c;", True, ["variable _Complex"]),
    ("_Complex double c;", True, ["variable double"]),
    ("struct s { int a; };", False, ["struct s", "field a"]),
    ("struct [[deprecated]] s { int a; };", True, ["function s", "struct ", "variable a"]),
    ("enum e { A, B };", False, ["constant A", "constant B"]),
    ("enum e { A __attribute__((deprecated)), B };", True, ["constant deprecated", "constant B"]),
    ("struct s { int : 3; int b; };", True, ["struct s", "field ", "field b"]),
    ('struct s { int a; _Static_assert(1, ""); };', True, ["struct s", "field a", "field"]),
    ("int f(int x) { switch (x) { case 1 ... 5: return 1; } return 2; }", True, ["function f"]),
    ("int f(void) { void *p = &&a; goto *p; a: return 1; }", True, ["function f", "variable p"]),
    ("int f(void) { goto end; end: }", True, ["function f"]),
]
for code, has_error, expected in CASES:
    source = f"int before(void) {{ return 0; }}\n{code}\nint after(void) {{ return 0; }}\n"
    subprocess.run(["gcc", "-std=gnu2x", "-fsyntax-only", "-w", "-x", "c", "-"], input=source, text=True, check=True)
    root = parser.parse(source.encode()).root_node
    found = names(root)
    print(f"{code} has_error {root.has_error}, {found[1:-1]}")
    assert found == ["function before", *expected, "function after"] and root.has_error == has_error, found
PY
