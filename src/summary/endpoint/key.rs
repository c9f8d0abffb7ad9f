//! The secret that opens an endpoint, kept out of everything that is shown.

use super::plain;
use std::fmt;

/// What stands where a key stood.
const HIDDEN: &str = "(key)";

/// An API key. It is sent to the configured host and shown nowhere: not by `Debug`, not in errors.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// Takes a key as it was found; white space around it, such as a file's last line break, is no
    /// part of it.
    pub fn new(key: &str) -> Self {
        Self(key.trim().to_owned())
    }

    /// Whether it can stand in a header: visible ASCII, and some of it.
    pub(super) fn is_sendable(&self) -> bool {
        !self.0.is_empty() && self.0.bytes().all(|byte| byte.is_ascii_graphic())
    }

    /// The value of an `Authorization` header.
    pub(super) fn bearer(&self) -> String {
        format!("Bearer {}", self.0)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Key(…)")
    }
}

/// Somebody else's words in one short line, for a message of ours: servers quote the key they
/// refuse. Hidden before it is shortened, lest a part of it stays.
pub(super) fn quoted(text: &str, key: Option<&Key>, longest: usize) -> String {
    let line = plain::one_line(text);
    let line = match key {
        Some(Key(key)) if !key.is_empty() => line.replace(key.as_str(), HIDDEN),
        _ => line,
    };
    plain::shortened(&line, longest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn debug_hides_it() {
        assert_eq!(format!("{:?}", Some(Key::new("sk-1"))), "Some(Key(…))");
    }

    #[test]
    fn white_space_is_no_part_of_it() {
        assert_eq!(Key::new(" sk-1\r\n"), Key::new("sk-1"));
    }

    #[test]
    fn a_header_takes_visible_ascii() {
        let check =
            |key: &str, expected| assert_eq!(Key::new(key).is_sendable(), expected, "{key}");
        check("sk-1", true);
        check("", false);
        check("two words", false);
        check("ключ", false);
        check("a\r\nHost: elsewhere", false);
    }

    proptest! {
        #[test]
        fn no_quote_has_it(
            key in "[!-~]{4,40}",
            before in "\\PC{0,60}",
            after in "\\PC{0,300}",
            longest in 1usize..200,
        ) {
            prop_assume!(!HIDDEN.contains(&key));
            let quote = quoted(&format!("{before} {key} {after}"), Some(&Key::new(&key)), longest);
            prop_assert!(quote.chars().count() <= longest);
            prop_assert!(!quote.contains(&key), "{quote}");
        }
    }
}
