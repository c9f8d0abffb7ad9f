#!/usr/bin/env bash
# cognitive_complexity, used by a plugin of flake8, counts `match` and `async for` as nothing, complexipy `a or b` behind `key=`.
#
# Expected: by the paper on cognitive complexity a loop, a conditional, a `switch` and a sequence of logical operators add 1, and one
#   more for each level that they are nested in; `async` or the place of an argument makes no difference.
# Seen on 2026-11-30 with cognitive_complexity 1.3.0 and complexipy 8.3.0 (PyPI), Python 3.11:
#   if, elif, else, nested for, try, ternary, recursion, `a and b or c`:      the same in both, as in the paper.
#   for and an if in it, and the same with async for:                        cognitive_complexity 3 and 1, complexipy 3 and 3.
#   match, and an if in a case of match:                                     cognitive_complexity 0 and 1, complexipy 1 and 3.
#   an if in an else, one level below, 1 + 1 + 2:                            cognitive_complexity 2, as for elif, complexipy 4.
#   g(a or b), and g(x=a or b), f"{a or b}", a[b or 1], yield a or b:        cognitive_complexity 1 each; complexipy 1, and 0 for the rest.
#   an else of for and while:                                                 cognitive_complexity 2, complexipy 1.
# A limit in a build accepts a dispatcher with twenty cases, and the order of the most complicated functions differs by tool.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check cognitive_complexity==1.3.0 complexipy==8.3.0
"$work/venv/bin/python" - <<'PY'
import ast
import complexipy
from cognitive_complexity.api import get_cognitive_complexity

def check(body, plugin, rust, prefix=""):
    source = f"{prefix}def f(a, b, c):\n    " + body.replace("\n", "\n    ") + "\n"
    found = get_cognitive_complexity(ast.parse(source).body[0]), complexipy.code_complexity(source).complexity
    print(source, found, "", sep="\n")
    assert found == (plugin, rust)

# The same in both.
check("if a:\n    pass\nelif b:\n    pass\nelse:\n    pass", 3, 3)
check("if a:\n    for x in a:\n        if x:\n            pass", 6, 6)
check("try:\n    pass\nexcept ValueError:\n    pass\nfinally:\n    pass", 1, 1)
check("return 1 if a else 2", 1, 1)
check("return f(a, b, c)", 1, 1)
check("return a and b or c", 2, 2)

check("for x in a:\n    if x:\n        pass", 3, 3)
check("async for x in a:\n    if x:\n        pass", 1, 3, prefix="async ")
check("match a:\n    case 1:\n        pass\n    case 2:\n        pass", 0, 1)
check("match a:\n    case 1:\n        if b:\n            pass", 1, 3)
check("if a:\n    pass\nelse:\n    if b:\n        pass", 2, 4)
check("return g(a or b)", 1, 1)
check("return g(x=a or b)", 1, 0)
check('return f"{a or b}"', 1, 0)
check("a[b or 1] = 2", 1, 0)
check("yield a or b", 1, 0)
check("for x in a:\n    pass\nelse:\n    pass", 2, 1)
check("while a:\n    pass\nelse:\n    pass", 2, 1)
PY
