//! Query parser. Every text is a valid query: unknown syntax is searched as text, with a hint.
//!
//! Principal type: [`Query`]. Invariant: only blank text gives an empty query.
//!
//! Parsing touches no index, so the prompt parses each key stroke.

use super::field::{Field, FilterCondition};
use super::filter::{Filter, lone_glob, lone_symbol, unknown_filter};
use super::long_text::{LongText, title};
use super::mode::{Form, Mode, is_long};
use super::pattern::{Case, Pattern, Switches, looks_like_regex};
use super::tokens::{Token, tokens};
use super::typed_location::has_path_at;
use crate::chunk::Kind;
use crate::corpus::without_escapes;
use crate::index::terms;

/// Maximum number of words that are searched: pasted logs have more.
pub(super) const MAX_WORDS: usize = 4_096;
/// Hint of a query with more words.
const TOO_MANY: &str = "only the first 4,096 words are searched";

/// Kinds with summaries, which are results only if a filter requests them.
pub(crate) const LEVELS: [Kind; 3] = [Kind::File, Kind::Module, Kind::Repository];

/// A parsed query.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Query {
    /// The text as typed.
    pub text: String,
    /// The form of the text.
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
    /// Switches for phrases and patterns.
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

/// The words of a query while it is read.
#[derive(Default)]
struct ReadWords {
    /// Words of the text.
    words: Vec<String>,
    /// Filters without a value, which the user is still typing.
    incomplete: Vec<String>,
    /// True if there are words besides phrases.
    has_free_words: bool,
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
        let text = &*without_escapes(text);
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
            && (is_long(body) || text.trim().contains('\n'))
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
        if query.hint.is_none() && mode != Mode::Regex && query.looks_like_regex() {
            query.hint =
                Some("This looks like a regular expression, which regex mode searches".to_owned());
        }
        if query.hint.is_none() && mode != Mode::Regex {
            query.hint = without_words(&query);
        }
        query
    }

    /// A query for exactly this text, in which nothing is syntax, within filters.
    pub fn exactly(text: &str, filters: &str, switches: Switches) -> Self {
        let filters = Self::parse_with(filters, Mode::Keywords, switches);
        let mut query = Self {
            text: text.to_owned(),
            switches: filters.switches,
            ..Self::default()
        };
        let phrase = query.phrase(text);
        query.phrases.extend(phrase);
        if filters.words.is_empty() && !filters.reads_text() && filters.mode == Mode::Keywords {
            query.filters = filters.filters;
            query.excluded = filters.excluded;
            query.error = query.error.or(filters.error);
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
        let mut read = ReadWords::default();
        let tokens = tokens(text);
        if tokens.len() > MAX_WORDS {
            self.hint = Some(TOO_MANY.to_owned());
        }
        let case = self.read_case(&tokens);
        for (bytes, token) in tokens.into_iter().take(MAX_WORDS) {
            match token {
                Token::Phrase(phrase) => {
                    read.words.push(phrase.to_owned());
                    if has_path_at(text, &bytes) {
                        read.has_free_words = true;
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
                Token::Word(word) => self.read_word(word, bytes.end == text.len(), &mut read),
            }
        }
        let ReadWords {
            mut words,
            incomplete,
            mut has_free_words,
        } = read;
        if let [word] = words.as_slice()
            && self.phrases.is_empty()
            && let Some(symbol) = lone_symbol(word)
        {
            self.filters.push(symbol);
            words.clear();
        }
        self.read_type(&mut words);
        if case == Some(Case::Sensitive) && has_free_words && self.mode != Mode::Symbol {
            let phrases: Vec<_> = words.iter().filter_map(|word| self.phrase(word)).collect();
            self.phrases = phrases;
            has_free_words = false;
        }
        let has_nothing = words.is_empty() && self.filters.is_empty() && self.patterns.is_empty();
        if has_nothing && !is_in_list {
            words = self.exclusions_as_words();
            words.extend(incomplete);
        }
        if has_free_words || self.phrases.is_empty() {
            self.words = words.join(" ");
        }
    }

    /// Reads a word: a filter, an exclusion, a filter without a value, or text.
    fn read_word(&mut self, word: &str, is_last: bool, read: &mut ReadWords) {
        let is_incomplete = Filter::parse_partial(word)
            .is_some_and(|filter| is_last || !filter.field.row().is_foreign);
        if let Some(filter) = Filter::parse(word) {
            self.add_filter(filter, &mut read.words);
        } else if let Some(rest) = word.strip_prefix('-')
            && rest.starts_with(char::is_alphanumeric)
        {
            self.hint = self.hint.take().or_else(|| unknown_filter(rest));
            self.excluded.push(Excluded::Word(rest.to_owned()));
        } else if is_incomplete {
            read.incomplete.push(word.to_owned());
        } else {
            let hint = self.hint.take().or_else(|| unknown_filter(word));
            self.hint = hint.or_else(|| unclosed(word));
            read.words.push(word.to_owned());
            read.has_free_words = true;
        }
    }

    /// Takes the exclusions as words of the text, because there is nothing to exclude them from: `-1`, `-Wall`.
    fn exclusions_as_words(&mut self) -> Vec<String> {
        let excluded = self.excluded.drain(..);
        let words: Vec<String> = excluded.map(|excluded| excluded.written()).collect();
        if self.hint.is_none()
            && let Some(first) = words.first()
        {
            let hint = "is searched as text: the query has nothing to exclude it from";
            self.hint = Some(format!("{first} {hint}"));
        }
        words
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
        let tokens = tokens(text);
        self.read_case(&tokens);
        for (bytes, token) in tokens {
            if let Token::Word(word) = token
                && let Some(filter) = Filter::parse(word)
            {
                rest.push_str(text.get(from..bytes.start).unwrap_or_default());
                let after = text.get(bytes.end..).unwrap_or_default();
                from = bytes.end + (after.len() - after.trim_start().len());
                self.add_filter(filter, &mut Vec::new());
                if rest.is_empty() {
                    self.pattern_start = from;
                }
            }
        }
        if let Some(filter) = self.take_types().first() {
            self.error = Some(format!("{} does not apply in regex mode", filter.written()));
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
    pub(super) fn compile(&mut self, source: &str) -> Option<Pattern> {
        match Pattern::new(source, self.switches) {
            Ok(pattern) => Some(pattern),
            Err(sentence) => {
                self.error = Some(sentence);
                None
            }
        }
    }

    /// Compiles a phrase; on failure, stores the reason in `error`.
    pub(super) fn phrase(&mut self, text: &str) -> Option<Pattern> {
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

    /// Returns the base of the first filter that requires a change, if there is one: none for git's HEAD.
    pub fn changed_base(&self) -> Option<Option<String>> {
        let mut required = self.filters.iter().filter(|filter| !filter.negated);
        required.find_map(|filter| match filter.condition() {
            FilterCondition::Changed(base) => Some(base),
            _ => None,
        })
    }

    /// Returns true for a query of filters alone that lists what changed: each copy of a declaration is a result.
    pub(crate) fn lists_changes(&self) -> bool {
        self.words.trim().is_empty()
            && self.required_text().next().is_none()
            && self.changed_base().is_some()
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

    /// Returns true if a function that is too long for one chunk is one result. All lines that match a phrase or a pattern
    /// are shown, those of every piece.
    pub(crate) fn joins_pieces(&self) -> bool {
        self.required_text().next().is_none()
    }

    /// Returns true if the query, of one line, is probably meant as a regular expression.
    pub fn looks_like_regex(&self) -> bool {
        // Values of filters do not count, except that of a word that was read as a path.
        let text = match lone_glob(&self.text) {
            Some(_) => self.text.trim(),
            None => self.words.trim(),
        };
        let is_syntax =
            !self.patterns.is_empty() || self.form != Form::Words && self.form != Form::Name;
        !is_syntax && !is_long(text) && looks_like_regex(text)
    }

    /// Returns true if something in the query excludes leaves: a filter, an exclusion, a phrase or a pattern.
    pub(crate) fn is_restricted(&self) -> bool {
        !self.filters.is_empty()
            || !self.excluded.is_empty()
            || self.required_text().next().is_some()
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

/// Returns a hint for a query of punctuation: neither retriever has terms for it.
fn without_words(query: &Query) -> Option<String> {
    let text = query.words.trim();
    if text.is_empty() || !terms::terms(text).is_empty() || query.required_text().next().is_some() {
        return None;
    }
    Some("the query has no letters and no digits: quotes and option -F find characters".to_owned())
}

/// Returns a hint for a word that opens a quote without closing it.
fn unclosed(word: &str) -> Option<String> {
    if word.strip_prefix('"')?.contains('"') {
        return None;
    }
    Some("unclosed quote: its words are searched separately".to_owned())
}
