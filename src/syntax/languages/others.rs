//! Languages that are defined by tables and queries alone, [`ROWS`]. A new one is a row here, its query in
//! `queries`, and a file among the golden trees.

use super::{make, scanner_limits};
use crate::syntax::comment::CommentMarks;
use crate::syntax::row::{
    BaseRules, Constructors, DocMarks, ItemRules, LanguageRow, Packages, Reach, ReferenceRules,
    Scoping,
};
use crate::syntax::visibility::Visibility;

pub(super) const ROWS: &[LanguageRow] = &[
    LanguageRow {
        name: "bash",
        aliases: &["sh", "shell", "zsh"],
        extensions: "sh bash zsh ksh bats",
        file_names: ".bashrc .bash_profile .profile .zshrc PKGBUILD APKBUILD",
        shebangs: "sh bash dash zsh ksh bats",
        grammar: || tree_sitter_bash::LANGUAGE.into(),
        query: include_str!("../queries/bash.scm"),
        comments: CommentMarks::HASH,
        references: ReferenceRules {
            importers: "source .",
            ..ReferenceRules::CODE
        },
        scoping: Scoping::of(Reach::Program),
        scanner_safe: Some(scanner_limits::limit_pipes),
        highlights: &[tree_sitter_bash::HIGHLIGHT_QUERY],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "cmake",
        extensions: "cmake",
        file_names: "CMakeLists.txt",
        grammar: || tree_sitter_cmake::LANGUAGE.into(),
        query: include_str!("../queries/cmake.scm"),
        comments: CommentMarks::HASH,
        visibility: Visibility::Nothing,
        scoping: Scoping::of(Reach::Program),
        highlights: &[tree_sitter_cmake::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "css",
        extensions: "css",
        grammar: || tree_sitter_css::LANGUAGE.into(),
        query: include_str!("../queries/css.scm"),
        visibility: Visibility::Nothing,
        highlights: &[tree_sitter_css::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "dart",
        extensions: "dart",
        shebangs: "dart",
        grammar: || tree_sitter_dart::LANGUAGE.into(),
        query: include_str!("../queries/dart.scm"),
        declarations: ItemRules {
            bases: BaseRules {
                keywords: "extends implements on with",
                ..BaseRules::CODE
            },
            ..ItemRules::CODE
        },
        scoping: Scoping::of(Reach::File).with_implicit_self(),
        highlights: &[tree_sitter_dart::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "dockerfile",
        aliases: &["docker", "containerfile"],
        extensions: "dockerfile containerfile",
        file_names: "Dockerfile Containerfile Dockerfile.* Containerfile.*",
        grammar: || tree_sitter_containerfile::LANGUAGE.into(),
        query: include_str!("../queries/dockerfile.scm"),
        comments: CommentMarks::HASH,
        visibility: Visibility::Nothing,
        highlights: &[tree_sitter_containerfile::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "elixir",
        aliases: &["ex"],
        extensions: "ex exs",
        file_names: "mix.lock",
        shebangs: "elixir",
        grammar: || tree_sitter_elixir::LANGUAGE.into(),
        query: include_str!("../queries/elixir.scm"),
        comments: CommentMarks {
            docstrings: Some(&["@moduledoc", "@typedoc", "@shortdoc", "@doc", "~S", "~s"]),
            ..CommentMarks::HASH
        },
        visibility: Visibility::Unmarked(&["defp", "defmacrop"]),
        declarations: ItemRules {
            clauses: true,
            ..ItemRules::CODE
        },
        references: ReferenceRules {
            keywords: "case cond def defdelegate defexception defguard defguardp defimpl \
                       defmacro defmacrop defmodule defoverridable defp defprotocol defstruct \
                       for if quote raise receive try unless unquote with __MODULE__ @behaviour \
                       @callback @deprecated @derive @doc @enforce_keys @impl @macrocallback \
                       @moduledoc @opaque @spec @tag @type @typedoc @typep",
            importers: "alias import require use",
            own_types: "__MODULE__ super",
            ..ReferenceRules::CODE
        },
        highlights: &[tree_sitter_elixir::HIGHLIGHTS_QUERY],
        injections: tree_sitter_elixir::INJECTIONS_QUERY,
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "graphql",
        aliases: &["gql"],
        extensions: "graphql gql graphqls",
        grammar: || tree_sitter_graphql::LANGUAGE.into(),
        query: include_str!("../queries/graphql.scm"),
        comments: CommentMarks {
            docstrings: Some(&[]),
            ..CommentMarks::HASH
        },
        scoping: Scoping::of(Reach::Program),
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "haskell",
        aliases: &["hs"],
        extensions: "hs hsc hs-boot",
        shebangs: "runhaskell runghc stack",
        grammar: || tree_sitter_haskell::LANGUAGE.into(),
        query: include_str!("../queries/haskell.scm"),
        comments: CommentMarks {
            lines: &["-- |", "-- ^", "---", "--"],
            blocks: &[("{-|", "-}"), ("{-", "-}")],
            docstrings: None,
        },
        declarations: ItemRules {
            clauses: true,
            ..ItemRules::CODE
        },
        references: ReferenceRules {
            call_marks: &[],
            member_marks: &["."],
            ..ReferenceRules::CODE
        },
        docs: DocMarks {
            before: &["-- |", "--|", "{-|", "{- |"],
            trailing: &["-- ^", "{- ^", "{-^", "--^"],
            ..DocMarks::CODE
        },
        highlights: &[tree_sitter_haskell::HIGHLIGHTS_QUERY],
        injections: tree_sitter_haskell::INJECTIONS_QUERY,
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "hcl",
        aliases: &["terraform", "tf"],
        extensions: "hcl tf tfvars tofu nomad",
        grammar: || tree_sitter_hcl::LANGUAGE.into(),
        query: include_str!("../queries/hcl.scm"),
        comments: CommentMarks {
            lines: &["///", "//", "##", "#"],
            ..CommentMarks::SLASHES
        },
        visibility: Visibility::Nothing,
        scoping: Scoping::of(Reach::Directory),
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "html",
        extensions: "html htm xhtml",
        grammar: || tree_sitter_html::LANGUAGE.into(),
        query: include_str!("../queries/html.scm"),
        comments: MARKUP_COMMENTS,
        visibility: Visibility::Nothing,
        highlights: &[tree_sitter_html::HIGHLIGHTS_QUERY],
        injections: include_str!("../queries/injections/markup.scm"),
        preprocess: scanner_limits::limit_element_depth,
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "julia",
        aliases: &["jl"],
        extensions: "jl",
        shebangs: "julia",
        grammar: || tree_sitter_julia::LANGUAGE.into(),
        query: include_str!("../queries/julia.scm"),
        comments: CommentMarks {
            blocks: &[("#=", "=#")],
            docstrings: Some(&["@doc"]),
            ..CommentMarks::HASH
        },
        declarations: ItemRules {
            constructors: Constructors::LikeType,
            ..ItemRules::CODE
        },
        references: ReferenceRules {
            importers: "include",
            ..ReferenceRules::CODE
        },
        scoping: Scoping::of(Reach::Program),
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "lua",
        extensions: "lua rockspec",
        file_names: ".luacheckrc",
        shebangs: "lua luajit",
        grammar: || tree_sitter_lua::LANGUAGE.into(),
        query: include_str!("../queries/lua.scm"),
        comments: CommentMarks {
            lines: &["---", "--"],
            blocks: &[("--[[", "]]")],
            docstrings: None,
        },
        references: ReferenceRules {
            member_marks: &[".", ":"],
            importers: "require dofile loadfile",
            own_types: "self",
            ..ReferenceRules::CODE
        },
        highlights: &[tree_sitter_lua::HIGHLIGHTS_QUERY],
        injections: tree_sitter_lua::INJECTIONS_QUERY,
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
        comments: CommentMarks::HASH,
        visibility: Visibility::Nothing,
        scoping: Scoping::of(Reach::Program),
        preprocess: make::mask_automake,
        highlights: &[tree_sitter_make::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "nix",
        extensions: "nix",
        grammar: || tree_sitter_nix::LANGUAGE.into(),
        query: include_str!("../queries/nix.scm"),
        comments: CommentMarks {
            lines: &["##", "#"],
            ..CommentMarks::SLASHES
        },
        visibility: Visibility::Nothing,
        highlights: &[tree_sitter_nix::HIGHLIGHTS_QUERY],
        injections: tree_sitter_nix::INJECTIONS_QUERY,
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "ocaml",
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
        scoping: Scoping::of(Reach::Program),
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "r",
        aliases: &["rlang"],
        extensions: "r",
        file_names: ".Rprofile",
        shebangs: "Rscript",
        grammar: || tree_sitter_r::LANGUAGE.into(),
        query: include_str!("../queries/r.scm"),
        comments: CommentMarks::HASH,
        declarations: ItemRules {
            constructors: Constructors::Named(&["initialize"]),
            ..ItemRules::CODE
        },
        references: ReferenceRules {
            keywords: "return UseMethod standardGeneric",
            member_marks: &[":::", "::", "$", "@"],
            importers: "library require requireNamespace loadNamespace attachNamespace source",
            ..ReferenceRules::CODE
        },
        docs: DocMarks {
            inner: &["#!"],
            ..DocMarks::CODE
        },
        scoping: Scoping::of(Reach::Program),
        highlights: &[tree_sitter_r::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "sql",
        aliases: &["postgresql", "mysql", "plpgsql"],
        extensions: "sql ddl pgsql",
        grammar: || tree_sitter_sequel::LANGUAGE.into(),
        query: include_str!("../queries/sql.scm"),
        comments: CommentMarks {
            lines: &["---", "--", "##", "#"],
            ..CommentMarks::SLASHES
        },
        scoping: Scoping::of(Reach::Program),
        highlights: &[tree_sitter_sequel::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "svelte",
        extensions: "svelte",
        grammar: || tree_sitter_svelte_ng::LANGUAGE.into(),
        query: include_str!("../queries/svelte.scm"),
        comments: MARKUP_COMMENTS,
        scoping: Scoping {
            packages: Packages::Relative,
            family: "script",
            ..Scoping::CODE
        },
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
        query: include_str!("../queries/zig.scm"),
        visibility: Visibility::Marked(&["pub"]),
        references: ReferenceRules {
            importers: "@import",
            own_types: "self Self",
            ..ReferenceRules::CODE
        },
        docs: DocMarks {
            inner: &["//!"],
            ..DocMarks::CODE
        },
        scoping: Scoping::of(Reach::File).with_implicit_self(),
        // The grammar's own query needs predicates that only editors implement.
        injections: tree_sitter_zig::INJECTIONS_QUERY,
        ..LanguageRow::CODE
    },
];

/// Marks of comments in markup, and in its scripts.
const MARKUP_COMMENTS: CommentMarks = CommentMarks {
    blocks: &[("<!--", "-->"), ("/**", "*/"), ("/*!", "*/"), ("/*", "*/")],
    ..CommentMarks::SLASHES
};

/// Common fields of implementations and interfaces of OCaml.
const OCAML: LanguageRow = LanguageRow {
    query: include_str!("../queries/ocaml.scm"),
    comments: CommentMarks {
        lines: &[],
        blocks: &[("(**", "*)"), ("(*", "*)")],
        docstrings: None,
    },
    references: ReferenceRules {
        call_marks: &[],
        member_marks: &[".", "#"],
        ..ReferenceRules::CODE
    },
    docs: DocMarks {
        inner: &["(** {0", "(** {1", "(** {2", "(** {3", "(**/**)"],
        before: &["(**"],
        touching: &["(**"],
        ..DocMarks::CODE
    },
    scanner_safe: Some(scanner_limits::limit_comment_depth),
    highlights: &[tree_sitter_ocaml::HIGHLIGHTS_QUERY],
    ..LanguageRow::CODE
};
