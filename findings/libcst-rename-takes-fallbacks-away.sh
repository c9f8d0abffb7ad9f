#!/usr/bin/env bash
# LibCST's codemod that renames a function removes the import of the other branch: the program uses another function, and fallbacks are gone.
#
# Expected: after RenameCommand, with the function renamed in its module, programs print the same; it warns about what it cannot rename.
# Seen on 2026-11-30 with libcst 1.9.0 (PyPI), Python 3.11, lib.core.old is renamed to lib.core.new:
#   from lib.core import old, import lib.core, from lib import core, f"{old()}", a parameter named old:      right.
#   if fast: from lib.core import old, else: from lib.slow import old:     both imports are replaced by `from lib.core import new`
#                                         above the `if`, so the program uses lib.core in the slow case, too.
#   try: from optional.core import old, except ImportError: old = None:    the import is above the `try`, a ModuleNotFoundError.
#   a function that imports lib.core when it is called:    the module is imported at the start.
#   old = 3 further below, print(old):    print(new), the function in place of 3.
#   import lib.core as c, c.old():        lib.core.new(), without any import, a NameError.
#   def f(new): return old(), new:        return new(), new, a TypeError, as the parameter is called.
#   a method, lib.core.Reader.read to lib.core.Reader.load, Reader().read():    from lib.core.Reader import load, and load().
# The command prints no warning in any of these cases. That of the `if` compiles and gives other results.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check libcst==1.9.0
cd "$work"
cat > rename.py <<'PY'
import pathlib
import subprocess
import sys
import libcst
from libcst.codemod import CodemodContext
from libcst.codemod.commands.rename import RenameCommand

CORE = """print("core starts")
def old():
    return "core"
class Reader:
    def read(self):
        return "text"
"""

def run(source, core):
    for name, text in (("lib/core.py", core), ("lib/slow.py", "def old():\n    return 'slow'\n"), ("program.py", source)):
        path = pathlib.Path(name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    result = subprocess.run([sys.executable, "-B", "program.py"], capture_output=True, text=True)
    return result.stdout.split("\n")[:-1] if result.returncode == 0 else [result.stderr.split("\n")[-2].split(":")[0]]

def check(source, before, after, old="lib.core.old", new="lib.core.new"):
    context = CodemodContext()
    renamed = RenameCommand(context, old_name=old, new_name=new).transform_module(libcst.parse_module(source)).code
    found = [run(source, CORE), run(renamed, CORE.replace("def old", "def new").replace("def read", "def load"))]
    print(source, "=>", renamed, found, "", sep="\n")
    assert not context.warnings
    assert found == [before, after], found

core = ["core starts", "core"]
check("from lib.core import old\nprint(old())\n", core, core)
check("import lib.core\nprint(lib.core.old())\n", core, core)
check("from lib import core\nprint(core.old())\n", core, core)
check("from lib.core import old\nprint(f'{old()}')\n", core, core)
check("from lib.core import old\ndef f(old):\n    return old\nprint(f('core'))\n", core, core)

check("""fast = False
if fast:
    from lib.core import old
else:
    from lib.slow import old
print(old())
""", ["slow"], core)
check("""try:
    from optional.core import old
except ImportError:
    old = None
print(old)
""", ["None"], ["ModuleNotFoundError"], "optional.core.old", "optional.core.new")
check("""def load():
    from lib.core import old
    return old()

print("program starts")
print(load())
""", ["program starts", *core], ["core starts", "program starts", "core"])
check("from lib.core import old\nprint(old())\nold = 3\nprint(type(old).__name__)\n", [*core, "int"], [*core, "function"])
check("import lib.core as c\nprint(c.old())\n", core, ["NameError"])
check("from lib.core import old\ndef f(new):\n    return old(), new\nprint(*f('x'))\n", ["core starts", "core x"], ["TypeError"])
check("from lib.core import Reader\nprint(Reader().read())\n", ["core starts", "text"], ["ModuleNotFoundError"],
      "lib.core.Reader.read", "lib.core.Reader.load")
PY
venv/bin/python rename.py
