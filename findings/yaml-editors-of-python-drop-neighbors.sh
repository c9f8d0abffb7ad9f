#!/usr/bin/env bash
# yamltrip deletes all of `limits: {cpu: 1, memory: 2}` when it is asked to remove `cpu`, and merges two steps of a list into one.
#
# Expected: an editor that keeps comments changes one value; PyYAML and the editor itself read the new value and all others as before.
# Seen on 2026-11-30 with yamltrip 0.6.0, pythonizeyaml 0.6.1, pyrs-yaml 0.18.3, yaml-edit 0.2.0 and PyYAML 6.0.4 (PyPI), no error;
# yaml-edit is right each time:
#   yamltrip, remove a key or item of a collection in braces or brackets:   the whole collection goes, together with its key.
#   yamltrip, remove the first key of a list's second item:                 the other keys join the first item and replace its own.
#   yamltrip, add the text "true" to a mapping in braces:                   the boolean.
#   yamltrip, a text of two lines, the first one indented by two spaces:    it loses the two spaces.
#   pythonizeyaml, the texts "x: y", "a # b" and "yes":                     without quotes: no YAML, `a`, and a boolean.
#   pythonizeyaml, a new key in a list's item:                              the column of the dash: no YAML.
#   pythonizeyaml, a new key in a mapping in braces:                        `d: k: v` without the braces: no YAML.
#   pyrs-yaml, the number 123 in place of a quoted text:                    the text "123".
# A workflow or a deployment loses limits and steps, and is valid YAML still.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check \
  yamltrip==0.6.0 pythonizeyaml==0.6.1 pyrs-yaml==0.18.3 yaml-edit==0.2.0 PyYAML==6.0.4
"$work/venv/bin/python" - <<'PY'
import pyrs_yaml, pythonizeyaml, yaml, yaml_edit, yamltrip

TEXT = """# top
limits: {cpu: 1, memory: 2} # two
list: [a, b]
name: "x" # quoted
steps:
  # first
  - name: one
    run: make
  - name: two
    run: test
"""
OLD = yaml.safe_load(TEXT)

def read(text):
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        return "no YAML"

def changed(path, value=None):
    """The data after the edit; without a value the path is removed."""
    data = yaml.safe_load(TEXT)
    *parents, last = path
    place = data
    for key in parents:
        place = place[key]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return data

def by_yamltrip(path, value=None):
    document = yamltrip.loads(TEXT)
    return (document.remove(*path) if value is None else document.upsert(*path, value=value)).dumps()

def by_pythonizeyaml(path, value=None):
    document = pythonizeyaml.load(TEXT)
    *parents, last = path
    place = document
    for key in parents:
        place = place[key]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return pythonizeyaml.dump(document)

def by_pyrs(path, value=None):
    document = pyrs_yaml.parse(TEXT)
    query = "$" + "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    document.delete(query) if value is None else document.set(query, value)
    return document.to_yaml()

def by_yaml_edit(path, value=None):
    place = document = yaml_edit.Document.parse(TEXT)
    *parents, last = path
    for key in parents:
        place = place[key]
        place = place.as_mapping() if place.as_sequence() is None else place.as_sequence()
    if value is None:
        del place[last]
    else:
        place[last] = value
    return str(document)

def check(edit, path, *value, gives=None):
    """Without `gives` the edit is right."""
    text = edit(path, *value)
    expected, data = changed(path, *value), read(text)
    print(f"{edit.__name__} {path} {value}:", "right" if data == expected else "no YAML" if data == "no YAML" else
          {key: data.get(key, "missing") for key in expected | OLD if data.get(key) != expected.get(key)})
    assert data == (expected if gives is None else gives)

def without(key):
    return {name: value for name, value in OLD.items() if name != key}

LEADING = "  a\nb"
for edit in (by_yaml_edit, by_yamltrip, by_pythonizeyaml, by_pyrs):
    check(edit, ("steps", 1, "run"), "new")
    check(edit, ("steps", 1, "run"))
for path in [("limits", "cpu"), ("list", 0), ("steps", 1, "name")]:
    check(by_yaml_edit, path)
for path, value in [(("limits", "new"), "true"), (("steps", 1, "new"), "v"), (("name",), 123), (("new",), LEADING), (("new",), "x: y"),
                    (("new",), "a # b"), (("new",), "yes")]:
    check(by_yaml_edit, path, value)

check(by_yamltrip, ("limits", "cpu"), gives=without("limits"))
check(by_yamltrip, ("steps", 1, "name"), gives={**OLD, "steps": [{"name": "one", "run": "test"}]})
check(by_yamltrip, ("list", 0), gives=without("list"))
check(by_yamltrip, ("limits", "new"), "true", gives={**OLD, "limits": {"cpu": 1, "memory": 2, "new": True}})
check(by_yamltrip, ("new",), LEADING, gives={**OLD, "new": "a\nb"})

check(by_pythonizeyaml, ("new",), "x: y", gives="no YAML")
check(by_pythonizeyaml, ("new",), "a # b", gives={**OLD, "new": "a"})
check(by_pythonizeyaml, ("new",), "yes", gives={**OLD, "new": True})
check(by_pythonizeyaml, ("steps", 1, "new"), "v", gives="no YAML")
check(by_pythonizeyaml, ("limits", "new"), "v", gives="no YAML")

check(by_pyrs, ("name",), 123, gives={**OLD, "name": "123"})
PY
