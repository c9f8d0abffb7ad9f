//! The API key of a server, which is kept out of all output.
//!
//! Principal type: [`ApiKey`]. Every text of a server or library passes through [`quoted()`] before it
//! becomes part of a message.

use crate::summary::line::{cut, one_line};
use std::fmt;

/// Maximum length of a quotation of a server or library, in characters.
const MAX_QUOTE_LEN: usize = 200;

/// An API key. It is only sent to the configured host: neither `Debug` nor errors contain it.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

impl ApiKey {
    /// Creates a key without surrounding white space, such as the last line break of a file.
    pub fn new(key: &str) -> Self {
        Self(key.trim().to_owned())
    }

    /// Returns true for visible ASCII, the only valid text in a header.
    pub(super) fn is_sendable(&self) -> bool {
        !self.0.is_empty() && self.0.bytes().all(|byte| byte.is_ascii_graphic())
    }

    /// The value of the `Authorization` header.
    pub(super) fn bearer(&self) -> String {
        format!("Bearer {}", self.0)
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Key(…)")
    }
}

/// A short line of foreign text without the key: servers quote a key that they refuse.
pub(super) fn quoted(text: &str, key: Option<&ApiKey>) -> String {
    let line = one_line(text);
    // Before truncation, so that no part of the key remains.
    let line = match key {
        Some(ApiKey(key)) if !key.is_empty() => line.replace(key.as_str(), "(key)"),
        _ => line,
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

    #[test]
    fn a_header_takes_visible_ascii() {
        let check =
            |key: &str, expected| assert_eq!(ApiKey::new(key).is_sendable(), expected, "{key}");
        check("sk-1", true);
        check("", false);
        check("two words", false);
        check("ключ", false);
        check("a\r\nHost: elsewhere", false);
    }
}
