//! Untrusted text as one line of bounded length.
//!
//! Every summary passes through [`one_line()`] and [`cut()`].

use crate::corpus::is_invisible;

/// Maximum length of a lead, the line next to a node of a tree, in characters.
pub const MAX_LEAD_LEN: usize = 120;

/// The text on one line: white space is collapsed; characters that are invisible or change the text direction
/// are removed. Zero-width joiners are kept: many scripts need them.
pub(super) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_whitespace() {
            if !line.is_empty() && !line.ends_with(' ') {
                line.push(' ');
            }
        } else if matches!(letter, '\u{200c}' | '\u{200d}')
            || !letter.is_control() && !is_invisible(letter)
        {
            line.push(letter);
        }
    }
    line.truncate(line.trim_end().len());
    line
}

/// The text, or its beginning up to a word with `…`, in at most `longest` characters.
pub(super) fn cut(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    if longest == 0 {
        return String::new();
    }
    let start: String = text.chars().take(longest.saturating_sub(1)).collect();
    let words = start.rsplit_once(' ').map_or(&*start, |(words, _)| words);
    format!(
        "{}…",
        words.trim_end_matches([' ', ',', ';', ':', '(', '.'])
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_line_has_single_spaces_and_nothing_invisible() {
        let check = |text: &str, expected| assert_eq!(one_line(text), expected, "{text:?}");
        check("  a\r\n\tb\u{2028}c ", "a b c");
        check("a\u{1b}[31mb\u{202e}c\u{0}", "a[31mbc");
        check("\u{feff}x\u{200b}y", "xy");
        check("क्\u{200d}ष", "क्\u{200d}ष");
    }

    #[test]
    fn a_long_line_is_cut_after_a_word() {
        let check = |longest, expected| assert_eq!(cut("merges, segments", longest), expected);
        check(16, "merges, segments");
        check(15, "merges…");
        check(6, "merge…");
        check(1, "…");
        check(0, "");
    }

    proptest! {
        #[test]
        fn a_cut_line_fits(text: String, longest in 0_usize..40) {
            let line = one_line(&text);
            prop_assert_eq!(&one_line(&line), &line);
            prop_assert!(cut(&line, longest).chars().count() <= longest);
        }
    }
}
