//! Highlighting of styles, data and languages with few users.

use super::check;
use crate::syntax::HighlightRole::{
    Comment, Function, Keyword, Number, Property, String, Tag, Type,
};

#[test]
fn languages_with_a_grammar_like_a_main_one_are_highlighted() {
    check(
        "objc",
        "#import <A.h>\n@interface B : C\n- (int)d; // e\n@end\n",
        &[
            ("#import", Keyword),
            ("<A.h>", String),
            ("@interface", Keyword),
            ("// e", Comment),
        ],
    );
    check(
        "groovy",
        "class A {\n  int b() { return c(1) } // d\n}\n",
        &[
            ("class", Keyword),
            ("A", Type),
            ("int", Type),
            ("b", Function),
            ("c", Function),
            ("1", Number),
        ],
    );
    check(
        "glsl",
        "uniform float a;\nvoid main() { f(1.0); } // b\n",
        &[
            ("uniform", Keyword),
            ("main", Function),
            ("f", Function),
            ("1.0", Number),
        ],
    );
    check(
        "luau",
        "local a: number = f(1) -- b\n",
        &[
            ("local", Keyword),
            ("f", Function),
            ("1", Number),
            ("-- b", Comment),
        ],
    );
    check(
        "starlark",
        "load(\"//a:b.bzl\", \"c\")\nc(name = \"d\") # e\n",
        &[
            ("load", Function),
            ("\"//a:b.bzl\"", String),
            ("c", Function),
            ("# e", Comment),
        ],
    );
}

#[test]
fn styles_and_data_are_highlighted() {
    check(
        "scss",
        "// a\n@mixin b($c) { margin: 2px; }\n.d { @include b(1px); }\n",
        &[
            ("// a", Comment),
            ("@mixin", Keyword),
            ("b", Function),
            ("margin", Property),
            ("2", Number),
        ],
    );
    check(
        "less",
        "@a: 1px;\n.b { color: darken(@a, 2%); } // c\n",
        &[
            ("1", Number),
            ("b", Property),
            ("color", Property),
            ("darken", Function),
            ("// c", Comment),
        ],
    );
    check(
        "xml",
        "<?xml version=\"1.0\"?>\n<a b=\"c\"><!-- d --></a>\n",
        &[
            ("a", Tag),
            ("b", Property),
            ("<!-- d -->", Comment),
            ("a", Tag),
        ],
    );
}

#[test]
fn other_languages_are_highlighted() {
    check(
        "clojure",
        "(defn a [b] (c b 1 \"d\")) ; e\n",
        &[
            ("defn", Keyword),
            ("a", Function),
            ("c", Function),
            ("1", Number),
            ("\"d\"", String),
            ("; e\n", Comment),
        ],
    );
    check(
        "erlang",
        "-module(a).\nb(C) -> d:e(C, 1). % f\n",
        &[
            ("module", Keyword),
            ("b", Function),
            ("e", Function),
            ("1", Number),
            ("% f", Comment),
        ],
    );
    check(
        "powershell",
        "# a\nfunction B { Get-Item 'c' }\n",
        &[
            ("# a", Comment),
            ("function", Keyword),
            ("B", Function),
            ("'c'", String),
        ],
    );
    check(
        "solidity",
        "contract A { function b() public { c(1); } } // d\n",
        &[
            ("contract", Keyword),
            ("A", Type),
            ("function", Keyword),
            ("b", Function),
            ("1", Number),
        ],
    );
}
