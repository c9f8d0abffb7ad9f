//! Shells, data, markup and build files: recognition and highlighting.

use super::check;
use crate::corpus::SourcePath;
use crate::syntax::HighlightRole::{
    Attribute, Comment, Constant, Escape, Function, Keyword, Number, Property, String, Tag, Type,
    Variable,
};
use crate::syntax::Language;

#[test]
fn names_of_files_without_extensions_are_recognized() {
    for (path, text, expected) in [
        ("Dockerfile", "", "dockerfile"),
        ("docker/Dockerfile.dev", "", "dockerfile"),
        ("web.Dockerfile", "", "dockerfile"),
        ("Dockerfile.py", "", "python"),
        ("Containerfile", "", "dockerfile"),
        ("GNUmakefile", "", "make"),
        ("src/Makefile.am", "", "make"),
        ("rules.mk", "", "make"),
        ("CMakeLists.txt", "", "cmake"),
        ("Cargo.lock", "", "toml"),
        ("tsconfig.jsonc", "", "json"),
        (".bashrc", "", "bash"),
        ("configure", "#!/bin/sh\n", "bash"),
        ("main.tf", "", "hcl"),
        ("a.gql", "", "graphql"),
    ] {
        let found = Language::of(&SourcePath::new(path), text);
        assert_eq!(found, Language::tested(expected), "{path}");
    }
}

#[test]
fn bash_is_highlighted() {
    check(
        "bash",
        "# note\nsource a.sh\nf() {\n  local x=1\n  grep -q \"$x\" b\n}\n",
        &[
            ("# note", Comment),
            ("source", Keyword),
            ("f", Function),
            ("local", Keyword),
            ("x", Property),
            ("grep", Function),
        ],
    );
}

#[test]
fn sql_is_highlighted() {
    check(
        "sql",
        "-- note\nCREATE TABLE t (id INT);\nSELECT count(*) FROM t WHERE a = 'x';\n",
        &[
            ("-- note", Comment),
            ("CREATE", Keyword),
            ("t", Type),
            ("id", Property),
            ("SELECT", Keyword),
            ("count", Function),
            ("'x'", String),
        ],
    );
}

#[test]
fn html_is_highlighted_with_its_scripts_and_styles() {
    check(
        "html",
        "<!-- note --><p id=\"a\">x</p><style>.b { color: red }</style><script>f(1)</script>\n",
        &[
            ("<!-- note -->", Comment),
            ("p", Tag),
            ("id", Attribute),
            ("b", Property),
            ("color", Property),
            ("f", Function),
            ("1", Number),
        ],
    );
}

#[test]
fn code_in_templates_is_highlighted() {
    let expected = [
        ("p", Tag),
        ("id", Attribute),
        ("f", Function),
        ("1", Number),
        ("p", Tag),
    ];
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
        check(language, text, &expected);
    }
    check(
        "blade",
        "{{-- note --}}\n@if (f(1))\n",
        &[
            ("{{-- note --}}", Comment),
            ("if", Keyword),
            ("f", Function),
        ],
    );
    check(
        "elixir",
        "~H\"\"\"\n<.badge a={f(1)} />\n\"\"\"\n",
        &[("badge", Function), ("f", Function), ("1", Number)],
    );
}

#[test]
fn css_is_highlighted() {
    check(
        "css",
        "/* note */\n@import \"a\";\n.b:hover { margin: 2px; --c: var(--d); }\n",
        &[
            ("/* note */", Comment),
            ("@import", Keyword),
            ("\"a\"", String),
            ("b", Property),
            ("margin", Property),
            ("2", Number),
            ("var", Function),
        ],
    );
}

#[test]
fn json_is_highlighted() {
    check(
        "json",
        "{ \"a\": \"b\\n\", \"c\": [1, true, null] }\n",
        &[
            ("\"a\"", Property),
            ("\"b", String),
            ("\\n", Escape),
            ("\"c\"", Property),
            ("1", Number),
            ("true", Constant),
            ("null", Constant),
        ],
    );
}

#[test]
fn yaml_is_highlighted() {
    check(
        "yaml",
        "# note\na: &x b\n\"c\": 1\nd: *x\ne: true\n",
        &[
            ("# note", Comment),
            ("a", Property),
            ("b", String),
            ("\"c\"", Property),
            ("1", Number),
            ("d", Property),
            ("true", Constant),
        ],
    );
}

#[test]
fn toml_is_highlighted() {
    check(
        "toml",
        "# note\n[a.b]\nc = \"d\"\ne = 1\nf = true\n",
        &[
            ("# note", Comment),
            ("a", Type),
            ("b", Type),
            ("c", Property),
            ("\"d\"", String),
            ("1", Number),
            ("true", Constant),
        ],
    );
}

#[test]
fn dockerfile_is_highlighted() {
    check(
        "dockerfile",
        "# note\nFROM a:1 AS b\nENV C=\"d\"\nRUN make\n",
        &[
            ("# note\n", Comment),
            ("FROM", Keyword),
            ("AS", Keyword),
            ("ENV", Keyword),
            ("\"d\"", String),
            ("RUN", Keyword),
        ],
    );
}

#[test]
fn make_is_highlighted() {
    check(
        "make",
        "# note\ninclude a.mk\nB := $(C)\nall: d\n\techo $@\n",
        &[
            ("# note", Comment),
            ("include", Keyword),
            ("B", Variable),
            ("C", Variable),
            ("all", Function),
        ],
    );
}

#[test]
fn cmake_is_highlighted() {
    check(
        "cmake",
        "# note\nfunction(f A)\n  set(B \"${A}\")\nendfunction()\n",
        &[
            ("# note", Comment),
            ("function", Keyword),
            ("f", Function),
            ("set", Function),
            ("A", Variable),
            ("endfunction", Keyword),
        ],
    );
}

#[test]
fn hcl_is_highlighted() {
    check(
        "hcl",
        "# note\nresource \"a\" \"b\" {\n  c = max(1, var.d)\n  e = \"x-${local.f}\"\n}\n",
        &[
            ("# note", Comment),
            ("resource", Keyword),
            ("\"a\"", Type),
            ("c", Property),
            ("max", Function),
            ("1", Number),
            ("var", Constant),
            ("d", Property),
            ("\"x-", String),
        ],
    );
}

#[test]
fn protobuf_is_highlighted() {
    check(
        "protobuf",
        "// note\nsyntax = \"proto3\";\nmessage A { B c = 1; }\nservice D { rpc E(A) returns (A); }\n",
        &[
            ("// note", Comment),
            ("syntax", Keyword),
            ("message", Keyword),
            ("A", Type),
            ("B", Type),
            ("c", Property),
            ("1", Number),
            ("service", Keyword),
            ("D", Type),
            ("rpc", Keyword),
            ("E", Function),
        ],
    );
}

#[test]
fn graphql_is_highlighted() {
    check(
        "graphql",
        "# note\ntype A implements B @d { c(x: Int = 1): [String!] }\nquery Q { c(x: $y) }\n",
        &[
            ("# note", Comment),
            ("type", Keyword),
            ("A", Type),
            ("implements", Keyword),
            ("B", Type),
            ("@d", Attribute),
            ("c", Property),
            ("Int", Type),
            ("1", Number),
            ("query", Keyword),
            ("Q", Function),
        ],
    );
}

#[test]
fn nix_is_highlighted() {
    check(
        "nix",
        "# note\nlet f = x: x + 1; in { a = f ./b.nix; c = \"d\"; }\n",
        &[
            ("# note", Comment),
            ("let", Keyword),
            ("f", Function),
            ("1", Number),
            ("in", Keyword),
            ("a", Property),
            ("f", Function),
        ],
    );
}

#[test]
fn svelte_is_highlighted_with_its_scripts() {
    check(
        "svelte",
        "<script lang=\"ts\">const a: A = f(1)</script>\n{#if a}<p class=\"b\">x</p>{/if}\n",
        &[
            ("script", Tag),
            ("const", Keyword),
            ("A", Type),
            ("f", Function),
            ("1", Number),
            ("p", Tag),
            ("class", Attribute),
        ],
    );
}
