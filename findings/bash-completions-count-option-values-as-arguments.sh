#!/usr/bin/env bash
# Completions for Bash take the value of `--mode=fast` for an argument: click, Typer, shtab and cyclopts then offer the wrong values.
#
# Expected: `--mode=fast` and `--mode fast` mean the same, so the same values are offered behind both; the programs accept both.
# Seen on 2026-11-30 with click 8.5.1, typer 0.29.2, shtab 1.13.0, cyclopts 5.5.2 and argcomplete 3.7.2 (PyPI) in Bash, for a command
# `prog build [--mode fast|slow] TARGET ARCH`, where TARGET is lib or bin and ARCH is arm or x86; offered, options aside:
#   prog build --mode fast          lib bin in all five.
#   prog build --mode=fast          argcomplete: lib bin; the other four: arm x86.
#   prog build lib --mode fast      arm x86 in all five.
#   prog build lib --mode=fast      argcomplete: arm x86; the other four: nothing.
#   prog build --mode=              shtab: nothing; the other four: fast slow.
# Bash splits a line at `=`, and four of the five take the sign for the value and the value for TARGET. Help texts and scripts show
# options with `=`, and who follows the list gets an error, or leaves an argument out.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check click==8.5.1 typer==0.29.2 shtab==1.13.0 \
  cyclopts==5.5.2 argcomplete==3.7.2
cd "$work"
mkdir click typer shtab cyclopts argcomplete empty
for library in click typer shtab cyclopts argcomplete; do
  echo "#!$work/venv/bin/python" > "$library/prog"
  chmod +x "$library/prog"
done
cat >> click/prog <<'PY'
import click

@click.group()
def prog():
    pass

@prog.command()
@click.option("--mode", type=click.Choice(["fast", "slow"]))
@click.argument("target", type=click.Choice(["lib", "bin"]))
@click.argument("arch", type=click.Choice(["arm", "x86"]))
def build(mode, target, arch):
    print(mode, target, arch)

prog()
PY
cat >> typer/prog <<'PY'
from typing import Literal
import typer

app = typer.Typer()

@app.callback()
def prog():
    pass

@app.command()
def build(target: Literal["lib", "bin"], arch: Literal["arm", "x86"], mode: Literal["fast", "slow"] = "slow"):
    print(mode, target, arch)

app(prog_name="prog")
PY
cat >> cyclopts/prog <<'PY'
import sys
from typing import Literal
import cyclopts

app = cyclopts.App(name="prog")

@app.command
def build(target: Literal["lib", "bin"], arch: Literal["arm", "x86"], /, *, mode: Literal["fast", "slow"] = "slow"):
    print(mode, target, arch)

if sys.argv[1:] == ["print-completion"]:
    print(app.generate_completion(shell="bash"))
else:
    app()
PY
for library in shtab argcomplete; do
  cat >> "$library/prog" <<PY
import argparse, sys
import argcomplete, shtab

parser = argparse.ArgumentParser("prog")
build = parser.add_subparsers(required=True).add_parser("build", help="build a target")
build.add_argument("--mode", choices=["fast", "slow"])
build.add_argument("target", choices=["lib", "bin"])
build.add_argument("arch", choices=["arm", "x86"])
if sys.argv[1:] == ["print-completion"]:
    print(shtab.complete(parser, "bash"))
else:
    if "$library" == "argcomplete":
        argcomplete.autocomplete(parser)
    arguments = parser.parse_args()
    print(arguments.mode, arguments.target, arguments.arch)
PY
done
cat > complete.py <<'PY'
# Types lines into an interactive Bash and prints what it offers at their ends.
import os, pty, re, select, sys, time

library, *lines = sys.argv[1:]
SETUP = {
    "click": 'eval "$(_PROG_COMPLETE=bash_source prog)"',
    "typer": 'eval "$(_PROG_COMPLETE=source_bash prog)"',
    "shtab": 'eval "$(prog print-completion)"',
    "cyclopts": 'eval "$(prog print-completion)"',
    "argcomplete": 'eval "$(register-python-argcomplete prog)"',
}
work = os.getcwd()
os.environ.update(PATH=f"{work}/{library}:{work}/venv/bin:{os.environ['PATH']}", TERM="dumb", INPUTRC="/dev/null", HISTFILE="")
child, terminal = pty.fork()
if child == 0:
    os.chdir("empty")
    os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])

def read_until(text):
    output = ""
    end = time.time() + 40
    while text not in output:
        assert time.time() < end, f"no {text!r} in {output!r}"
        if select.select([terminal], [], [], 1)[0]:
            output += os.read(terminal, 65536).decode()
    return output

def type_keys(keys):
    os.write(terminal, keys.encode())

type_keys("PS1='> '; bind 'set enable-bracketed-paste off'; bind 'set completion-query-items 0'; bind 'set bell-style none'\n")
type_keys(SETUP[library] + "; echo rea''dy\n")
read_until("ready\r\n")
for line in lines:
    # Alt-* inserts all that is offered; then the line becomes an argument of `echo`
    type_keys(f"{line}\x1b*'\x01echo 'x\x05; echo do''ne\n")
    output = read_until("done\r\n")
    offered = re.search(r"^x(.*)\r$", output, re.M)[1][len(line):].replace("--mode=", "").split()
    print(f"{line.strip()}: {' '.join(sorted(word for word in offered if not word.startswith('-')))}")
PY
check() {
  local library=$1 equals=$2 spaced=$3 behind=$4
  [[ $("$library/prog" build --mode=fast lib arm) == "fast lib arm" ]]
  [[ $("$library/prog" build --mode fast lib arm) == "fast lib arm" ]]
  python3 complete.py "$library" "prog build --mode fast " "prog build --mode=fast " "prog build lib --mode fast " \
    "prog build lib --mode=fast " "prog build --mode=" > "$library.txt"
  sed "s/^/$library: /" "$library.txt"
  diff - "$library.txt" <<END
prog build --mode fast: bin lib
prog build --mode=fast: $equals
prog build lib --mode fast: arm x86
prog build lib --mode=fast: $spaced
prog build --mode=: $behind
END
}
check argcomplete "bin lib" "arm x86" "fast slow"
for library in click typer cyclopts; do
  check "$library" "arm x86" "" "fast slow"
done
check shtab "arm x86" "" ""
