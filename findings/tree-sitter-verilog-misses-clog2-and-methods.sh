#!/usr/bin/env bash
# tree-sitter-verilog cannot read `parameter W = $clog2(16)`, the usual width of an address, nor a method outside of
# its class, an import of a C function, or an assertion with a delay.
#
# Expected: the grammar reads what SystemVerilog's standard allows; pyslang, a reference parser, accepts each of these.
# Seen on 2026-12-01 with tree-sitter 0.26.1, tree-sitter-verilog 1.0.3 and pyslang 12.1.0 (PyPI), an error each time:
#   parameter W = $clog2(16), and $bits(x):                       an error behind the name.
#   function void c::f(); outside of its class:                   the function's name is `c`, the rest is an error.
#   import "DPI-C" function int f(int a);                         the import.
#   a |-> ##1 b, an assertion with a delay:                       the operand behind the delay.
#   void'(f());                                                   the call.
#   fork a(); join                                                the call's parentheses.
#   bind a b c(.x(y));                                            the end of the statement is missing.
#   `$clog2` in an assignment, `$signed(y)`, classes, `always_ff`, `generate`:   right.
# Width parameters stand at the head of most modules, so a search by declarations sees few of them without an error.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-verilog==1.0.3 pyslang==12.1.0
"$work/venv/bin/python" - <<'PY'
import pyslang, tree_sitter_verilog
from tree_sitter import Language, Parser

parser = Parser(Language(tree_sitter_verilog.language()))

def has_module(node):
    return node.type == "module_declaration" or any(has_module(child) for child in node.children)

# a text, whether the tree has an error and a module
for text, error, module in [
    ("module m; parameter W = $clog2(16); endmodule", True, True),
    ("module m #(parameter W = $clog2(16)) (input [W-1:0] a); endmodule", True, True),
    ("module m; parameter W = $bits(x); endmodule", True, True),
    ("class c; extern function void f(); endclass\nfunction void c::f(); endfunction", True, False),
    ('module m; import "DPI-C" function int f(int a); endmodule', True, True),
    ("module m; assert property (@(posedge c) a |-> ##1 b); endmodule", True, True),
    ("module m; initial begin void'(f()); end endmodule", True, True),
    ("module m; initial fork a(); join endmodule", True, True),
    ("bind a b c(.x(y));", True, False),
    ("module m; assign x = $clog2(y); endmodule", False, True),
    ("module m; assign x = $signed(y); endmodule", False, True),
    ("class c; function void f(); endfunction endclass", False, False),
    ("module m; always_ff @(posedge c) q <= d; endmodule", False, True),
    ("module m; for (genvar i = 0; i < 2; i++) begin : g a u(.x(y[i])); end endmodule", False, True),
]:
    assert not [each for each in pyslang.syntax.SyntaxTree.fromText(text).diagnostics if each.isError()]
    tree = parser.parse(text.encode()).root_node
    print(f"{text}: error {tree.has_error}, module {has_module(tree)}")
    assert (tree.has_error, has_module(tree)) == (error, module)
PY
