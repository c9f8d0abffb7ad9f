//! Query parser. Every text is a valid query: unknown syntax is searched as text, with a hint.
//!
//! Principal type: [`Query`]. Invariant: only blank text gives an empty query.
//!
//! Parsing touches no index, so the prompt parses each key stroke.

use super::field::Field;
use super::filter::{Filter, lone_glob, lone_symbol, unknown_filter};
use super::form::{Form, is_long};
use super::long_text::{LongText, title};
use super::mode::Mode;
use super::pattern::Pattern;
use super::switches::Switches;
use super::tokens::{Token, tokens};
use super::typed_location::has_path_at;
use crate::chunk::Kind;

/// Maximum number of words that are searched: pasted logs have more.
const MAX_WORDS: usize = 4_096;
/// Hint of a query with more words.
const TOO_MANY: &str = "only the first 4,096 words are searched";

/// Kinds with summaries, which are results only if a filter requests them.
pub(crate) const LEVELS: [Kind; 3] = [Kind::File, Kind::Module, Kind::Repository];

/// A parsed query.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Query {
    /// The text as typed.
    pub text: String,
    /// What the text is by its form.
    pub form: Form,
    /// Text for the retrievers: free words and the words of phrases. Empty for a query without free words.
    pub words: String,
    /// The title of a long text, which is ranked apart.
    pub title: String,
    /// Filters, with or without `-`.
    pub filters: Vec<Filter>,
    /// Filters that were typed in a long text: one that matches nothing is searched as text.
    pub tentative: Vec<Filter>,
    /// `"exact phrase"`: text that the leaf contains; case-insensitive unless it has capitals.
    pub phrases: Vec<Pattern>,
    /// `/regex/`: patterns that match in the leaf's text. In [`Mode::Regex`], everything except filters
    /// is one pattern.
    pub patterns: Vec<Pattern>,
    /// Text that the leaf must not contain.
    pub excluded: Vec<Excluded>,
    /// How phrases and patterns match.
    pub switches: Switches,
    /// Hint for the status line: something looks like a filter but is none.
    pub hint: Option<String>,
    /// Reason why the query cannot run: an invalid pattern. A sentence for people.
    pub error: Option<String>,
    /// Source of the candidates.
    pub mode: Mode,
    /// True while the last word may still grow.
    pub is_typing: bool,
    /// Byte offset in the text at which the pattern of [`Mode::Regex`] begins.
    pub pattern_start: usize,
}

/// Text that excludes a leaf.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Excluded {
    /// `-word`.
    Word(String),
    /// `-"exact phrase"`.
    Phrase(Pattern),
    /// `-/regex/`.
    Pattern(Pattern),
}

impl Excluded {
    /// Returns the query syntax of the exclusion.
    pub fn written(&self) -> String {
        match self {
            Self::Word(word) => format!("-{word}"),
            Self::Phrase(phrase) => format!("-\"{}\"", phrase.source()),
            Self::Pattern(pattern) => format!("-/{}/", pattern.source()),
        }
    }
}

impl Query {
    /// Parses a query. A filter is a known name, `:`, and anything but another colon (`absl::Mutex` is
    /// text). `-x` excludes before a known filter; before a word, a phrase or a pattern only if the
    /// query has something else. `/x/` is a pattern only as a whole token. `@name` is a symbol filter if it is
    /// the only word, and a query of one word with a `*` is a path filter. In a long text nothing is syntax, except
    /// filters before and after it.
    pub fn parse(text: &str, mode: Mode) -> Self {
        Self::parse_with(text, mode, Switches::default())
    }

    /// Parses a query whose phrases and patterns match as the switches say, like [`Query::parse`].
    pub fn parse_with(text: &str, mode: Mode, switches: Switches) -> Self {
        let mut query = Self {
            text: text.to_owned(),
            mode,
            switches,
            is_typing: text.ends_with(char::is_alphanumeric),
            ..Self::default()
        };
        if mode == Mode::Regex {
            query.parse_pattern(text);
        } else if mode == Mode::Hybrid
            && is_long(text)
            && let Some(LongText { filters, body }) = LongText::parse(text)
        {
            return Self {
                text: query.text,
                tentative: filters.clone(),
                filters,
                ..Self::as_text(body)
            };
        } else if let Some(filter) = lone_glob(text) {
            query.filters.push(filter);
        } else {
            query.parse_words_of(text, false);
        }
        query.form = Form::of_short(text, &query.words, mode);
        query
    }

    /// A query for exactly this text, in which nothing is syntax, within filters.
    pub fn exactly(text: &str, filters: &str, switches: Switches) -> Self {
        let filters = Self::parse(filters, Mode::Keywords);
        let mut query = Self {
            text: text.to_owned(),
            switches,
            ..Self::default()
        };
        let phrase = query.phrase(text);
        query.phrases.extend(phrase);
        if filters.words.is_empty() && !filters.reads_text() {
            query.filters = filters.filters;
        } else {
            query.error = Some(format!("`{}` is not a list of filters", filters.text));
        }
        query
    }

    /// A text in which nothing is syntax, however short it is.
    pub fn as_text(text: &str) -> Self {
        let body = text.trim();
        let words = first_words(body);
        let mut hint = "Read as text".to_owned();
        if words.len() < body.len() {
            hint = format!("{hint}; {TOO_MANY}");
        }
        Self {
            text: text.to_owned(),
            form: Form::LongText,
            title: title(body).to_owned(),
            words: words.to_owned(),
            hint: Some(hint),
            ..Self::default()
        }
    }

    /// Parses words, phrases, patterns and filters. With `is_in_list`, an exclusion needs nothing to exclude from.
    pub(super) fn parse_words_of(&mut self, text: &str, is_in_list: bool) {
        let mut words = Vec::new();
        let mut incomplete = Vec::new();
        let mut has_free_words = false;
        let tokens = tokens(text);
        if tokens.len() > MAX_WORDS {
            self.hint = Some(TOO_MANY.to_owned());
        }
        for (bytes, token) in tokens.into_iter().take(MAX_WORDS) {
            match token {
                Token::Phrase(phrase) => {
                    words.push(phrase.to_owned());
                    if has_path_at(text, &bytes) {
                        has_free_words = true;
                    } else {
                        let phrase = self.phrase(phrase);
                        self.phrases.extend(phrase);
                    }
                }
                Token::Pattern(pattern) => {
                    let pattern = self.compile(pattern);
                    self.patterns.extend(pattern);
                }
                Token::ExcludedPhrase(phrase) => {
                    let phrase = self.phrase(phrase);
                    self.excluded.extend(phrase.map(Excluded::Phrase));
                }
                Token::ExcludedPattern(pattern) => {
                    let pattern = self.compile(pattern);
                    self.excluded.extend(pattern.map(Excluded::Pattern));
                }
                Token::Word(word) => {
                    if let Some(filter) = Filter::parse(word) {
                        self.filters.push(filter);
                    } else if let Some(rest) = word.strip_prefix('-')
                        && rest.starts_with(char::is_alphanumeric)
                    {
                        self.hint = self.hint.take().or_else(|| unknown_filter(rest));
                        self.excluded.push(Excluded::Word(rest.to_owned()));
                    } else if Filter::parse_partial(word).is_some() {
                        // A filter without a value: the user is still typing it.
                        incomplete.push(word.to_owned());
                    } else {
                        let hint = self.hint.take().or_else(|| unknown_filter(word));
                        self.hint = hint.or_else(|| unclosed(word));
                        words.push(word.to_owned());
                        has_free_words = true;
                    }
                }
            }
        }
        if let [word] = words.as_slice()
            && self.phrases.is_empty()
            && let Some(symbol) = lone_symbol(word)
        {
            self.filters.push(symbol);
            words.clear();
        }
        let has_nothing = words.is_empty() && self.filters.is_empty() && self.patterns.is_empty();
        if has_nothing && !is_in_list {
            // There is nothing to exclude from: `-1` and `-Wall` are searched as text.
            words.extend(self.excluded.drain(..).map(|excluded| excluded.written()));
            if self.hint.is_none()
                && let Some(first) = words.first()
            {
                let hint = "is searched as text: the query has nothing to exclude it from";
                self.hint = Some(format!("{first} {hint}"));
            }
            words.append(&mut incomplete);
        }
        if has_free_words || self.phrases.is_empty() {
            self.words = words.join(" ");
        }
    }

    /// Returns the query with the words of these filters instead of them.
    pub(crate) fn with_words_of(&self, filters: &[Filter]) -> Self {
        let mut query = self.clone();
        query.filters.retain(|filter| !filters.contains(filter));
        let written: Vec<String> = filters.iter().map(Filter::written).collect();
        let written = written.join(" ");
        query.words = format!("{written} {}", self.words);
        query.hint = Some(format!("{written} matches nothing and is searched as text"));
        query
    }

    /// Parses everything except filters as one pattern, including its spaces.
    fn parse_pattern(&mut self, text: &str) {
        let mut rest = String::new();
        let mut from = text.len() - text.trim_start().len();
        self.pattern_start = from;
        for (bytes, token) in tokens(text) {
            if let Token::Word(word) = token
                && let Some(filter) = Filter::parse(word)
            {
                rest.push_str(text.get(from..bytes.start).unwrap_or_default());
                let after = text.get(bytes.end..).unwrap_or_default();
                from = bytes.end + (after.len() - after.trim_start().len());
                self.filters.push(filter);
                if rest.is_empty() {
                    self.pattern_start = from;
                }
            }
        }
        rest.push_str(text.get(from..).unwrap_or_default());
        let mut source = rest.trim();
        if source.len() > 2 && source.starts_with('/') && source.ends_with('/') {
            source = &source[1..source.len() - 1];
            self.pattern_start += 1;
        }
        if !source.is_empty() {
            let pattern = self.compile(source);
            self.patterns.extend(pattern);
        }
    }

    /// Compiles a pattern; on failure, stores the reason in `error`.
    fn compile(&mut self, source: &str) -> Option<Pattern> {
        match Pattern::new(source, self.switches) {
            Ok(pattern) => Some(pattern),
            Err(sentence) => {
                self.error = Some(sentence);
                None
            }
        }
    }

    /// Compiles a phrase; on failure, stores the reason in `error`.
    fn phrase(&mut self, text: &str) -> Option<Pattern> {
        let phrase = Pattern::exactly(text, self.switches);
        phrase.map_err(|sentence| self.error = Some(sentence)).ok()
    }

    /// The phrases and patterns that must match.
    pub fn required_text(&self) -> impl Iterator<Item = &Pattern> {
        self.phrases.iter().chain(&self.patterns)
    }

    /// Returns true for a query of phrases and patterns without words: every match in a file answers it.
    pub fn is_literal(&self) -> bool {
        self.words.trim().is_empty()
            && self.required_text().next().is_some()
            && !self.requests_summaries()
    }

    /// Returns true if a filter requests summaries of files, directories or the repository.
    pub(crate) fn requests_summaries(&self) -> bool {
        self.filters.iter().any(|filter| {
            filter.field == Field::Kind
                && !filter.negated
                && Kind::named(&filter.value).is_some_and(|kind| LEVELS.contains(&kind))
        })
    }

    /// Returns true if a filter requires a value of the field.
    pub(crate) fn requires(&self, field: Field) -> bool {
        self.filters
            .iter()
            .any(|filter| filter.field == field && !filter.negated)
    }

    /// Returns true if answering needs the text of files: the index stores no positions to find
    /// phrases and patterns by.
    pub fn reads_text(&self) -> bool {
        let excluded = &self.excluded;
        self.required_text().next().is_some()
            || !excluded
                .iter()
                .all(|text| matches!(text, Excluded::Word(_)))
    }

    /// Returns true if there is nothing to search for.
    pub fn is_empty(&self) -> bool {
        self.words.trim().is_empty()
            && self.filters.is_empty()
            && self.required_text().next().is_none()
            && self.error.is_none()
    }
}

/// Returns the first [`MAX_WORDS`] words of a text.
fn first_words(text: &str) -> &str {
    let end = match text.split_whitespace().nth(MAX_WORDS) {
        Some(next) => next.as_ptr() as usize - text.as_ptr() as usize,
        None => text.len(),
    };
    text[..end].trim_end()
}

/// Returns a hint for a word that opens a quote without closing it.
fn unclosed(word: &str) -> Option<String> {
    if word.strip_prefix('"')?.contains('"') {
        return None;
    }
    Some("unclosed quote: its words are searched separately".to_owned())
}

#[cfg(test)]
mod tests {
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
            "[] path:src path:lib lang:rs sym:Foo",
        );
        check("*.toml", "[] path:*.toml");
        check("-src/*", "[] -path:src/*");
        check("*", "[] path:*");
        check("* merge", "[* merge]");
        check("**", "[**]");
        check("a*b c", "[a*b c]");
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
}
