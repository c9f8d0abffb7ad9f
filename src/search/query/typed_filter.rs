//! The filter at the cursor of a query, to complete it.
//!
//! Principal types: [`TypedFilter`] and [`Offer`].

use super::field::Offered;
use super::filter::Filter;
use super::tokens::{Token, tokens};
use super::unknown_value::UnknownValue;
use std::ops::Range;

/// A filter that is being typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypedFilter {
    /// The filter so far; its value may be empty.
    pub filter: Filter,
    /// Byte range of the filter in the text.
    pub bytes: Range<usize>,
}

/// A completion of a filter's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The completed value.
    pub value: String,
    /// Number of leaves that pass it and all other filters.
    pub count: usize,
}

impl TypedFilter {
    /// Returns the filter at a cursor after its colon; `cursor` is a byte offset in `text`.
    pub fn at(text: &str, cursor: usize) -> Option<Self> {
        let (bytes, token) = tokens(text)
            .into_iter()
            .find(|(bytes, _)| bytes.start < cursor && cursor <= bytes.end)?;
        let Token::Word(word) = token else {
            return None;
        };
        if cursor <= bytes.start + word.find(':')? {
            return None;
        }
        let filter = Filter::parse_partial(word)?;
        Some(Self { filter, bytes })
    }

    /// Returns true if there are offers, and none of them is the typed value.
    pub fn has_choice(&self, offers: &[Offer]) -> bool {
        let typed = &self.filter.value;
        if let ([only], Offered::Paths) = (offers, &self.filter.field.row().offered) {
            return only.value.trim_end_matches('/') != typed;
        }
        !offers.is_empty()
            && !offers
                .iter()
                .any(|offer| offer.value.eq_ignore_ascii_case(typed))
    }

    /// Returns true for an incomplete value: an empty one, a part of a valid one of a list, and a name if there
    /// is a choice of others.
    pub fn is_incomplete(&self, offers: &[Offer]) -> bool {
        let Filter { field, value, .. } = &self.filter;
        if value.is_empty() {
            return true;
        }
        if let Offered::Names(_) = field.row().offered {
            return self.has_choice(offers);
        }
        let part = value.to_lowercase();
        UnknownValue::of(&self.filter).is_some()
            && field.values().iter().any(|valid| valid.contains(&part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Checks the filter at a cursor, written as `|`, and its text.
    fn check(text: &str, expected: Option<(&str, &str)>) {
        let cursor = text.find('|').expect("a cursor");
        let text = text.replace('|', "");
        let typing = TypedFilter::at(&text, cursor);
        let found = typing.map(|typing| (typing.filter.written(), text[typing.bytes].to_owned()));
        let expected = expected.map(|(filter, at)| (filter.to_owned(), at.to_owned()));
        assert_eq!(found, expected, "{text} {cursor}");
    }

    #[test]
    fn filter_values_are_completed_after_the_colon() {
        check("merge lang:ru|", Some(("lang:ru", "lang:ru")));
        check("lang:| merge", Some(("lang:", "lang:")));
        check("-path:sr|c x", Some(("-path:src", "-path:src")));
        check("path:\"dir w|", Some(("path:\"dir w\"", "path:\"dir w")));
        check("lang|:rust", None);
        check("lang:rust |", None);
        check("path::jo|in", None);
        check("note:th|is", None);
        check("\"lang:ru|\"", None);
        check("/lang:ru|/", None);
        check("|", None);
    }

    proptest! {
        #[test]
        fn any_cursor_position_is_valid(text in "[a:\"/é -]{0,12}|lang:\\PC{0,6}", cursor in 0usize..20) {
            if let Some(typing) = TypedFilter::at(&text, cursor) {
                let word = text.get(typing.bytes).unwrap_or_default();
                prop_assert_eq!(Filter::parse_partial(word), Some(typing.filter));
            }
        }
    }
}
