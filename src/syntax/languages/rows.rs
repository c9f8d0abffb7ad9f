//! The main languages: [`ROWS`]. Languages with rules that a query cannot express have separate files.

use super::{c, kotlin, php, rust, scanner_limits, script};
use crate::syntax::row::{Constructors, HASH_COMMENTS, LanguageRow, Packages, Reach, Structural};
use crate::syntax::visibility::Visibility;

/// Annotations of JUnit and TestNG.
macro_rules! junit {
    () => {
        r"(?:.*\W)?@(?:[\w.]+\.)?(?:\w*Test|TestFactory|TestTemplate|(?:Before|After)(?:Each|All|Class|Test|Method|Suite)?|Nested|Benchmark|Property)\b"
    };
}

/// See [`LanguageRow::naming_calls`]: of Java and Kotlin.
const JVM_NAMING_CALLS: &str = "getMethod getDeclaredMethod findMethod invokeMethod getField getDeclaredField forName loadClass \
     MethodSource FieldSource";
/// See [`LanguageRow::naming_later`].
const JVM_NAMING_LATER: &str = "findMethod invokeMethod getField setField getMethod";

pub(super) const ROWS: &[LanguageRow] = &[
    c::rows::C,
    c::rows::CPP,
    LanguageRow {
        name: "csharp",
        needs_new: true,
        component_word: "record",
        naming_calls: "GetMethod GetProperty GetField GetEvent GetType InvokeMember InvokeAsync SendAsync Action ActionLink \
                       RedirectToAction CreateInstance",
        naming_later: "ActionLink InvokeAsync SendAsync CreateInstance",
        symbol_marks: &['"'],
        method_keys: true,
        any_types: "Object",
        aliases: &["c#", "cs"],
        extensions: "cs csx",
        shebangs: "dotnet-script",
        grammar: || tree_sitter_c_sharp::LANGUAGE.into(),
        parse_limit: 1_000_000,
        test_argument: "FullyQualifiedName~{names.}",
        programs: r".*\bstatic\s+(?:async\s+)?(?:void|int|Task(?:<int>)?)\s+Main\s*\(",
        routes: r"\[(?:Http(?:Get|Post|Put|Patch|Delete)|Route)\b|.*\.Map(?:Get|Post|Put|Patch|Delete|Hub)\s*(?:<[^>]*>)?\(",
        commands: r"\[(?:Verb|Command)\b|.*new\s+(?:Root)?Command\(",
        overloads: true,
        used_by_syntax: &[
            "operator ",
            " this[",
            " Dispose()",
            " GetEnumerator()",
            " Deconstruct(",
            " ToString()",
        ],
        query: include_str!("../queries/csharp.scm"),
        constructor_calls: "base this new",
        attribute_suffix: "Attribute",
        virtual_words: "virtual abstract override",
        extended_mark: "this",
        targets: "name variable_declaration variable_declarator tuple_pattern",
        file_local: ("file", "private"),
        visibility: Visibility::Marked(&["public", "namespace"]),
        family: "csharp",
        reach: Reach::Program,
        global_imports: true,
        implicit_self: true,
        hides_types: true,
        has_types_in_parts: true,
        rewrites: include_str!("../rewrites/csharp.txt"),
        highlights: &[tree_sitter_c_sharp::HIGHLIGHTS_QUERY],
        tests: r"\[[^\]]*\b(?:Fact|Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod|TestFixture|TestClass|InlineData|(?:OneTime)?(?:SetUp|TearDown)|Test(?:Initialize|Cleanup)|Benchmark)\b",
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "go",
        naming_calls: "MethodByName FieldByName",
        symbol_marks: &['"'],
        variables_after: true,
        aliases: &["golang"],
        extensions: "go",
        grammar: || tree_sitter_go::LANGUAGE.into(),
        parse_limit: 1_000_000,
        test_argument: "./{directory} -run ^{name}$",
        programs: r"func\s+main\s*\(\s*\)",
        routes: r#".*\.(?:HandleFunc|Handle|GET|POST|PUT|PATCH|DELETE|Get|Post|Put|Patch|Delete)\(\s*"[^"]*/"#,
        commands: r".*&?cobra\.Command\{|.*&cli\.Command\{|.*Commands:\s",
        query: include_str!("../queries/go.scm"),
        rewrites: include_str!("../rewrites/go.txt"),
        bodies: "body type",
        patterns: "const_declaration var_declaration var_spec_list",
        member_marks: &["."],
        is_directive: is_go_directive,
        visibility: Visibility::Capitalized,
        reach: Reach::Directory,
        packages: Packages::Stated,
        standard: include_str!("../standard/go.txt"),
        structural: Structural::Interfaces,
        highlights: &[tree_sitter_go::HIGHLIGHTS_QUERY],
        tests: r"func\s(?:.*\btesting\.(?:T|B|F|M|TB)\b|Example\w*\(\))",
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "java",
        component_word: "record",
        naming_calls: JVM_NAMING_CALLS,
        naming_later: JVM_NAMING_LATER,
        symbol_marks: &['"'],
        method_keys: true,
        calls_past_variables: true,
        any_types: "Object",
        constructor_value: "::new",
        extensions: "java",
        grammar: || tree_sitter_java::LANGUAGE.into(),
        test_argument: "--tests {names.}",
        programs: r".*\bstatic\s+(?:final\s+)?void\s+main\s*\(|void\s+main\s*\(\s*\)",
        routes: r"@(?:Get|Post|Put|Patch|Delete|Request)Mapping\b|@Path\(|@(?:GET|POST|PUT|DELETE)\b",
        commands: r"@(?:CommandLine\.)?Command\b|@ShellMethod\b",
        overloads: true,
        used_by_syntax: &[" toString()", " close()", " iterator()", " value()"],
        rewrites: include_str!("../rewrites/java.txt"),
        query: include_str!("../queries/java.scm"),
        constructor_calls: "super this",
        bare_cases: true,
        member_marks: &["::", "."],
        file_local: ("", "private"),
        visibility: Visibility::Marked(&["public"]),
        family: "jvm",
        meets_properties: true,
        reach: Reach::Directory,
        implicit_self: true,
        hides_types: true,
        calls_fields: false,
        highlights: &[tree_sitter_java::HIGHLIGHTS_QUERY],
        tests: junit!(),
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "kotlin",
        copiers: "copy",
        call_operator: "invoke",
        inserted_mark: "$",
        naming_calls: JVM_NAMING_CALLS,
        naming_later: JVM_NAMING_LATER,
        symbol_marks: &['"'],
        variables_after: true,
        any_types: "Any Nothing",
        aliases: &["kt"],
        extensions: "kt kts",
        shebangs: "kotlin",
        grammar: || tree_sitter_kotlin_ng::LANGUAGE.into(),
        test_argument: "--tests {names.}",
        programs: r"(?:suspend\s+)?fun\s+main\s*\(",
        routes: r#"@(?:Get|Post|Put|Patch|Delete|Request)Mapping\b|(?:get|post|put|patch|delete|route|webSocket)\(\s*"/[^"]*"[^)]*\)\s*\{"#,
        commands: r"class\s+\w+.*:\s*(?:Core)?(?:Suspending)?CliktCommand\b|@Command\b",
        overloads: true,
        trailing_lambdas: true,
        receiver_calls: "with apply run",
        used_by_syntax: &["operator "],
        query: include_str!("../queries/kotlin.scm"),
        rewrites: include_str!("../rewrites/kotlin.txt"),
        constructor_calls: "super this",
        targets: "variable_declaration multi_variable_declaration identifier",
        delegation: Some(" by "),
        file_local: ("private", "private"),
        companion: "Companion",
        companion_tag: "companion object",
        visibility: Visibility::Unmarked(&["private", "protected", "internal"]),
        family: "jvm",
        has_properties: true,
        file_class: Some("Kt"),
        instance: "INSTANCE",
        reach: Reach::Directory,
        implicit_self: true,
        preprocess: kotlin::with_one_annotation,
        scanner_safe: Some(scanner_limits::close_annotations),
        tests: concat!(
            junit!(),
            r"|.*class\s[^{]*:\s*(?:String|Fun|Describe|Behavior|Should|Word|Free|Feature|Expect|Annotation)Spec\b"
        ),
        test_calls: r#"(?:describe|context|should|test|given|expect)\(\s*"[^"]*"\s*\)\s*\{"#,
        ..LanguageRow::CODE
    },
    php::ROW,
    php::ONLY,
    LanguageRow {
        name: "python",
        copiers: "replace _replace evolve",
        call_operator: "__call__",
        any_types: "Any object Self",
        aliases: &["py", "pyspark", "ipython", "ipython3"],
        extensions: "py pyi pyw pyx pxd",
        file_names: "SConstruct SConscript wscript",
        shebangs: "python pypy",
        grammar: || tree_sitter_python::LANGUAGE.into(),
        test_argument: "{path}::{names::}",
        collects_by_name: true,
        programs: r#"if\s+__name__\s*==\s*["']__main__["']"#,
        routes: r#"@\w+(?:\.\w+)*\.(?:route|get|post|put|patch|delete|websocket|api_route)\(\s*["']|(?:re_)?path\(\s*r?["']|url\(\s*r?["']"#,
        commands: r#"@\w+(?:\.\w+)*\.(?:command|group)\b|.*\.add_parser\(\s*["']|class\s+Command\(BaseCommand\)"#,
        used_by_syntax: &["def __"],
        query: include_str!("../queries/python.scm"),
        rewrites: include_str!("../rewrites/python.txt"),
        constructor_calls: "cls",
        rebinds_imports: true,
        metaclass: "type",
        symbol_marks: &['"', '\''],
        dictionary_base: "TypedDict",
        descriptor_member: "__get__",
        key_marks: &["[", ".get(", ".pop(", ".setdefault("],
        targets: "name left assignment",
        patterns: "pattern_list tuple_pattern list_pattern",
        constructors: Constructors::Named(&["__init__"]),
        non_bases: "=*",
        member_marks: &["."],
        own_types: "self cls super",
        docstring_marks: Some(&["r", "R", "u", "U", "b", "B", "f", "F"]),
        line_comments: HASH_COMMENTS,
        block_comments: &[],
        family: "python",
        packages: Packages::Nested("__init__"),
        standard: include_str!("../standard/python.txt"),
        structural: Structural::Base("Protocol"),
        scanner_safe: Some(scanner_limits::limit_indent),
        highlights: &[tree_sitter_python::HIGHLIGHTS_QUERY],
        tests: r"(?:async\s+)?def\s+test_|class\s+Test\w*\s*(?:\(\s*(?:object|[^)]*Test[^)]*)?\))?\s*:|class\s+\w+\s*\([^)]*TestCase\b|@(?:pytest|unittest|hypothesis)\.|@given\(",
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "ruby",
        renaming: r"(?m)^\s*alias(?:_method)?\s+:?(?<alias>\w+[?!]?),?\s+:?NAME\s*$",
        calls_past_variables: true,
        aliases: &["rb"],
        extensions: "rb rake gemspec ru jbuilder podspec",
        file_names: "Gemfile Rakefile Guardfile Capfile Vagrantfile Podfile Fastfile Brewfile",
        shebangs: "ruby jruby rake",
        grammar: || tree_sitter_ruby::LANGUAGE.into(),
        test_argument: "{path}:{line}",
        programs: r"if\s+(?:__FILE__\s*==\s*\$(?:0|PROGRAM_NAME)|\$(?:0|PROGRAM_NAME)\s*==\s*__FILE__)",
        routes: r#"(?:get|post|put|patch|delete)\s+["']/|(?:resources?|namespace)\s+:\w+|(?:get|post|put|patch|delete|match)\s+["'][\w/:]+["'](?:\s*=>|,\s*to:)"#,
        commands: r#"desc\s+["']\w+[^"']*["']\s*,\s*["']"#,
        query: include_str!("../queries/ruby.scm"),
        rewrites: include_str!("../rewrites/ruby.txt"),
        constructor_calls: "super new",
        symbol_marks: &[':', '#', '"', '\''],
        naming_calls: "send public_send __send__ method instance_method respond_to? const_get try",
        bare_super: true,
        used_by_syntax: &[
            "def to_s",
            "def each",
            "def coerce",
            "def method_missing",
            "def respond_to_missing?",
            "def call",
        ],
        class_methods: "ClassMethods",
        has_types_in_parts: true,
        field_sigil: "@",
        calls_bare: true,
        call_marks: &["(", ".new"],
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
        family: "ruby",
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
        copiers: "copy",
        imports_values: true,
        extending_class: "implicit",
        calls_without_list: true,
        any_types: "Any AnyRef Object",
        lower_variables: true,
        aliases: &["sc"],
        extensions: "scala sc sbt",
        shebangs: "scala scala-cli",
        grammar: || tree_sitter_scala::LANGUAGE.into(),
        parse_limit: 1_000_000,
        programs: r"@main\b|def\s+main\s*\(\s*args\b|object\s+\w+\s+extends\s+(?:\w+\s+with\s+)*(?:App|IOApp\S*|ZIOAppDefault)\b",
        routes: r"case\s+(?:GET|POST|PUT|DELETE|PATCH)\s*->",
        overloads: true,
        trailing_lambdas: true,
        used_by_syntax: &[
            "def apply",
            "def unapply",
            "def update",
            "def unary_",
            "implicit ",
            "given ",
        ],
        query: include_str!("../queries/scala.scm"),
        constructor_calls: "this",
        targets: "name pattern simple_enum_case full_enum_case",
        patterns: "identifiers tuple_pattern typed_pattern capture_pattern",
        constructors: Constructors::Named(&["this"]),
        base_keywords: "extends with",
        file_local: ("", "private"),
        visibility: Visibility::Unmarked(&["private", "protected", "internal"]),
        family: "jvm",
        meets_properties: true,
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
        component_word: "struct",
        call_operator: "callAsFunction",
        variables_after: true,
        any_types: "Any AnyObject Self",
        extensions: "swift swiftinterface",
        shebangs: "swift",
        grammar: || tree_sitter_swift::LANGUAGE.into(),
        parse_limit: 1_000_000,
        test_argument: "{names/}",
        programs: r"@main\b|@UIApplicationMain\b",
        routes: r#".*\.(?:get|post|put|patch|delete)\(\s*"[^"]*"\s*[,)]"#,
        commands: r"struct\s+\w+\s*:.*\b(?:Async)?ParsableCommand\b",
        overloads: true,
        trailing_lambdas: true,
        used_by_syntax: &["subscript(", "subscript<", "callAsFunction"],
        query: include_str!("../queries/swift.scm"),
        rewrites: include_str!("../rewrites/swift.txt"),
        constructor_calls: "Self",
        targets: "name bound_identifier",
        patterns: "pattern",
        own_types: "self Self super",
        file_local: ("private fileprivate", "private fileprivate"),
        visibility: Visibility::Marked(&["public", "open"]),
        family: "c",
        reach: Reach::Program,
        implicit_self: true,
        hides_types: true,
        highlights: &[tree_sitter_swift::HIGHLIGHTS_QUERY],
        tests: r"(?:.*\W)?@(?:Test|Suite)\b|.*class\s+\w+\s*:[^{]*\b(?:XCTestCase|QuickSpec)\b",
        test_calls: r#"(?:describe|context|it)\(\s*""#,
        ..LanguageRow::CODE
    },
];

/// `//go:noinline`, `//nolint:errcheck`, `//export Name`.
fn is_go_directive(comment: &str) -> bool {
    let text = comment.strip_prefix("//").unwrap_or_default();
    let is_other = |letter: char| !letter.is_ascii_lowercase() && !letter.is_ascii_digit();
    let (word, rest) = text.split_at(text.find(is_other).unwrap_or(text.len()));
    let value = rest
        .strip_prefix(':')
        .is_some_and(|value| !value.starts_with(is_other));
    let is_known = matches!(word, "export" | "extern" | "line" | "nolint");
    !word.is_empty() && value || is_known && (rest.is_empty() || rest.starts_with(' '))
}

/// A row of a table.
#[cfg(feature = "all-languages")]
pub(super) const fn named(rows: &[LanguageRow], name: &str) -> LanguageRow {
    let mut row = 0;
    while row < rows.len() {
        let (found, wanted) = (rows[row].name.as_bytes(), name.as_bytes());
        let mut at = 0;
        while at < wanted.len() && at < found.len() && found[at] == wanted[at] {
            at += 1;
        }
        if at == wanted.len() && at == found.len() {
            return rows[row];
        }
        row += 1;
    }
    panic!("no row has this name")
}
