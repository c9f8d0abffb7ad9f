//! The main languages: [`ROWS`]. Languages with rules that a query cannot express have separate files.

use super::{c, kotlin, php, rust, scanner_limits, script};
use crate::syntax::row::{Constructors, HASH_COMMENTS, LanguageRow, Packages, Reach};
use crate::syntax::visibility::Visibility;
use std::borrow::Cow;

/// Annotations of JUnit and TestNG.
macro_rules! junit {
    () => {
        r"(?:.*\W)?@(?:[\w.]+\.)?(?:\w*Test|TestFactory|TestTemplate|(?:Before|After)(?:Each|All|Class|Test|Method|Suite)?|Nested|Benchmark|Property)\b"
    };
}

pub(super) const ROWS: [LanguageRow; 15] = [
    c::rows::C,
    c::rows::CPP,
    LanguageRow {
        name: "csharp",
        aliases: &["c#", "cs"],
        extensions: "cs csx",
        shebangs: "dotnet-script",
        grammar: || tree_sitter_c_sharp::LANGUAGE.into(),
        parse_limit: 1_000_000,
        query: include_str!("../queries/csharp.scm"),
        targets: "name variable_declaration variable_declarator tuple_pattern",
        file_local: ("file", "private"),
        visibility: Visibility::Marked(&["public"]),
        reach: Reach::Program,
        global_imports: true,
        implicit_self: true,
        hides_types: true,
        // The grammar accepts these words only in the other order.
        preprocess: |text| Cow::Owned(text.replace("ref partial struct", "    partial struct")),
        highlights: &[tree_sitter_c_sharp::HIGHLIGHTS_QUERY],
        tests: r"\[[^\]]*\b(?:Fact|Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod|TestFixture|TestClass|InlineData|(?:OneTime)?(?:SetUp|TearDown)|Test(?:Initialize|Cleanup)|Benchmark)\b",
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "go",
        aliases: &["golang"],
        extensions: "go",
        grammar: || tree_sitter_go::LANGUAGE.into(),
        parse_limit: 1_000_000,
        query: include_str!("../queries/go.scm"),
        bodies: "body type",
        patterns: "const_declaration var_declaration var_spec_list",
        member_marks: &["."],
        visibility: Visibility::Capitalized,
        reach: Reach::Directory,
        packages: Packages::Stated,
        standard: include_str!("../standard/go.txt"),
        highlights: &[tree_sitter_go::HIGHLIGHTS_QUERY],
        tests: r"func\s.*\btesting\.(?:T|B|F|M|TB)\b",
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "java",
        extensions: "java",
        grammar: || tree_sitter_java::LANGUAGE.into(),
        query: include_str!("../queries/java.scm"),
        member_marks: &["::", "."],
        file_local: ("", "private"),
        visibility: Visibility::Marked(&["public"]),
        reach: Reach::Directory,
        implicit_self: true,
        calls_fields: false,
        highlights: &[tree_sitter_java::HIGHLIGHTS_QUERY],
        tests: junit!(),
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "kotlin",
        aliases: &["kt"],
        extensions: "kt kts",
        shebangs: "kotlin",
        grammar: || tree_sitter_kotlin_ng::LANGUAGE.into(),
        query: include_str!("../queries/kotlin.scm"),
        targets: "variable_declaration multi_variable_declaration identifier",
        delegation: Some(" by "),
        file_local: ("private", "private"),
        visibility: Visibility::Unmarked(&["private", "protected", "internal"]),
        reach: Reach::Directory,
        implicit_self: true,
        preprocess: kotlin::unambiguous,
        scanner_safe: Some(scanner_limits::close_annotations),
        tests: concat!(
            junit!(),
            r"|.*class\s[^{]*:\s*(?:String|Fun|Describe|Behavior|Should|Word|Free|Feature|Expect|Annotation)Spec\b"
        ),
        test_calls: r#"(?:describe|context|should|test|given|expect)\(\s*"[^"]*"\s*\)\s*\{"#,
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
        targets: "name left assignment",
        patterns: "pattern_list tuple_pattern list_pattern",
        constructors: Constructors::Named(&["__init__"]),
        non_bases: "=*",
        member_marks: &["."],
        own_types: "self cls super",
        docstring_marks: Some(&["r", "R", "u", "U", "b", "B", "f", "F"]),
        line_comments: HASH_COMMENTS,
        packages: Packages::Nested("__init__"),
        standard: include_str!("../standard/python.txt"),
        scanner_safe: Some(scanner_limits::limit_indent),
        highlights: &[tree_sitter_python::HIGHLIGHTS_QUERY],
        tests: r"(?:async\s+)?def\s+test_|class\s+Test\w*\s*(?:\(\s*(?:object|[^)]*Test[^)]*)?\))?\s*:|class\s+\w+\s*\([^)]*TestCase\b|@(?:pytest|unittest|hypothesis)\.|@given\(",
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
        patterns: "left_assignment_list destructured_left_assignment",
        keywords: "private protected public module_function attr_accessor attr_reader attr_writer \
               raise lambda proc",
        importers: "require require_relative load autoload",
        own_types: "self super",
        block_comments: &[("=begin", "=end")],
        // `desc "usage", "text"` describes the next method.
        docstring_marks: Some(&[]),
        line_comments: HASH_COMMENTS,
        inner_docs: &[
            "#!",
            "# frozen_string_literal:",
            "# encoding:",
            "# -*-",
            "# typed:",
        ],
        reach: Reach::Program,
        standard: include_str!("../standard/ruby.txt"),
        implicit_self: true,
        highlights: &[tree_sitter_ruby::HIGHLIGHTS_QUERY],
        tests: r"def\s+test_|class\s+\S+\s*<\s*\S*(?:TestCase|Test|Spec)\b",
        test_calls: r#"(?:RSpec\.)?(?:describe|context|specify|it|test|feature|scenario|shared_examples\w*)\b[ (]+(?:["':A-Z]|do\b)|(?:it|specify)\s+(?:do\b|\{)"#,
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
        targets: "name pattern simple_enum_case full_enum_case",
        patterns: "identifiers tuple_pattern typed_pattern capture_pattern",
        constructors: Constructors::Named(&["this"]),
        base_keywords: "extends with",
        file_local: ("", "private"),
        visibility: Visibility::Unmarked(&["private", "protected", "internal"]),
        reach: Reach::Directory,
        implicit_self: true,
        highlights: &[tree_sitter_scala::HIGHLIGHTS_QUERY],
        tests: concat!(
            junit!(),
            r"|.*(?:class|object|trait)\s[^{]*\b(?:extends|with)\s+\w*(?:Suite|Spec|SpecLike|Specification|TestCase)\b"
        ),
        test_calls: r#"(?:test|it|describe|feature|scenario|property)\(\s*"|.*\bshould\s+(?:"|in\b)|"[^"]*"\s+(?:should|must|can|in|when|-)\s"#,
        ..LanguageRow::CODE
    },
    script::rows::JAVASCRIPT,
    script::rows::TSX,
    script::rows::TYPESCRIPT,
    LanguageRow {
        name: "swift",
        extensions: "swift swiftinterface",
        shebangs: "swift",
        grammar: || tree_sitter_swift::LANGUAGE.into(),
        parse_limit: 1_000_000,
        query: include_str!("../queries/swift.scm"),
        targets: "name bound_identifier",
        patterns: "pattern",
        own_types: "self Self super",
        file_local: ("private fileprivate", "private fileprivate"),
        visibility: Visibility::Marked(&["public", "open"]),
        reach: Reach::Program,
        implicit_self: true,
        hides_types: true,
        highlights: &[tree_sitter_swift::HIGHLIGHTS_QUERY],
        tests: r"(?:.*\W)?@(?:Test|Suite)\b|.*class\s+\w+\s*:[^{]*\b(?:XCTestCase|QuickSpec)\b",
        test_calls: r#"(?:describe|context|it)\(\s*""#,
        ..LanguageRow::CODE
    },
];
