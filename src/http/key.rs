//! The key of a server, which is kept out of all output.
//!
//! Principal type: [`ApiKey`].

use std::fmt;

/// An API key. It is only sent to the named host: neither `Debug` nor errors contain it.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

impl ApiKey {
    /// Creates a key without surrounding white space, such as the last line break of a file.
    pub fn new(key: &str) -> Self {
        Self(key.trim().to_owned())
    }

    /// Returns true for visible ASCII, the only valid text in a header.
    #[cfg_attr(
        not(any(feature = "summary-server", test)),
        expect(dead_code, reason = "used only by clients")
    )]
    pub(crate) fn is_sendable(&self) -> bool {
        !self.0.is_empty() && self.0.bytes().all(|byte| byte.is_ascii_graphic())
    }

    /// The value of the `Authorization` header.
    #[cfg_attr(
        not(feature = "summary-server"),
        expect(dead_code, reason = "used only by clients")
    )]
    pub(crate) fn bearer(&self) -> String {
        format!("Bearer {}", self.0)
    }

    /// The text with `(key)` in place of the key.
    #[cfg_attr(
        not(feature = "summary-server"),
        expect(dead_code, reason = "used only by clients")
    )]
    pub(crate) fn hide_in(&self, text: String) -> String {
        if self.0.is_empty() {
            text
        } else {
            text.replace(&self.0, "(key)")
        }
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Key(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
