#!/usr/bin/env bash
# Official grammars of tree-sitter nest operators differently from their languages: `&` and `^` of Python, `-a++` of C and Java.
#
# Expected: a tree without errors nests an expression as the language evaluates it.
# Seen on 2026-11-29 with the wheels of PyPI (the crates and npm packages of these versions have the same parsers):
#   tree-sitter-python 0.25.0: `a & b ^ c` is a & (b ^ c), `await a ** b` is await (a ** b); Python's own parser says
#                              (a & b) ^ c and (await a) ** b.
#   tree-sitter-c 0.24.2, tree-sitter-cpp 0.23.4, tree-sitter-java 0.23.5: `-a++` and `!p->n--` increment the result of the
#                              unary operator; C's `sizeof (a)[0]` is an element of a size. pycparser agrees with C.
#   tree-sitter-php 0.25.1:    `-$a ** 2` is (-$a) ** 2, and `print $a and $b` prints `$a and $b`; the manual says the opposite.
#   tree-sitter-javascript reads `-a++` right.
# So a structural search for `$X ^ $Y` or `$X++`, and a rewrite that adds or drops parentheses, are wrong without an error node.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-python==0.25.0 \
    tree-sitter-c==0.24.2 tree-sitter-cpp==0.23.4 tree-sitter-java==0.23.5 tree-sitter-php==0.25.1 \
    tree-sitter-javascript==0.25.0 pycparser==3.12
"$work/venv/bin/python" - <<'PY'
import ast
import tree_sitter_c, tree_sitter_cpp, tree_sitter_java, tree_sitter_javascript, tree_sitter_php, tree_sitter_python
from pycparser import c_ast, c_parser
from tree_sitter import Language, Parser

# language, its parser, a function around the expression, and for each expression its outermost node and the operands
CASES = [
    ("Python", tree_sitter_python.language(), "async def f():\n    %s\n", {
        "a & b ^ c": "binary_operator: a, b ^ c", "a ^ b & c": "binary_operator: a ^ b, c", "await a ** b": "await: a ** b"}),
    ("C", tree_sitter_c.language(), "void f(void) { %s; }", {
        "-a++": "update_expression: -a", "!p->n--": "update_expression: !p->n", "*p++": "pointer_expression: p++",
        "sizeof (a)[0]": "subscript_expression: sizeof (a), 0"}),
    ("C++", tree_sitter_cpp.language(), "void f() { %s; }", {"-a++": "update_expression: -a"}),
    ("Java", tree_sitter_java.language(), "class C { void f() { x = %s; } }", {
        "-a++": "update_expression: -a", "(int) a++": "update_expression: (int) a"}),
    ("PHP", tree_sitter_php.language_php(), "<?php %s;", {
        "-$a ** 2": "binary_expression: -$a, 2", "print $a and $b": "print_intrinsic: $a and $b"}),
    ("JavaScript", tree_sitter_javascript.language(), "%s;", {"-a++": "unary_expression: a++"}),
]
for name, language, function, expressions in CASES:
    parser = Parser(Language(language))
    for expression, expected in expressions.items():
        source = (function % expression).encode()
        root = parser.parse(source).root_node
        assert not root.has_error, expression
        start = source.index(expression.encode())
        node = root.descendant_for_byte_range(start, start + len(expression))
        while node.named_child_count == 1 and node.named_children[0].end_byte == node.end_byte and node.start_byte == \
                node.named_children[0].start_byte:
            node = node.named_children[0]
        found = f"{node.type}: {', '.join(child.text.decode() for child in node.named_children)}"
        print(f"{name:10} {expression:16} {found}")
        assert found == expected, f"expected {expected}"

# The parsers of the languages
assert isinstance(ast.parse("a & b ^ c").body[0].value.op, ast.BitXor)
assert isinstance(ast.parse("async def f(): await a ** b").body[0].body[0].value.op, ast.Pow)
for expression, outermost in [("-a++", "-"), ("!p->n--", "!"), ("sizeof (a)[0]", "sizeof")]:
    file = c_parser.CParser().parse("void f(int *a, struct s *p) { %s; }" % expression)
    node = file.ext[0].body.block_items[0]
    assert isinstance(node, c_ast.UnaryOp) and node.op == outermost, node
PY
