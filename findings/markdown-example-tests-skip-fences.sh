#!/usr/bin/env bash
# Tests of the Python examples in Markdown skip fences that are not written as "```python": a broken example passes.
#
# Expected: by CommonMark a fence may be of `~` or of more backticks, may have a space before the language and more words behind
# it, and may stand in a quote. A runner runs each Python example, or reports that it left one out.
# Seen on 2026-11-30 with mktestdocs 0.2.5, sybil 10.1.0, pytest-codeblocks 0.18.0 and pytest-markdown-docs 0.9.2 (PyPI), a file
# with an example that is right and, below it, one that fails. "passes" means that the whole run succeeds:
#                            mktestdocs  sybil   codeblocks  markdown-docs
#   ```python                fails       fails   fails       fails
#   ```python title="a.py"   passes      passes  passes      fails
#   ``` python               passes      passes  passes      fails
#   ~~~python                passes      fails   passes      fails
#   ````python               passes      fails   fails       fails
#   > ```python (a quote)    passes      fails   passes      fails
#   "```" as code in a line above, then ```python:  only mktestdocs passes.
# pytest-markdown-docs reads the file with a parser of Markdown; the others search it with a regular expression.
# Who adds a title for the website switches the test of the example off, and the documentation rots with a green build.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check mktestdocs==0.2.5 sybil==10.1.0 pytest-codeblocks==0.18.0 \
  pytest-markdown-docs==0.9.2 pytest==9.0.1 markdown-it-py==3.0.0
cd "$work"
cat > check.py <<'PY'
import os, subprocess, sys
from pathlib import Path
from markdown_it import MarkdownIt

CODE = ["x = 1", "assert x == 2"]
RUNNERS = ["mktestdocs", "sybil", "codeblocks", "markdown-docs"]
SYBIL = """
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser
pytest_collect_file = Sybil(parsers=[PythonCodeBlockParser()], patterns=["*.md"]).pytest()
"""

def fence(start, end, before=""):
    return "".join(f"{before}{line}\n" for line in [start, *CODE, end])

# the form of the failing example, and what the runners make of it
FORMS = [
    (fence("```python", "```"), ["fails"] * 4),
    (fence('```python title="a.py"', "```"), ["passes", "passes", "passes", "fails"]),
    (fence("``` python", "```"), ["passes", "passes", "passes", "fails"]),
    (fence("~~~python", "~~~"), ["passes", "fails", "passes", "fails"]),
    (fence("````python", "````"), ["passes", "fails", "fails", "fails"]),
    (fence("```python", "```", "> "), ["passes", "fails", "passes", "fails"]),
    ("Three backticks, ```` ``` ````, begin code.\n\n" + fence("```python", "```"), ["passes", "fails", "fails", "fails"]),
]

def run(runner, folder):
    pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:codeblocks", "-p", "no:markdown-docs"]
    command = {
        "mktestdocs": [sys.executable, "-c", "from mktestdocs import check_md_file; check_md_file('README.md')"],
        "sybil": [*pytest, "README.md"],
        "codeblocks": [*pytest[:-4], "--codeblocks", "README.md"],
        "markdown-docs": [*pytest[:-4], "--markdown-docs", "README.md"],
    }[runner]
    (folder / "conftest.py").write_text(SYBIL if runner == "sybil" else "")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"})
    said = done.stdout + done.stderr
    # only the second example fails, and a run that passes has run the first one
    if done.returncode:
        assert ("AssertionError" if runner == "mktestdocs" else "1 failed, 1 passed") in said, said
    else:
        assert runner == "mktestdocs" or "1 passed" in said, said
    return "fails" if done.returncode else "passes"

for number, (form, expected) in enumerate(FORMS):
    text = "# Use\n\n```python\nassert True\n```\n\n" + form
    fences = [token for token in MarkdownIt().parse(text) if token.type == "fence"]
    assert [token.info.split()[0] for token in fences] == ["python", "python"]
    assert fences[1].content == "".join(f"{line}\n" for line in CODE)
    folder = Path(f"form{number}")
    folder.mkdir()
    (folder / "README.md").write_text(text)
    found = [run(runner, folder) for runner in RUNNERS]
    print(repr(form), dict(zip(RUNNERS, found)))
    assert found == expected, expected
PY
"$work/venv/bin/python" check.py
