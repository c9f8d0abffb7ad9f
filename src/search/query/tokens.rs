//! Tokens of a query: words, and quoted or slash-delimited text with spaces.
//!
//! Principal type: [`Token`]. Invariant: an unclosed quote or slash is part of a word, so every text has
//! tokens; only in the value of a filter does a quote enclose the rest of the text. The parser, completion and
//! locations use the same tokens.

use super::filter::Filter;
use std::ops::Range;

/// A token. Only quoted or slash-delimited text contains spaces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// A word or a filter.
    Word(&'t str),
    /// Text between quotes.
    Phrase(&'t str),
    /// Text between slashes.
    Pattern(&'t str),
    /// A phrase after a hyphen.
    ExcludedPhrase(&'t str),
    /// A pattern after a hyphen.
    ExcludedPattern(&'t str),
}

/// Splits a text at white space, and returns each token with its byte range. Quotes enclose a phrase
/// or the value of a filter; slashes enclose a pattern. A hyphen may precede each.
pub(super) fn tokens(text: &str) -> Vec<(Range<usize>, Token<'_>)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let start = at + (rest.len() - rest.trim_start().len());
        if start == text.len() {
            break;
        }
        let (length, token) = token(&text[start..]);
        tokens.push((start..start + length, token));
        at = start + length;
    }
    tokens
}

/// Returns the first token and its length in bytes. The text does not start with white space.
fn token(rest: &str) -> (usize, Token<'_>) {
    if let Some(phrase) = in_quotes(rest) {
        return (phrase.len() + 2, Token::Phrase(phrase));
    }
    if let Some(pattern) = in_slashes(rest) {
        return (pattern.len() + 2, Token::Pattern(pattern));
    }
    if let Some(excluded) = rest.strip_prefix('-') {
        if let Some(phrase) = in_quotes(excluded) {
            return (phrase.len() + 3, Token::ExcludedPhrase(phrase));
        }
        if let Some(pattern) = in_slashes(excluded) {
            return (pattern.len() + 3, Token::ExcludedPattern(pattern));
        }
    }
    let word = &rest[..word_end(rest)];
    (word.len(), Token::Word(word))
}

/// Returns the text between a leading quote and the next one, unless it is blank.
fn in_quotes(rest: &str) -> Option<&str> {
    let (phrase, _) = rest.strip_prefix('"')?.split_once('"')?;
    (!phrase.trim().is_empty()).then_some(phrase)
}

/// Returns the text between a leading slash and the closing one, which ends the same word (`/src/.*/`) or, if
/// there is no slash in between, a later one. `I/O`, `call/2` and `/usr/bin` are not patterns.
fn in_slashes(rest: &str) -> Option<&str> {
    let inside = rest.strip_prefix('/')?;
    let word = inside.split(char::is_whitespace).next()?;
    if let Some(whole) = word.strip_suffix('/')
        && !whole.is_empty()
        && !whole.ends_with('\\')
    {
        return Some(whole);
    }
    let end = unescaped_slash(inside)?;
    let (pattern, after) = (inside.get(..end)?, inside.get(end + 1..)?);
    let ends_token = after.is_empty() || after.starts_with(char::is_whitespace);
    let begins = !pattern.is_empty() && !pattern.starts_with(char::is_whitespace);
    (ends_token && begins).then_some(pattern)
}

/// Byte offset of the first slash that is not escaped.
fn unescaped_slash(text: &str) -> Option<usize> {
    for (at, _) in text.match_indices('/') {
        let backslashes = at - text[..at].trim_end_matches('\\').len();
        if backslashes.is_multiple_of(2) {
            return Some(at);
        }
    }
    None
}

/// Length of a word; a quoted value of a filter may contain spaces. While its quote is not closed, the value
/// of a known filter extends to the end of the text.
fn word_end(rest: &str) -> usize {
    let blank = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let quote = rest.get(..blank).and_then(|word| word.find(":\""));
    let end = quote.and_then(|quote| {
        let (name, value) = (rest.get(..=quote)?, rest.get(quote + 2..)?);
        // Two quotes represent one quote in the value.
        let mut closing = value.find('"');
        while let Some(at) = closing
            && value[at + 1..].starts_with('"')
        {
            closing = value[at + 2..].find('"').map(|next| at + 2 + next);
        }
        let is_filter = closing.is_some() || Filter::parse_partial(name).is_some();
        let inside = value.get(..closing.unwrap_or(value.len()))?;
        (is_filter && !inside.trim().is_empty()).then_some(quote + 3 + inside.len())
    });
    end.map_or(blank, |end| end.min(rest.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, expected: &[Token<'_>]) {
        let found: Vec<_> = tokens(text).into_iter().map(|(_, token)| token).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn slashes_enclose_a_pattern_only_as_a_whole_token() {
        use Token::{Pattern, Word};
        check("a /fn \\w+/ b", &[Word("a"), Pattern("fn \\w+"), Word("b")]);
        check("/a.b/", &[Pattern("a.b")]);
        check("/src/.*rs/", &[Pattern("src/.*rs")]);
        check("/a\\/ b/", &[Pattern("a\\/ b")]);
        check("call/2 I/O", &[Word("call/2"), Word("I/O")]);
        check("/usr/bin x/", &[Word("/usr/bin"), Word("x/")]);
        check(
            "a / b / c",
            &[Word("a"), Word("/"), Word("b"), Word("/"), Word("c")],
        );
        check("// /", &[Word("//"), Word("/")]);
        check("/open", &[Word("/open")]);
    }

    #[test]
    fn quotes_enclose_a_phrase_or_a_value() {
        use Token::{Phrase, Word};
        check("\"a b\" c", &[Phrase("a b"), Word("c")]);
        check("sym:\"a b\" c", &[Word("sym:\"a b\""), Word("c")]);
        let doubled = "sym:\"a \"\"b\"\"\"";
        check(&format!("{doubled} c"), &[Word(doubled), Word("c")]);
        check("say \"unclosed", &[Word("say"), Word("\"unclosed")]);
        check("\"\"", &[Word("\"\"")]);
    }

    #[test]
    fn an_unclosed_quote_encloses_the_rest_only_in_a_filter() {
        use Token::Word;
        check("a path:\"dir w", &[Word("a"), Word("path:\"dir w")]);
        check("-path:\"dir ", &[Word("-path:\"dir ")]);
        check("sym:\"a \"\"b", &[Word("sym:\"a \"\"b")]);
        check("path:\" ", &[Word("path:\"")]);
        check("path:\" \" b", &[Word("path:\""), Word("\""), Word("b")]);
        check("note:\"a b", &[Word("note:\"a"), Word("b")]);
        check("path::\"a b", &[Word("path::\"a"), Word("b")]);
    }

    #[test]
    fn a_hyphen_negates_phrases_and_patterns() {
        use Token::{ExcludedPattern, ExcludedPhrase, Phrase, Word};
        check("-\"a b\" c", &[ExcludedPhrase("a b"), Word("c")]);
        check("-/a b/ c", &[ExcludedPattern("a b"), Word("c")]);
        check("-/usr/bin", &[Word("-/usr/bin")]);
        check("-\"unclosed", &[Word("-\"unclosed")]);
        check("- \"a\"", &[Word("-"), Phrase("a")]);
        check("-sym:\"a b\"", &[Word("-sym:\"a b\"")]);
    }

    proptest! {
        #[test]
        fn tokens_cover_everything_but_white_space(text in "[a-b\"/: \\\\é-]{0,16}") {
            let mut rest = text.clone();
            for (bytes, _) in tokens(&text).into_iter().rev() {
                prop_assert!(!bytes.is_empty());
                rest.replace_range(bytes, "");
            }
            prop_assert!(rest.trim().is_empty());
        }
    }
}
