//! Queries that narrow a list: what a row shows must match, and its chunk must pass the filters.
//!
//! Principal type: [`Passing`]. Words, phrases and patterns are compared with the texts of a row; filters are
//! decided by the index, which [`passing_of`](crate::search::passing_of) asks.

use super::filter::Filter;
use super::mode::Mode;
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

    /// Returns a text without one of its filters, wherever and however it is written, as `type:function` for
    /// `kind:function`.
    pub(crate) fn without_filter(text: &str, filter: &Filter) -> String {
        without(text, |word| {
            Filter::parse_partial(word).as_ref() == Some(filter)
                || Self::parse(word, Mode::Hybrid).filters.contains(filter)
        })
    }

    /// Returns a text without its filters.
    pub(crate) fn without_filters(text: &str) -> String {
        without(text, |word| Filter::parse_partial(word).is_some())
    }
}

/// Returns a text without the words that `is_dropped` selects and the white space after them.
fn without(text: &str, is_dropped: impl Fn(&str) -> bool) -> String {
    let mut rest = text.to_owned();
    for (bytes, token) in tokens(text).into_iter().rev() {
        if let Token::Word(word) = token
            && is_dropped(word)
        {
            let after = &rest[bytes.end..];
            let blank = after.len() - after.trim_start().len();
            rest.replace_range(bytes.start..bytes.end + blank, "");
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
        assert_eq!(Query::without_filters("a in:tests  b path:x/y c"), "a b c");
    }

    #[track_caller]
    fn check_removed(text: &str, filter: &str, expected: &str) {
        let filter = Filter::parse(filter).expect("a filter");
        assert_eq!(Query::without_filter(text, &filter), expected, "{text:?}");
    }

    #[test]
    fn removing_a_filter_keeps_the_rest_as_typed() {
        check_removed("\"a  b\" lang:rust /c  d/", "lang:rust", "\"a  b\" /c  d/");
        check_removed("a\n  b\n\nlang:rust", "lang:rust", "a\n  b");
        check_removed("lang:rust a lang:rust", "lang:rust", "a");
        check_removed("a lang:rust", "lang:go", "a lang:rust");
    }

    #[test]
    fn a_filter_that_is_written_in_another_form_is_removed() {
        check_removed("type:function a", "kind:function", "a");
        check_removed("*.toml", "path:*.toml", "");
        check_removed("@name", "sym:name", "");
    }
}
