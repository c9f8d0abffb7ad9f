#!/usr/bin/env bash
# ssort moves a decorated function above the one that calls it, and with it its registration: `/users/{name}` now hides `/users/me`.
#
# Expected: "Sorts the contents of python modules so that statements are placed after the things they depend on"; two decorators
# that change the same object are such a dependency, or its documentation warns of them.
# Seen on 2026-11-30 with ssort 0.17.0, fastapi 0.165.0 and httpx 0.28.1 (PyPI), a module that calls its own functions:
#   a FastAPI application: `/users/me` answers "me" before ssort, and "user me" after it, since routes match in order.
#   a list of plugins that a decorator fills: the order is reversed.
#   `log("a")` and `log("b")` as plain statements: these keep their order.
#   the same functions without the call between them: nothing is moved.
# The only message is "1 file was resorted". ssort is made for hooks before a commit, and a reviewer sees two functions that moved,
# and no changed line.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check ssort==0.17.0 fastapi==0.165.0 httpx==0.28.1 starlette==1.10.0
cd "$work"
cat > routes.py <<'PY'
from fastapi import FastAPI

app = FastAPI()
plugins = []


def plugin(function):
    plugins.append(function.__name__)
    return function


@app.get("/users/me")
def me():
    return "me" if user("me") else None


@app.get("/users/{name}")
def user(name: str):
    return f"user {name}"


@plugin
def first():
    return second()


@plugin
def second():
    return 2
PY
sed 's/"me" if user("me") else None/"me"/; s/return second()/return 1/' routes.py > independent.py
cat > statements.py <<'PY'
events = []


def log(name):
    events.append(name)
    return name


b = log("b")
a = log("a")
PY
cat > check.py <<'PY'
import importlib, subprocess, sys, warnings

warnings.simplefilter("ignore")
sys.dont_write_bytecode = True
from fastapi.testclient import TestClient

def state(name):
    sys.modules.pop(name, None)
    module = importlib.import_module(name)
    if name == "statements":
        return module.events
    client = TestClient(module.app)
    return client.get("/users/me").json(), client.get("/users/you").json(), module.plugins

EXPECTED = {
    "routes": (("me", "user you", ["first", "second"]), ("user me", "user you", ["second", "first"])),
    "independent": (("me", "user you", ["first", "second"]),) * 2,
    "statements": (["b", "a"],) * 2,
}
for name, expected in EXPECTED.items():
    before = state(name)
    lines = sorted(open(f"{name}.py").read().split("\n"))
    result = subprocess.run(["venv/bin/ssort", f"{name}.py"], check=True, capture_output=True, text=True)
    importlib.invalidate_caches()
    after = state(name)
    print(f"{name}: {before} -> {after}: {result.stderr.strip()!r}")
    assert (before, after) == expected
    assert sorted(open(f"{name}.py").read().split("\n")) == lines
PY
venv/bin/python check.py
