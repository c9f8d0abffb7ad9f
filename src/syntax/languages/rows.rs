//! The main languages. Those with rules that a query cannot express have a file of their own.

use super::{conditional, kotlin, mask, overrun, php, rust, scala, script};
use crate::syntax::row::{Constructors, Declarations, Docs, Linking, Packages, Reach, Row, Uses};

pub(super) const ROWS: [Row; 15] = [
    Row {
        name: "c",
        extensions: "c h",
        grammar: || tree_sitter_c::LANGUAGE.into(),
        query: include_str!("../queries/c.scm"),
        highlights: &[tree_sitter_c::HIGHLIGHT_QUERY],
        ..C
    },
    Row {
        name: "cpp",
        parse_limit: 1_000_000,
        aliases: &["c++", "cxx", "cc"],
        extensions: "cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp txx ixx cppm",
        grammar: || tree_sitter_cpp::LANGUAGE.into(),
        query: concat!(
            include_str!("../queries/c.scm"),
            include_str!("../queries/cpp.scm")
        ),
        highlights: &[
            tree_sitter_c::HIGHLIGHT_QUERY,
            tree_sitter_cpp::HIGHLIGHT_QUERY,
        ],
        ..C
    },
    Row {
        name: "csharp",
        aliases: &["c#", "cs"],
        extensions: "cs csx",
        shebangs: "dotnet-script",
        grammar: || tree_sitter_c_sharp::LANGUAGE.into(),
        parse_limit: 1_000_000,
        query: include_str!("../queries/csharp.scm"),
        declarations: Declarations {
            targets: &[
                "name",
                "variable_declaration",
                "variable_declarator",
                "tuple_pattern",
            ],
            ..Declarations::CODE
        },
        linking: Linking::of(Reach::Program).with_implicit_self(),
        readable: conditional::masked,
        highlights: &[tree_sitter_c_sharp::HIGHLIGHTS_QUERY],
        ..Row::CODE
    },
    Row {
        name: "go",
        aliases: &["golang"],
        extensions: "go",
        grammar: || tree_sitter_go::LANGUAGE.into(),
        parse_limit: 1_000_000,
        query: include_str!("../queries/go.scm"),
        declarations: Declarations {
            bodies: &["body", "type"],
            patterns: "const_declaration var_declaration var_spec_list",
            ..Declarations::CODE
        },
        uses: Uses {
            member_marks: &["."],
            ..Uses::CODE
        },
        linking: Linking {
            reach: Reach::Directory,
            packages: Packages::Stated("go.mod"),
            ..Linking::CODE
        },
        highlights: &[tree_sitter_go::HIGHLIGHTS_QUERY],
        ..Row::CODE
    },
    Row {
        name: "java",
        extensions: "java",
        grammar: || tree_sitter_java::LANGUAGE.into(),
        query: include_str!("../queries/java.scm"),
        declarations: Declarations {
            ..Declarations::CODE
        },
        uses: Uses {
            member_marks: &["::", "."],
            ..Uses::CODE
        },
        linking: Linking::of(Reach::Directory).with_implicit_self(),
        highlights: &[tree_sitter_java::HIGHLIGHTS_QUERY],
        ..Row::CODE
    },
    Row {
        name: "kotlin",
        aliases: &["kt"],
        extensions: "kt kts",
        shebangs: "kotlin",
        grammar: || tree_sitter_kotlin_ng::LANGUAGE.into(),
        query: include_str!("../queries/kotlin.scm"),
        declarations: Declarations {
            targets: &[
                "variable_declaration",
                "multi_variable_declaration",
                "identifier",
            ],
            ..Declarations::CODE
        },
        linking: Linking::of(Reach::Directory).with_implicit_self(),
        readable: kotlin::joined,
        bearable: Some(overrun::ended_annotations),
        ..Row::CODE
    },
    php::ROW,
    Row {
        name: "python",
        aliases: &["py"],
        extensions: "py pyi pyw",
        file_names: "SConstruct SConscript wscript",
        shebangs: "python pypy",
        grammar: || tree_sitter_python::LANGUAGE.into(),
        query: include_str!("../queries/python.scm"),
        declarations: Declarations {
            targets: &["name", "left", "assignment"],
            patterns: "pattern_list tuple_pattern list_pattern",
            constructors: Constructors::Named(&["__init__"]),
            ..Declarations::CODE
        },
        uses: Uses {
            member_marks: &["."],
            ..Uses::CODE
        },
        linking: Linking {
            packages: Packages::Nested("__init__"),
            ..Linking::CODE
        },
        bearable: Some(overrun::narrow_indent),
        highlights: &[tree_sitter_python::HIGHLIGHTS_QUERY],
        ..Row::CODE
    },
    Row {
        name: "ruby",
        aliases: &["rb"],
        extensions: "rb rake gemspec ru jbuilder podspec",
        file_names: "Gemfile Rakefile Guardfile Capfile Vagrantfile Podfile Fastfile Brewfile",
        shebangs: "ruby jruby rake",
        grammar: || tree_sitter_ruby::LANGUAGE.into(),
        query: include_str!("../queries/ruby.scm"),
        declarations: Declarations {
            patterns: "left_assignment_list destructured_left_assignment",
            ..Declarations::CODE
        },
        uses: Uses {
            keywords: "private protected public module_function attr_accessor attr_reader attr_writer \
                   raise lambda proc",
            importers: "require require_relative load autoload",
            ..Uses::CODE
        },
        docs: Docs {
            inner: &[
                "#!",
                "# frozen_string_literal:",
                "# encoding:",
                "# -*-",
                "# typed:",
            ],
            ..Docs::CODE
        },
        linking: Linking::of(Reach::Program).with_implicit_self(),
        highlights: &[tree_sitter_ruby::HIGHLIGHTS_QUERY],
        ..Row::CODE
    },
    rust::ROW,
    scala::ROW,
    script::JAVASCRIPT,
    script::TSX,
    script::TYPESCRIPT,
    Row {
        name: "swift",
        extensions: "swift swiftinterface",
        shebangs: "swift",
        grammar: || tree_sitter_swift::LANGUAGE.into(),
        parse_limit: 1_000_000,
        query: include_str!("../queries/swift.scm"),
        declarations: Declarations {
            targets: &["name", "bound_identifier"],
            patterns: "pattern",
            ..Declarations::CODE
        },
        linking: Linking::of(Reach::Program).with_implicit_self(),
        highlights: &[tree_sitter_swift::HIGHLIGHTS_QUERY],
        ..Row::CODE
    },
];

/// The fields that C and C++ share.
const C: Row = Row {
    declarations: Declarations {
        bodies: &["body", "type"],
        patterns: "enum_specifier enumerator_list struct_specifier union_specifier \
               field_declaration_list",
        constructors: Constructors::LikeType,
        needs_body: true,
        ..Declarations::CODE
    },
    uses: Uses {
        member_marks: &["->", "::", "."],
        ..Uses::CODE
    },
    linking: Linking {
        family: "c",
        reach: Reach::Program,
        implicit_self: true,
        ..Linking::CODE
    },
    readable: mask::masked,
    ..Row::CODE
};
