//! What was typed, understood. Every text means something.

use super::Purpose;
use crate::chunk::Kind;
use std::iter::Peekable;
use std::str::CharIndices;

/// Which candidates are asked for; the ranking is the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// From keywords and from meaning.
    #[default]
    Hybrid,
    /// From keywords alone.
    Keywords,
    /// From meaning alone.
    Meaning,
}

impl Mode {
    /// The name in arguments, JSON and the title.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hybrid => "hybrid",
            Self::Keywords => "keywords",
            Self::Meaning => "meaning",
        }
    }

    /// The mode of a name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Hybrid, Self::Keywords, Self::Meaning]
            .into_iter()
            .find(|mode| mode.name() == name)
    }
}

/// Which edit of the prompt a query, and so its answer, belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Revision(pub u64);

/// What a filter looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// `lang:rust`: the language, an alias, or the file's extension.
    Language,
    /// `path:src/index`: part of the path, or a pattern with `*` and `?`.
    Path,
    /// `kind:method`.
    Kind,
    /// `sym:Foo`: the name of what is defined.
    Symbol,
    /// `heading:Install`: a heading of the document above it.
    Heading,
    /// `in:tests`: what it is there for.
    In,
}

impl Field {
    /// The name before the colon.
    pub fn name(self) -> &'static str {
        match self {
            Self::Language => "lang",
            Self::Path => "path",
            Self::Kind => "kind",
            Self::Symbol => "sym",
            Self::Heading => "heading",
            Self::In => "in",
        }
    }

    /// Every field, in the order of the documentation.
    const ALL: [Self; 6] = [
        Self::Language,
        Self::Path,
        Self::Kind,
        Self::Symbol,
        Self::Heading,
        Self::In,
    ];

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.name() == name)
    }
}

/// A filter, as shown in a chip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// What it looks at.
    pub field: Field,
    /// What it must (or must not) match; not empty.
    pub value: String,
    /// Written with a leading `-`.
    pub negated: bool,
}

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
    /// `-word`: does not stand in the leaf's text.
    pub excluded: Vec<String>,
    /// What looks like a filter and is none; for the status line.
    pub hint: Option<String>,
    /// Candidates from where.
    pub mode: Mode,
}

impl Query {
    /// Understands a text. Only a known filter name followed by `:` and something that is no colon
    /// is a filter (`absl::Mutex` is text); `-x` excludes only before a known filter, or a word
    /// when other words remain.
    pub fn parse(text: &str, mode: Mode) -> Self {
        let mut query = Self {
            text: text.to_owned(),
            mode,
            ..Self::default()
        };
        let mut words = Vec::new();
        let mut excluded = Vec::new();
        for token in tokens(text) {
            match token {
                Token::Phrase(phrase) => {
                    words.push(phrase.clone());
                    query.phrases.push(phrase);
                }
                Token::Word(word) => match filter(&word) {
                    Some(filter) => {
                        query.hint = query.hint.or_else(|| unknown_value(&filter));
                        query.filters.push(filter);
                    }
                    None => match word.strip_prefix('-') {
                        Some(rest) if rest.starts_with(char::is_alphanumeric) => {
                            excluded.push(rest.to_owned())
                        }
                        _ => {
                            query.hint = query.hint.or_else(|| unknown_filter(&word));
                            words.push(word);
                        }
                    },
                },
            }
        }
        if words.is_empty() && query.filters.is_empty() {
            // Nothing to exclude from: `-1` and `-Wall` are what is looked for.
            words = excluded.drain(..).map(|word| format!("-{word}")).collect();
        }
        query.words = words.join(" ");
        query.excluded = excluded;
        query
    }

    /// Whether there is nothing to answer.
    pub fn is_empty(&self) -> bool {
        self.words.trim().is_empty() && self.filters.is_empty()
    }
}

fn filter(word: &str) -> Option<Filter> {
    let (negated, word) = match word.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, word),
    };
    let (name, value) = word.split_once(':')?;
    let field = Field::named(name)?;
    let value = value.trim_matches('"');
    (!value.is_empty() && !value.starts_with(':')).then(|| Filter {
        field,
        value: value.to_owned(),
        negated,
    })
}

/// A value of a closed list that is not in it.
fn unknown_value(filter: &Filter) -> Option<String> {
    let value = &filter.value;
    match filter.field {
        Field::Kind if Kind::named(value).is_none() => {
            let kinds = Kind::ALL.map(Kind::name).join(", ");
            Some(format!("{value} is no kind; these are: {kinds}"))
        }
        Field::In if Purpose::named(value).is_none() => {
            let purposes = Purpose::ALL.map(Purpose::name).join(", ");
            Some(format!("in:{value} is not known; these are: {purposes}"))
        }
        _ => None,
    }
}

/// `foo:bar` with a plain lower-case name was perhaps meant as a filter.
fn unknown_filter(word: &str) -> Option<String> {
    let (name, value) = word.split_once(':')?;
    let plain = !name.is_empty() && name.chars().all(|character| character.is_ascii_lowercase());
    let meant = plain && !value.is_empty() && !value.starts_with([':', '/']);
    meant.then(|| {
        let known = Field::ALL.map(|field| format!("{}:", field.name()));
        let known = known.join(" ");
        format!("{name}: is no filter ({known} are); searched as text")
    })
}

enum Token {
    Word(String),
    Phrase(String),
}

/// Splits at white space; quotes hold together, alone as a phrase and after a filter's colon.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut characters = text.char_indices().peekable();
    while let Some(&(start, character)) = characters.peek() {
        if character.is_whitespace() {
            characters.next();
        } else if let Some(phrase) = quoted(text, start) {
            skip(&mut characters, start + phrase.len() + 2);
            tokens.push(Token::Phrase(phrase.to_owned()));
        } else {
            let end = word_end(text, start);
            skip(&mut characters, end);
            tokens.push(Token::Word(text[start..end].to_owned()));
        }
    }
    tokens
}

/// What stands between a quote at `start` and the next one, unless that is blank.
fn quoted(text: &str, start: usize) -> Option<&str> {
    let inside = text[start..].strip_prefix('"')?;
    let phrase = &inside[..inside.find('"')?];
    (!phrase.trim().is_empty()).then_some(phrase)
}

fn word_end(text: &str, start: usize) -> usize {
    let rest = &text[start..];
    let blank = rest.find(char::is_whitespace).unwrap_or(rest.len());
    // path:"with spaces"
    if let Some(quote) = rest[..blank].find(":\"")
        && let Some(phrase) = quoted(rest, quote + 1)
    {
        return start + quote + 1 + phrase.len() + 2;
    }
    start + blank
}

fn skip(characters: &mut Peekable<CharIndices<'_>>, end: usize) {
    while characters.next_if(|(at, _)| *at < end).is_some() {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Words, filters, phrases, excluded words, as one line.
    fn check(text: &str, expected: &str) {
        let query = Query::parse(text, Mode::Hybrid);
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
        parts.extend(query.excluded.iter().map(|word| format!("-{word}")));
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
    fn quotes_hold_a_phrase() {
        check(
            "\"merge all segments\" now",
            "[merge all segments now] \"merge all segments\"",
        );
        check("say \"unclosed", "[say \"unclosed]");
        check("\"\"", "[\"\"]");
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
        assert_eq!(hint("https://x.org"), None);
        assert_eq!(hint("a::b"), None);
    }

    proptest! {
        #[test]
        fn every_text_means_something(text in "\\PC{0,40}") {
            let query = Query::parse(&text, Mode::Hybrid);
            prop_assert_eq!(query.is_empty(), text.trim().is_empty());
        }
    }
}
