//! More languages that are defined by tables and queries alone, [`ROWS`]: styles, markup of data, and languages whose
//! grammar is that of a main language with changes.

use super::others::{MARKUP_COMMENTS, ROWS as OTHERS};
use super::{c, rows};
use crate::syntax::edit::{blanked, with_bytes};
use crate::syntax::row::{Constructors, HASH_COMMENTS, LanguageRow, Packages, Reach};
use crate::syntax::visibility::Visibility;
use regex::Regex;
use std::borrow::Cow;
use std::sync::LazyLock;

pub(super) const ROWS: &[LanguageRow] = &[
    LanguageRow {
        name: "clojure",
        opens_types: true,
        constructor_affixes: &[("->", ""), ("map->", ""), ("", ".")],
        aliases: &["clj", "clojurescript"],
        extensions: "clj cljs cljc edn bb",
        shebangs: "bb clojure",
        grammar: || tree_sitter_clojure_orchard::LANGUAGE.into(),
        rewrites: include_str!("../rewrites/clojure.txt"),
        query: include_str!("../queries/clojure.scm"),
        line_comments: &[";;;;", ";;;", ";;", ";"],
        block_comments: &[],
        docstring_marks: Some(&[]),
        call_marks: &[],
        calls_inside: true,
        keywords: "case cond condp def defmacro defmethod defmulti defn defn- defonce defprotocol defrecord deftest \
                   deftype do doseq fn for if if-let if-not let loop ns recur throw try catch finally when when-let \
                   when-not & _",
        member_marks: &["/"],
        separator: "/",
        visibility: Visibility::Unmarked(&["defn-", "^:private"]),
        file_local: ("defn-", ""),
        own_types: "",
        highlights: &[tree_sitter_clojure_orchard::HIGHLIGHTS_QUERY],
        tests: r"\(deftest\b",
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "erlang",
        passes_modules: true,
        // Other atoms are values: `{load, Key}`.
        function_marks: &["fun ", "?"],
        aliases: &["erl"],
        extensions: "erl hrl escript",
        shebangs: "escript",
        grammar: || tree_sitter_erlang::LANGUAGE.into(),
        programs: r"main\s*\(",
        query: include_str!("../queries/erlang.scm"),
        line_comments: &["%%%", "%%", "%"],
        block_comments: &[],
        docs: &["%% @doc"],
        docstring_marks: Some(&["-moduledoc", "-doc"]),
        clauses: true,
        overloads: true,
        lists_calls: true,
        member_marks: &[":"],
        separator: ":",
        own_types: "?MODULE",
        family: "beam",
        file_class: Some(""),
        highlights: &[tree_sitter_erlang::HIGHLIGHTS_QUERY],
        tests: r"\w+_test_?\s*\(\)",
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "glsl",
        aliases: &["shader"],
        extensions: "glsl vert frag geom comp tesc tese rgen rchit rmiss",
        grammar: || tree_sitter_glsl::LANGUAGE_GLSL.into(),
        programs: "",
        query: concat!(
            include_str!("../queries/c.scm"),
            include_str!("../queries/glsl.scm")
        ),
        rewrites: include_str!("../rewrites/glsl.txt"),
        dialect: |_, _| None,
        family: "",
        tests: "",
        test_calls: "",
        standard: "",
        // The grammar's own query needs predicates that only editors implement.
        highlights: &[tree_sitter_c::HIGHLIGHT_QUERY],
        ..c::rows::C
    },
    LanguageRow {
        name: "groovy",
        needs_new: true,
        component_word: "",
        inserted_mark: "$",
        aliases: &["gradle"],
        extensions: "groovy gradle gvy gsh",
        file_names: "Jenkinsfile",
        shebangs: "groovy",
        grammar: || tree_sitter_groovy::LANGUAGE.into(),
        rewrites: include_str!("../rewrites/groovy.txt"),
        query: include_str!("../queries/groovy.scm"),
        highlights: &[],
        preprocess: with_marks,
        member_marks: &["?.", ".&", "*.", "::", "."],
        calls_fields: true,
        has_properties: true,
        tests: r#"(?:@(?:[\w.]+\.)?(?:Test|Before|After)\w*|def\s+["'])|.*class\s+\w+\s+extends\s+\w*(?:Spec|Specification|TestCase)\b"#,
        ..rows::named(rows::ROWS, "java")
    },
    LanguageRow {
        name: "less",
        is_style: true,
        extensions: "less",
        grammar: tree_sitter_less::language,
        rewrites: include_str!("../rewrites/less.txt"),
        query: concat!(
            include_str!("../queries/css.scm"),
            include_str!("../queries/less.scm")
        ),
        member_marks: &[],
        visibility: Visibility::Nothing,
        reach: Reach::Program,
        highlights: &[
            tree_sitter_css::HIGHLIGHTS_QUERY,
            tree_sitter_less::HIGHLIGHTS_QUERY,
        ],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "luau",
        extensions: "luau",
        shebangs: "luau lune",
        file_names: "",
        grammar: || tree_sitter_luau::LANGUAGE.into(),
        rewrites: include_str!("../rewrites/luau.txt"),
        query: concat!(
            include_str!("../queries/lua.scm"),
            include_str!("../queries/luau.scm")
        ),
        injections: "",
        highlights: &[],
        ..rows::named(OTHERS, "lua")
    },
    LanguageRow {
        name: "objc",
        aliases: &["objective-c", "obj-c", "objectivec"],
        extensions: "m mm",
        grammar: || tree_sitter_objc::LANGUAGE.into(),
        dialect: |extension, text| {
            let is_other = extension == "m" && !text.is_empty() && !is_objective_c(text);
            is_other.then_some("matlab")
        },
        rewrites: concat!(
            include_str!("../rewrites/macros.txt"),
            include_str!("../rewrites/objc.txt")
        ),
        superset: "cpp",
        query: concat!(
            include_str!("../queries/objc.scm"),
            include_str!("../queries/c.scm")
        ),
        base_keywords: "",
        own_types: "self super",
        tests: r"[-+]\s*\(void\)\s*test\w*",
        highlights: &[
            tree_sitter_c::HIGHLIGHT_QUERY,
            tree_sitter_objc::HIGHLIGHTS_QUERY,
            include_str!("../queries/objc_highlights.scm"),
        ],
        ..c::rows::C
    },
    LanguageRow {
        name: "powershell",
        renaming: r"(?i)\b(?:set|new)-alias\s+(?:-name\s+)?(?<alias>[\w-]+)\s+(?:-value\s+)?NAME\b",
        aliases: &["pwsh", "ps1"],
        extensions: "ps1 psm1 psd1",
        shebangs: "pwsh powershell",
        grammar: || tree_sitter_powershell::LANGUAGE.into(),
        rewrites: include_str!("../rewrites/powershell.txt"),
        query: include_str!("../queries/powershell.scm"),
        line_comments: HASH_COMMENTS,
        block_comments: &[("<#", "#>")],
        docs: &["<#"],
        member_marks: &["::", "."],
        own_types: "$this",
        field_sigil: "$",
        constructors: Constructors::LikeType,
        reach: Reach::Program,
        highlights: &[tree_sitter_powershell::HIGHLIGHTS_QUERY],
        test_calls: r#"(?:Describe|Context|It)\s+["']"#,
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "scss",
        is_style: true,
        aliases: &["sass"],
        extensions: "scss",
        grammar: tree_sitter_scss::language,
        rewrites: include_str!("../rewrites/scss.txt"),
        query: concat!(
            include_str!("../queries/css.scm"),
            include_str!("../queries/scss.scm")
        ),
        visibility: Visibility::NoUnderscore,
        reach: Reach::Program,
        preprocess: without_namespaces,
        highlights: &[
            tree_sitter_css::HIGHLIGHTS_QUERY,
            tree_sitter_scss::HIGHLIGHTS_QUERY,
        ],
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "solidity",
        // `amount.half()` calls a function of a library.
        passes_modules: true,
        aliases: &["sol"],
        extensions: "sol",
        grammar: || tree_sitter_solidity::LANGUAGE.into(),
        query: include_str!("../queries/solidity.scm"),
        constructors: Constructors::Named(&["constructor"]),
        base_keywords: "is",
        visibility: Visibility::Unmarked(&["private", "internal"]),
        file_local: ("", "private"),
        docs: &["///", "/**"],
        packages: Packages::Relative,
        implicit_self: true,
        member_marks: &["."],
        tests: r"function\s+test\w*\s*\(|contract\s+\w+\s+is\s+(?:\w+,\s*)*Test\b",
        ..LanguageRow::CODE
    },
    LanguageRow {
        name: "xml",
        extensions: "xml xsd xsl xslt plist csproj vbproj fsproj vcxproj props targets xaml axaml resx wsdl storyboard xib nuspec",
        starts: &["<?xml"],
        parse_limit: 200_000,
        grammar: || tree_sitter_xml::LANGUAGE_XML.into(),
        query: include_str!("../queries/xml.scm"),
        rewrites: include_str!("../rewrites/xml.txt"),
        line_comments: &[],
        block_comments: MARKUP_COMMENTS,
        visibility: Visibility::Nothing,
        highlights: &[tree_sitter_xml::XML_HIGHLIGHT_QUERY],
        ..LanguageRow::CODE
    },
];

/// Returns true for a text with a line of Objective-C; other languages have files named `.m`, too.
fn is_objective_c(text: &str) -> bool {
    static LINE: LazyLock<Regex> = regex!(
        r"(?m)^[ \t]*(?:#[ \t]*(?:import|include|define|pragma|ifdef|ifndef)\b|@(?:class|implementation|import|interface|protocol)\b|[-+][ \t]*\()"
    );
    LINE.is_match(text)
}

/// SCSS without the names of modules, which the grammar does not know: `@use "a" as b`, `@include b.c`, `b.$d`.
fn without_namespaces(text: &str) -> Cow<'_, str> {
    static NAMED: LazyLock<Regex> = regex!(
        r#"@(?:use|forward)\s+(?:"[^"]*"|'[^']*')(\s+[^;{}]*)|@include\s+([\w-]+\.)[\w-]|[\s(,:]([\w-]+\.)(?:[a-z][\w-]*\(|\$)"#
    );
    let found = NAMED.captures_iter(text);
    let parts = found.filter_map(|found| found.iter().skip(1).flatten().next());
    blanked(text, parts.map(|part| part.range()).collect())
}

/// Groovy with words in place of the strings that name methods, `def "adds"()`, and with the end of each declaration of a
/// variable marked, neither of which the grammar knows.
fn with_marks(text: &str) -> Cow<'_, str> {
    static NAMED: LazyLock<Regex> =
        regex!(r#"(?m)^[ \t]*(?:def|void)[ \t]+("[^"\n]*"|'[^'\n]*')[ \t]*\("#);
    static VARIABLE: LazyLock<Regex> = regex!(
        r"(?m)^[ \t]+(?:(?:private|protected|public|static|final|volatile|transient|@\w+)[ \t]+)*[A-Za-z_][\w.]*(?:<[^>\n]*>)?(?:\[\])?[ \t]+[A-Za-z_]\w*([ \t]*=[^\n;]*)?[ \t\r]*(\n)"
    );
    let names = NAMED.captures_iter(text).filter_map(|found| found.get(1));
    let mut edits: Vec<(usize, u8)> = names
        .flat_map(|name| name.range().map(|at| (at, b'_')))
        .collect();
    for found in VARIABLE.captures_iter(text) {
        let value = found.get(1).map_or("", |value| value.as_str()).trim_end();
        let count = |marks: [char; 3]| value.matches(marks).count();
        let is_open = count(['(', '[', '{']) != count([')', ']', '}'])
            || value.ends_with("'''")
            || value.contains("//")
            || value.ends_with([',', '+', '-', '*', '/', '&', '|', '?', ':', '=', '.', '>']);
        if let Some(end) = found.get(2).filter(|_| !is_open) {
            let next = text[end.end()..].trim_start();
            if !next.starts_with(['{', '.', '=', '?', '&', '|', '+', ':', '*', ')']) {
                edits.push((end.start(), b';'));
            }
        }
    }
    with_bytes(text, edits)
}

/// A Makefile with spaces for `if NAME`, `else` and `endif` at the start of a line, which make does not have;
/// without an `if NAME`, the unchanged text.
pub(super) fn mask_automake(text: &str) -> Cow<'_, str> {
    static CONDITIONAL: LazyLock<Regex> =
        regex!(r"(?m)^(?:if|else|endif)(?:[ \t]+!?[ \t]*\w+)?[ \t\r]*(?:#.*)?$");
    let found = CONDITIONAL.find_iter(text);
    let lines: Vec<_> = found.map(|line| line.range()).collect();
    let mut starts = lines.iter().filter_map(|line| text.get(line.start..));
    if starts.any(|line| line.starts_with("if")) {
        return blanked(text, lines);
    }
    Cow::Borrowed(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_declarations_of_groovy_that_end_with_their_line_are_marked() {
        let check = |text: &str, expected: &str| assert_eq!(with_marks(text), expected);
        check(
            "class A\n{\n  int b\n  A() {}\n}\n",
            "class A\n{\n  int b;  A() {}\n}\n",
        );
        check(
            "  static final List<B> c = [1]\r\n  d()\n",
            "  static final List<B> c = [1]\r;  d()\n",
        );
        check("  def a = b(\n  1)\n", "  def a = b(\n  1)\n");
        check("  def a\n  {\n", "  def a\n  {\n");
        check("  def \"a b\"() {\n", "  def _____() {\n");
    }

    #[test]
    fn names_of_modules_in_scss_are_blanked() {
        let check = |text: &str, expected: &str| assert_eq!(without_namespaces(text), expected);
        check("@use \"a\" as b;\n", "@use \"a\"     ;\n");
        check("  @include b.c(1);\n", "  @include   c(1);\n");
        check("a: math.div(1, 2);\n", "a:      div(1, 2);\n");
        check("@include b;\n.c.d {}\n", "@include b;\n.c.d {}\n");
    }

    #[test]
    fn a_file_of_another_language_is_no_objective_c() {
        assert!(is_objective_c("// a\n#import <A.h>\n"));
        assert!(is_objective_c("- (void)a {\n"));
        assert!(!is_objective_c("% MATLAB\nfunction a = b(c)\nend\n"));
    }

    #[test]
    fn only_conditionals_of_automake_are_masked() {
        let check = |text: &str, expected: &str| assert_eq!(mask_automake(text), expected);
        check(
            "if A\nB += 1\nelse # é\nB += 2\nendif\nif !C\n\tif d; then\nendif !C\nelse: f\n",
            "    \nB += 1\n         \nB += 2\n     \n     \n\tif d; then\n        \nelse: f\n",
        );
        let make = "ifdef A\nB = 1\nelse\nB = 2\nendif\n";
        check(make, make);
    }
}
