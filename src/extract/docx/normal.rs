//! White space and characters as they are read, not as they are laid out.

use super::symbol::{self, SignFont};

/// Adds the characters of a text element: line ends are spaces there, and what is invisible or
/// only its font knows is left out.
pub(super) fn push(line: &mut String, text: &str, font: Option<SignFont>) {
    for character in text.chars() {
        match character {
            // A no-break space is a space to whoever looks for the words.
            '\u{a0}' | '\u{2028}' | '\u{2029}' | '\u{202f}' => line.push(' '),
            // Soft hyphens, zero-width spaces and marks of the byte order.
            '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => {}
            character if character.is_control() => line.push(' '),
            character if symbol::is_private(character) => {
                line.extend(font.and_then(|font| font.sign(u32::from(character))));
            }
            character => line.push(character),
        }
    }
}

/// On one line, words one space apart.
pub(super) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// Lines without white space at their ends; words one space apart, a tab between what tabs keep
/// apart; at most one empty line in a row, and none at the start or end.
pub(super) fn lines(text: &str) -> String {
    tidied(text, |line| {
        line.split('\t')
            .map(one_line)
            .collect::<Vec<_>>()
            .join("\t")
            .trim()
            .to_owned()
    })
}

/// The same with white space in lines as it is.
pub(super) fn preformatted(text: &str) -> String {
    tidied(text, |line| line.trim_end().to_owned())
}

fn tidied(text: &str, tidy: impl Fn(&str) -> String) -> String {
    let mut tidied = String::with_capacity(text.len());
    let mut ends = 0;
    for line in text.split('\n').map(tidy) {
        if !line.is_empty() {
            if !tidied.is_empty() {
                tidied.push_str(if ends > 1 { "\n\n" } else { "\n" });
            }
            tidied.push_str(&line);
            ends = 0;
        }
        ends += 1;
    }
    tidied
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space() {
        fn check(text: &str, expected: &str) {
            assert_eq!(lines(text), expected, "{text:?}");
        }
        check("  a  b \n c ", "a b\nc");
        check("a\n\n\n\nb", "a\n\nb");
        check("\n\na\n\n", "a");
        check("Name:\t Ada ", "Name:\tAda");
        check("\t\ta", "a");
        check(" \n ", "");
        assert_eq!(preformatted("  if x:\n    y  \n"), "  if x:\n    y");
        assert_eq!(one_line(" a\n b\tc "), "a b c");
    }

    #[test]
    fn characters() {
        fn check(text: &str, font: Option<SignFont>, expected: &str) {
            let mut line = String::new();
            push(&mut line, text, font);
            assert_eq!(line, expected, "{text:?}");
        }
        check("a\u{a0}b\nc\u{85}d", None, "a b c d");
        check("ex\u{ad}am\u{200b}ple\u{feff}", None, "example");
        check("\u{f0fc} done", Some(SignFont::Wingdings), "✓ done");
        check("\u{f0fc} done", None, " done");
        check("क्\u{200d}ष", None, "क्\u{200d}ष");
    }
}
