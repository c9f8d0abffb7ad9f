//! The filter at the cursor of a query, to complete it.
//!
//! Principal type: [`TypedFilter`].

use super::filter::{Filter, UnknownValue, known};
use super::tokens::{Token, tokens};
use std::ops::Range;

/// A filter that is being typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypedFilter {
    /// The filter so far; its value may be empty.
    pub filter: Filter,
    /// Byte range of the filter in the text.
    pub bytes: Range<usize>,
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
        let colon = word.find(':')?;
        let filter = Filter::parse_partial(word)?;
        (bytes.start + colon < cursor).then_some(Self { filter, bytes })
    }

    /// Returns true if the value is part of a valid one, but not valid itself.
    pub fn is_begun(&self) -> bool {
        let value = self.filter.value.to_lowercase();
        let mut known = known(self.filter.field).into_iter();
        UnknownValue::of(&self.filter).is_some() && known.any(|it| it.contains(&value))
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
