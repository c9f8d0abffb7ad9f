#!/usr/bin/env bash
# tree-sitter-cpp cannot read pointers to members and explicit instantiations of templates, which C++ has had since 1998.
#
# Expected: declarations and expressions of C++98 get a tree without errors.
# Seen on 2026-11-29 with tree-sitter-cpp 0.23.4 and tree-sitter 0.26.1 (PyPI), code that g++ accepts:
#   `p->*m`, `(p->*m)(1)`:                         an ERROR; `object.*m` is right.
#   `using M = int (C::*)() const`, `typedef int (C::*F)()`, a field `int C::*d`:   an ERROR, or a name that is missing.
#   `template class A<int>`, `extern template struct A<long>`:   the same; `template <> struct A<int> { }` is right.
#   a bit field with a value, `int a : 3 = 1` (C++20), `A a{.x{2}}`:   an ERROR; `A a{.x = 2}` is right.
# Signals of Qt, tables of handlers and libraries of templates are full of these. A file counts as broken for tools that ask
# `has_error`, and the names in the ERROR are no references.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-cpp==0.23.4
"$work/venv/bin/python" - <<'PY'
import tree_sitter_cpp
from tree_sitter import Language, Parser

parser = Parser(Language(tree_sitter_cpp.language()))

def check(has_error, *declarations):
    for declaration in declarations:
        found = parser.parse(f"{declaration}\n".encode()).root_node.has_error
        print(f"{declaration}: {'error' if found else 'no error'}")
        assert found == has_error, declaration

check(False, "int f(C &c, int C::*d) { return c.*d; }", "int f(C &c) { return (c.*m)(1); }", "template <> struct A<int> { };",
      "template <class T> struct A<T *> { };", "struct B { int a : 3; };", "A a{.x = 2};", "using F = int (*)(int);")
check(True, "int f(C *p) { return p->*d; }", "int f(C *p) { return (p->*m)(1); }", "using M = int (C::*)() const;",
      "typedef int (C::*F)();", "struct S { int C::*d; };", "template class A<int>;", "template struct A<char>;",
      "extern template struct A<long>;", "struct B { int a : 3 = 1; };", "A a{.x{2}};")
PY
