//! Languages that are told by tables and queries alone. A new one is a row here, its query in
//! `queries`, and a file among the golden trees.

use super::overrun;
use crate::syntax::row::{Constructors, Declarations, Docs, Linking, Packages, Reach, Row, Uses};

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "bash",
        aliases: &["sh", "shell", "zsh"],
        extensions: "sh bash zsh ksh bats",
        file_names: ".bashrc .bash_profile .profile .zshrc PKGBUILD APKBUILD",
        shebangs: "sh bash dash zsh ksh bats",
        grammar: || tree_sitter_bash::LANGUAGE.into(),
        query: include_str!("../queries/bash.scm"),
        uses: Uses {
            importers: "source .",
            ..Uses::CODE
        },
        linking: Linking::of(Reach::Program),
        bearable: Some(overrun::short_pipes),
        highlights: &[tree_sitter_bash::HIGHLIGHT_QUERY],
        ..Row::CODE
    },
    Row {
        name: "cmake",
        extensions: "cmake",
        file_names: "CMakeLists.txt",
        grammar: || tree_sitter_cmake::LANGUAGE.into(),
        query: include_str!("../queries/cmake.scm"),
        linking: Linking::of(Reach::Program),
        highlights: &[tree_sitter_cmake::HIGHLIGHTS_QUERY],
        ..Row::CODE
    },
    Row {
        name: "css",
        extensions: "css",
        grammar: || tree_sitter_css::LANGUAGE.into(),
        query: include_str!("../queries/css.scm"),
        highlights: &[tree_sitter_css::HIGHLIGHTS_QUERY],
        ..Row::CODE
    },
    Row {
        name: "dart",
        extensions: "dart",
        shebangs: "dart",
        grammar: || tree_sitter_dart::LANGUAGE.into(),
        query: include_str!("../queries/dart.scm"),
        highlights: &[tree_sitter_dart::HIGHLIGHTS_QUERY],
        ..Row::CODE
    },
    Row {
        name: "dockerfile",
        aliases: &["docker", "containerfile"],
        extensions: "dockerfile containerfile",
        file_names: "Dockerfile Containerfile Dockerfile.* Containerfile.*",
        grammar: || tree_sitter_containerfile::LANGUAGE.into(),
        query: include_str!("../queries/dockerfile.scm"),
        highlights: &[tree_sitter_containerfile::HIGHLIGHTS_QUERY],
        ..Row::CODE
    },
    Row {
        name: "elixir",
        aliases: &["ex"],
        extensions: "ex exs",
        file_names: "mix.lock",
        shebangs: "elixir",
        grammar: || tree_sitter_elixir::LANGUAGE.into(),
        query: include_str!("../queries/elixir.scm"),
        declarations: Declarations {
            clauses: true,
            ..Declarations::CODE
        },
        uses: Uses {
            keywords: "case cond def defdelegate defexception defguard defguardp defimpl \
                       defmacro defmacrop defmodule defoverridable defp defprotocol defstruct \
                       for if quote raise receive try unless unquote with __MODULE__ @behaviour \
                       @callback @deprecated @derive @doc @enforce_keys @impl @macrocallback \
                       @moduledoc @opaque @spec @tag @type @typedoc @typep",
            importers: "alias import require use",
            ..Uses::CODE
        },
        highlights: &[tree_sitter_elixir::HIGHLIGHTS_QUERY],
        injections: tree_sitter_elixir::INJECTIONS_QUERY,
        ..Row::CODE
    },
    Row {
        name: "graphql",
        aliases: &["gql"],
        extensions: "graphql gql graphqls",
        grammar: || tree_sitter_graphql::LANGUAGE.into(),
        query: include_str!("../queries/graphql.scm"),
        linking: Linking::of(Reach::Program),
        ..Row::CODE
    },
    Row {
        name: "haskell",
        aliases: &["hs"],
        extensions: "hs hsc hs-boot",
        shebangs: "runhaskell runghc stack",
        grammar: || tree_sitter_haskell::LANGUAGE.into(),
        query: include_str!("../queries/haskell.scm"),
        declarations: Declarations {
            clauses: true,
            ..Declarations::CODE
        },
        uses: Uses {
            call_marks: &[],
            member_marks: &["."],
            ..Uses::CODE
        },
        docs: Docs {
            before: &["-- |", "--|", "{-|", "{- |"],
            trailing: &["-- ^", "{- ^", "{-^", "--^"],
            ..Docs::CODE
        },
        highlights: &[tree_sitter_haskell::HIGHLIGHTS_QUERY],
        injections: tree_sitter_haskell::INJECTIONS_QUERY,
        ..Row::CODE
    },
    Row {
        name: "hcl",
        aliases: &["terraform", "tf"],
        extensions: "hcl tf tfvars tofu nomad",
        grammar: || tree_sitter_hcl::LANGUAGE.into(),
        query: include_str!("../queries/hcl.scm"),
        linking: Linking::of(Reach::Directory),
        ..Row::CODE
    },
    Row {
        name: "html",
        extensions: "html htm xhtml",
        grammar: || tree_sitter_html::LANGUAGE.into(),
        query: include_str!("../queries/html.scm"),
        highlights: &[tree_sitter_html::HIGHLIGHTS_QUERY],
        injections: include_str!("../queries/injections/markup.scm"),
        readable: overrun::shallow_elements,
        ..Row::CODE
    },
    Row {
        name: "julia",
        aliases: &["jl"],
        extensions: "jl",
        shebangs: "julia",
        grammar: || tree_sitter_julia::LANGUAGE.into(),
        query: include_str!("../queries/julia.scm"),
        declarations: Declarations {
            constructors: Constructors::LikeType,
            ..Declarations::CODE
        },
        uses: Uses {
            importers: "include",
            ..Uses::CODE
        },
        linking: Linking::of(Reach::Program),
        ..Row::CODE
    },
    Row {
        name: "lua",
        extensions: "lua rockspec",
        file_names: ".luacheckrc",
        shebangs: "lua luajit",
        grammar: || tree_sitter_lua::LANGUAGE.into(),
        query: include_str!("../queries/lua.scm"),
        uses: Uses {
            member_marks: &[".", ":"],
            importers: "require dofile loadfile",
            ..Uses::CODE
        },
        highlights: &[tree_sitter_lua::HIGHLIGHTS_QUERY],
        injections: tree_sitter_lua::INJECTIONS_QUERY,
        ..Row::CODE
    },
    Row {
        name: "make",
        aliases: &["makefile", "mk"],
        extensions: "mk mak",
        file_names: "Makefile makefile GNUmakefile Makefile.am Makefile.in Kbuild",
        shebangs: "make",
        grammar: || tree_sitter_make::LANGUAGE.into(),
        query: include_str!("../queries/make.scm"),
        linking: Linking::of(Reach::Program),
        highlights: &[tree_sitter_make::HIGHLIGHTS_QUERY],
        ..Row::CODE
    },
    Row {
        name: "nix",
        extensions: "nix",
        grammar: || tree_sitter_nix::LANGUAGE.into(),
        query: include_str!("../queries/nix.scm"),
        highlights: &[tree_sitter_nix::HIGHLIGHTS_QUERY],
        injections: tree_sitter_nix::INJECTIONS_QUERY,
        ..Row::CODE
    },
    Row {
        name: "ocaml",
        aliases: &["ml"],
        extensions: "ml",
        shebangs: "ocaml",
        grammar: || tree_sitter_ocaml::LANGUAGE_OCAML.into(),
        ..OCAML
    },
    // Found as OCaml, too; only its grammar is another.
    Row {
        name: "ocaml_interface",
        aliases: &["ocaml", "mli"],
        extensions: "mli",
        grammar: || tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE.into(),
        ..OCAML
    },
    Row {
        name: "protobuf",
        aliases: &["proto"],
        extensions: "proto",
        grammar: || tree_sitter_proto::LANGUAGE.into(),
        query: include_str!("../queries/protobuf.scm"),
        linking: Linking::of(Reach::Program),
        ..Row::CODE
    },
    Row {
        name: "r",
        aliases: &["rlang"],
        extensions: "r",
        file_names: ".Rprofile",
        shebangs: "Rscript",
        grammar: || tree_sitter_r::LANGUAGE.into(),
        query: include_str!("../queries/r.scm"),
        declarations: Declarations {
            constructors: Constructors::Named(&["initialize"]),
            ..Declarations::CODE
        },
        uses: Uses {
            keywords: "return UseMethod standardGeneric",
            member_marks: &[":::", "::", "$", "@"],
            importers: "library require requireNamespace loadNamespace attachNamespace source",
            ..Uses::CODE
        },
        docs: Docs {
            inner: &["#!"],
            ..Docs::CODE
        },
        linking: Linking::of(Reach::Program),
        highlights: &[tree_sitter_r::HIGHLIGHTS_QUERY],
        ..Row::CODE
    },
    Row {
        name: "sql",
        aliases: &["postgresql", "mysql", "plpgsql"],
        extensions: "sql ddl pgsql",
        grammar: || tree_sitter_sequel::LANGUAGE.into(),
        query: include_str!("../queries/sql.scm"),
        linking: Linking::of(Reach::Program),
        highlights: &[tree_sitter_sequel::HIGHLIGHTS_QUERY],
        ..Row::CODE
    },
    Row {
        name: "svelte",
        extensions: "svelte",
        grammar: || tree_sitter_svelte_ng::LANGUAGE.into(),
        query: include_str!("../queries/svelte.scm"),
        linking: Linking {
            packages: Packages::Relative,
            family: "script",
            ..Linking::CODE
        },
        highlights: &[tree_sitter_svelte_ng::HIGHLIGHTS_QUERY],
        injections: concat!(
            include_str!("../queries/injections/markup.scm"),
            include_str!("../queries/injections/svelte.scm"),
        ),
        ..Row::CODE
    },
    Row {
        name: "zig",
        extensions: "zig zon",
        shebangs: "zig",
        grammar: || tree_sitter_zig::LANGUAGE.into(),
        query: include_str!("../queries/zig.scm"),
        uses: Uses {
            importers: "@import",
            ..Uses::CODE
        },
        docs: Docs {
            inner: &["//!"],
            ..Docs::CODE
        },
        // The grammar's own query asks for predicates that only an editor knows.
        injections: tree_sitter_zig::INJECTIONS_QUERY,
        ..Row::CODE
    },
];

/// The fields that implementations and interfaces of OCaml share.
const OCAML: Row = Row {
    query: include_str!("../queries/ocaml.scm"),
    uses: Uses {
        call_marks: &[],
        member_marks: &[".", "#"],
        ..Uses::CODE
    },
    docs: Docs {
        inner: &["(** {0", "(** {1", "(** {2", "(** {3", "(**/**)"],
        before: &["(**"],
        touching: &["(**"],
        ..Docs::CODE
    },
    bearable: Some(overrun::shallow_comments),
    highlights: &[tree_sitter_ocaml::HIGHLIGHTS_QUERY],
    ..Row::CODE
};
