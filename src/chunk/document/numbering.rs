//! Headings of plain text by their number or first word.
//!
//! Principal type: [`Family`], the style of a heading: the order in which families appear decides their
//! levels.

/// Style of headings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Family {
    /// Underlined with this character.
    Underline(char),
    /// In capitals.
    Capitals,
    /// `2.3 Title`, `A.1. Title`, `Appendix A`.
    Parts,
    /// `Chapter 4`, `Part II`.
    Chapter,
    /// `IV. Title`.
    Roman,
}

/// Words before the number of a heading.
const CHAPTERS: &str = "chapter part book kapitel teil chapitre capítulo";
/// Maximum number of digits of a section number's component.
const MAX_PART_LEN: usize = 3;
/// Maximum number of words of a title that ends with a full stop.
const MAX_SENTENCE_TITLE_WORDS: usize = 5;
/// Maximum length in bytes of words that need no capital in a title.
const MAX_SHORT_WORD_LEN: usize = 4;

/// The family of a line that is a numbered heading, and the number of components of its number.
pub(super) fn number(line: &str) -> Option<(Family, usize)> {
    let (word, rest) = match line.split_once([' ', '\t']) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (line, ""),
    };
    let lower = word.to_lowercase();
    let ordinal = rest.split([' ', '\t']).next().unwrap_or_default();
    let is_ordinal = !ordinal.is_empty() && (is_roman(ordinal) || parts(ordinal).is_some());
    if is_ordinal && is_named(rest.get(ordinal.len()..).unwrap_or_default()) {
        if CHAPTERS.split(' ').any(|chapter| chapter == lower) {
            return Some((Family::Chapter, 1));
        }
        if matches!(lower.as_str(), "appendix" | "annex") {
            return Some((Family::Parts, 1));
        }
    }
    if !is_title(rest) {
        return None;
    }
    if word.len() > 2 && word.ends_with('.') && is_roman(word) {
        return Some((Family::Roman, 1));
    }
    let parts = parts(word)?;
    // `3 Things` is a quantity unless a full stop follows the number.
    let is_marked = word.contains('.') || rest.chars().all(|letter| !letter.is_lowercase());
    is_marked.then_some((Family::Parts, parts))
}

/// Returns true if nothing, or a separator and a title, follows `Chapter 4`.
fn is_named(title: &str) -> bool {
    let title = title.trim_start_matches([' ', ':', '.', '-', '–', '—', '\t']);
    title.is_empty() || is_title(title)
}

/// Returns true if the words after a number look like a title.
pub(super) fn is_title(words: &str) -> bool {
    let begins = words.starts_with(|first: char| {
        !first.is_lowercase() && (first.is_alphanumeric() || "\"'`(<[".contains(first))
    });
    let has_letters = words.chars().any(char::is_alphabetic);
    // Entries of a table of contents end with a page number.
    let is_entry = words.contains("...") || words.contains(". .");
    let ends_sentence = match words.strip_suffix('.') {
        Some(title) => {
            title.contains(". ")
                || (title.split_whitespace().count() > MAX_SENTENCE_TITLE_WORDS
                    && !is_capitalized(title))
        }
        None => words.ends_with([';', ',', ':', '。']),
    };
    begins && has_letters && !is_entry && !ends_sentence
}

/// Returns true if the long words are capitalized, as in English titles.
pub(super) fn is_capitalized(title: &str) -> bool {
    let mut words = title.split_whitespace();
    words.all(|word| word.len() <= MAX_SHORT_WORD_LEN || !word.starts_with(char::is_lowercase))
}

/// Number of components: 2 for `2.3.`, `A.1`.
fn parts(word: &str) -> Option<usize> {
    let unmarked = word.strip_suffix([':', ')']).unwrap_or(word);
    let number = unmarked.strip_suffix('.').unwrap_or(unmarked);
    let mut count = 0;
    for part in number.split('.') {
        let is_letter = count == 0 && matches!(part.as_bytes(), [b'A'..=b'Z']);
        let is_number = (1..=MAX_PART_LEN).contains(&part.len())
            && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_letter && !is_number {
            return None;
        }
        count += 1;
    }
    Some(count)
}

fn is_roman(word: &str) -> bool {
    let number = word.trim_end_matches(['.', ':']);
    (1..=7).contains(&number.len()) && number.bytes().all(|byte| b"IVXLC".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Option<(Family, usize)>) {
        assert_eq!(number(line), expected, "{line}");
    }

    #[test]
    fn numbers_make_headings() {
        check("1. Introduction", Some((Family::Parts, 1)));
        check("2.3 Title", Some((Family::Parts, 2)));
        check("2.3.  What it is", Some((Family::Parts, 2)));
        check("A.1. Changes", Some((Family::Parts, 2)));
        check("Appendix A. History", Some((Family::Parts, 1)));
        check("Chapter 4", Some((Family::Chapter, 1)));
        check("Part II: The sea", Some((Family::Chapter, 1)));
        check("IV. The end", Some((Family::Roman, 1)));
        check("0. Definitions.", Some((Family::Parts, 1)));
        check(
            "9. Acceptance Not Required for Having Copies.",
            Some((Family::Parts, 1)),
        );
    }

    #[test]
    fn other_lines_do_not() {
        check("3 things to do", None);
        check("1. Fill it with water and close it then, please.", None);
        check("1. Introduction ........ 5", None);
        check("2. in small letters", None);
        check("1.5 2.5 3.5", None);
        check("Chapter and verse", None);
        check("Part of it", None);
        check("1999 Somebody", None);
        check("1. One thing;", None);
    }
}
