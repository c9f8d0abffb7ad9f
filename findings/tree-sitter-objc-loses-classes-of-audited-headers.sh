#!/usr/bin/env bash
# tree-sitter-objc loses the class or protocol that follows NS_ASSUME_NONNULL_BEGIN, and the names in NS_ENUM and NS_OPTIONS.
#
# Expected: a header that clang parses yields the same classes, protocols and methods, although the grammar cannot expand macros:
# the grammar's macro_type_specifier and its handling of NS_SWIFT_NAME and API_AVAILABLE show that it knows Apple's usual ones.
# Seen on 2026-11-30 with tree-sitter-objc 3.0.2, tree-sitter 0.26.1 and libclang 18.1.1 (PyPI; crates.io has the same grammar):
#   NS_ASSUME_NONNULL_BEGIN, then `@interface A : B`:   a declaration with an ERROR; methods become `-` expressions, `@end` an error.
#   the same, then `@protocol P <Q>`:                   an ERROR from the macro on.
#   `@class C;` between the two:                        an error, but the class is found.
#   typedef NS_ENUM(NSInteger, E) { … }, NS_OPTIONS:    a type_definition with errors; no enumerator is found.
# Xcode writes the first macro into each new header, so nearly all classes of Objective-C are missing from outlines and tags.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-objc==3.0.2 libclang==18.1.1
"$work/venv/bin/python" - <<'PY'
import tree_sitter, tree_sitter_objc
from clang.cindex import CursorKind, Index

MACROS = """#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define NS_ENUM(type, name) enum name : type name; enum name : type
#define NS_OPTIONS(type, name) enum name : type name; enum name : type
typedef long NSInteger;
@interface Base
@end
@protocol Q
@end
"""
KINDS = {CursorKind.OBJC_INTERFACE_DECL: "class", CursorKind.OBJC_PROTOCOL_DECL: "protocol",
         CursorKind.OBJC_INSTANCE_METHOD_DECL: "method", CursorKind.ENUM_CONSTANT_DECL: "enumerator"}
NODES = {"class_interface": "class", "protocol_declaration": "protocol", "method_declaration": "method", "enumerator": "enumerator"}
parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_objc.language()))

def clang_names(source):
    unit = Index.create().parse("a.m", args=["-x", "objective-c"], unsaved_files=[("a.m", MACROS + source)])
    assert not [problem for problem in unit.diagnostics if problem.severity >= 3], [str(problem) for problem in unit.diagnostics]
    first = MACROS.count("\n") + 1
    return [(KINDS[cursor.kind], cursor.spelling) for cursor in unit.cursor.walk_preorder()
            if cursor.kind in KINDS and cursor.location.line >= first]

def tree_names(node):
    found = []
    if node.type in NODES:
        found.append((NODES[node.type], next(child.text.decode() for child in node.children if child.type == "identifier")))
    return found + [name for child in node.children for name in tree_names(child)]

CLASS = "@interface A : Base\n- (NSInteger)count;\n@end\n"
PROTOCOL = "@protocol P <Q>\n- (void)run;\n@end\n"
# the source, whether the tree has an error, and whether the tree has all of clang's names (None: depends on the repair)
CASES = [
    (CLASS, False, True),
    (f"NS_ASSUME_NONNULL_BEGIN\n\n{CLASS}\nNS_ASSUME_NONNULL_END\n", True, False),
    (PROTOCOL, False, True),
    (f"NS_ASSUME_NONNULL_BEGIN\n\n{PROTOCOL}\nNS_ASSUME_NONNULL_END\n", True, False),
    (f"NS_ASSUME_NONNULL_BEGIN\n\n@class C;\n\n{CLASS}\nNS_ASSUME_NONNULL_END\n", True, None),
    ("typedef enum E : NSInteger { EA, EB } E;\n", False, True),
    ("typedef NS_ENUM(NSInteger, E) {\n    EA,\n    EB = 2,\n};\n", True, False),
    ("typedef NS_OPTIONS(NSInteger, O) {\n    OA = 1 << 0,\n    OB = 1 << 1\n};\n", True, False),
]
for source, has_error, complete in CASES:
    expected, root = clang_names(source), parser.parse(source.encode()).root_node
    found = tree_names(root)
    print(f"{source!r}\n  clang {expected}\n  tree-sitter {found}, has_error {root.has_error}")
    assert expected and root.has_error == has_error
    assert complete is None or (set(expected) <= set(found)) == complete
PY
