#!/usr/bin/env bash
# tree-sitter-groovy turns a constructor into a method with the name of the field above it, as fields need a `;`, and a test of
# Spock into a constructor named `def`.
#
# Expected: everyday code has trees without errors. Groovy 2.4.21 (Debian) parses all of the snippets below.
# Seen on 2026-11-30 with tree-sitter-groovy 0.1.2 and tree-sitter 0.26.1 (PyPI; crates.io has the same version):
#   class A { String name, a line break, A(int x) { … } }   a method `name`; the constructor `A` is an error. With `;` it is right.
#   def "adds two numbers"() { … }   a constructor named `def`.
#   def f(x) in a class, println "a" in a method   errors; def f(int x) and println("a") are right.
#   [:], x.each { a, b -> println a }, a?.b ?: c, list*.name, y as String, assert x == 1, def (a, b) = [1, 2],
#   x =~ /a/, 0..<5, task foo(type: Copy) { … }   errors; [a: 1], x.each { println it }, 1..5 and foo('a', Copy) { … } are right.
# The grammar is made from Java's. Outlines and tags of Gradle, Jenkins and Spock files have wrong names and lack tests.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-groovy==0.1.2
"$work/venv/bin/python" - <<'PY'
import tree_sitter, tree_sitter_groovy

parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_groovy.language()))

def declarations(node):
    found = []
    if node.type in ("method_declaration", "constructor_declaration"):
        found = [(node.type.split("_")[0], node.child_by_field_name("name").text.decode())]
    return found + [name for child in node.children for name in declarations(child)]

def check_names(source, has_error, expected):
    root = parser.parse(source.encode()).root_node
    print(f"{source!r}: {declarations(root)}, has_error {root.has_error}")
    assert (root.has_error, declarations(root)) == (has_error, expected)

CLASS = "class A {\n    String name%s\n\n    A(int x) {\n        this.x = x\n    }\n}\n"
check_names(CLASS % ";", False, [("constructor", "A")])
check_names(CLASS % "", True, [("method", "name")])
TEST = "class S extends Specification {\n    def %s() {\n        expect:\n        x == 1\n    }\n}\n"
check_names(TEST % "adds", False, [("method", "adds")])
check_names(TEST % '"adds two numbers"', True, [("constructor", "def")])

def check_errors(expected, *sources):
    for source in sources:
        has_error = parser.parse(f"{source}\n".encode()).root_node.has_error
        print(f"{source!r}: has_error {has_error}")
        assert has_error == expected, source

METHOD = "class A {\n    def f(%s) {\n        %s\n    }\n}"
check_errors(False, METHOD % ("int x", "g(x)"), METHOD % ("", 'println("a")'), "def m = [a: 1]", "x.each { println it }",
             "def r = 1..5", "tasks.register('a', Copy) {\n    from 'a'\n}")
check_errors(True, METHOD % ("x", "g(x)"), METHOD % ("", 'println "a"'), "def m = [:]", "x.each { a, b -> println a }",
             "def y = a?.b ?: c", "def x = list*.name", "def s = y as String", "assert x == 1", "def (a, b) = [1, 2]",
             "def s = x =~ /a/", "def r = 0..<5", "task foo(type: Copy) {\n    from 'a'\n}")
PY
