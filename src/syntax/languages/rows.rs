//! The main languages: [`ROWS`]. Languages with rules that a query cannot express have separate files.

use super::{c, kotlin, php, rust, scanner_limits, script};
use crate::syntax::comment::CommentMarks;
use crate::syntax::row::{
    BaseRules, Constructors, DocMarks, ItemRules, LanguageRow, Packages, Reach, ReferenceRules,
    Scoping,
};
use crate::syntax::visibility::Visibility;
use std::borrow::Cow;

pub(super) const ROWS: [LanguageRow; 15] = [
    c::C,
    c::CPP,
    LanguageRow {
        name: "csharp",
        aliases: &["c#", "cs"],
        extensions: "cs csx",
        shebangs: "dotnet-script",
        grammar: || tree_sitter_c_sharp::LANGUAGE.into(),
        parse_limit: 1_000_000,
        query: include_str!("../queries/csharp.scm"),
        declarations: ItemRules {
            targets: &[
                "name",
                "variable_declaration",
                "variable_declarator",
                "tuple_pattern",
            ],
            ..ItemRules::CODE
        },
        visibility: Visibility::Marked(&["public"]),
        scoping: Scoping::of(Reach::Program)
            .with_implicit_self()
            .with_hiding_types(),
        // The grammar accepts these words only in the other order.
        preprocess: |text| Cow::Owned(text.replace("ref partial struct", "    partial struct")),
        highlights: &[tree_sitter_c_sharp::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "go",
        aliases: &["golang"],
        extensions: "go",
        grammar: || tree_sitter_go::LANGUAGE.into(),
        parse_limit: 1_000_000,
        query: include_str!("../queries/go.scm"),
        declarations: ItemRules {
            bodies: &["body", "type"],
            patterns: "const_declaration var_declaration var_spec_list",
            ..ItemRules::CODE
        },
        references: ReferenceRules {
            member_marks: &["."],
            ..ReferenceRules::CODE
        },
        visibility: Visibility::Capitalized,
        scoping: Scoping {
            reach: Reach::Directory,
            packages: Packages::Stated,
            ..Scoping::CODE
        },
        highlights: &[tree_sitter_go::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "java",
        extensions: "java",
        grammar: || tree_sitter_java::LANGUAGE.into(),
        query: include_str!("../queries/java.scm"),
        references: ReferenceRules {
            member_marks: &["::", "."],
            ..ReferenceRules::CODE
        },
        visibility: Visibility::Marked(&["public"]),
        scoping: Scoping::of(Reach::Directory).with_implicit_self(),
        highlights: &[tree_sitter_java::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "kotlin",
        aliases: &["kt"],
        extensions: "kt kts",
        shebangs: "kotlin",
        grammar: || tree_sitter_kotlin_ng::LANGUAGE.into(),
        query: include_str!("../queries/kotlin.scm"),
        declarations: ItemRules {
            targets: &[
                "variable_declaration",
                "multi_variable_declaration",
                "identifier",
            ],
            bases: BaseRules {
                delegation: Some(" by "),
                ..BaseRules::CODE
            },
            ..ItemRules::CODE
        },
        visibility: Visibility::Unmarked(&["private", "protected", "internal"]),
        scoping: Scoping::of(Reach::Directory).with_implicit_self(),
        preprocess: kotlin::unambiguous,
        scanner_safe: Some(scanner_limits::close_annotations),
        ..LanguageRow::CODE
    },
    php::ROW,
    LanguageRow {
        name: "python",
        aliases: &["py"],
        extensions: "py pyi pyw",
        file_names: "SConstruct SConscript wscript",
        shebangs: "python pypy",
        grammar: || tree_sitter_python::LANGUAGE.into(),
        query: include_str!("../queries/python.scm"),
        declarations: ItemRules {
            targets: &["name", "left", "assignment"],
            patterns: "pattern_list tuple_pattern list_pattern",
            constructors: Constructors::Named(&["__init__"]),
            bases: BaseRules {
                others: "=*",
                ..BaseRules::CODE
            },
            ..ItemRules::CODE
        },
        references: ReferenceRules {
            member_marks: &["."],
            own_types: "self cls super",
            ..ReferenceRules::CODE
        },
        comments: CommentMarks {
            docstrings: Some(&["r", "R", "u", "U", "b", "B", "f", "F"]),
            ..CommentMarks::HASH
        },
        scoping: Scoping {
            packages: Packages::Nested("__init__"),
            ..Scoping::CODE
        },
        scanner_safe: Some(scanner_limits::limit_indent),
        highlights: &[tree_sitter_python::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "ruby",
        aliases: &["rb"],
        extensions: "rb rake gemspec ru jbuilder podspec",
        file_names: "Gemfile Rakefile Guardfile Capfile Vagrantfile Podfile Fastfile Brewfile",
        shebangs: "ruby jruby rake",
        grammar: || tree_sitter_ruby::LANGUAGE.into(),
        query: include_str!("../queries/ruby.scm"),
        declarations: ItemRules {
            patterns: "left_assignment_list destructured_left_assignment",
            ..ItemRules::CODE
        },
        references: ReferenceRules {
            keywords: "private protected public module_function attr_accessor attr_reader attr_writer \
                   raise lambda proc",
            importers: "require require_relative load autoload",
            own_types: "self super",
            ..ReferenceRules::CODE
        },
        comments: CommentMarks {
            blocks: &[("=begin", "=end")],
            ..CommentMarks::HASH
        },
        docs: DocMarks {
            inner: &[
                "#!",
                "# frozen_string_literal:",
                "# encoding:",
                "# -*-",
                "# typed:",
            ],
            ..DocMarks::CODE
        },
        scoping: Scoping::of(Reach::Program).with_implicit_self(),
        highlights: &[tree_sitter_ruby::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
    rust::ROW,
    LanguageRow {
        name: "scala",
        aliases: &["sc"],
        extensions: "scala sc sbt",
        shebangs: "scala scala-cli",
        grammar: || tree_sitter_scala::LANGUAGE.into(),
        parse_limit: 1_000_000,
        query: include_str!("../queries/scala.scm"),
        declarations: ItemRules {
            targets: &["name", "pattern", "simple_enum_case", "full_enum_case"],
            patterns: "identifiers tuple_pattern typed_pattern capture_pattern",
            constructors: Constructors::Named(&["this"]),
            bases: BaseRules {
                keywords: "extends with",
                ..BaseRules::CODE
            },
            ..ItemRules::CODE
        },
        visibility: Visibility::Unmarked(&["private", "protected", "internal"]),
        scoping: Scoping::of(Reach::Directory).with_implicit_self(),
        highlights: &[tree_sitter_scala::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
    script::JAVASCRIPT,
    script::TSX,
    script::TYPESCRIPT,
    LanguageRow {
        name: "swift",
        extensions: "swift swiftinterface",
        shebangs: "swift",
        grammar: || tree_sitter_swift::LANGUAGE.into(),
        parse_limit: 1_000_000,
        query: include_str!("../queries/swift.scm"),
        declarations: ItemRules {
            targets: &["name", "bound_identifier"],
            patterns: "pattern",
            ..ItemRules::CODE
        },
        references: ReferenceRules {
            own_types: "self Self super",
            ..ReferenceRules::CODE
        },
        visibility: Visibility::Marked(&["public", "open"]),
        scoping: Scoping::of(Reach::Program)
            .with_implicit_self()
            .with_hiding_types(),
        highlights: &[tree_sitter_swift::HIGHLIGHTS_QUERY],
        ..LanguageRow::CODE
    },
];
