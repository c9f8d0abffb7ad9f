#!/usr/bin/env bash
# tree-sitter-c-sharp loses the class around `v = *(float*)&i;` and the class below it, and has no struct for `ref partial struct S`.
#
# Expected: unsafe code (C# 1.0), `ref partial struct` (C# 7.2) and assignments to a reference that a method returns (C# 7.0) have trees
# without errors, or at least the classes and methods around them keep their names.
# Seen on 2026-11-30 with tree-sitter-c-sharp 0.23.5 and tree-sitter 0.26.1 (PyPI), a member in a class `C`, then a class `After`:
#   *p = 1;, p->x = 1;, var x = (int*)p;:       no error, all names.
#   v = *(float*)&i;, *(uint*)(p + 4) = 1;:     one error from the first line to the last: no class `C`, no method, no class `After`.
#   *p++ = *q++;, Get() += 1;:                  the method around it is gone.
#   ref partial struct S, readonly ref partial: no struct and none of its methods; `partial struct` and `ref struct` are right.
#   return *(uint*)p;, *p++ = 1;, Get() = 1;:   an error inside of the method only.
# The crate of this version has the same parser. Serializers, hashes and codecs consist of such lines: four files of MessagePack for C#
# (UnsafeMemory, LZ4Codec) are one error each, so an outline of them is empty and a search for a class or method finds nothing.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-c-sharp==0.23.5
"$work/venv/bin/python" - <<'PY'
import tree_sitter, tree_sitter_c_sharp

parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_c_sharp.language()))

def walk(node):
    yield node
    for child in node.children:
        yield from walk(child)

def names(root):
    kinds = {"class_declaration": "class", "struct_declaration": "struct", "method_declaration": "method"}
    return [f"{kinds[node.type]} {node.child_by_field_name('name').text.decode()}" for node in walk(root) if node.type in kinds]

METHOD = ["class C", "method M"]
AFTER = ["class After", "method Z"]
IN_CLASS = "unsafe class C {{ {} }}"
# the code, whether its tree has an error, and the names in the tree
CASES = [
    (IN_CLASS.format("void M(byte* p) { *p = 1; }"), False, METHOD + AFTER),
    (IN_CLASS.format("void M(S* p) { p->x = 1; }"), False, METHOD + AFTER),
    (IN_CLASS.format("void M(byte* p) { var x = (int*)p; }"), False, METHOD + AFTER),
    (IN_CLASS.format("float v; void M(uint i) { v = *(float*)&i; }"), True, []),
    (IN_CLASS.format("void M(byte* p) { *(uint*)(p + 4) = 1; }"), True, []),
    (IN_CLASS.format("void M(byte* p, byte* q) { *p++ = *q++; }"), True, ["class C"] + AFTER),
    (IN_CLASS.format("void M() { Get() += 1; }"), True, ["class C"] + AFTER),
    (IN_CLASS.format("uint M(byte* p) { return *(uint*)p; }"), True, METHOD + AFTER),
    (IN_CLASS.format("void M(byte* p) { *p++ = 1; }"), True, METHOD + AFTER),
    (IN_CLASS.format("void M() { Get() = 1; }"), True, METHOD + AFTER),
    ("public partial struct S { void M() { } }", False, ["struct S", "method M"] + AFTER),
    ("public ref struct S { void M() { } }", False, ["struct S", "method M"] + AFTER),
    ("public ref partial struct S { void M() { } }", True, AFTER),
    ("public readonly ref partial struct S { void M() { } }", True, AFTER),
]
for code, has_error, expected in CASES:
    root = parser.parse(f"{code}\nclass After {{ void Z() {{ }} }}\n".encode()).root_node
    print(f"{code} has_error {root.has_error}, {names(root)}")
    assert names(root) == expected and root.has_error == has_error
PY
