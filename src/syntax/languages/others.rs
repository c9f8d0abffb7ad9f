//! Languages that are defined by tables and queries alone, [`ROWS`]. A new one is a row here, its query in
//! `queries`, and a file among the golden trees.

use super::template::jinja::is_template;
use super::{further, rows, scanner_limits};
use crate::syntax::query;
use crate::syntax::row::{Constructors, HASH_COMMENTS, LanguageRow, Packages, Reach, Structural};
use crate::syntax::visibility::Visibility;
use crate::syntax::walker::Hooks;

pub(super) const ROWS: &[LanguageRow] = &[
    LanguageRow {
        name: "bash",
        local_functions: true,
        aliases: &["sh", "shell", "zsh"],
        extensions: "sh bash zsh ksh bats",
        file_names: ".bashrc .bash_profile .profile .zshrc PKGBUILD APKBUILD",
        shebangs: "sh bash dash zsh ksh bats",
        grammar: || tree_sitter_bash::LANGUAGE.into(),
        query: include_str!("../queries/bash.scm"),
        has_commands: true,
        rewrites: include_str!("../rewrites/bash.txt"),
        field_sigil: "$",
        line_comments: HASH_COMMENTS,
        block_comments: &[],
        importers: "source . load",
        loads_files: true,
        reach: Reach::Program,
        scanner_safe: Some(scanner_limits::limit_pipes),
        highlights: &[tree_sitter_bash::HIGHLIGHT_QUERY],
        tests: r#"@test\s+["']|(?:function\s+)?test_?\w*\s*\(\)|function\s+test_"#,
        test_calls: r#"(?:Describe|Context|It|Example|Specify)\s+["']"#,
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "cmake",
        extensions: "cmake",
        file_names: "CMakeLists.txt",
        grammar: || tree_sitter_cmake::LANGUAGE.into(),
        query: include_str!("../queries/cmake.scm"),
        line_comments: HASH_COMMENTS,
        block_comments: &[],
        visibility: Visibility::Nothing,
        reach: Reach::Program,
        highlights: &[tree_sitter_cmake::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "css",
        is_style: true,
        extensions: "css",
        grammar: || tree_sitter_css::LANGUAGE.into(),
        rewrites: include_str!("../rewrites/css.txt"),
        query: concat!(
            include_str!("../queries/css.scm"),
            "(scope_statement) @cross\n",
            // The name of a layer or container around other rules.
            "((keyword_query) @items @defines
              (#not-match? @defines \"^(all|and|not|only|print|screen|speech)$\"))\n",
        ),
        visibility: Visibility::Nothing,
        highlights: &[tree_sitter_css::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "dart",
        member_marks: &["?..", "..", "?.", "!.", "."],
        any_types: "Object",
        constructor_value: ".new",
        local_prefix: "_",
        used_by_syntax: &["operator ", " call("],
        extensions: "dart",
        shebangs: "dart",
        grammar: || tree_sitter_dart::LANGUAGE.into(),
        programs: r"(?:void\s+|Future<void>\s+)?main\s*\([^)]*\)\s*(?:async\s*)?(?:\{|=>)",
        query: include_str!("../queries/dart.scm"),
        base_keywords: "extends implements on with",
        constructors: Constructors::LikeType,
        constructor_calls: "super this",
        reach: Reach::File,
        standard: "dart",
        implicit_self: true,
        highlights: &[tree_sitter_dart::HIGHLIGHTS_QUERY],
        test_calls: r#"(?:test|group|testWidgets|blocTest)\w*(?:<[^>]*>)?\(\s*r?['"]|(?:setUp|tearDown)(?:All)?\("#,
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "dockerfile",
        inserted_mark: "$",
        aliases: &["docker", "containerfile"],
        extensions: "dockerfile containerfile",
        file_names: "Dockerfile Containerfile Dockerfile.* Containerfile.*",
        grammar: || tree_sitter_containerfile::LANGUAGE.into(),
        query: include_str!("../queries/dockerfile.scm"),
        line_comments: HASH_COMMENTS,
        block_comments: &[],
        visibility: Visibility::Nothing,
        highlights: &[tree_sitter_containerfile::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "elixir",
        constant_mark: "@",
        lists_calls: true,
        passes_modules: true,
        implements_apart: true,
        variable_call: ".(",
        function_marks: &["&", "|> ", ":"],
        aliases: &["ex"],
        extensions: "ex exs",
        file_names: "mix.lock",
        shebangs: "elixir",
        rewrites: include_str!("../rewrites/elixir.txt"),
        grammar: || tree_sitter_elixir::LANGUAGE.into(),
        test_argument: "{path}:{line}",
        routes: r#"(?:get|post|put|patch|delete|live|resources)\s+"/"#,
        programs: r"def\s+main\s*\(|use\s+Application\b",
        commands: r"use\s+Mix\.Task\b",
        query: include_str!("../queries/elixir.scm"),
        docstring_marks: Some(&["@moduledoc", "@typedoc", "@shortdoc", "@doc", "~S", "~s"]),
        line_comments: HASH_COMMENTS,
        block_comments: &[],
        visibility: Visibility::Unmarked(&["defp", "defmacrop"]),
        local_mark: Some("defp"),
        splice_word: "use ",
        clauses: true,
        symbol_marks: &[':'],
        keywords: "case cond def defdelegate defexception defguard defguardp defimpl \
                   defmacro defmacrop defmodule defoverridable defp defprotocol defstruct \
                   for if quote raise receive try unless unquote with __MODULE__ @behaviour \
                   @callback @deprecated @derive @doc @enforce_keys @impl @macrocallback \
                   @moduledoc @opaque @spec @tag @type @typedoc @typep",
        importers: "alias import require use",
        family: "beam",
        own_types: "__MODULE__ super",
        highlights: &[tree_sitter_elixir::HIGHLIGHTS_QUERY],
        injections: tree_sitter_elixir::INJECTIONS_QUERY,
        tests: r"defmodule\s+[\w.]+Test\s+do",
        test_calls: r#"(?:test|describe|property|feature)[ (]+""#,
        file_local: ("defp defmacrop defguardp", ""),
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "graphql",
        aliases: &["gql"],
        extensions: "graphql gql graphqls",
        grammar: || tree_sitter_graphql::LANGUAGE.into(),
        query: include_str!("../queries/graphql.scm"),
        selects_fields: true,
        rewrites: include_str!("../rewrites/graphql.txt"),
        docstring_marks: Some(&[]),
        line_comments: HASH_COMMENTS,
        block_comments: &[],
        reach: Reach::Program,
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "haskell",
        opens_types: true,
        lower_variables: true,
        aliases: &["hs"],
        extensions: "hs hsc hs-boot lhs",
        shebangs: "runhaskell runghc stack",
        grammar: || tree_sitter_haskell::LANGUAGE.into(),
        programs: r"main\s*::\s*IO\b",
        query: include_str!("../queries/haskell.scm"),
        rewrites: include_str!("../rewrites/haskell.txt"),
        line_comments: &["-- |", "-- ^", "---", "--"],
        block_comments: &[("{-|", "-}"), ("{-", "-}")],
        clauses: true,
        signature_item: "signature",
        call_marks: &[],
        member_marks: &["."],
        docs: &["-- |", "--|", "{-|", "{- |"],
        trailing_docs: &["-- ^", "{- ^", "{-^", "--^"],
        highlights: &[tree_sitter_haskell::HIGHLIGHTS_QUERY],
        injections: tree_sitter_haskell::INJECTIONS_QUERY,
        tests: r"prop_\w+\s*(?:::|[\w\s]*=)",
        test_calls: r#"(?:describe|it|context|prop|specify|testCase|testProperty|testGroup)\s+""#,
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "hcl",
        aliases: &["terraform", "tf"],
        extensions: "hcl tf tfvars tofu nomad",
        grammar: || tree_sitter_hcl::LANGUAGE.into(),
        query: include_str!("../queries/hcl.scm"),
        rewrites: include_str!("../rewrites/hcl.txt"),
        item_owners: &[("var", "variable"), ("local", ""), ("module", "output")],
        line_comments: &["///", "//", "##", "#"],
        visibility: Visibility::Nothing,
        reach: Reach::Directory,
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "html",
        extensions: "html htm xhtml",
        starts: &["<!doctype html", "<html"],
        dialect: |_, text| is_template(text).then_some("jinja"),
        grammar: || tree_sitter_html::LANGUAGE.into(),
        query: include_str!("../queries/html.scm"),
        family: "script",
        packages: Packages::Relative,
        local_mark: Some("export"),
        names_members: true,
        block_comments: MARKUP_COMMENTS,
        rewrites: include_str!("../rewrites/html.txt"),
        visibility: Visibility::Nothing,
        highlights: &[tree_sitter_html::HIGHLIGHTS_QUERY],
        injections: include_str!("../queries/injections/markup.scm"),
        preprocess: scanner_limits::limit_element_depth,
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "julia",
        local_functions: true,
        passes_modules: true,
        // `x::Store` states a type.
        member_marks: &["."],
        aliases: &["jl"],
        extensions: "jl",
        shebangs: "julia",
        grammar: || tree_sitter_julia::LANGUAGE.into(),
        query: include_str!("../queries/julia.scm"),
        rewrites: include_str!("../rewrites/julia.txt"),
        block_comments: &[("#=", "=#")],
        docstring_marks: Some(&["@doc"]),
        line_comments: HASH_COMMENTS,
        constructors: Constructors::LikeType,
        importers: "include",
        reach: Reach::Program,
        tests: r"@test(?:set|item|snippet|module)\b",
        test_calls: r"@test(?:set|item|_throws|_broken|_nowarn|_logs)?\b",
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "lua",
        local_functions: true,
        passes_modules: true,
        standard: "_G bit coroutine debug io jit math os package string table utf8",
        variables_after: true,
        fills_modules: true,
        extensions: "lua rockspec",
        file_names: ".luacheckrc",
        shebangs: "lua luajit",
        grammar: || tree_sitter_lua::LANGUAGE.into(),
        query: include_str!("../queries/lua.scm"),
        line_comments: &["---", "--"],
        block_comments: &[("--[[", "]]")],
        member_marks: &[".", ":"],
        local_mark: Some("local"),
        importers: "require dofile loadfile",
        own_types: "self",
        highlights: &[tree_sitter_lua::HIGHLIGHTS_QUERY],
        injections: tree_sitter_lua::INJECTIONS_QUERY,
        test_calls: r#"(?:describe|it|context|insulate|expose)\s*\(?\s*["'\[]"#,
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "make",
        aliases: &["makefile", "mk"],
        extensions: "mk mak",
        file_names: "Makefile makefile GNUmakefile Makefile.am Makefile.in Kbuild",
        shebangs: "make",
        grammar: || tree_sitter_make::LANGUAGE.into(),
        query: include_str!("../queries/make.scm"),
        is_run: true,
        rewrites: include_str!("../rewrites/make.txt"),
        line_comments: HASH_COMMENTS,
        block_comments: &[],
        visibility: Visibility::Nothing,
        reach: Reach::Program,
        preprocess: further::mask_automake,
        highlights: &[tree_sitter_make::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "nix",
        extensions: "nix",
        rewrites: include_str!("../rewrites/nix.txt"),
        grammar: || tree_sitter_nix::LANGUAGE.into(),
        query: include_str!("../queries/nix.scm"),
        line_comments: &["##", "#"],
        visibility: Visibility::Nothing,
        highlights: &[tree_sitter_nix::HIGHLIGHTS_QUERY],
        injections: tree_sitter_nix::INJECTIONS_QUERY,
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "ocaml",
        local_functions: true,
        aliases: &["ml"],
        extensions: "ml",
        shebangs: "ocaml",
        grammar: || tree_sitter_ocaml::LANGUAGE_OCAML.into(),
        ..OCAML
    },
    // Also named `ocaml`; only its grammar differs.
    LanguageRow {
        name: "ocaml_interface",
        aliases: &["ocaml", "mli"],
        extensions: "mli",
        grammar: || tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE.into(),
        ..OCAML
    },
    LanguageRow {
        name: "protobuf",
        aliases: &["proto"],
        extensions: "proto",
        grammar: || tree_sitter_proto::LANGUAGE.into(),
        query: include_str!("../queries/protobuf.scm"),
        rewrites: include_str!("../rewrites/protobuf.txt"),
        reach: Reach::Program,
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "r",
        local_functions: true,
        aliases: &["rlang"],
        extensions: "r",
        file_names: ".Rprofile",
        shebangs: "Rscript",
        grammar: || tree_sitter_r::LANGUAGE.into(),
        query: include_str!("../queries/r.scm"),
        dispatch_mark: ".",
        line_comments: HASH_COMMENTS,
        block_comments: &[],
        constructors: Constructors::Named(&["initialize"]),
        keywords: "return UseMethod standardGeneric",
        member_marks: &[":::", "::", "$", "@"],
        importers: "library require requireNamespace loadNamespace attachNamespace source",
        inner_docs: &["#!"],
        reach: Reach::Program,
        highlights: &[tree_sitter_r::HIGHLIGHTS_QUERY],
        test_calls: r#"(?:test_that|describe|it)\(\s*["']"#,
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "sql",
        aliases: &["postgresql", "mysql", "plpgsql"],
        extensions: "sql ddl pgsql",
        grammar: || tree_sitter_sequel::LANGUAGE.into(),
        query: include_str!("../queries/sql.scm"),
        rewrites: include_str!("../rewrites/sql.txt"),
        line_comments: &["---", "--", "##", "#"],
        reach: Reach::Program,
        highlights: &[tree_sitter_sequel::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "starlark",
        aliases: &["bazel", "bzl"],
        extensions: "bzl bazel star sky",
        file_names: "BUILD WORKSPACE BUCK Tiltfile",
        query: concat!(
            include_str!("../queries/starlark.scm"),
            include_str!("../queries/python.scm")
        ),
        shebangs: "",
        programs: "",
        routes: "",
        commands: "",
        tests: r#"def\s+_?test_|\w+_test\("#,
        constructors: Constructors::Named(&[]),
        packages: Packages::Unmarked,
        family: "",
        standard: "",
        structural: Structural::Nothing,
        ..rows::named(rows::ROWS, "python")
    },
    LanguageRow {
        name: "svelte",
        extensions: "svelte",
        is_component: true,
        rewrites: include_str!("../rewrites/svelte.txt"),
        value_mark: (
            "$",
            &[
                "state", "derived", "effect", "props", "bindable", "inspect", "host",
            ],
        ),
        grammar: || tree_sitter_svelte_ng::LANGUAGE.into(),
        query: include_str!("../queries/svelte.scm"),
        block_comments: MARKUP_COMMENTS,
        packages: Packages::Relative,
        family: "script",
        highlights: &[tree_sitter_svelte_ng::HIGHLIGHTS_QUERY],
        injections: concat!(
            include_str!("../queries/injections/markup.scm"),
            include_str!("../queries/injections/svelte.scm"),
        ),
        preprocess: scanner_limits::limit_element_depth,
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "zig",
        extensions: "zig zon",
        shebangs: "zig",
        grammar: || tree_sitter_zig::LANGUAGE.into(),
        programs: r"pub\s+fn\s+main\s*\(",
        query: include_str!("../queries/zig.scm"),
        rewrites: include_str!("../rewrites/zig.txt"),
        visibility: Visibility::Marked(&["pub"]),
        importers: "@import",
        own_types: "self Self",
        inner_docs: &["//!"],
        reach: Reach::File,
        standard: "std builtin root",
        implicit_self: true,
        // The grammar's own query needs predicates that only editors implement.
        injections: tree_sitter_zig::INJECTIONS_QUERY,
        tests: r#"test\s+(?:"|[\w.@]+\s*\{)|test\s*\{"#,
        ..LanguageRow::CODE
    },
];

/// Hooks for a Dockerfile: the stage after `--from=`, and the arguments in a command.
pub(super) const DOCKERFILE: Hooks = Hooks {
    words: |walker, cursor| {
        let node = cursor.node();
        let stage = walker.text_of(node).trim_start_matches("--");
        match stage.strip_prefix("from=") {
            Some(stage) => Vec::from_iter(Some(node.end_byte() - stage.len()..node.end_byte())),
            None => (query::hooks::HOOKS.words)(walker, cursor),
        }
    },
    ..query::hooks::HOOKS
};

/// Marks of block comments in markup, and in its scripts.
pub(super) const MARKUP_COMMENTS: &[(&str, &str)] =
    &[("<!--", "-->"), ("/**", "*/"), ("/*!", "*/"), ("/*", "*/")];

/// Common fields of implementations and interfaces of OCaml.
const OCAML: LanguageRow = LanguageRow {
    query: include_str!("../queries/ocaml.scm"),
    opens_enums: true,
    line_comments: &[],
    block_comments: &[("(**", "*)"), ("(*", "*)")],
    call_marks: &[],
    member_marks: &[".", "#"],
    inner_docs: &["(** {0", "(** {1", "(** {2", "(** {3", "(**/**)"],
    docs: &["(**"],
    touching_docs: &["(**"],
    scanner_safe: Some(scanner_limits::limit_comment_depth),
    highlights: &[tree_sitter_ocaml::HIGHLIGHTS_QUERY],
    tests: r"let%(?:expect_)?(?:test|bench)\w*",
    ..LanguageRow::CODE
};
