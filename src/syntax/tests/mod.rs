//! Tests of the language table, detection and highlighting. Outlines are tested by the chunks made from them.

mod bases;
mod highlighting;
mod imports;
mod references;

use super::highlight::configuration;
use super::languages::c::mask::masked;
use super::languages::table::LANGUAGES;
use super::query::compiled::{is_mark, is_role, rule_of};
use super::{HighlightRole, Language, Outline, TIME_LIMIT, highlight, outline};
use crate::corpus::Deadline;
use crate::corpus::{Cancel, SourcePath};
use proptest::prelude::*;
use std::collections::HashSet;

fn outlined(text: &str, language: Language) -> Outline {
    outline(text, language, Deadline::after(TIME_LIMIT)).expect("an outline")
}

impl Language {
    /// A language under test; none if this build has no grammar for it.
    pub(crate) fn tested(name: &str) -> Option<Self> {
        let found = Self::named(name);
        assert!(
            found.is_some() || cfg!(not(feature = "all-languages")),
            "{name}"
        );
        found
    }

    /// A file name of the language.
    pub(crate) fn file_name(self) -> String {
        let extension = self.extensions().next();
        format!("a.{}", extension.expect("an extension"))
    }
}

#[test]
fn languages_are_recognized() {
    for (path, text, expected) in [
        ("src/a.rs", "", "rust"),
        ("a.PY", "", "python"),
        ("a.mjs", "", "javascript"),
        ("a.jsx", "", "javascript"),
        ("a.cts", "", "typescript"),
        ("a.tsx", "", "tsx"),
        ("a.go", "", "go"),
        ("A.java", "", "java"),
        ("a.h", "int f(void);\n", "c"),
        ("a.h", "#pragma once\nnamespace a {\n", "cpp"),
        ("a.h", "  template<class T>\n", "cpp"),
        ("a.hpp", "", "cpp"),
        ("README.md", "", "markdown"),
        ("a.ml", "", "ocaml"),
        ("a.mli", "", "ocaml_interface"),
        ("Rakefile", "", "ruby"),
        ("A.R", "", "r"),
        ("BUILD.bazel", "", "starlark"),
        ("BUILD", "", "starlark"),
        ("a.cu", "", "cpp"),
        ("sketch.ino", "", "cpp"),
        ("a.BLADE.php", "", "blade"),
        ("a.html.erb", "", "erb"),
        ("a.html", "<p>{{ a }}</p>\n", "html"),
        ("a.html", "{% extends \"b\" %}\n", "jinja"),
        ("tool", "#!/usr/bin/env python3.12\n", "python"),
        ("tool", "a\n# vim: set sw=2 ft=ruby :\n", "ruby"),
        ("a.conf", "# -*- mode: Python; b: c -*-\n", "python"),
        ("a.unknown", "/* -*- C++ -*- */\n", "cpp"),
        ("a.inc", "<?php\nf();\n", "php"),
        ("page", "<!DOCTYPE HTML>\n<p>\n", "html"),
        ("tool", "#!/usr/bin/env -S node --harmony\n", "javascript"),
        ("tool", "#!/opt/bin/deno\n", "typescript"),
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
    for (path, text) in [
        ("a.txt", ""),
        ("Makefile.old", ""),
        ("rs", ""),
        ("tool", "#!\n"),
        ("a.txt", "The vim: ft line -*- of a mode.\n"),
    ] {
        assert_eq!(Language::of(&SourcePath::new(path), text), None, "{path}");
    }
}

#[test]
fn constructs_of_cpp_make_a_header_cpp() {
    let check = |text, expected| {
        let found = Language::of(&SourcePath::new("a.h"), text);
        assert_eq!(found.map(Language::name), Some(expected), "{text}");
    };
    for text in [
        "#include <vector>\n",
        "struct A {\n  int b = 1;\n};\n",
        "struct A {\n  int b;\n  void c();\n};\n",
        "struct A { int b() { return 1; } };\n",
        "struct A : B {\n};\n",
        "void a(const B &b);\n",
        "void a(B &b, int c);\n",
        "enum class A { B };\n",
        "int a() const;\n",
        "A(const A&) = delete;\n",
        "bool operator==(A a);\n",
        "class A {\npublic slots:\n",
        "#ifndef A\n#define A\nstruct B\n{\n    virtual void c();\n};\n#endif\n",
        "class Store\n{\n",
        "namespace a { class B; }\n",
        "using std::size_t;\n",
        "using Id =\n    long;\n",
        "LIB_INLINE bool a::b::c(int d) const {\n",
        "std::size_t a;\n",
        "void A::b()\n{\n",
        "int a = static_cast<int>(b);\n",
        "/*\n*/\nvoid a::b() {\n",
        "#if !defined(__cplusplus)\nint a(void);\n#else\nint a;\n#endif\nstd::size_t b;\n",
    ] {
        check(text, "cpp");
    }
    for text in [
        "#include <stdio.h>\n#ifdef __cplusplus\n#include <vector>\nextern \"C\" {\n#endif\nint a(void);\n",
        "#if defined(__cplusplus) && !defined(A)\n#include <vector>\n#endif\nint a(void);\n",
        "#if defined(A)\nint a(void);\n#elif defined(__cplusplus)\n#include <vector>\n#endif\nint b(void);\n",
        "struct A {\n  int b : 3;\n  void (*c)(void);\n  LIST_ENTRY(A) d;\n  int e __aligned(8);\n};\n",
        "struct A b = { .c = 1 };\n",
        "static inline int a(int b) { return f(b & 1); }\n",
        "int class = 1, operator = 2;\n",
        "#define A(b) b::c\n#define D \\\n  template <e>\n",
        "enum { A = 1 };\nint a[] = { 1 };\n",
        "/*\n  Code\n  using this header requires a\n  class of devices in one\n  namespace of names.\n*/\n",
        "char *a = \"b::c\"; // d::e\n",
        "/* a::b; */\n * a::b;\n",
        "/* Code:\n\n a::b() {\n }\n*/\n",
        "#define A(b) std::atomic<b> c;\n",
        "[[gnu::unused]] int a;\n",
    ] {
        check(text, "c");
    }
}

#[test]
fn a_header_of_objective_c_is_no_c() {
    for text in [
        "#import <Foundation/Foundation.h>\n",
        "@interface A : NSObject\n- (void)b;\n@end\n",
        "// A\n@protocol B;\nint a;\n",
        "@class A, B;\r\n",
    ] {
        let found = Language::of(&SourcePath::new("A.h"), text);
        assert!(
            found.is_none_or(|it| !matches!(it.name(), "c" | "cpp")),
            "{text}"
        );
    }
}

#[test]
fn the_test_patterns_of_every_language_are_valid() {
    for language in Language::all() {
        assert!(!language.is_test("", ""), "{}", language.name());
        assert!(!language.is_fixture(""), "{}", language.name());
    }
}

#[test]
fn languages_have_names_and_aliases() {
    for (name, expected) in [
        ("js", "javascript"),
        ("C++", "cpp"),
        ("rs", "rust"),
        ("golang", "go"),
        ("ocaml", "ocaml"),
    ] {
        assert_eq!(Language::named(name), Language::tested(expected));
    }
    assert_eq!(Language::named("cobol"), None);
    let names: HashSet<&str> = Language::all().map(Language::name).collect();
    assert_eq!(names.len(), Language::all().count());
    assert!(!names.contains("markdown_inline"));
}

/// Checks that a query fits its grammar, and that all its captures are known.
fn check_captures(query: &str, grammar: &tree_sitter::Language) -> Result<(), String> {
    let parts = [
        "name",
        "qualified",
        "part",
        "of",
        "type",
        "path",
        "body",
        "head",
        "docstring",
        "parameters",
        "until",
        "base",
        "defines",
        "module",
        "imported",
        "alias",
        "local",
        "exported",
    ];
    let query = tree_sitter::Query::new(grammar, query).map_err(|error| error.to_string())?;
    let is_known = |capture: &str| {
        let is_plain = rule_of(capture).is_some() || is_role(capture) || is_mark(capture);
        let is_plain = is_plain || capture.starts_with("bound");
        is_plain || parts.contains(&capture) || capture.starts_with('_')
    };
    let unknown = query
        .capture_names()
        .iter()
        .find(|capture| !is_known(capture));
    unknown.map_or(Ok(()), |capture| {
        Err(format!("nothing is called @{capture}"))
    })
}

#[test]
fn every_query_compiles_and_names_its_captures() {
    for row in &LANGUAGES {
        if let Err(error) = check_captures(row.queries().0, &(row.grammar)()) {
            panic!("{}: {error}", row.name);
        }
    }
}

#[test]
fn every_highlight_query_compiles_and_its_captures_have_roles() {
    let unspoken = [
        "none",
        "embedded",
        "glimmer",
        "spell",
        "nospell",
        "error",
        "clean",
        "array",
        "assignvalue",
    ];
    let mut unknown = Vec::new();
    for language in (0..LANGUAGES.len()).filter_map(|row| Language::named(LANGUAGES[row].name)) {
        let name = language.name();
        let configuration = configuration(language)
            .unwrap_or_else(|| panic!("{name}: a highlight query does not fit the grammar"));
        for capture in configuration.names() {
            let plumbing = ["injection.", "local.", "_"]
                .iter()
                .any(|mark| capture.starts_with(mark));
            let known = HighlightRole::of_capture(capture).is_some();
            if !(known || plumbing || unspoken.contains(capture)) {
                unknown.push(format!("{}: {capture}", language.name()));
            }
        }
    }
    let advice = "captures without a role: add them to `HighlightRole`, or here if they have none";
    assert_eq!(unknown, Vec::<String>::new(), "{advice}");
}

#[test]
fn the_longest_dotted_prefix_of_a_capture_is_its_role() {
    for (capture, expected) in [
        ("function.method.builtin", Some(HighlightRole::Function)),
        ("constant.numeric.integer", Some(HighlightRole::Number)),
        ("constant.builtin", Some(HighlightRole::Constant)),
        ("tag.attribute", Some(HighlightRole::Tag)),
        ("typewriter", None),
    ] {
        assert_eq!(HighlightRole::of_capture(capture), expected, "{capture}");
    }
}

#[test]
fn a_cancelled_highlight_is_empty() {
    let cancel = Cancel::new();
    cancel.cancel();
    let rust = Language::named("rust").expect("rust");
    assert!(highlight("fn f() {}", rust, &cancel).is_empty());
}

#[test]
fn masked_macros_keep_offsets() {
    for (text, expected) in [
        ("LIB_BEGIN\nint x;\n", "         \nint x;\n"),
        ("class LIB_EXPORT A {\n", "class            A {\n"),
        ("class ALIGN(8) A : B {\n", "class          A : B {\n"),
        (
            "LIB_EXPORT template <class T>\n",
            "           template <class T>\n",
        ),
        ("int f() LIB_PURE;\n", "int f()         ;\n"),
        ("struct LIST list;\n", "struct LIST list;\n"),
        (
            "LIB_INLINE a::b<c> *f(int d) {\n",
            "           a::b<c> *f(int d) {\n",
        ),
        (
            "LIB_INLINE a::b::b(int c)\n  : d(c)",
            "           a::b::b(int c)\n  : d(c)",
        ),
        ("BOOL a::b(int c) {\n", "BOOL a::b(int c) {\n"),
        ("a = b +\n  SIZE * f(c);\n", "a = b +\n  SIZE * f(c);\n"),
        (
            "f(){LIB_TRY{\n  LIB_TRY\n  {",
            "f(){       {\n         \n  {",
        ),
        ("f() const\n  LOCKS(a()) {\n", "f() const\n             {\n"),
        ("#define A \\\nLIB_BEGIN\n", "#define A \\\nLIB_BEGIN\n"),
        ("enum { A };\nint B;\n", "enum { A };\nint B;\n"),
        (
            "TEST_CASE(\"a \\\" é\", \"[b]\") {}\n",
            "TEST_CASE(                ) {}\n",
        ),
        ("TEST_CASE(\"a\");\n", "TEST_CASE(\"a\");\n"),
        ("  LIB_COMPARE( lt, < )\n", "                      \n"),
        ("LIB_COMPARE(==)\n", "               \n"),
        ("  LIB_COMPARE(a, b)\n", "  LIB_COMPARE(a, b)\n"),
        ("LIB_PRAGMA(a \"b\")\n\nc", "                 \n\nc"),
        ("LIB_TEST(a, b)\n{", "LIB_TEST(a, b)\n{"),
        (
            "void printflike(1, 2)\nf(int a) {\n",
            "void                 \nf(int a) {\n",
        ),
        ("a *nonnull(1) *f(int a);\n", "a *           *f(int a);\n"),
        ("int a = f(1);\ng(2);\n", "int a = f(1);\ng(2);\n"),
        ("int __stdcall f();\n", "int           f();\n"),
        ("int (__cdecl *f)();\n", "int (        *f)();\n"),
        (
            "a * __attribute__ ((b(1))) f(int c)\n",
            "a *                        f(int c)\n",
        ),
        (
            "__attribute__((a)) int f()\n",
            "__attribute__((a)) int f()\n",
        ),
    ] {
        assert_eq!(masked(text), expected);
    }
}

proptest! {
    #[test]
    fn spans_are_sorted_and_inside_the_text(
        row in 0..LANGUAGES.len(),
        text in "([a-z(){}<>=\"'#*`é/\\n 0-9;:]|fn |class |def |漢){0,200}",
    ) {
        let language = Language::named(LANGUAGES[row].name).expect("a language");
        let mut end = 0;
        for span in highlight(&text, language, &Cancel::new()) {
            prop_assert!(end <= span.bytes.start && span.bytes.start < span.bytes.end);
            end = span.bytes.end;
            prop_assert!(text.is_char_boundary(span.bytes.start as usize));
            prop_assert!(text.is_char_boundary(end as usize));
        }
        prop_assert!(end as usize <= text.len());
    }

    #[test]
    fn masking_keeps_the_length(text in "([A-Z]{4,9}|class |struct |[(){}\\n\\\\é #]|EXPORT |f\\(\\) ){0,60}") {
        prop_assert_eq!(masked(&text).len(), text.len());
    }
}
