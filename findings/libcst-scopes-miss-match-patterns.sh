#!/usr/bin/env bash
# LibCST's scopes do not know the names that `match` binds, and put a variable of `:=` into the comprehension.
#
# Expected: each use of a local name refers to its assignment, as Python's own symbol table has it.
# Seen on 2026-11-29 with libcst 1.9.0 (PyPI) and the module symtable of Python:
#   `for`, `with`, `except … as`, parameters:     each use refers to an assignment.
#   `case [head, *tail]`, `case {"a": value, **rest}`, `case int() as n`:
#                                                 the uses in the body have no assignment; symtable: locals.
#   `any((hit := i) for i in items)`, then `hit`: `hit` is assigned in the generator's scope; its use after it has no assignment.
# The patterns are parsed right, and there is no error. So a codemod that goes by scopes leaves such uses out of a rename, and a
# check for undefined names reports them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check libcst==1.9.0
"$work/venv/bin/python" - <<'PY'
import symtable
import libcst
from libcst.metadata import MetadataWrapper, ScopeProvider

# the statements of a function, and the names whose uses have no assignment in LibCST
CASES = {
    "for one in p:\n  use(one)": set(),
    "with p as one:\n  use(one)": set(),
    "try:\n  pass\n except ValueError as one:\n  use(one)": set(),
    "match p:\n  case [head, *tail]:\n   use(head, tail)": {"head", "tail"},
    "match p:\n  case {'a': value, **rest}:\n   use(value, rest)": {"value", "rest"},
    "match p:\n  case int() as n:\n   use(n)": {"n"},
    "if any((hit := i) for i in p):\n  use(hit)": {"hit"},
}
for body, expected in CASES.items():
    source = f"def use(*_): pass\ndef f(p):\n {body}\n"
    function = next(table for table in symtable.symtable(source, "m", "exec").get_children() if table.get_name() == "f")
    wrapper = MetadataWrapper(libcst.parse_module(source))
    scopes = {scope for scope in wrapper.resolve(ScopeProvider).values() if scope}
    unknown = {access.node.value for scope in scopes for access in scope.accesses if not access.referents}
    print(f"{body!r}: without an assignment: {sorted(unknown)}")
    assert unknown == expected
    assert all(function.lookup(name).is_local() for name in unknown)
PY
