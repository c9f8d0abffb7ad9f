//! The rows of C and C++.

use super::header::is_cpp;
use super::macro_words::macro_words;
use super::mask::masked;
use super::names::{is_variable, special, start_with_macro, test_name};
use crate::syntax::row::{
    BaseRules, Constructors, Hooks, ItemRules, LanguageRow, Reach, ReferenceRules, Scoping,
};
use crate::syntax::visibility::Visibility;

pub(in crate::syntax::languages) const C: LanguageRow = LanguageRow {
    name: "c",
    extensions: "c h",
    grammar: || tree_sitter_c::LANGUAGE.into(),
    query: include_str!("../../queries/c.scm"),
    hooks: Hooks {
        is_local: is_variable,
        ..ROW.hooks
    },
    references: ReferenceRules {
        calls_types: false,
        ..ROW.references
    },
    dialect: |extension, text| (extension == "h" && is_cpp(text)).then_some("cpp"),
    highlights: &[tree_sitter_c::HIGHLIGHT_QUERY],
    ..ROW
};

pub(in crate::syntax::languages) const CPP: LanguageRow = LanguageRow {
    name: "cpp",
    parse_limit: 1_000_000,
    aliases: &["c++", "cxx", "cc"],
    extensions: "cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp txx ixx cppm",
    grammar: || tree_sitter_cpp::LANGUAGE.into(),
    query: concat!(
        include_str!("../../queries/c.scm"),
        include_str!("../../queries/cpp.scm")
    ),
    references: ReferenceRules {
        separator: "::",
        ..ROW.references
    },
    scoping: ROW.scoping.with_hiding_types(),
    highlights: &[
        tree_sitter_c::HIGHLIGHT_QUERY,
        tree_sitter_cpp::HIGHLIGHT_QUERY,
    ],
    ..ROW
};

/// Common fields.
const ROW: LanguageRow = LanguageRow {
    declarations: ItemRules {
        bodies: &["body", "type"],
        patterns: "enum_specifier enumerator_list struct_specifier union_specifier \
               field_declaration_list",
        constructors: Constructors::QualifiedLikeType,
        needs_body: true,
        bases: BaseRules {
            keywords: "public private protected virtual",
            ..BaseRules::CODE
        },
        ..ItemRules::CODE
    },
    references: ReferenceRules {
        keywords: "case catch const_cast do dynamic_cast else for if reinterpret_cast return static_cast switch while",
        member_marks: &["->", "::", "."],
        type_tags: "struct union enum class",
        own_types: "this",
        ..ReferenceRules::CODE
    },
    visibility: Visibility::Unmarked(&["static"]),
    scoping: Scoping {
        family: "c",
        ..Scoping::of(Reach::Program).with_implicit_self()
    },
    hooks: Hooks {
        special,
        name: test_name,
        start: start_with_macro,
        words: macro_words,
        ..Hooks::CODE
    },
    preprocess: masked,
    ..LanguageRow::CODE
};
