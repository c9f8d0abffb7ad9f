//! The rows of C and C++.

use super::header;
use super::mask::{masked, masked_c};
use crate::syntax::row::{Constructors, LanguageRow, Reach};
use crate::syntax::visibility::Visibility;

pub(in crate::syntax::languages) const C: LanguageRow = LanguageRow {
    name: "c",
    extensions: "c h",
    grammar: || tree_sitter_c::LANGUAGE.into(),
    programs: r"(?:int|void)\s+(?:main|WinMain|wmain)\s*\(|main\s*\(\s*int\b",
    query: include_str!("../../queries/c.scm"),
    rewrites: concat!(
        include_str!("../../rewrites/macros.txt"),
        include_str!("../../rewrites/c.txt")
    ),
    calls_types: false,
    preprocess: masked_c,
    dialect: |extension, text| (extension == "h").then(|| header::dialect(text))?,
    highlights: &[tree_sitter_c::HIGHLIGHT_QUERY],
    ..ROW
};

pub(in crate::syntax::languages) const CPP: LanguageRow = LanguageRow {
    name: "cpp",
    any_types: "TypeParam",
    call_operator: "operator()",
    parse_limit: 1_000_000,
    aliases: &["c++", "cxx", "cc", "rcpp"],
    extensions: "cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp txx ixx cppm cu cuh ino pde",
    grammar: || tree_sitter_cpp::LANGUAGE.into(),
    test_argument: "{macro}",
    fixtures: r"\b(?:SetUp|TearDown)(?:TestSuite|TestCase)?\s*\(",
    programs: r"(?:auto|int|void)\s+(?:main|WinMain|wmain)\s*\(",
    query: concat!(
        include_str!("../../queries/c.scm"),
        include_str!("../../queries/cpp.scm")
    ),
    rewrites: concat!(
        include_str!("../../rewrites/macros.txt"),
        include_str!("../../rewrites/cpp.txt")
    ),
    separator: "::",
    hides_types: true,
    member_marks: &["->template", "::template", ".template", "->", "::", "."],
    overloads: true,
    virtual_words: "virtual override final",
    used_by_syntax: &["operator"],
    makers: "make_unique make_shared",
    highlights: &[
        tree_sitter_c::HIGHLIGHT_QUERY,
        tree_sitter_cpp::HIGHLIGHT_QUERY,
    ],
    ..ROW
};

/// Common fields.
const ROW: LanguageRow = LanguageRow {
    bodies: "body type",
    patterns: "enum_specifier enumerator_list struct_specifier union_specifier \
           field_declaration_list",
    constructors: Constructors::QualifiedLikeType,
    needs_body: true,
    base_keywords: "public private protected virtual",
    keywords: "case catch const_cast do dynamic_cast else for foreach if reinterpret_cast return static_cast switch while",
    member_marks: &["->", "::", "."],
    type_tags: "struct union enum class",
    own_types: "this",
    visibility: Visibility::Unmarked(&["static"]),
    family: "c",
    reach: Reach::Program,
    file_local: ("static define", ""),
    standard: include_str!("../../standard/c.txt"),
    implicit_self: true,
    opens_enums: true,
    preprocess: masked,
    tests: concat!(
        r"(?:\w+_)?(?:TEST(?:_[FPGC]|_METHOD|_SUITE|_CASE\w*)?|TYPED_TEST(?:_P)?|START_TEST|SCENARIO|FUZZ_TEST)\s*\(",
        r"|(?:BOOST_\w*TEST_CASE\w*|BENCHMARK\w*)\s*\(|(?:Test|Theory)\s*\(\s*\w+\s*,\s*\w+\s*[,)]",
        r"|.*(?:class|struct)\s+\w+\s*:[^{]*\b(?:testing::|::)?Test\b|(?:static\s+)?(?:void|int)\s+test_\w+\s*\(",
    ),
    test_calls: r#"(?:SECTION|SUBCASE|GIVEN|WHEN|THEN)\s*\(\s*""#,
    ..LanguageRow::CODE
};
