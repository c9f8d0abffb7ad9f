#!/usr/bin/env bash
# Three highlighters miss the end of strings of Bash, OCaml, Elixir, C# and Swift, and show the code behind them as text.
#
# Expected: the second of two string literals in one line is a string, and the code behind it is none.
# Seen on 2026-11-29 with highlight.js 11.12.0, prismjs 1.30.0 (npm) and Pygments 2.21.0 (PyPI), each line valid in its language:
#   Bash, `x=$'it\'s'`:             highlight.js takes the rest of the file for a string.
#   OCaml, `{x|a " b|x}`:           the same in highlight.js and Pygments.
#   Swift, `#"a " b"#`:             the same in Pygments, and ` b` is code.
#   Elixir, `?"` (a character):     the next string is code in highlight.js and Prism; in highlight.js the code behind it a string.
#   C#, `@"C:\"` (verbatim):        the next string is code in Prism.
# A renderer shows the rest of the file in one color, and a tool that takes strings and comments from these classes (to search
# in code only, to translate or to count) works on the opposite.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" highlight.js@11.12.0 prismjs@1.30.0
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pygments==2.21.0
cat > "$work/classes.cjs" <<'JS'
// Prints the classes of the words TEXT and CODE by highlight.js and by Prism.
const hljs = require("highlight.js");
const Prism = require("prismjs");
const load = require("prismjs/components/index.js");

function byHighlightJs(source, language) {
  const parts = [], open = [];
  for (const [tag, name] of hljs.highlight(source, { language }).value.matchAll(/<span class="hljs-([^"]*)">|<\/span>|[^<]+/g)) {
    if (name) open.push(name);
    else if (tag === "</span>") open.pop();
    else parts.push([tag, open.join(" ")]);
  }
  return parts;
}

function byPrism(source, language) {
  load([language]);
  const parts = [];
  const visit = (token, classes) => {
    if (typeof token === "string") parts.push([token, classes]);
    else if (Array.isArray(token)) token.forEach((inner) => visit(inner, classes));
    else visit(token.content, `${classes} ${token.type}`.trim());
  };
  visit(Prism.tokenize(source, Prism.languages[language]), "");
  return parts;
}

const [language, source] = process.argv.slice(2);
const classes = (parts) => ["TEXT", "CODE"].map((word) => parts.find(([text]) => text.includes(word))[1]);
console.log(JSON.stringify([classes(byHighlightJs(source, language)), classes(byPrism(source, language))]));
JS

"$work/venv/bin/python" - "$work/classes.cjs" <<'PY'
import json, re, subprocess, sys
from pygments.lexers import get_lexer_by_name

def by_pygments(language, source):
    tokens = list(get_lexer_by_name(language).get_tokens_unprocessed(source))
    def kind(position):
        return next(str(kind) for start, kind, text in tokens if start <= position < start + len(text))
    return [kind(source.index(word)) for word in ["TEXT", "CODE"]]

def check(language, source, *wrong):
    """`wrong` names the highlighters that take TEXT for code, or CODE for text."""
    command = ["node", sys.argv[1], language, source]
    in_node = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    found = dict(zip(["highlight.js", "Prism", "Pygments"], [*in_node, by_pygments(language, source)]))
    print(f"{language}: {source!r}")
    for tool, (text, code) in found.items():
        right = [bool(re.search("string|char|comment", kind.lower())) for kind in (text, code)] == [True, False]
        print(f"  {tool:13} TEXT: {text or 'none'}, CODE: {code or 'none'}{'' if right else ' (wrong)'}")
        assert right == (tool not in wrong), tool

check("bash", "x='it'\\''s TEXT'; CODE y")
check("bash", "x=$'it\\'s TEXT'; CODE y", "highlight.js")
check("ocaml", 'let s = "a TEXT" let CODE = 1')
check("ocaml", 'let s = {x|a " TEXT|x} let f = CODE', "highlight.js", "Pygments")
check("elixir", '[?a, "TEXT"]; CODE()')
check("elixir", '[?", "TEXT"]; CODE()', "highlight.js", "Prism")
check("csharp", 'var s = "C:" + "TEXT"; CODE();')
check("csharp", 'var s = @"C:\\" + "TEXT"; CODE();', "Prism")
check("swift", 'let s = #"a TEXT"#; CODE()')
check("swift", 'let s = #"a " TEXT"#; CODE()', "Pygments")
PY
