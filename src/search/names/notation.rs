//! Words that are written like names: `retry_policy`, `RetryPolicy`, `Session.retry`.

use crate::search::query::SEPARATORS;

/// Returns true for a word with inner capitals, underscores or digits.
pub(crate) fn is_identifier(word: &str) -> bool {
    word.contains('_')
        || word
            .chars()
            .skip(1)
            .any(|character| character.is_uppercase() || character.is_numeric())
}

/// Returns true if a word of a text is written as part of a name.
pub(super) fn is_of_name(text: &str, word: &str) -> bool {
    let end = word.as_ptr() as usize - text.as_ptr() as usize + word.len();
    let has_member = SEPARATORS.iter().any(|separator| {
        let member = text[end..].strip_prefix(separator);
        member.is_some_and(|member| member.starts_with(char::is_alphanumeric))
    });
    is_identifier(word) || has_owner(text, word) || has_member
}

/// Returns true if a separator joins a word of a text to the name before it.
pub(super) fn has_owner(text: &str, word: &str) -> bool {
    let start = word.as_ptr() as usize - text.as_ptr() as usize;
    SEPARATORS.iter().any(|separator| {
        let owner = text[..start].strip_suffix(separator);
        owner.is_some_and(|owner| owner.ends_with(char::is_alphanumeric))
    })
}
