#!/usr/bin/env bash
# Snapshot tests for pytest pass when a progress bar that redraws itself (`\r`) becomes one line per step, and one tool fails both times.
#
# Expected: a snapshot that was just written matches the same text, and fails for another text.
# Seen on 2026-11-30 with PyPI's packages on pytest 9.2.0; the snapshot is of the first text, the test then compares the second:
#                                  "10%\r20%"   "a\r\nb"   "a\fb"    "a\u2028b"  "a\n"     the same text, with `\r` or `\r\n` in it
#                                  "10%\n20%"   "a\nb"     "a\nb"    "a\nb"      "a"
#   syrupy 7.0.2                   passes       passes     fails     fails       fails     passes
#   pytest-regressions 2.11.0      passes       passes     passes    passes      passes    passes (file_regression)
#   pytest-snapshot 0.9.0          fails        fails      fails     fails       fails     fails, right after --snapshot-update
#   inline-snapshot 0.36.1         fails        fails      fails     fails       fails     passes
# The file of pytest-regressions has the text as it is; that of syrupy has `\n` in place of `\r`.
# Terminal programs are tested so: a status line that scrolls instead of being redrawn, a missing line end before the prompt and
# a page break that turned into a line end pass; with pytest-snapshot no output of such a program can have a snapshot.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pytest==9.2.0 syrupy==7.0.2 pytest-regressions==2.11.0 \
  pytest-snapshot==0.9.0 inline-snapshot==0.36.1
"$work/venv/bin/python" - "$work" <<'PY'
import os, pathlib, subprocess, sys

work = pathlib.Path(sys.argv[1])
# the plugins, the option that writes a snapshot, the test
TOOLS = {
    "syrupy": (["syrupy"], "--snapshot-update", "def test(snapshot):\n    assert text == snapshot\n"),
    "pytest-regressions": (["pytest_datadir.plugin", "pytest_regressions.plugin"], "--force-regen",
                           "def test(file_regression):\n    file_regression.check(text)\n"),
    "pytest-snapshot": (["pytest_snapshot.plugin"], "--snapshot-update",
                        "def test(snapshot):\n    snapshot.assert_match(text, 'text')\n"),
    "inline-snapshot": (["inline_snapshot.pytest_plugin"], "--inline-snapshot=create",
                        "from inline_snapshot import snapshot\ndef test():\n    assert text == snapshot()\n"),
}
PAIRS = [("10%\r20%", "10%\n20%"), ("a\r\nb", "a\nb"), ("a\fb", "a\nb"), ("a\u2028b", "a\nb"), ("a\n", "a"), ("a\nb", "a\nc")]
PASSES = {"syrupy": 2, "pytest-regressions": 5, "pytest-snapshot": 0, "inline-snapshot": 0}

def run(folder, plugins, *options):
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    environment.pop("CI", None)
    command = [sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider"]
    for plugin in plugins:
        command += ["-p", plugin]
    result = subprocess.run([*command, *options, "test_text.py"], cwd=folder, env=environment, capture_output=True, text=True)
    assert result.returncode in (0, 1), result.stdout + result.stderr
    return result.returncode == 0

for tool, (plugins, update, test) in TOOLS.items():
    for number, (first, second) in enumerate(PAIRS):
        folder = work / f"{tool}-{number}"
        folder.mkdir()
        (folder / "test_text.py").write_text("from text import text\n" + test)
        (folder / "text.py").write_text(f"text = {first!r}\n")
        run(folder, plugins, update)
        same = run(folder, plugins)
        (folder / "text.py").write_text(f"text = {second!r}\nassert True, 'another size'\n")
        other = run(folder, plugins)
        print(f"{tool}, {first!r}: the same text {'passes' if same else 'fails'}, {second!r} {'passes' if other else 'fails'}")
        assert same == (tool != "pytest-snapshot" or "\r" not in first)
        assert other == (number < PASSES[tool])
PY
