//! Highlighting of each language.

use crate::corpus::Cancel;
use crate::syntax::{HighlightRole, Language, highlight};

/// Checks parts of a text, in order, each in quotes and with its role after it.
fn check(language: &str, text: &str, expected: &str) {
    let Some(language) = Language::tested(language) else {
        return;
    };
    let spans = highlight(text, language, &Cancel::new());
    let mut spans = spans.iter().map(|span| {
        let bytes = span.bytes.start as usize..span.bytes.end as usize;
        (&text[bytes], Some(span.role))
    });
    let all: Vec<_> = spans.clone().collect();
    let words: Vec<&str> = expected.split('`').skip(1).collect();
    for wanted in words.chunks(2) {
        let role = HighlightRole::of_capture(wanted[1].trim_matches([' ', ',']));
        assert!(
            role.is_some() && spans.any(|span| span == (wanted[0], role)),
            "{wanted:?} is not next in {all:?}"
        );
    }
}

#[test]
fn code_is_highlighted() {
    for (language, text, expected) in [
        (
            "rust",
            "/// Docs.\nfn run(x: u8) -> String { \"a\".into() } // end\n",
            "`fn` keyword, `run` function, `u8` type, `String` type, `\"a\"` string, \
             `into` function, `// end` comment",
        ),
        (
            "python",
            "class Box:\n    def f(self):\n        return self.g(1) # one\n",
            "`class` keyword, `Box` constructor, `def` keyword, `f` function, `return` keyword, \
             `g` function, `1` number, `# one` comment",
        ),
        (
            "javascript",
            "const B = () => <a href=\"x\">{f(1)}</a>; // end\n",
            "`const` keyword, `a` tag, `href` attribute, `\"x\"` string, `f` function, `1` number, \
             `// end` comment",
        ),
        (
            "typescript",
            "interface A { b: string }\nfunction f(x: A): void { return x.b }\n",
            "`interface` keyword, `A` type, `string` type, `function` keyword, `f` function, \
             `void` keyword, `return` keyword, `b` property",
        ),
        (
            "tsx",
            "const B = (p: Props) => <a>{p.x}</a>\n",
            "`const` keyword, `Props` type, `a` tag, `x` property",
        ),
        (
            "go",
            "package a\n\nfunc (r *T) M(s string) int { return 1 }\n",
            "`package` keyword, `func` keyword, `T` type, `M` function, `string` type, `1` number",
        ),
        (
            "java",
            "class A { @Override int f() { return \"x\".length(); } }\n",
            "`class` keyword, `A` type, `Override` attribute, `f` function, `return` keyword, \
             `\"x\"` string",
        ),
        (
            "c",
            "#include <a.h>\nstatic int f(void) { return g(LIMIT); } /* end */\n",
            "`#include` keyword, `<a.h>` string, `static` keyword, `f` function, `g` function, \
             `LIMIT` constant, `/* end */` comment",
        ),
        (
            "cpp",
            "namespace a { template <class T> int f() { return std::max(x.size(), 1); } }\n",
            "`namespace` keyword, `template` keyword, `f` function, `return` keyword, \
             `max` function, `size` function",
        ),
        (
            "markdown",
            "# Title\n\nSome [link](http://a.b).\n\n```rust\nfn f() {}\n```\n",
            "`Title` markup, `link` label, `fn` keyword, `f` function",
        ),
        (
            // The grammar's own query highlights the whole signature as a function.
            "haskell",
            "import Data.List\n-- | Docs.\nsize :: [a] -> Int\nsize xs = Map.foldr f 1 (Just \"a\")\n",
            "`import` keyword, `Data` module, `-- | Docs.` comment, `size ` function, `Int` type, \
             `size` function, `xs` variable, `foldr` function, `f` variable, `1` number, \
             `Just` constructor, `\"a\"` string",
        ),
        (
            "ocaml",
            "(** Docs. *)\nlet push (x : int) = List.map f [ Some \"a\"; 1 ]\n",
            "`(** Docs. *)` comment, `let` keyword, `push` function, `x` variable, `int` type, \
             `List` module, `map` function, `Some` constructor, `\"a\"` string, `1` number",
        ),
        (
            "ocaml_interface",
            "val push : int -> t (* end *)\n",
            "`val` keyword, `push` function, `int` type, `t` type, `(* end *)` comment",
        ),
        (
            "zig",
            "const std = @import(\"std\");\n/// Docs.\npub fn add(a: Point) u32 {\n    return std.f(a.x, LIMIT, 1);\n}\n",
            "`const` keyword, `std` module, `@import` function, `\"std\"` string, \
             `/// Docs.` comment, `pub` keyword, `fn` keyword, `add` function, `Point` type, \
             `u32` type, `return` keyword, `f` function, `x` property, `LIMIT` constant, `1` number",
        ),
        (
            "ruby",
            "class Box < Base\n  # A note.\n  def area(x)\n    @w * LIMIT + f(x, :wide, \"a\")\n  end\nend\n",
            "`class` keyword, `Box` type, `Base` type, `# A note.` comment, `def` keyword, \
             `area` function, `x` variable, `@w` property, `LIMIT` constant, `f` function, \
             `:wide` string, `\"a\"` string, `end` keyword",
        ),
        (
            "elixir",
            "defmodule A.B do\n  @doc \"Runs.\"\n  def run(x), do: Repo.get(x, 1) # end\nend\n",
            "`defmodule` keyword, `A.B` module, `do` keyword, `def` keyword, `run` function, \
             `Repo` module, `get` function, `1` number, `# end` comment",
        ),
        (
            "lua",
            "local M = {}\nfunction M.add(x) return print(x, \"a\", 1) end -- end\n",
            "`local` keyword, `function` keyword, `add` function, `return` keyword, \
             `print` function, `\"a\"` string, `1` number, `-- end` comment",
        ),
        (
            "julia",
            "using Base\nfunction area(s::Square)::Float64\n  @show g(s.side, \"a\", 1.5)\nend # end\n",
            "`using` keyword, `Base` module, `function` keyword, `area` function, `Square` type, \
             `Float64` type, `@show` function, `g` function, `side` property, `\"a\"` string, \
             `1.5` number, `end` keyword, `# end` comment",
        ),
        (
            "r",
            "# A note.\nf <- function(x) if (TRUE) stats::sd(x, \"a\", 1)\n",
            "`# A note.` comment, `f` function, `function` keyword, `if` keyword, `TRUE` constant, \
             `stats` module, `sd` function, `\"a\"` string, `1` number",
        ),
        (
            "bash",
            "# note\nsource a.sh\nf() {\n  local x=1\n  grep -q \"$x\" b\n}\n",
            "`# note` comment, `source` keyword, `f` function, `local` keyword, `x` property, \
             `grep` function",
        ),
        (
            "sql",
            "-- note\nCREATE TABLE t (id INT);\nSELECT count(*) FROM t WHERE a = 'x';\n",
            "`-- note` comment, `CREATE` keyword, `t` type, `id` property, `SELECT` keyword, \
             `count` function, `'x'` string",
        ),
        (
            "html",
            "<!-- note --><p id=\"a\">x</p><style>.b { color: red }</style><script>f(1)</script>\n",
            "`<!-- note -->` comment, `p` tag, `id` attribute, `b` property, `color` property, \
             `f` function, `1` number",
        ),
        (
            "css",
            "/* note */\n@import \"a\";\n.b:hover { margin: 2px; --c: var(--d); }\n",
            "`/* note */` comment, `@import` keyword, `\"a\"` string, `b` property, \
             `margin` property, `2` number, `var` function",
        ),
        (
            "json",
            "{ \"a\": \"b\\n\", \"c\": [1, true, null] }\n",
            "`\"a\"` property, `\"b` string, `\\n` escape, `\"c\"` property, `1` number, \
             `true` constant, `null` constant",
        ),
        (
            "yaml",
            "# note\na: &x b\n\"c\": 1\nd: *x\ne: true\n",
            "`# note` comment, `a` property, `b` string, `\"c\"` property, `1` number, `d` property, \
             `true` constant",
        ),
        (
            "toml",
            "# note\n[a.b]\nc = \"d\"\ne = 1\nf = true\n",
            "`# note` comment, `a` type, `b` type, `c` property, `\"d\"` string, `1` number, \
             `true` constant",
        ),
        (
            "dockerfile",
            "# note\nFROM a:1 AS b\nENV C=\"d\"\nRUN make\n",
            "`# note\n` comment, `FROM` keyword, `AS` keyword, `ENV` keyword, `\"d\"` string, \
             `RUN` keyword",
        ),
        (
            "make",
            "# note\ninclude a.mk\nB := $(C)\nall: d\n\techo $@\n",
            "`# note` comment, `include` keyword, `B` variable, `C` variable, `all` function",
        ),
        (
            "cmake",
            "# note\nfunction(f A)\n  set(B \"${A}\")\nendfunction()\n",
            "`# note` comment, `function` keyword, `f` function, `set` function, `A` variable, \
             `endfunction` keyword",
        ),
        (
            "hcl",
            "# note\nresource \"a\" \"b\" {\n  c = max(1, var.d)\n  e = \"x-${local.f}\"\n}\n",
            "`# note` comment, `resource` keyword, `\"a\"` type, `c` property, `max` function, \
             `1` number, `var` constant, `d` property, `\"x-` string",
        ),
        (
            "protobuf",
            "// note\nsyntax = \"proto3\";\nmessage A { B c = 1; }\nservice D { rpc E(A) returns (A); }\n",
            "`// note` comment, `syntax` keyword, `message` keyword, `A` type, `B` type, \
             `c` property, `1` number, `service` keyword, `D` type, `rpc` keyword, `E` function",
        ),
        (
            "graphql",
            "# note\ntype A implements B @d { c(x: Int = 1): [String!] }\nquery Q { c(x: $y) }\n",
            "`# note` comment, `type` keyword, `A` type, `implements` keyword, `B` type, \
             `@d` attribute, `c` property, `Int` type, `1` number, `query` keyword, `Q` function",
        ),
        (
            "nix",
            "# note\nlet f = x: x + 1; in { a = f ./b.nix; c = \"d\"; }\n",
            "`# note` comment, `let` keyword, `f` function, `1` number, `in` keyword, `a` property, \
             `f` function",
        ),
        (
            "svelte",
            "<script lang=\"ts\">const a: A = f(1)</script>\n{#if a}<p class=\"b\">x</p>{/if}\n",
            "`script` tag, `const` keyword, `A` type, `f` function, `1` number, `p` tag, \
             `class` attribute",
        ),
        (
            "blade",
            "{{-- note --}}\n@if (f(1))\n",
            "`{{-- note --}}` comment, `if` keyword, `f` function",
        ),
        (
            "elixir",
            "~H\"\"\"\n<.badge a={f(1)} />\n\"\"\"\n",
            "`badge` function, `f` function, `1` number",
        ),
        (
            "objc",
            "#import <A.h>\n@interface Bee : C\n- (int)d; // e\n@end\nint f(int g) { return h(g); }\n",
            "`#import` keyword, `<A.h>` string, `@interface` keyword, `Bee` type, `d` function, `// e` comment, \
             `f` function, `h` function",
        ),
        (
            "groovy",
            "class A {\n  int b() { return c(1) } // d\n}\n",
            "`class` keyword, `A` type, `int` type, `b` function, `c` function, `1` number",
        ),
        (
            "glsl",
            "uniform float a;\nvoid main() { f(1.0); } // b\n",
            "`uniform` keyword, `main` function, `f` function, `1.0` number",
        ),
        (
            "luau",
            "local a: number = f(1) -- b\n",
            "`local` keyword, `f` function, `1` number, `-- b` comment",
        ),
        (
            "starlark",
            "load(\"//a:b.bzl\", \"c\")\nc(name = \"d\") # e\n",
            "`load` function, `\"//a:b.bzl\"` string, `c` function, `# e` comment",
        ),
        (
            "scss",
            "// a\n@mixin b($c) { margin: 2px; }\n.d { @include b(1px); }\n",
            "`// a` comment, `@mixin` keyword, `b` function, `margin` property, `2` number",
        ),
        (
            "less",
            "@a: 1px;\n.b { color: darken(@a, 2%); } // c\n",
            "`1` number, `b` property, `color` property, `darken` function, `// c` comment",
        ),
        (
            "xml",
            "<?xml version=\"1.0\"?>\n<a b=\"c\"><!-- d --></a>\n",
            "`a` tag, `b` property, `<!-- d -->` comment, `a` tag",
        ),
        (
            "clojure",
            "(defn a [b] (c b 1 \"d\")) ; e\n",
            "`defn` keyword, `a` function, `c` function, `1` number, `\"d\"` string, `; e\n` comment",
        ),
        (
            "erlang",
            "-module(a).\nb(C) -> d:e(C, 1). % f\n",
            "`module` keyword, `b` function, `e` function, `1` number, `% f` comment",
        ),
        (
            "powershell",
            "# a\nfunction B { Get-Item 'c' }\n",
            "`# a` comment, `function` keyword, `B` function, `'c'` string",
        ),
        (
            "solidity",
            "contract A { function b() public { c(1); } } // d\n",
            "`contract` keyword, `A` type, `function` keyword, `b` function, `1` number",
        ),
    ] {
        check(language, text, expected);
    }
}

#[test]
fn code_in_templates_is_highlighted() {
    for (language, text) in [
        ("vue", "<p id=\"a\">b {{ f(1) }}</p>\n"),
        ("astro", "<p id=\"a\">b {f(1)}</p>\n"),
        ("ejs", "<p id=\"a\">b <%= f(1) %></p>\n"),
        ("erb", "<p id=\"a\">b <%= f(1) -%></p>\n"),
        ("heex", "<p id=\"a\">b {f(1)}</p>\n"),
        ("blade", "<p id=\"a\">b {{ f(1) }}</p>\n"),
        ("jinja", "<p id=\"a\">b {{ f(1) }}</p>\n"),
        ("razor", "<p id=\"a\">b @f(1)</p>\n"),
    ] {
        let expected = "`p` tag, `id` attribute, `f` function, `1` number, `p` tag";
        check(language, text, expected);
    }
}
