#!/usr/bin/env bash
# argparse-manpage and click-man lose the help of an option that begins with a dot or a quote; click-man reads `\d+` as commands.
#
# Expected: a man page shows the help that `--help` shows; roff has escapes for a leading dot or quote and for a backslash.
# Seen on 2026-11-30 with argparse-manpage 4.8 and click-man 0.6.0 on click 8.5.1 (PyPI), marked-man 2.1.1 (npm), and groff
# 1.22.4 on the PATH (Debian's groff-base, which man-db needs):
#   "Reads .gitignore files."           right in all.
#   ".gitignore files are read."        no text behind the option in argparse-manpage and click-man; right in marked-man.
#   "'x' stands for itself."            the same.
#   "\d+ matches digits, or C:\new."    click-man: "+ matches digits, or C:0w."; right in the others.
#   `'x' & "y"`, as code in Markdown:   marked-man: "&#39;x&#39; & &quot;y&quot;". As plain text it is right.
# groff warns of an unknown macro only where warnings are on, so who builds the page does not see it, and who reads it learns
# nothing of the option.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" marked-man@2.1.1
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check argparse-manpage==4.8 click-man==0.6.0 click==8.5.1
cd "$work"
"$work/venv/bin/python" - <<'PY'
import argparse, subprocess
import click
from argparse_manpage.manpage import Manpage
from click_man.core import generate_man_page

# the help, and how it is shown in the pages of argparse-manpage, click-man and marked-man
CASES = [
    ("Reads .gitignore files.", ["Reads .gitignore files."] * 3),
    (".gitignore files are read.", ["", "", ".gitignore files are read."]),
    ("'x' stands for itself.", ["", "", "'x' stands for itself."]),
    ("\\d+ matches digits, or C:\\new.", ["\\d+ matches digits, or C:\\new.",
      "+ matches digits, or C:0w.", "\\d+ matches digits, or C:\\new."]),
]

def of_argparse(text):
    parser = argparse.ArgumentParser(prog="tool", description="Searches.")
    parser.add_argument("--option", help=text)
    assert text in " ".join(parser.format_help().split())
    return str(Manpage(parser))

def of_click(text):
    command = click.Command("tool", params=[click.Option(["--option"], help=text)], help="Searches.")
    context = click.Context(command, info_name="tool")
    assert text in " ".join(command.get_help(context).split())
    return generate_man_page(context, "1")

def of_markdown(text):
    source = f"# tool(1) -- searches\n\n## OPTIONS\n\n--option X\n\n{text}\n"
    command = ["node", "node_modules/marked-man/bin/marked-man.js"]
    return subprocess.run(command, input=source, check=True, capture_output=True, text=True).stdout

def show(page):
    """Text behind the option, as `man` shows it."""
    command = ["groff", "-man", "-Tascii", "-P-cbou"]
    lines = subprocess.run(command, input=page, check=True, capture_output=True, text=True).stdout.splitlines()
    start = next(number for number, line in enumerate(lines) if line.strip().startswith("--option") and "[" not in line)
    return " ".join(" ".join(lines[start + 1 : -1]).split())

for text, expected in CASES:
    escaped = text.replace("\\", "\\\\")  # Markdown's own escape
    found = [show(of_argparse(text)), show(of_click(text)), show(of_markdown(escaped))]
    print(f"{text!r}: argparse-manpage {found[0]!r}, click-man {found[1]!r}, marked-man {found[2]!r}")
    assert found == expected
for text, expected in [("'x' & \"y\"", "'x' & \"y\""), ("`'x' & \"y\"`", "&#39;x&#39; & &quot;y&quot;")]:
    found = show(of_markdown(f"Takes {text}"))
    print(f"{text!r}: marked-man {found!r}")
    assert found == f"Takes {expected}"
PY
