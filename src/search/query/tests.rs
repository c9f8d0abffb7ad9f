//! Queries and what they are read as.

use super::parser::MAX_WORDS;
use super::*;
use proptest::prelude::*;

/// Words, filters, phrases, patterns and exclusions as one line.
fn check(text: &str, expected: &str) {
    check_in(Mode::Hybrid, text, expected);
}

fn check_in(mode: Mode, text: &str, expected: &str) {
    let query = Query::parse(text, mode);
    let sign = |negated| if negated { "-" } else { "" };
    let mut parts = vec![format!("[{}]", query.words)];
    parts.extend(query.filters.iter().map(|filter| {
        format!(
            "{}{}:{}",
            sign(filter.negated),
            filter.field.name(),
            filter.value
        )
    }));
    parts.extend(
        query
            .phrases
            .iter()
            .map(|phrase| format!("{:?}", phrase.source())),
    );
    let patterns = query.patterns.iter();
    parts.extend(patterns.map(|pattern| format!("/{}/", pattern.source())));
    parts.extend(query.excluded.iter().map(Excluded::written));
    assert_eq!(parts.join(" "), expected, "{text:?}");
}

#[test]
fn names_of_other_tools_are_filters_too() {
    check(
        "file:src f:lib ext:rs symbol:Foo",
        "[] file:src file:lib ext:rs sym:Foo",
    );
    check("*.toml", "[] path:*.toml");
    check("-src/*", "[] -path:src/*");
    check("*", "[] path:*");
    check("* merge", "[* merge]");
    check("**", "[**]");
    check("a*b c", "[a*b c]");
}

#[test]
fn filters_of_zoekt_and_sourcegraph_are_read_as_they_read_them() {
    check(
        "walk f:walk\\.rs -f:_test$",
        "[walk] file:walk\\.rs -file:_test$",
    );
    check("content:lang:go", "[] \"lang:go\"");
    check("x content:\"f (x)\"", "[x f (x)] \"f (x)\"");
    check("content:read.*all -content:b", "[] /read.*all/ -\"b\"");
    check("case:yes Foo bar", "[] \"Foo\" \"bar\"");
    check("case:no \"Foo\"", "[] \"Foo\"");
    check("case:maybe Foo", "[Foo] case:maybe");
    check("type:function walk", "[walk] kind:function");
    check("type:path walk go", "[] kind:file file:walk file:go");
    check("type:symbol walk", "[walk]");
    check("type:commit walk", "[walk] type:commit");
    check_in(Mode::Regex, "f:a content:x.*y", "[] file:a /x.*y/");
    assert_eq!(
        Query::parse("type:symbol a", Mode::Hybrid).mode,
        Mode::Symbol
    );
    assert!(Query::parse("-type:path a", Mode::Hybrid).error.is_some());
}

#[test]
fn filters_of_other_tools_count_in_one_line_and_before_a_value() {
    check(
        "error type: unknown case: x",
        "[error type: unknown case: x]",
    );
    check("walk type:", "[walk]");
    check(
        "content: a\ntype:path case:yes",
        "[content: a\ntype:path case:yes]",
    );
}

#[test]
fn case_applies_to_patterns_before_it_too() {
    let query = Query::parse("\"foo\" case:yes", Mode::Hybrid);
    assert!(!query.phrases[0].matches_in(b"FOO"));
    let query = Query::parse("Foo case:no", Mode::Regex);
    assert!(query.patterns[0].matches_in(b"FOO"));
}

#[test]
fn a_regular_expression_is_recognized() {
    let check = |text, expected| {
        let found = Query::parse(text, Mode::Hybrid).looks_like_regex();
        assert_eq!(found, expected, "{text}");
    };
    check("Walk.*Parallel", true);
    check("path:src Walk.*Parallel", true);
    check("f:\\.h$ type:symbol walk", false);
    check("f:\\.h$", false);
    check("fn \\w+_merge", true);
    check("read|write", true);
    check("^use std", true);
    check("serverAssert\\(", true);
    check("main.*", false);
    check("src/*.rs", false);
    check("a || b", false);
    check("cat x | grep y", false);
    check("C:\\Users\\me", false);
    check("what happens then...", false);
    check("/a.*b/", false);
}

#[test]
fn an_at_sign_before_the_only_word_searches_symbols() {
    check("@merge_all", "[] sym:merge_all");
    check("@merge kind:fn -in:tests", "[] kind:fn -in:tests sym:merge");
    check("lang:c @merge -x /a b/", "[] lang:c sym:merge /a b/ -x");
    check("@merge lang:", "[] sym:merge");
    check("\"@merge\"", "[] \"@merge\"");
    check("@merge kind:fn all", "[@merge all] kind:fn");
    check("@types/node", "[@types/node]");
    check("@app.route", "[@app.route]");
    check("@merge all", "[@merge all]");
}

#[test]
fn filters_are_known_names_before_a_single_colon() {
    check(
        "merge lang:rust -path:tests",
        "[merge] lang:rust -path:tests",
    );
    check("absl::Mutex", "[absl::Mutex]");
    check("path::join", "[path::join]");
    check("lang:", "[lang:]");
    check("merge lang:", "[merge]");
    check("-x lang:", "[-x lang:]");
    check("note:this", "[note:this]");
    check("sym:\"operator new\" x", "[x] sym:operator new");
    check("x heading:\"Setup (", "[x] heading:Setup (");
    check(
        "heading:\"how to\" -heading:x",
        "[] heading:how to -heading:x",
    );
}

#[test]
fn a_hyphen_excludes_only_if_the_query_has_something_else() {
    check("merge -segment", "[merge] -segment");
    check("-Wall", "[-Wall]");
    check("-Wall lang:c", "[] lang:c -Wall");
    check("a - b", "[a - b]");
    check("call/2 I/O", "[call/2 I/O]");
}

#[test]
fn a_hyphen_excludes_phrases_and_patterns() {
    check("a -\"b c\"", "[a] -\"b c\"");
    check("a -/b c/ -d", "[a] -/b c/ -d");
    check("kind:struct -\"B\"", "[] kind:struct -\"B\"");
    check("\"a\" -/b/", "[] \"a\" -/b/");
    check("-\"b c\" -/d/", "[-\"b c\" -/d/]");
    let alone = Query::parse("-\"b c\"", Mode::Hybrid).hint;
    assert!(alone.is_some_and(|hint| hint.starts_with("-\"b c\" is searched as text")));
    let broken = Query::parse("a -/fn (/", Mode::Hybrid).error;
    assert!(broken.is_some_and(|error| error.contains("/fn (/")));
}

#[test]
fn quotes_enclose_a_phrase() {
    check(
        "\"merge all segments\" now",
        "[merge all segments now] \"merge all segments\"",
    );
    check("say \"unclosed", "[say \"unclosed]");
    check("\"\"", "[\"\"]");
}

#[test]
fn the_quoted_path_of_a_stack_trace_is_no_phrase() {
    check(
        "File \"/app/a b.py\", line 12, in run",
        "[File /app/a b.py , line 12, in run]",
    );
    check("File \"a.py\", in run", "[File a.py , in run] \"a.py\"");
    check("\"a b\" a.py:12", "[a b a.py:12] \"a b\"");
}

#[test]
fn slashes_enclose_a_pattern() {
    check("merge /fn \\w+/ lang:rust", "[merge] lang:rust /fn \\w+/");
    check("/a/ -b", "[] /a/ -b");
    let broken = Query::parse("merge /fn (/", Mode::Hybrid);
    assert_eq!((broken.words.as_str(), broken.patterns.len()), ("merge", 0));
    assert!(broken.error.is_some_and(|error| error.contains("/fn (/")));
}

#[test]
fn regex_mode_parses_everything_except_filters_as_a_pattern() {
    let check = |text, expected| check_in(Mode::Regex, text, expected);
    check("fn  \\w+ lang:rust  x", "[] lang:rust /fn  \\w+ x/");
    check("-x \"y\"", "[] /-x \"y\"/");
    check("/a b/", "[] /a b/");
    check("/", "[] ///");
    check("lang:rust", "[] lang:rust");
    check("std::vec", "[] /std::vec/");
}

#[test]
fn the_pattern_of_regex_mode_begins_after_filters_and_a_slash() {
    let check = |text: &str, from: &str| {
        let start = Query::parse(text, Mode::Regex).pattern_start;
        assert_eq!(text.get(start..), Some(from), "{text:?}");
    };
    check("where", "where");
    check("lang:haskell  where", "where");
    check(" lang:haskell -path:a where lang:rust", "where lang:rust");
    check("lang:haskell /where/", "where/");
    check("lang:haskell /fn (/", "fn (/");
    check("lang:haskell /", "/");
    check("lang:haskell", "");
}

#[test]
fn only_the_first_words_of_a_very_long_query_are_searched() {
    for mode in [Mode::Hybrid, Mode::Keywords] {
        let query = Query::parse(&"a ".repeat(MAX_WORDS + 1), mode);
        assert_eq!(query.words.len(), 2 * MAX_WORDS - 1);
        let hint = query.hint.unwrap_or_default();
        assert!(hint.contains("the first 4,096 words"), "{hint}");
        let hint = Query::parse(&"a ".repeat(MAX_WORDS), mode).hint;
        assert!(!hint.unwrap_or_default().contains("the first"));
    }
}

#[test]
fn an_unknown_filter_is_text_with_a_hint() {
    let hint = |text| Query::parse(text, Mode::Hybrid).hint;
    assert!(hint("note:this").is_some_and(|hint| hint.starts_with("Unknown filter note:")));
    assert_eq!(hint("what is in: this"), None);
    assert!(hint("-page").is_some_and(|hint| hint.starts_with("-page is searched as text")));
    assert_eq!(hint("page -x"), None);
    assert!(hint("say \"unclosed words").is_some_and(|hint| hint.contains("unclosed quote")));
    assert_eq!(hint("say \"closed words\" \"\""), None);
    assert_eq!(hint("https://x.org"), None);
    assert_eq!(hint("a::b"), None);
}

#[test]
fn a_query_of_punctuation_says_that_it_has_no_words() {
    let hint = |text| Query::parse(text, Mode::Hybrid).hint.unwrap_or_default();
    for text in ["->", "//", "\"\"", "in:tests !=", "&&"] {
        assert!(hint(text).starts_with("the query has no letters"), "{text}");
    }
    for text in ["\"->\"", "i++", "メ", "in:tests"] {
        assert_eq!(hint(text), "", "{text}");
    }
}

#[test]
fn nothing_in_a_long_text_is_syntax() {
    let check = |text: &str, filters: &str| {
        let text = format!("The worker stops when a task of this kind fails\n{text} too");
        let query = Query::parse(&text, Mode::Hybrid);
        let typed: Vec<String> = query.filters.iter().map(Filter::written).collect();
        assert_eq!(typed.join(" "), filters, "{text:?}");
        assert_eq!(
            (query.words.trim(), query.form),
            (text.trim(), Form::LongText)
        );
        assert!(!query.reads_text() && query.excluded.is_empty() && query.error.is_none());
    };
    check("raises \"not found\"", "");
    check("in /usr/lib/ or /fn (/", "");
    check("with -x and -\"y\" -1", "");
    check("what is in:the lang:python3 kind:bar name:value", "");
    check("with *.toml @task", "");
}

proptest! {
    #[test]
    fn only_blank_text_is_an_empty_query(text in "\\PC{0,40}", mode in 0..Mode::ALL.len()) {
        let query = Query::parse(&text, Mode::ALL[mode]);
        prop_assert_eq!(query.is_empty(), text.trim().is_empty());
        prop_assert_eq!(query.text, text);
    }
}

#[test]
fn an_exact_text_keeps_exclusions_and_errors_of_its_filters() {
    let query = |filters: &str| Query::exactly("foo", filters, Switches::default());
    let excluded = query("lang:rust -test");
    assert_eq!(excluded.error, None);
    assert_eq!(excluded.excluded, [Excluded::Word("test".to_owned())]);
    let refused = query("lang:rust -type:path").error.unwrap_or_default();
    assert!(refused.contains("cannot be excluded"), "{refused}");
}

#[test]
fn a_type_that_regex_mode_cannot_apply_is_an_error() {
    for text in ["type:path start", "type:symbol start"] {
        let error = Query::parse(text, Mode::Regex).error.unwrap_or_default();
        assert!(
            error.contains("does not apply in regex mode"),
            "{text}: {error}"
        );
    }
    assert_eq!(Query::parse("type:function start", Mode::Regex).error, None);
}

/// As the help says, the switch `-s` is of phrases and patterns; `case:yes` of the whole query, as in other tools.
#[test]
fn case_switch_keeps_words_and_typed_case_makes_phrases() {
    let switches = Switches {
        case: Case::Sensitive,
        ..Switches::default()
    };
    let words = Query::parse_with("Foo bar", Mode::Hybrid, switches);
    assert_eq!((&*words.words, words.phrases.len()), ("Foo bar", 0));
    check("case:yes Foo bar", "[] \"Foo\" \"bar\"");
    check_in(Mode::Symbol, "case:yes Foo", "[Foo]");
}

#[test]
fn a_type_of_paths_takes_phrases_as_paths() {
    check("type:path \"my docs\"", "[] kind:file file:my docs");
}

/// Only the rest of a query is compared with the length of a pasted text.
#[test]
fn filters_do_not_make_a_query_long() {
    let filters = "lang:python -path:crates/c001 -path:crates/c002 -path:crates/c003 in:code";
    let text = format!("{filters} where is the \"zz tool\" that starts the first worker of a run");
    assert!(text.len() > 120);
    let query = Query::parse(&text, Mode::Hybrid);
    assert_ne!(query.form, Form::LongText);
    assert_eq!((query.filters.len(), query.phrases.len()), (5, 1));
}
