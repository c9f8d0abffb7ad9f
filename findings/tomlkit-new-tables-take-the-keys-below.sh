#!/usr/bin/env bash
# tomlkit writes a table that is added below dotted keys in the middle of the file: it takes over all keys that follow.
#
# Expected: what `tomlkit.dumps` writes reads back as the document that was edited.
# Seen on 2026-11-29 with tomlkit 0.15.2 (PyPI), one table added to each document, without an error:
#   [mcp_servers.x] as a header, a new table `y`:       right.
#   mcp_servers.x.command = …, then model = …:          `model` is now a key of [mcp_servers.y].
#   the same below [tool] with x.a = … and z = …:       the new table is [x.n], at the top level, and `z` is in it.
#   the same with a list of tables ([[x.n]]), or with nested ones.
# The document in memory is right in each case.
# Codex keeps its configuration and its servers in one TOML file, so a tool that adds a server or its `env` by this library
# moves the settings below into it. After a change the text has to be parsed and compared with what was meant.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check tomlkit==0.15.2 tomli==2.4.0
"$work/venv/bin/python" - <<'PY'
import tomli, tomlkit

# the document, the path of the new table, its value, and what is read back
CASES = [
    ('model = "m"\n[mcp_servers.x]\ncommand = "a"\n', ("mcp_servers", "y"), {"command": "b"},
     {"model": "m", "mcp_servers": {"x": {"command": "a"}, "y": {"command": "b"}}}),
    ('mcp_servers.x.command = "a"\nmodel = "m"\n', ("mcp_servers", "y"), {"command": "b"},
     {"mcp_servers": {"x": {"command": "a"}, "y": {"command": "b", "model": "m"}}}),
    ('mcp_servers.x.command = "a"\nmodel = "m"\n', ("mcp_servers", "x", "env"), {"K": "v"},
     {"mcp_servers": {"x": {"command": "a", "env": {"K": "v", "model": "m"}}}}),
    ("[tool]\nx.a = 1\nz = 2\n", ("tool", "x", "n"), {"k": 3}, {"tool": {"x": {"a": 1}}, "x": {"n": {"k": 3, "z": 2}}}),
    ("x.a = 1\nz = 2\n", ("x", "n"), [{"k": 3}], {"x": {"a": 1, "n": [{"k": 3, "z": 2}]}}),
]
for text, path, value, expected in CASES:
    document = tomlkit.parse(text)
    table = document
    for name in path[:-1]:
        table = table[name]
    table[path[-1]] = value
    written = tomlkit.dumps(document)
    found = tomli.loads(written)
    print(f"{text!r} and {'.'.join(path)}: {written!r}, {'as edited' if found == document.unwrap() else 'differs'}")
    assert found == expected, found
    assert (found == document.unwrap()) == text.startswith("model")
PY
