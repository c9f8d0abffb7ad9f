#!/usr/bin/env bash
# Highlighters end a comment at the first end mark, in languages whose comments nest or name their end: the rest shows as code.
#
# Expected: in Kotlin, Scala, Dart, Haskell, Julia, F#, OCaml and Lisp a comment may contain a comment; a comment of Lua that
# begins with `--[==[` ends with `]==]`.
# Seen on 2026-11-29 with highlight.js 11.12.0, prismjs 1.30.0 (npm) and Pygments 2.21.0 (PyPI), a word between the two ends:
#                   highlight.js   Prism     Pygments
#   Rust, Swift     comment        comment   comment
#   Haskell, F#     comment        code      comment
#   OCaml           comment        code      comment
#   Kotlin          comment        code      code
#   Scala, Lisp     code           code      comment
#   Dart            code           code      code
#   Lua             code           comment   comment
#   Julia           code           comment   comment; in highlight.js the code behind the comment is a comment.
# To comment out code that has comments is what nesting is for, so it is code that shows as active although it is not.
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

check("rust", "/* a /* b */ TEXT */ fn CODE() {}")
check("swift", "/* a /* b */ TEXT */ CODE()")
check("haskell", "{- a {- b -} TEXT -} CODE = 1", "Prism")
check("fsharp", "(* a (* b *) TEXT *) let CODE = 1", "Prism")
check("ocaml", "(* a (* b *) TEXT *) let f = CODE", "Prism")
check("kotlin", "/* a /* b */ TEXT */ fun CODE() {}", "Prism", "Pygments")
check("scala", "/* a /* b */ TEXT */ def CODE() = 1", "highlight.js", "Prism")
check("lisp", "#| a #| b |# TEXT |# (CODE)", "highlight.js", "Prism")
check("dart", "/* a /* b */ TEXT */ void CODE() {}", "highlight.js", "Prism", "Pygments")
check("lua", "--[==[ a ]] TEXT ]==] CODE()", "highlight.js")
check("julia", "#= a #= b =# TEXT =# CODE()", "highlight.js")
for language in ["kotlin", "scala", "dart"]:
    check(language, "/* a TEXT */ void(CODE)")
PY
