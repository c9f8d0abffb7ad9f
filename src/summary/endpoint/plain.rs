//! Text from elsewhere made fit for one line of a screen.

/// Printed in place of what was cut.
const CUT: char = '…';

/// Whether a character is unseen and can change how others are seen: controls, bidirectional
/// marks, tags, invisible operators. Zero-width joiners stay: many scripts are written with them.
pub(super) fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Single spaces for all white space, nothing unseen.
pub(super) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_whitespace() {
            if !line.ends_with(' ') && !line.is_empty() {
                line.push(' ');
            }
        } else if !is_unseen(character) {
            line.push(character);
        }
    }
    line.truncate(line.trim_end().len());
    line
}

/// At most so many characters; what was cut shows as `…`.
pub(super) fn shortened(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(longest.saturating_sub(1)).collect();
    short.truncate(short.trim_end().len());
    if longest > 0 {
        short.push(CUT);
    }
    short
}

/// The longest start of a text that is no longer than so many bytes and cuts no character.
pub(super) fn head(text: &str, longest: usize) -> &str {
    text.get(..text.floor_char_boundary(longest))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_line_has_single_spaces_and_nothing_unseen() {
        let check = |text: &str, expected| assert_eq!(one_line(text), expected, "{text:?}");
        check("  a\r\n\tb\u{2028}c ", "a b c");
        check("a\u{1b}[31mb\u{202e}c\u{0}", "a[31mbc");
        check("\u{feff}x\u{200b}y", "xy");
        check("\u{1b} \u{1b}", "");
        check("क्\u{200d}ष", "क्\u{200d}ष");
    }

    #[test]
    fn what_is_cut_shows() {
        let check = |longest, expected| assert_eq!(shortened("ab cdé", longest), expected);
        check(6, "ab cdé");
        check(5, "ab c…");
        check(4, "ab…");
        check(1, "…");
        check(0, "");
    }

    proptest! {
        #[test]
        fn a_line_is_its_own_line(text in any::<String>()) {
            let line = one_line(&text);
            prop_assert!(!line.chars().any(is_unseen));
            prop_assert_eq!(line.trim(), &line);
            prop_assert_eq!(one_line(&line), line);
        }

        #[test]
        fn a_head_starts_the_text(text in any::<String>(), longest in 0usize..40) {
            let start = head(&text, longest);
            prop_assert!(start.len() <= longest && text.starts_with(start));
        }
    }
}
