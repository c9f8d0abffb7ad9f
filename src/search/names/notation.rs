//! Words that are written like names: `retry_policy`, `RetryPolicy`, `Session.retry`.

use crate::search::query::SEPARATORS;

/// Returns true for a word with inner capitals, underscores or digits.
pub(super) fn is_identifier(word: &str) -> bool {
    word.contains('_')
        || word
            .chars()
            .skip(1)
            .any(|character| character.is_uppercase() || character.is_numeric())
}

/// Returns true if a word of a text is written as part of a name.
pub(super) fn is_of_name(text: &str, word: &str) -> bool {
    let (before, after) = are_joined(text, word);
    is_identifier(word) || before || after
}

/// Returns whether a separator joins a word to the one before it, and to the one after it.
pub(super) fn are_joined(text: &str, word: &str) -> (bool, bool) {
    let start = word.as_ptr() as usize - text.as_ptr() as usize;
    let (before, after) = (&text[..start], &text[start + word.len()..]);
    let is_name = |text: Option<char>| text.is_some_and(char::is_alphanumeric);
    let mut before = SEPARATORS
        .iter()
        .filter_map(|mark| before.strip_suffix(mark));
    let mut after = SEPARATORS
        .iter()
        .filter_map(|mark| after.strip_prefix(mark));
    (
        before.any(|before| is_name(before.chars().next_back())),
        after.any(|after| is_name(after.chars().next())),
    )
}
