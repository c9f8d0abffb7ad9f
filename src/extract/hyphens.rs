//! Hyphens and spaces of the lines that a converter of PDF joined.
//!
//! Principal type: [`LineJoiner`]. A hyphen and a space are the end of a line. The word is divided there, or is a
//! compound: the other words of the document tell.

use super::block::{TextBlock, printed};
use std::collections::HashSet;

/// Characters of hyphens. Some programs write a soft hyphen, U+00AD, for every hyphen of a document.
const HYPHENS: [char; 4] = ['-', '\u{ad}', '\u{2010}', '\u{2011}'];
/// Words after a hyphen that stands for the rest of a word: `pre- and postfix`.
const CONJUNCTIONS: [&str; 8] = ["and", "or", "to", "und", "oder", "bis", "et", "ou"];

/// Joins the words that line ends divide.
pub(super) struct LineJoiner {
    /// Words of the document in lower case, compounds with their hyphens.
    words: HashSet<String>,
}

impl LineJoiner {
    pub(super) fn new(blocks: &[TextBlock<'_>]) -> Self {
        let mut words = HashSet::new();
        for block in blocks {
            let found = block.text.split(|letter| !is_of_word(letter));
            words.extend(found.map(|word| word.replace(HYPHENS, "-").to_lowercase()));
        }
        Self { words }
    }

    /// The text of a block without soft hyphens, and with one space between words.
    pub(super) fn text(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let text = printed(text);
        let mut rest = text.as_str();
        while let Some(at) = rest.find(|letter| letter == ' ' || HYPHENS.contains(&letter)) {
            out.push_str(&rest[..at]);
            let mark = rest[at..].chars().next().unwrap_or_default();
            rest = &rest[at + mark.len_utf8()..];
            if mark != ' ' {
                let next = rest.strip_prefix([' ', '\n']);
                let next = next.filter(|_| out.ends_with(char::is_alphanumeric));
                let (hyphen, next) = match next {
                    Some(next) => self.line_end(&out, next).unwrap_or(("-", rest)),
                    None => ("-", rest),
                };
                out.push_str(hyphen);
                rest = next;
            } else if !out.ends_with(' ') || is_indentation(&out) {
                out.push(' ');
            }
        }
        out.push_str(rest);
        out
    }

    /// The hyphen between a text and its next line, and that line. None if the space between them is one of the text.
    fn line_end<'t>(&self, text: &str, next: &'t str) -> Option<(&'static str, &'t str)> {
        let before = text.rsplit(|letter| !is_of_word(letter)).next()?;
        let after = next.trim_start();
        let end = after.find(|letter| !is_of_word(letter));
        let word = &after[..end.unwrap_or(after.len())];
        let first = word.chars().next()?;
        let last = before.chars().next_back()?;
        if !first.is_alphanumeric()
            || CONJUNCTIONS.contains(&word)
            || last.is_numeric() != first.is_numeric()
        {
            return None;
        }
        let before = before.replace(HYPHENS, "-").to_lowercase();
        let word = word.replace(HYPHENS, "-").to_lowercase();
        let is_known = |hyphen: &str| self.words.contains(&format!("{before}{hyphen}{word}"));
        // `state- of-the-art`: a part that is divided off has more letters.
        let is_short = word.split_once('-').is_some_and(|(part, _)| part.len() < 3);
        let is_compound =
            is_known("-") || before.contains('-') || is_short || !first.is_lowercase();
        Some(if is_compound && !is_known("") {
            ("-", after)
        } else {
            ("", after)
        })
    }
}

fn is_indentation(text: &str) -> bool {
    let before = text.trim_end_matches(' ');
    before.is_empty() || before.ends_with('\n')
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || HYPHENS.contains(&letter)
}

#[cfg(test)]
mod tests {
    use super::super::cleanup::clean_up;
    use std::collections::HashMap;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let paged = |text: &str| clean_up(&format!("<!-- page 1 -->\n\n{text}"), &HashMap::new());
        for hyphen in ["-", "\u{ad}", "\u{2010}"] {
            assert_eq!(
                paged(&text.replace('-', hyphen)).trim_end(),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn words_are_joined_at_the_ends_of_lines() {
        check("# Co- operate", "# Cooperate");
        check("It vari- ari and vari-\nari.", "It variari and variari.");
        check("An Anglo- Saxon of 298- 306.", "An Anglo-Saxon of 298-306.");
        check("| vari- ari |", "| variari |");
    }

    #[test]
    fn hyphens_within_lines_are_kept() {
        check(
            "A non-blocking key-value pair.",
            "A non-blocking key-value pair.",
        );
        check(
            "A - b, pre- and postfix, 4- fold -",
            "A - b, pre- and postfix, 4- fold -",
        );
        check("- one\n  - two", "- one\n  - two");
    }

    #[test]
    fn words_of_the_document_tell_compounds_from_divided_words() {
        check(
            "A non- blocking, non-blocking lock.",
            "A non-blocking, non-blocking lock.",
        );
        check("It is state-of- the-art.", "It is state-of-the-art.");
        check("It is state- of-the-art.", "It is state-of-the-art.");
        check(
            "A co- operate, cooperate, re-co- operate.",
            "A cooperate, cooperate, re-co-operate.",
        );
    }

    #[test]
    fn words_are_one_space_apart() {
        check(
            "The  implementation   of\n  - two  words",
            "The implementation of\n  - two words",
        );
        let code = "<!-- page 1 -->\n\n```\na  b- c\u{ad}d\n```";
        let cleaned = clean_up(code, &HashMap::new());
        assert_eq!(cleaned.trim_end(), "```\na  b- c-d\n```");
    }
}
