#!/usr/bin/env bash
# ast-grep's rewrite of `print($A)` to `show($A)` indents the lines of a text of several lines in $A: the program prints other text.
#
# Expected: a rewrite replaces the name of the function, and a metavariable stands for the code that it matched.
# Seen on 2026-11-30 with ast-grep-cli 0.51.1 (PyPI), Python 3.11, Node 20 and bash; `ast-grep run -p … -r … -U`, exit code 0:
#   arguments on one line, a text in a function without indentation:   right.
#   Python, `print("""a⏎  b⏎      c""")` in a function:      the lines gain 4 columns, except those that had 6: `b` and `c` are level.
#   JavaScript, console.log of a template literal:            the same.
#   Python, the body of a function moves 2 columns left:      the lines of its text lose up to 2 columns.
#   bash, the body of an `if` with a here-document:           the line `EOF` is indented and ends nothing: a syntax error.
# The more a call is indented, the more its text moves. The result is valid in most languages, so no compiler tells that help texts,
# queries, YAML in strings or expected output of tests are others. All codemods whose rules have a `fix` with $A are concerned.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check ast-grep-cli==0.51.1
mkdir "$work/code"
cd "$work/code"
"$work/venv/bin/python" - "$work/venv/bin/ast-grep" <<'PY'
import pathlib, subprocess, sys

LANGUAGES = {"py": [sys.executable], "js": ["node"], "sh": ["bash"]}

def output(file, language):
    result = subprocess.run([*LANGUAGES[language], file], capture_output=True, text=True)
    return result.stdout if result.returncode == 0 else "an error"

def check(language, code, pattern, rewrite, before, after, setup=""):
    """Output of the program before and after the rewrite; `setup` defines the new name."""
    file = pathlib.Path(f"program.{language}")
    file.write_text(setup + code)
    assert output(file, language) == before, output(file, language)
    subprocess.run([sys.argv[1], "run", "-p", pattern, "-r", rewrite, "-U", file], check=True, capture_output=True)
    text = file.read_text()
    found = output(file, language)
    print(f"{pattern!r} to {rewrite!r}:", text.removeprefix(setup).rstrip(), f"prints {found!r}", "", sep="\n")
    assert text != setup + code
    assert found == after, f"expected {after!r}"

TEXT = "Usage:\n  run [file]\n      --all\n"
USAGE = f'def usage():\n    print("""{TEXT}""", end="")\nusage()\n'
SHOW = "show = print\n"

check("py", "def usage():\n    print('Usage')\nusage()\n", "print($A)", "show($A)", "Usage\n", "Usage\n", SHOW)
check("py", f'print("""{TEXT}""")\n', "print($A)", "show($A)", TEXT + "\n", TEXT + "\n", SHOW)
check("py", f'def usage():\n    print("""{TEXT}""")\nusage()\n', "print($A)", "show($A)",
      TEXT + "\n", "Usage:\n      run [file]\n      --all\n    \n", SHOW)
check("py", f'def usage():\n    if True:\n        print("""{TEXT}""")\nusage()\n', "print($A)", "show($A)",
      TEXT + "\n", "Usage:\n          run [file]\n              --all\n        \n", SHOW)
check("py", USAGE, "def usage():\n    $$$BODY", "def usage():\n  $$$BODY", TEXT, "Usage:\nrun [file]\n    --all\n")
check("js", f"function usage() {{\n    console.log(`{TEXT}`);\n}}\nusage();\n", "console.log($A)", "console.info($A)",
      TEXT + "\n", "Usage:\n      run [file]\n      --all\n    \n")
check("sh", "if true; then\n    cat <<EOF\nUsage\nEOF\nfi\n", "if true; then $$$BODY\nfi", "if test 1; then\n    $$$BODY\nfi",
      "Usage\n", "Usage\n")
check("sh", "usage() {\n  if true; then\n    cat <<EOF\nUsage\nEOF\n  fi\n}\nusage\n", "if true; then $$$BODY\nfi",
      "if test 1; then\n  $$$BODY\nfi", "Usage\n", "an error")
PY
