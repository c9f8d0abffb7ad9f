//! Table of characters that are invisible or change the appearance of others.
//!
//! With [`is_invisible()`] the screen, plain output and summaries escape or remove such characters of a
//! repository. [`without_escapes()`] removes the colors of a terminal's output from a query.

use std::borrow::Cow;

/// Returns true for a C1 control, a bidirectional override or isolate, a zero-width character, a
/// tag, a filler or a line separator. Variation selectors are not included.
pub fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{80}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}'
        | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Removes the escape sequences of a terminal.
pub fn without_escapes(text: &str) -> Cow<'_, str> {
    if !text.contains('\u{1b}') {
        return text.into();
    }
    let mut parts = text.split('\u{1b}');
    let mut clean = parts.next().unwrap_or_default().to_owned();
    parts.for_each(|part| clean.push_str(after_escape(part)));
    clean.into()
}

/// Returns what follows an escape sequence, given the text behind its escape character.
fn after_escape(text: &str) -> &str {
    let end = match text.as_bytes() {
        [b'[', rest @ ..] => {
            let parameters = rest.iter().take_while(|byte| matches!(byte, b' '..=b'?'));
            let end = parameters.count();
            let has_final = rest
                .get(end)
                .is_some_and(|byte| matches!(byte, b'@'..=b'~'));
            1 + end + usize::from(has_final)
        }
        // A command of the operating system, such as a link, ends here or at the next escape.
        [b']', ..] => text.find('\u{7}').map_or(text.len(), |end| end + 1),
        [b'(' | b')', b'0'..=b'z', ..] => 2,
        [first, ..] => usize::from(first.is_ascii()),
        [] => 0,
    };
    text.get(end..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_are_removed() {
        let check = |text: &str, expected: &str| assert_eq!(without_escapes(text), expected);
        check("a [b]", "a [b]");
        check("\u{1b}[1m\u{1b}[38;5;9merror\u{1b}[0m: x", "error: x");
        check(
            "\u{1b}]8;;file:///a\u{1b}\\a.rs:3\u{1b}]8;;\u{7} b",
            "a.rs:3 b",
        );
        check("\u{1b}(B\u{1b}[mé", "é");
        check("a\u{1b}", "a");
        check("a\u{1b}[3", "a");
        check("a\u{1b}é", "aé");
    }
}
