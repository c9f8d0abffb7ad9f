//! Filters of zoekt and Sourcegraph that are read as other syntax.
//!
//! The rows of the table of filters are marked `is_foreign`; [`Query`] is extended by the methods that read them.

use super::field::{Field, PATH_TYPE, SYMBOL_TYPE};
use super::filter::Filter;
use super::mode::Mode;
use super::parser::{Excluded, Query};
use super::pattern::{Case, looks_like_regex};
use super::tokens::Token;
use crate::chunk::Kind;
use std::ops::Range;

impl Query {
    /// Applies `case:`, which is read before the patterns that it changes.
    pub(super) fn read_case(&mut self, tokens: &[(Range<usize>, Token<'_>)]) -> Option<Case> {
        let mut typed = None;
        for (_, token) in tokens {
            if let Token::Word(word) = token
                && let Some(filter) = Filter::parse(word)
                && filter.field == Field::Case
                && let Some(case) = Case::named(&filter.value)
            {
                typed = Some(case);
            }
        }
        self.switches.case = typed.unwrap_or(self.switches.case);
        typed
    }

    /// Adds a filter, or the syntax that replaces it; a phrase is also among the words.
    pub(super) fn add_filter(&mut self, filter: Filter, words: &mut Vec<String>) {
        let Filter {
            field,
            value,
            negated,
        } = &filter;
        match field {
            Field::Content => self.add_content(value, *negated, words),
            Field::Case if Case::named(value).is_some() => {}
            Field::Type => self.filters.push(match Kind::named(value) {
                Some(kind) => Filter::new(Field::Kind, kind.name(), *negated),
                None => filter,
            }),
            _ => self.filters.push(filter),
        }
    }

    /// Adds the value of `content:`, a pattern or a phrase.
    fn add_content(&mut self, value: &str, negated: bool, words: &mut Vec<String>) {
        let is_regex = looks_like_regex(value);
        let text = if is_regex {
            self.compile(value)
        } else {
            self.phrase(value)
        };
        match (negated, is_regex) {
            (true, true) => self.excluded.extend(text.map(Excluded::Pattern)),
            (true, false) => self.excluded.extend(text.map(Excluded::Phrase)),
            (false, true) => self.patterns.extend(text),
            (false, false) => {
                self.phrases.extend(text);
                words.push(value.to_owned());
            }
        }
    }

    /// Takes `type:symbol` and `type:path`, which are no conditions.
    pub(super) fn take_types(&mut self) -> Vec<Filter> {
        let types = self.filters.extract_if(.., |filter| {
            filter.field == Field::Type && [SYMBOL_TYPE, PATH_TYPE].contains(&&*filter.value)
        });
        types.collect()
    }

    /// Applies `type:`, once all words are known.
    pub(super) fn read_type(&mut self, words: &mut Vec<String>) {
        for filter in self.take_types() {
            if filter.negated {
                self.error = Some(format!("{} cannot be excluded", filter.written()));
            } else if filter.value == SYMBOL_TYPE {
                self.mode = Mode::Symbol;
            } else {
                let files = Filter::new(Field::Kind, Kind::File.name(), false);
                self.filters.push(files);
                self.phrases.clear();
                let paths = words.drain(..);
                let paths = paths.map(|word| Filter::new(Field::File, &word, false));
                self.filters.extend(paths);
            }
        }
    }
}
