//! Pasted text: its filters, its title and its words.
//!
//! Principal type: [`LongText`]. Nothing in a long text is syntax, except filters before and after it.

use super::filter::Filter;
use super::mode::MAX_TYPED;
use super::tokens::{Token, tokens};

/// A pasted text.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct LongText<'t> {
    /// Filters before and after the text.
    pub(super) filters: Vec<Filter>,
    /// The text without them.
    pub(super) body: &'t str,
}

impl<'t> LongText<'t> {
    /// Splits a text. None for a single line that has only syntax, of any length.
    pub(super) fn parse(text: &'t str) -> Option<Self> {
        let tokens = tokens(text);
        let has_words = tokens.iter().any(|(_, token)| match token {
            Token::Word(word) => Filter::parse(word).is_none() && !word.starts_with('-'),
            _ => false,
        });
        if !text.trim().contains('\n') && !has_words {
            return None;
        }
        let mut filters = Vec::new();
        let mut body = 0..text.len();
        for (bytes, token) in &tokens {
            let Token::Word(word) = token else {
                break;
            };
            let Some(filter) = typed_filter(word) else {
                break;
            };
            filters.push(filter);
            body.start = bytes.end;
        }
        for (bytes, token) in tokens.iter().rev() {
            if let Token::Word(word) = token
                && body.contains(&bytes.start)
                && let Some(filter) = typed_filter(word)
            {
                filters.push(filter);
                body.end = bytes.start;
            } else {
                break;
            }
        }
        let body = text.get(body).unwrap_or_default().trim();
        Some(Self { filters, body })
    }
}

/// Parses a filter of one line.
fn typed_filter(word: &str) -> Option<Filter> {
    let filter = Filter::parse(word)?;
    (!filter.value.contains('\n') && !filter.field.row().is_foreign).then_some(filter)
}

/// Returns the title of a text: its first line or, if it is one long line, its first sentence.
pub(super) fn title(text: &str) -> &str {
    let line = text.trim().lines().next().unwrap_or_default();
    let Some((end, _)) = line.char_indices().nth(MAX_TYPED) else {
        return line;
    };
    let start = &line[..end];
    first_sentence(start).unwrap_or_else(|| match start.rsplit_once(char::is_whitespace) {
        Some((words, _)) => words,
        None => start,
    })
}

/// The first sentence of a text with more than one, or what precedes the first item of a list.
fn first_sentence(text: &str) -> Option<&str> {
    let mut words = text.match_indices(char::is_whitespace);
    let (end, _) = words.find(|(at, _)| {
        let (before, after) = (&text[..*at], &text[*at..]);
        before.ends_with(['.', '!', '?'])
            || after.trim_start().starts_with("* ")
            || after.trim_start().starts_with("- ")
    })?;
    Some(&text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the filters of a text, then its body; none for a query that is not a long text.
    #[track_caller]
    fn check(text: &str, expected: Option<(&str, &str)>) {
        let found = LongText::parse(text).map(|found| {
            let filters: Vec<String> = found.filters.iter().map(Filter::written).collect();
            (filters.join(" "), found.body.to_owned())
        });
        let expected = expected.map(|(filters, body)| (filters.to_owned(), body.to_owned()));
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn filters_precede_or_follow_a_text() {
        check(
            "lang:rust it fails\nat once",
            Some(("lang:rust", "it fails\nat once")),
        );
        check(
            "it fails -path:tests\tlang:rust",
            Some(("lang:rust -path:tests", "it fails")),
        );
        check(
            "it fails path:\"my docs\"",
            Some(("path:\"my docs\"", "it fails")),
        );
        check(
            "path:\"my docs\" it fails",
            Some(("path:\"my docs\"", "it fails")),
        );
        check("it is in:the way", Some(("", "it is in:the way")));
        check("lang: it\nfails", Some(("", "lang: it\nfails")));
        check("path:\"it\nfails", Some(("", "path:\"it\nfails")));
        check("lang:rust\npath:src", Some(("lang:rust path:src", "")));
    }

    #[test]
    fn a_line_of_nothing_but_syntax_is_no_text() {
        check("lang:rust -path:tests kind:fn", None);
        check("\"it fails at once\" lang:rust", None);
        check("/fn \\w+/ -\"it\" -x", None);
        check(
            "\"it fails\"\n\"at once\"",
            Some(("", "\"it fails\"\n\"at once\"")),
        );
    }

    #[test]
    fn the_title_is_the_first_line_or_sentence() {
        let check = |text: &str, expected: &str| assert_eq!(title(text), expected, "{text:?}");
        let long = "the worker stops ".repeat(9);
        check("\n It fails \nat once", "It fails ");
        check(&format!("It fails. At e.g. noon {long}"), "It fails.");
        check(&format!("It fails * At noon {long}"), "It fails");
        check(&long, &long[..118]);
        check(&"x".repeat(200), &"x".repeat(120));
    }
}
