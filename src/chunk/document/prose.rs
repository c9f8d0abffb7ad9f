//! Detection of prose in plain text: other `.txt` files are cut by lines.
//!
//! [`is_prose()`] samples the lines of a file.

use super::line::Line;

/// Maximum number of examined lines.
const MAX_LINES: usize = 1_000;
/// Maximum number of examined characters per line.
const MAX_LINE_LEN: usize = 400;
/// Minimum number of words of a sentence.
const MIN_WORDS: usize = 4;
/// Minimum number of letters of a sentence in a script without spaces.
const MIN_LETTERS: usize = 8;
/// In prose, at least one of this many lines is a sentence.
const MAX_LINES_PER_SENTENCE: usize = 4;

/// Returns true if enough lines are sentences or parts of sentences.
pub(super) fn is_prose(lines: &[Line<'_>]) -> bool {
    let (mut all, mut prose) = (0, 0);
    for line in lines.iter().filter(|line| !line.is_blank()).take(MAX_LINES) {
        all += 1;
        prose += usize::from(is_sentence(line.words()));
    }
    prose > 0 && prose * MAX_LINES_PER_SENTENCE >= all
}

/// Returns true if a line consists of words rather than data: a path, a setting, a log entry, a
/// table row.
fn is_sentence(line: &str) -> bool {
    let end = line
        .char_indices()
        .nth(MAX_LINE_LEN)
        .map_or(line.len(), |(at, _)| at);
    let line = line.get(..end).unwrap_or(line);
    if line.chars().filter(is_ideograph).count() >= MIN_LETTERS {
        return true;
    }
    let first = line.split_whitespace().next().unwrap_or_default();
    let digits = first.bytes().filter(u8::is_ascii_digit).count();
    if digits >= 4 || first.starts_with('[') && digits > 0 {
        return false;
    }
    let all = line.split_whitespace().count();
    let plain = line.split_whitespace().filter(|word| is_word(word)).count();
    all >= MIN_WORDS && plain >= MIN_WORDS - 1 && plain * 3 >= all * 2
}

/// Returns true for a letter of a script without spaces.
fn is_ideograph(letter: &char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}')
}

/// Returns true for letters, possibly with punctuation around them.
fn is_word(word: &str) -> bool {
    let word = word.trim_matches(|letter: char| letter.is_ascii_punctuation());
    let is_inner =
        |letter: char| letter.is_alphabetic() || matches!(letter, '\'' | '’' | '-' | '/');
    let is_long = word.chars().nth(1).is_some() || matches!(word, "a" | "A" | "I");
    is_long && word.chars().all(is_inner)
}
