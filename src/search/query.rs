//! What was typed, understood. Every text means something.

use super::filter::{Filter, unknown_filter, unknown_value};
use super::tokens::{Token, tokens};
use super::{Mode, Pattern};

/// What was typed, understood.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Query {
    /// As typed.
    pub text: String,
    /// What remains for the retrievers: free words and the phrases' words.
    pub words: String,
    /// `lang:`, `path:`, `kind:`, `sym:`, `heading:`, `in:`, with or without `-`.
    pub filters: Vec<Filter>,
    /// `"exact phrase"`: stands in the leaf's text; without capitals it matches any case.
    pub phrases: Vec<String>,
    /// `/regex/`, and all but the filters in the mode of regular expressions: matches in the leaf's
    /// text.
    pub patterns: Vec<Pattern>,
    /// What does not stand in the leaf's text.
    pub excluded: Vec<Excluded>,
    /// What looks like a filter and is none; for the status line.
    pub hint: Option<String>,
    /// Why this cannot be asked: a pattern is no regular expression. A sentence for people.
    pub error: Option<String>,
    /// Candidates from where.
    pub mode: Mode,
    /// Whether more of the last word may follow, because somebody is typing it.
    pub is_typing: bool,
}

/// What must not stand in a leaf's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Excluded {
    /// `-word`.
    Word(String),
    /// `-"exact phrase"`.
    Phrase(String),
    /// `-/regex/`.
    Pattern(Pattern),
}

impl Excluded {
    /// As it is typed.
    pub fn written(&self) -> String {
        match self {
            Self::Word(word) => format!("-{word}"),
            Self::Phrase(phrase) => format!("-\"{phrase}\""),
            Self::Pattern(pattern) => format!("-/{}/", pattern.source()),
        }
    }
}

impl Query {
    /// Understands a text. Only a known filter name followed by `:` and something that is no colon
    /// is a filter (`absl::Mutex` is text); `-x` excludes only before a known filter, or a word, a
    /// phrase or a pattern when there is something else; `/x/` is a pattern as a whole token only.
    pub fn parse(text: &str, mode: Mode) -> Self {
        let query = Self {
            text: text.to_owned(),
            mode,
            is_typing: text.ends_with(char::is_alphanumeric),
            ..Self::default()
        };
        match mode {
            Mode::Regex => query.with_pattern(),
            Mode::Hybrid | Mode::Keywords | Mode::Meaning | Mode::Symbol => query.with_words(),
        }
    }

    fn with_words(mut self) -> Self {
        let mut words = Vec::new();
        let mut excluded = Vec::new();
        let mut begun = Vec::new();
        let text = std::mem::take(&mut self.text);
        for (_, token) in tokens(&text) {
            match token {
                Token::Phrase(phrase) => {
                    words.push(phrase.to_owned());
                    self.phrases.push(phrase.to_owned());
                }
                Token::Pattern(pattern) => {
                    let pattern = self.understood(pattern);
                    self.patterns.extend(pattern);
                }
                Token::NoPhrase(phrase) => excluded.push(Excluded::Phrase(phrase.to_owned())),
                Token::NoPattern(pattern) => {
                    excluded.extend(self.understood(pattern).map(Excluded::Pattern));
                }
                Token::Word(word) => match (Filter::of(word), word.strip_prefix('-')) {
                    (Some(filter), _) => self.add_filter(filter),
                    (None, Some(rest)) if rest.starts_with(char::is_alphanumeric) => {
                        self.hint = self.hint.or_else(|| unknown_filter(rest));
                        excluded.push(Excluded::Word(rest.to_owned()));
                    }
                    // Its value is still to come.
                    _ if Filter::begun(word).is_some() => begun.push(word.to_owned()),
                    _ => {
                        self.hint = self.hint.or_else(|| unknown_filter(word));
                        self.hint = self.hint.or_else(|| unclosed(word));
                        words.push(word.to_owned());
                    }
                },
            }
        }
        if words.is_empty() && self.filters.is_empty() && self.patterns.is_empty() {
            // Nothing to exclude from: `-1` and `-Wall` are what is looked for.
            words = excluded.drain(..).map(|it| it.written()).collect();
            if let Some(first) = words.first().filter(|_| self.hint.is_none()) {
                let says = "is searched as text: there is nothing else to leave it out of";
                self.hint = Some(format!("{first} {says}"));
            }
            words.append(&mut begun);
        }
        self.text = text;
        self.words = words.join(" ");
        self.excluded = excluded;
        self
    }

    /// Everything but filters is one pattern, with its spaces.
    fn with_pattern(mut self) -> Self {
        let text = std::mem::take(&mut self.text);
        let mut rest = String::new();
        let mut from = 0;
        for (bytes, token) in tokens(&text) {
            if let Token::Word(word) = token
                && let Some(filter) = Filter::of(word)
            {
                rest.push_str(text.get(from..bytes.start).unwrap_or_default());
                let after = text.get(bytes.end..).unwrap_or_default();
                from = bytes.end + (after.len() - after.trim_start().len());
                self.add_filter(filter);
            }
        }
        rest.push_str(text.get(from..).unwrap_or_default());
        let whole = rest.trim();
        let inside = whole.strip_prefix('/').and_then(|it| it.strip_suffix('/'));
        let pattern = inside.filter(|it| !it.is_empty()).unwrap_or(whole);
        if !pattern.is_empty() {
            let pattern = self.understood(pattern);
            self.patterns.extend(pattern);
        }
        self.text = text;
        self
    }

    fn add_filter(&mut self, filter: Filter) {
        if self.hint.is_none() {
            self.hint = unknown_value(&filter);
        }
        self.filters.push(filter);
    }

    /// The pattern, or none and why the query cannot be asked.
    fn understood(&mut self, pattern: &str) -> Option<Pattern> {
        let understood = Pattern::new(pattern);
        understood
            .map_err(|sentence| self.error = Some(sentence))
            .ok()
    }

    /// Whether text is read for it: terms do not tell where phrases and patterns stand.
    pub fn reads_text(&self) -> bool {
        let is_text = |excluded: &Excluded| !matches!(excluded, Excluded::Word(_));
        !self.phrases.is_empty() || !self.patterns.is_empty() || self.excluded.iter().any(is_text)
    }

    /// Whether there is nothing to answer.
    pub fn is_empty(&self) -> bool {
        self.words.trim().is_empty()
            && self.filters.is_empty()
            && self.patterns.is_empty()
            && self.error.is_none()
    }
}

/// A quote that begins and does not end holds nothing together.
fn unclosed(word: &str) -> Option<String> {
    let is_open = word.strip_prefix('"').is_some_and(|it| !it.contains('"'));
    let says = "a quote is not closed: its words are searched one by one";
    is_open.then(|| says.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Words, filters, phrases, excluded words, as one line.
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
        parts.extend(query.phrases.iter().map(|phrase| format!("{phrase:?}")));
        let patterns = query.patterns.iter();
        parts.extend(patterns.map(|pattern| format!("/{}/", pattern.source())));
        parts.extend(query.excluded.iter().map(Excluded::written));
        assert_eq!(parts.join(" "), expected, "{text:?}");
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
        check(
            "heading:\"how to\" -heading:x",
            "[] heading:how to -heading:x",
        );
    }

    #[test]
    fn a_hyphen_excludes_only_beside_something() {
        check("merge -segment", "[merge] -segment");
        check("-Wall", "[-Wall]");
        check("-Wall lang:c", "[] lang:c -Wall");
        check("a - b", "[a - b]");
        check("call/2 I/O", "[call/2 I/O]");
    }

    #[test]
    fn a_hyphen_excludes_phrases_and_patterns_too() {
        check("a -\"b c\"", "[a] -\"b c\"");
        check("a -/b c/ -d", "[a] -/b c/ -d");
        check("kind:struct -\"B\"", "[] kind:struct -\"B\"");
        check("\"a\" -/b/", "[a] \"a\" -/b/");
        check("-\"b c\" -/d/", "[-\"b c\" -/d/]");
        let alone = Query::parse("-\"b c\"", Mode::Hybrid).hint;
        assert!(alone.is_some_and(|hint| hint.starts_with("-\"b c\" is searched as text")));
        let broken = Query::parse("a -/fn (/", Mode::Hybrid).error;
        assert!(broken.is_some_and(|error| error.contains("/fn (/")));
    }

    #[test]
    fn quotes_hold_a_phrase() {
        check(
            "\"merge all segments\" now",
            "[merge all segments now] \"merge all segments\"",
        );
        check("say \"unclosed", "[say \"unclosed]");
        check("\"\"", "[\"\"]");
    }

    #[test]
    fn slashes_hold_a_pattern() {
        check("merge /fn \\w+/ lang:rust", "[merge] lang:rust /fn \\w+/");
        check("/a/ -b", "[] /a/ -b");
        let broken = Query::parse("merge /fn (/", Mode::Hybrid);
        assert_eq!((broken.words.as_str(), broken.patterns.len()), ("merge", 0));
        assert!(broken.error.is_some_and(|error| error.contains("/fn (/")));
    }

    #[test]
    fn a_pattern_takes_everything_but_filters_in_its_mode() {
        let check = |text, expected| check_in(Mode::Regex, text, expected);
        check("fn  \\w+ lang:rust  x", "[] lang:rust /fn  \\w+ x/");
        check("-x \"y\"", "[] /-x \"y\"/");
        check("/a b/", "[] /a b/");
        check("/", "[] ///");
        check("lang:rust", "[] lang:rust");
        check("std::vec", "[] /std::vec/");
    }

    #[test]
    fn an_unknown_filter_is_text_with_a_hint() {
        let hint = |text| Query::parse(text, Mode::Hybrid).hint;
        assert!(hint("note:this").is_some_and(|hint| hint.starts_with("note: is no filter")));
        assert!(hint("kind:nonsense").is_some_and(|hint| hint.starts_with("nonsense is no kind")));
        assert_eq!(hint("kind:fn"), None);
        assert!(hint("-in:nowhere").is_some_and(|hint| hint.contains("code, tests, docs, config")));
        assert_eq!(hint("in:test -in:Config"), None);
        assert_eq!(hint("what is in: this"), None);
        assert!(hint("lang:klingon").is_some_and(|hint| hint.contains("klingon")));
        assert!(hint("-page").is_some_and(|hint| hint.starts_with("-page is searched as text")));
        assert_eq!(hint("page -x"), None);
        assert!(hint("say \"unclosed words").is_some_and(|hint| hint.contains("not closed")));
        assert_eq!(hint("say \"closed words\" \"\""), None);
        assert_eq!(hint("https://x.org"), None);
        assert_eq!(hint("a::b"), None);
    }

    proptest! {
        #[test]
        fn every_text_means_something(text in "\\PC{0,40}", mode in 0..Mode::ALL.len()) {
            let query = Query::parse(&text, Mode::ALL[mode]);
            prop_assert_eq!(query.is_empty(), text.trim().is_empty());
            prop_assert_eq!(query.text, text);
        }
    }
}
