#!/usr/bin/env bash
# GoGoCode's replace drops what its pattern does not name: an `else`, further arguments, a default import; and it changes strings with `$&`.
#
# Expected: code that has more than the pattern is left alone, or the rest of it is kept; what a wildcard matches is the same afterwards.
# Seen on 2026-11-30 with gogocode 1.0.55 (npm), `$(source).replace(pattern, replacement).generate()`:
#   f(a || b, c), f($_$1, $_$2) to g($_$2, $_$1):             right, as are a regular expression, a template, JSX, `as`.
#   f(a, b, c),                  f($_$1) to g($_$1):          g(a); f() to g() gives g()
#   if (a) b(); else c(),        if ($_$1) $_$2 to if (!$_$1) $_$2:      if (!a) b()
#   import a, { b } from "x",    import { b } from "x" to import { c } from "x":    import { c } from "x"
#   f?.(a),                      f($_$1) to g($_$1):          g(a), which fails if there is no g
#   f(f(a)),                     f($_$1) to g($_$1):          g(f(a)), the inner call stays
#   f("$&"),                     f($_$1) to g($_$1):          the text is `$_$1`
#   f("\u00e9"),                 f($$$0) to g($$$0):          the text is a backslash and `u00e9`
#   f("it's"), f("a\nb"),        the same:                    an error, as the text is written in other quotes and without its escape
#   var a,                       var $_$1 = $_$2 to let $_$1 = $_$2, an example of its documentation:     let a = null
#   var a = 1; let b = 2 on one line, the same:               let a = 1 let b = 2, a SyntaxError
#   f(a + b), f(-a), f(a || b),  to $_$1 * 2, -$_$1, await $_$1:         a + b * 2, --a, await a || b
# A codemod that ran over a repository without an error has removed branches and arguments.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" gogocode@1.0.55
cd "$work"
cat > replace.cjs <<'JS'
const assert = require("node:assert");
const $ = require("gogocode");

function check(source, pattern, replacement, expected) {
  let found;
  try {
    found = $(source).replace(pattern, replacement).generate().trim();
  } catch (error) {
    found = "an error";
  }
  console.log(`${source}   ${pattern} -> ${replacement}   ${found}`);
  assert.equal(found, expected);
}

const f = ["f($_$1)", "g($_$1)"];
const rename = ["var $_$1 = $_$2", "let $_$1 = $_$2"];
check("f(a || b, c)", "f($_$1, $_$2)", "g($_$2, $_$1)", "g(c, a || b)");
check("f(/a\\/b/g)", ...f, "g(/a\\/b/g)");
check("f(`a${b}\\n`)", ...f, "g(`a${b}\\n`)");
check("f(<p>x</p>)", ...f, "g(<p>x</p>)");
check("f(a as any)", ...f, "g(a as any)");
check("f(a, b, c)", "f($$$0)", "g($$$0)", "g(a,b,c)");

check("f(a, b, c)", ...f, "g(a)");
check("f(a, b, c)", "f()", "g()", "g()");
check("if (a) b(); else c()", "if ($_$1) $_$2", "if (!$_$1) $_$2", "if (!a) b()");
check('import a, { b } from "x"', 'import { b } from "x"', 'import { c } from "x"', 'import { c } from "x"');
check("f?.(a)", ...f, "g(a)");
check("f(f(a))", ...f, "g(f(a))");
check('f("$&")', ...f, "g('$_$1')");
check('f("\\u00e9")', "f($$$0)", "g($$$0)", 'g("\\\\u00e9")');
check('f("it\'s")', ...f, "an error");
check('f("a\\nb")', ...f, "an error");
check("var a", ...rename, "let a = null");
check("var a = 1; let b = 2", ...rename, "let a = 1 let b = 2");
assert.throws(() => new Function("let a = 1 let b = 2"), SyntaxError);
check("f(a + b)", "f($_$1)", "$_$1 * 2", "a + b * 2");
check("f(-a)", "f($_$1)", "-$_$1", "--a");
check("f(a || b)", "f($_$1)", "await $_$1", "await a || b");
JS
node replace.cjs
