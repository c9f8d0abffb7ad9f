#!/usr/bin/env bash
# Converters to f-strings change the text: pyupgrade turns a set into the letters `{a, b}`, flynt drops the quotes of `%r`.
#
# Expected: an f-string that replaces `.format` or `%` gives the same text; what cannot be converted safely is left alone.
# Seen on 2026-11-30 with flynt 1.0.6, pyupgrade 3.22.0 and ruff 0.17.6 (PyPI; ruff with UP031 and UP032), default options:
#   "{} {}".format(set([a, b]), n):          pyupgrade writes f"{{a, b}} {n}", which is the text `{a, b}`; so does a generator in
#                                            `set()` or `dict()`. The other two leave the set alone or convert it right.
#   "{}".format(lambda: 1):                  pyupgrade writes f"{lambda: 1}", a SyntaxError; ruff finds this out and stops.
#   "%r is missing" % "key", "{!r}".format("key"):
#                                            flynt writes the text without quotes.
#   "%-5s|" % 3, "%-5s|" % None:             flynt writes f"{3:5}|", which aligns right, and f"{None:5}|", a TypeError.
#   "%c%s" % ("x", n), "%s" % {"a": 1}:      flynt writes f"{'x':c}{n}", a ValueError, and the text `%s`.
#   "{1} {0}".format(next(i), next(i)):      all three swap the calls.
# Other rewrites are right, for instance `%5s`, `%05d` and `{:>{w}}`, or are not made. There is no warning, and flynt has a separate
# option for rewrites that may change behavior.
# All run as pre-commit hooks, so a message, a key of a cache or a column of a table changes in a commit about style.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check flynt==1.0.6 pyupgrade==3.22.0 ruff==0.17.6
cd "$work"
venv/bin/python - <<'PY'
import subprocess, warnings

warnings.simplefilter("ignore")
SETUP = "a, b, number, nothing, name = 1, 1, 3, None, 'n'\ncounter = iter(range(9))\n"
TOOLS = {
    "flynt": ["flynt", "--quiet"],
    "pyupgrade": ["pyupgrade", "--py310-plus"],
    "ruff": ["ruff", "check", "--isolated", "--quiet", "--exit-zero", "--select", "UP031,UP032", "--fix"],
}
# the expression, and the tools that change its value
CASES = {
    '"{} {}".format(a, name)': [],
    '"{:>5}|{!r}".format(number, name)': [],
    '"%s, %r" % (number, name)': [],
    '"%5s|" % (number,)': [],
    '"{} {}".format(set([a, b]), name)': ["pyupgrade"],
    '"{} {}".format(set(n for n in [a]), name)': ["pyupgrade"],
    '"{} {}".format(dict((n, 1) for n in [a]), name)': ["pyupgrade"],
    '"{}".format(lambda: 1)[:9]': ["pyupgrade"],
    '"%r is missing" % "key"': ["flynt"],
    '"{!r}".format("key")': ["flynt"],
    '"%-5s|" % number': ["flynt"],
    '"%-5s|" % nothing': ["flynt"],
    '"%c%s" % ("x", name)': ["flynt"],
    '"%s" % {"a": 1}': ["flynt"],
    '"{1} {0}".format(next(counter), next(counter))': ["flynt", "pyupgrade", "ruff"],
    '"{b} {a}".format(a=next(counter), b=next(counter))': ["flynt", "pyupgrade", "ruff"],
}

def evaluate(expression):
    names = {}
    try:
        exec(f"{SETUP}value = {expression}", names)
        return names["value"]
    except Exception as error:
        return type(error).__name__

def convert(command, expression):
    with open("case.py", "w") as file:
        file.write(f"{SETUP}value = {expression}\n")
    subprocess.run([f"venv/bin/{command[0]}", *command[1:], "case.py"], capture_output=True)
    return open("case.py").read().removeprefix(SETUP).removeprefix("value = ").strip()

for expression, expected in CASES.items():
    value, changed = evaluate(expression), []
    for tool, command in TOOLS.items():
        converted = convert(command, expression)
        if evaluate(converted) != value:
            changed.append(tool)
            print(f"{tool}: {expression} -> {converted}: {value!r} -> {evaluate(converted)!r}")
    assert changed == expected, (expression, changed)

assert convert(TOOLS["pyupgrade"], '"{} {}".format(set([a, b]), name)') == 'f"{{a, b}} {name}"'
assert convert(TOOLS["flynt"], '"%-5s|" % number') == 'f"{number:5}|"'
assert convert(TOOLS["ruff"], '"{} {}".format(a, name)') == 'f"{a} {name}"'
assert convert(TOOLS["ruff"], '"{}".format(lambda: 1)[:9]') == '"{}".format(lambda: 1)[:9]'
PY
