#!/usr/bin/env bash
# pyan3 takes a method that calls a function of its own name for a recursion: in `def run(self): return run()` the method calls itself.
#
# Expected: names of a class body are not visible in its methods, so a bare `run()` is the function of the module, and
# a name that is a parameter is whatever the caller passes.
# Seen on 2026-11-30 with pyan3 2.9.0 and code2flow 2.5.1 (PyPI), a module that Python ran with a profiler, calls between functions:
#   a method, class method or property that calls the function of its name:   pyan3: calls itself, and the function has no caller.
#   a method that calls another function which is also a method (`leaf()`):   pyan3: calls the method.
#   the same in a nested class:               pyan3: the method calls itself; code2flow skips nested classes and says so.
#   a parameter with the name of a function:  code2flow: a call of this function. pyan3 has no edge, right.
#   a function in a function, functions of different names:                   right.
# Wrappers such as `def get(self): return get(self.url)` are common. A list of functions that nothing calls, a map of the code for a
# model or a test selection then lacks the functions that do the work, and reports cycles that are none.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pyan3==2.9.0 code2flow==2.5.1
cd "$work"
cat > app.py <<'PY'
def run():
    return leaf()


def leaf():
    return 1


def size():
    return 2


def make():
    return 3


def apply(leaf):
    return leaf()


class Runner:
    def run(self):
        return run()

    def leaf(self):
        return 4

    def both(self):
        return leaf() + self.leaf()

    @property
    def size(self):
        return size()

    @classmethod
    def make(cls):
        return make()

    class Inner:
        def run(self):
            return run()


def outer():
    def leaf():
        return 5
    return leaf()


def main():
    runner = Runner()
    return [runner.run(), runner.both(), runner.size, runner.make(), Runner.Inner().run(), apply(outer), outer()]


if __name__ == "__main__":
    main()
PY
cat > check.py <<'PY'
import json, re, runpy, subprocess, sys

calls = set()

def profile(frame, event, argument):
    caller = frame.f_back
    if event == "call" and caller and frame.f_code.co_filename == caller.f_code.co_filename and frame.f_code.co_filename.endswith("app.py"):
        names = [code.co_qualname.split("<locals>.")[-1] if hasattr(code, "co_qualname") else code.co_name
                 for code in (caller.f_code, frame.f_code)]
        calls.add(tuple(names))

sys.setprofile(profile)
runpy.run_path("app.py", run_name="__main__")
sys.setprofile(None)

text = subprocess.run(["venv/bin/pyan3", "app.py", "--uses", "--no-defines", "--text"], capture_output=True, text=True, check=True).stdout
pyan, source = set(), None
for line in text.splitlines():
    if match := re.match(r"\s+\[U\] (\S+)", line):
        pyan.add((source, match[1]))
    else:
        source = line.strip()

subprocess.run(["venv/bin/code2flow", "app.py", "--output", "flow.json", "--quiet"], capture_output=True, check=True)
graph = json.load(open("flow.json"))["graph"]
name = {key: node["name"].removeprefix("app::") for key, node in graph["nodes"].items()}
flow = {(name[edge["source"]], name[edge["target"]]) for edge in graph["edges"]}

own = {("Runner.run", "run"), ("Runner.size", "size"), ("Runner.make", "make"), ("Runner.both", "leaf"), ("Runner.both", "Runner.leaf")}
if sys.version_info >= (3, 11):  # older versions do not know the class of a method
    assert own <= calls and ("Runner.Inner.run", "run") in calls and ("apply", "outer") in calls and ("apply", "leaf") not in calls
for edges, title in [(pyan, "pyan3"), (flow, "code2flow")]:
    print(f"{title}:", ", ".join(f"{a} -> {b}" for a, b in sorted(edges, key=str) if a in ("apply", "outer", "run") or "." in a))
assert {("Runner.run", "Runner.run"), ("Runner.size", "Runner.size"), ("Runner.make", "Runner.make"), ("Inner.run", "Inner.run")} <= pyan
assert ("Runner.both", "Runner.leaf") in pyan and ("Runner.both", "leaf") not in pyan
called = {target for _, target in pyan}
assert not called & {"run", "size", "make"} and {"leaf", "outer", "apply"} <= called
assert own <= flow and ("apply", "leaf") in flow and ("apply", "leaf") not in pyan and {("run", "leaf"), ("outer", "leaf")} <= pyan
PY
venv/bin/python check.py
