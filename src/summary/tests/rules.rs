//! One rule each: what a digest lists, and how a summary says it.

use super::*;

fn check_file(path: &str, text: &str, expected: &str) {
    let tree = tree(path, text);
    assert_eq!(file(tree.path(), &digest(&tree)), expected, "{text}");
}

fn check_declared(path: &str, text: &str, expected: &[&str]) {
    let digest = digest(&tree(path, text));
    let names: Vec<&str> = digest.declared.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, expected, "{text}");
}

fn check_symbol(path: &str, text: &str, name: &str, expected: &str) {
    let tree = tree(path, text);
    let at = tree.chunks.iter().position(|chunk| chunk.name == name);
    assert_eq!(symbol(&tree, at.expect("a chunk")), expected, "{text}");
}

fn digests(files: &[(&str, &str)]) -> Vec<(SourcePath, Digest)> {
    let digested = files.iter().map(|(path, text)| {
        let tree = tree(path, *text);
        (tree.path().clone(), digest(&tree))
    });
    digested.collect()
}

#[test]
fn a_header_is_told_by_its_prototypes_and_its_own_words() {
    check_file(
        "a.h",
        "/* $OpenBSD: a.h,v 1.5 2026/06/18 10:56:22 nicm Exp $ */\n\n\
         /*\n * Copyright (c) 1995 A\n *\n * Memory that is there or else fatal.\n */\n\n\
         #if !defined(__bounded__)\n#define __bounded__(x, y)\n#endif\n\n\
         void *xmalloc(size_t);\nvoid *xcalloc(size_t, size_t);\n",
        "a.h — C, 14 lines. Memory that is there or else fatal. Defines xmalloc, xcalloc.",
    );
    check_declared(
        "a.h",
        "#define MIN(a, b) ((a) < (b) ? (a) : (b))\n",
        &["MIN"],
    );
}

#[test]
fn what_is_documented_comes_before_its_like() {
    check_declared(
        "a.rs",
        "pub struct A;\n/// Is b.\npub struct B;\n/// Is f.\npub fn f() {}\n",
        &["B", "A", "f"],
    );
    // No more than there is room for, whatever comes behind.
    let structs: String = (0..12).map(|at| format!("pub struct S{at};\n")).collect();
    check_declared(
        "a.rs",
        &format!("{structs}/// Is t.\npub struct T;\n/// Is f.\npub fn f() {{}}\n"),
        &["T", "S0", "S1", "S2", "S3", "S4", "S5", "S6"],
    );
}

#[test]
fn what_others_see_comes_before_what_is_hidden() {
    check_declared(
        "a.rs",
        "fn a() {}\nstruct B;\npub fn c() {}\npub struct D;\n",
        &["D", "c", "B", "a"],
    );
    check_declared(
        "a.go",
        "package a\n\nfunc a() {}\n\nfunc B() {}\n",
        &["B", "a"],
    );
    check_declared(
        "a.py",
        "def _a():\n    pass\n\ndef b():\n    pass\n\nclass C:\n    pass\n",
        &["C", "b", "_a"],
    );
    check_declared(
        "a.ts",
        "function a() {}\nexport function b() {}\nexport class C {}\n",
        &["C", "b", "a"],
    );
    check_declared("A.java", "class A {}\npublic class B {}\n", &["B", "A"]);
    check_declared(
        "a.c",
        "static int a(void) { return 1; }\nint b(void) { return 2; }\n",
        &["b", "a"],
    );
    check_declared(
        "a.ex",
        "defmodule A do\n  defp a, do: 1\n  def b, do: 2\nend\n",
        &["A", "b", "a"],
    );
}

#[test]
fn docs_come_before_none_and_order_decides_then() {
    check_declared(
        "a.rs",
        "pub fn a() {}\n/// Is b.\npub fn b() {}\npub fn c() {}\n",
        &["b", "a", "c"],
    );
}

#[test]
fn members_tests_and_impls_are_not_declared_again() {
    check_declared(
        "a.rs",
        "pub struct A;\nimpl A {\n    pub fn b() {}\n}\nimpl Clone for A {\n    fn clone(&self) -> A { A }\n}\n\
         mod tests {\n    fn t() {}\n}\n",
        &["A"],
    );
    check_declared(
        "a.go",
        "package a\n\ntype T struct{}\n\nfunc (t T) M() {}\n",
        &["T"],
    );
    check_declared("a.rs", "impl Other {\n    fn b() {}\n}\n", &["Other"]);
}

#[test]
fn documents_list_sections_and_data_its_keys() {
    check_declared(
        "a.md",
        "# Title\n\n## One\n\na\n\n## Two\n\nb\n",
        &["One", "Two"],
    );
    check_declared("a.md", "# One\n\na\n\n# Two\n\nb\n", &["One", "Two"]);
    check_declared("a.yaml", "one: 1\ntwo: 2\n", &["one", "two"]);
}

#[test]
fn a_file_says_what_it_is_declares_and_uses() {
    check_file(
        "src/merger.rs",
        "//! Merges segments, e.g. small ones. It is fast.\n\nuse crate::store::Segment;\n\n\
         /// Merges. Twice.\npub struct Merger {\n    own: u8,\n}\n\npub fn estimate() {}\n",
        "src/merger.rs — Rust, 10 lines. Merges segments, e.g. small ones. It is fast. Declares struct Merger \
         (Merges; own), function estimate. Uses store.",
    );
    check_file("a/b.txt", "", "a/b.txt — text, 0 lines.");
    check_file(
        "tests/a.rs",
        "fn t() {}\n",
        "tests/a.rs — Rust tests, 1 line. Declares function t.",
    );
    check_file(
        "a.rs",
        "// Currently, a lint is wrong.\n#![allow(x)]\n\nuse std::fmt;\n",
        "a.rs — Rust, 4 lines. Uses std.",
    );
    check_file(
        "a.py",
        "# -*- coding: utf-8 -*-\n\"\"\"Reports.\n\n:copyright: (c) 2020 X.\n\"\"\"\nimport os\n",
        "a.py — Python, 6 lines. Reports. Uses os.",
    );
}

#[test]
fn a_symbol_says_its_signature_docs_bases_and_members() {
    check_symbol(
        "a.py",
        "class A(Base):\n    \"\"\"Is one. Of many.\"\"\"\n\n    def b(self):\n        pass\n",
        "A",
        "class A(Base). Is one. Inherits Base. Has b.",
    );
    check_symbol(
        "a.rs",
        "pub struct A {\n    own: u8,\n}\n\nimpl A {\n    fn b(\n        &self,\n    ) -> u8 {\n        1\n    }\n}\n",
        "A",
        "pub struct A. Has own, b.",
    );
    let fields: String = (0..15)
        .map(|field| format!("    f{field}: u8,\n"))
        .collect();
    check_symbol(
        "a.rs",
        &format!("struct A {{\n{fields}}}\n"),
        "A",
        "struct A. Has f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11 + 3 more.",
    );
    check_symbol("a.rs", "const A: u8 = 1;\n", "A", "");
}

fn check_module(directory: &str, files: &[(&str, &str)], lead: &str, expected: &str) {
    let files = digests(files);
    assert_eq!(module_lead(directory, &files), lead);
    assert_eq!(module(directory, &files, &[]), expected);
}

#[test]
fn a_module_says_what_its_speaker_does() {
    let other = ("src/index/other.rs", "pub fn other() {}\n");
    check_module(
        "src/index",
        &[("src/index/mod.rs", "//! The index.\n"), other],
        "The index.",
        "src/index — 2 files, 2 lines of Rust. The index. Files: other.rs (other).",
    );
    check_module(
        "src/index",
        &[("src/index.rs", "//! The index.\n"), other],
        "The index.",
        "src/index — 1 file, 1 line of Rust. The index. Files: other.rs (other).",
    );
    check_module(
        "src/index",
        &[
            ("src/index/README.md", "# Index\n\nThis is the index.\n"),
            other,
        ],
        "This is the index.",
        "src/index — 2 files, 4 lines of Markdown. This is the index. Files: other.rs (other).",
    );
    check_module(
        "src/index",
        &[other],
        "other",
        "src/index — 1 file, 1 line of Rust. Files: other.rs (other).",
    );
    // What a manifest says in comments is about its parts.
    let build = (
        "src/CMakeLists.txt",
        "# File: x.h is first.\nadd_library(x)\n",
    );
    let expected = "src — 1 file, 2 lines of CMake. Files: CMakeLists.txt.";
    check_module("src", &[build], "CMakeLists.txt", expected);
    check_module("src", &[], "", "src — 0 files, 0 lines.");
}

#[test]
fn no_test_says_what_a_directory_is() {
    let test = (
        "doc/man_test.go",
        "// Package doc_test checks the pages.\npackage doc\n\nfunc TestMan() {\n}\n\nfunc more() {\n}\n",
    );
    let code = ("doc/man.go", "package doc\n\nfunc GenMan() {\n}\n");
    check_module(
        "doc",
        &[test, code],
        "GenMan",
        "doc — 2 files, 12 lines of Go. Files: man.go (GenMan); man_test.go (Package doc_test checks the pages: TestMan, more).",
    );
    check_module(
        "doc",
        &[test],
        "Package doc_test checks the pages.",
        "doc — 1 file, 8 lines of Go. Package doc_test checks the pages.",
    );
}

#[test]
fn a_long_module_names_every_file_it_can() {
    let names: Vec<String> = (0..40)
        .map(|file| format!("src/part{file:02}.rs"))
        .collect();
    let docs = "//! Does one of many things that take a whole line to explain.\n";
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), docs)).collect();
    let text = module(
        "src",
        &digests(&files),
        &[("src/a".to_owned(), "Does a.".to_owned())],
    );
    assert!(
        text.contains("part00.rs (Does one of many things"),
        "{text}"
    );
    assert!(text.contains("Also part"), "{text}");
    assert!(text.contains(" more. Directories: a (Does a)."), "{text}");
}

#[test]
fn a_repository_lists_modules_or_the_files_of_a_flat_one() {
    let flat = digests(&[
        ("README.md", "# x\n\nSearches code in files.\n"),
        (
            "mux.go",
            "// Package x routes.\npackage x\n\n// Mux routes.\ntype Mux struct{}\n",
        ),
    ]);
    assert_eq!(
        repository("x", &flat),
        "x — Go 100 %; 2 files, 8 lines. Searches code in files. Files: mux.go (Package x routes: Mux)."
    );
    let deep = digests(&[
        ("src/main.rs", "fn main() {}\n"),
        (
            "src/a/mod.rs",
            "//! Is a.\nfn x() {\n    1;\n    2;\n    3;\n}\nfn y() {}\n",
        ),
        ("src/b.rs", "//! Is b.\n"),
        ("src/b/c.rs", "fn x() {}\n"),
    ]);
    assert_eq!(
        repository("x", &deep),
        "x — Rust 100 %; 4 files, 10 lines. Starts in src/main.rs. Modules: src/a (Is a); src/b (Is b)."
    );
    assert_eq!(repository("x", &[]), "x — 0 files, 0 lines.");
    assert_eq!(repository_lead(&flat), "Searches code in files.");
}
