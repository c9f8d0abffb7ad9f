//! Queries that narrow a list: what a row shows must match, and its chunk must pass the filters.
//!
//! Principal type: [`Passing`]. Words, phrases and patterns are compared with the texts of a row; filters are
//! decided by the index, which [`passing_of`](crate::search::passing_of) asks.

use super::filter::Filter;
use super::parser::{Excluded, Query};
use super::pattern::Pattern;
use super::tokens::{Token, tokens};
use super::unknown_value::UnknownValue;
use crate::chunk::ChunkId;
use crate::corpus::SourcePath;
use std::collections::HashSet;
use std::sync::Arc;

/// The chunks of a list, and the files, that pass the filters of a query.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Passing {
    /// Of the chunks that were asked for.
    pub chunks: HashSet<ChunkId>,
    /// All files in which a leaf passes, sorted.
    pub files: Arc<[SourcePath]>,
}

impl Passing {
    /// Returns true if a leaf of a file passes.
    pub(crate) fn has_file(&self, path: &SourcePath) -> bool {
        self.files.binary_search(path).is_ok()
    }
}

impl Query {
    /// Parses a query that narrows a list. `-word` excludes also without other words, because there is a list to
    /// exclude from; a filter whose value is unknown, or not typed to its end, narrows nothing.
    pub(crate) fn parse_in_list(text: &str) -> Self {
        let mut query = Self {
            text: text.to_owned(),
            ..Self::default()
        };
        query.parse_words_of(text, true);
        query.filters.retain(|filter| {
            UnknownValue::of(filter).is_none_or(|unknown| unknown.may_be_extension)
        });
        query
    }

    /// Returns true if the texts of a row have every word, phrase and pattern, and nothing that is excluded; case
    /// matters as in a search. Filters are not compared.
    pub(crate) fn matches_row(&self, texts: &[&str]) -> bool {
        let folded: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
        let has = |word: &str| {
            let word = word.to_lowercase();
            folded.iter().any(|text| text.contains(&word))
        };
        let matches =
            |pattern: &Pattern| texts.iter().any(|text| pattern.matches_in(text.as_bytes()));
        self.words.split_whitespace().all(has)
            && self.required_text().all(matches)
            && !self.excluded.iter().any(|excluded| match excluded {
                Excluded::Word(word) => has(word),
                Excluded::Phrase(pattern) | Excluded::Pattern(pattern) => matches(pattern),
            })
    }

    /// Returns a text without one of its filters, wherever it occurs.
    pub(crate) fn without_filter(text: &str, filter: &Filter) -> String {
        let rest = without(text, |found| found == filter);
        rest.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns a text without its filters.
    pub(crate) fn without_filters(text: &str) -> String {
        without(text, |_| true)
    }
}

/// Returns a text without the filters that `is_dropped` selects.
fn without(text: &str, is_dropped: impl Fn(&Filter) -> bool) -> String {
    let mut rest = text.to_owned();
    for (bytes, token) in tokens(text).into_iter().rev() {
        if let Token::Word(word) = token
            && Filter::parse_partial(word).is_some_and(|filter| is_dropped(&filter))
        {
            rest.replace_range(bytes, "");
        }
    }
    rest.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, texts: &[&str], expected: bool) {
        assert_eq!(
            Query::parse_in_list(text).matches_row(texts),
            expected,
            "{text:?}"
        );
    }

    #[test]
    fn every_word_of_a_row_narrows_a_list() {
        let row = ["src/db.c", "Session.get", "let x = Session::get(key);"];
        check("", &row, true);
        check("SESSION db", &row, true);
        check("session merge", &row, false);
        check("\"get(key)\"", &row, true);
        check("\"Get(key)\"", &row, false);
        check("/get\\(\\w+\\)/", &row, true);
        check("-session", &row, false);
        check("-merge", &row, true);
        check("get -\"x =\"", &row, false);
    }

    #[test]
    fn filters_are_no_words_of_a_row() {
        check("in:tests lang:rust", &["src/db.c"], true);
        check("in:te", &["src/db.c"], true);
        assert_eq!(Query::parse_in_list("in:te").filters, []);
        assert_eq!(Query::parse_in_list("path:src -in:tests").filters.len(), 2);
        assert_eq!(
            Query::without_filters("a in:tests  b path:x/y c"),
            "a   b  c"
        );
    }
}
