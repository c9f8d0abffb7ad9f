//! Foreign text in messages, without the API key.
//!
//! Every text of a server or library passes through [`quoted()`] before it becomes part of a message.

use crate::http::ApiKey;
use crate::summary::line::{cut, one_line};

/// Maximum length of a quotation of a server or library, in characters.
const MAX_QUOTE_LEN: usize = 200;

/// A short line of foreign text without the key: servers quote a key that they refuse.
pub(super) fn quoted(text: &str, key: Option<&ApiKey>) -> String {
    let line = one_line(text);
    // Before truncation, so that no part of the key remains.
    let line = match key {
        Some(key) => key.hide_in(line),
        None => line,
    };
    cut(&line, MAX_QUOTE_LEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_never_shown() {
        let key = ApiKey::new(" sk-1\r\n");
        assert_eq!(format!("{:?}", Some(&key)), "Some(Key(…))");
        assert_eq!(quoted("no\nsk-1.", Some(&key)), "no (key).");
        let long = quoted(&format!("{} sk-1", "x".repeat(194)), Some(&key));
        assert!(!long.contains("sk"), "{long}");
    }
}
