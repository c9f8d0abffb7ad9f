//! License text in comments: it is found literally, never by words.
//!
//! Contract of [`opening_parts()`]: only paragraphs of license text are silent, not the comment around them.

use super::source::{Source, has_word};
use std::ops::Range;

/// Phrases that make a comment the place of a license, in lower case, and below an empty line further ones, because each
/// paragraph is judged without its neighbors.
const PHRASES: &str = include_str!("license.txt");
/// A paragraph above a license with fewer words says nothing: a name, a banner.
const FEW_WORDS: usize = 4;

/// Returns true if a paragraph in lower case, with single spaces, is license text.
pub(crate) fn is_license_paragraph(lower: &str) -> bool {
    let mut phrases = PHRASES.lines().filter(|phrase| !phrase.is_empty());
    phrases.any(|phrase| lower.contains(phrase))
}

/// Returns true for a comment with a license. A docstring that mentions one is not a comment.
pub(super) fn has_license(source: &Source<'_>, bytes: &Range<usize>) -> bool {
    let whole = source.slice(bytes);
    let comment = whole.trim_start_matches('\u{feff}').trim_start();
    if !comment.starts_with(['/', '#', '*', '<', ';', '-', '%', '(']) {
        return false;
    }
    let lower = comment.to_lowercase();
    let mut notices = PHRASES.lines().take_while(|phrase| !phrase.is_empty());
    notices.any(|phrase| lower.contains(phrase))
}

/// The parts of the comments at the start of a file that begin at these offsets, each with whether it is license text.
/// A paragraph ends at a line without words, and with its comment.
pub(super) fn opening_parts(source: &Source<'_>, comments: &[Range<usize>]) -> Vec<(usize, bool)> {
    let mut paragraphs = Vec::new();
    for comment in comments {
        add_paragraphs(source, comment, &mut paragraphs);
    }
    let mut parts: Vec<(usize, bool)> = Vec::new();
    for (at, paragraph) in paragraphs.iter().enumerate() {
        let is_above = paragraphs.get(at + 1).is_some_and(|next| next.is_license);
        let is_silent = paragraph.is_license || is_above && paragraph.names_little();
        if parts.last().is_none_or(|(_, last)| *last != is_silent) {
            parts.push((paragraph.start, is_silent));
        }
    }
    parts
}

/// A paragraph of a comment.
struct Paragraph {
    start: usize,
    /// Its words in lower case.
    text: String,
    is_license: bool,
}

impl Paragraph {
    /// Returns true for a name, a banner, or a keyword of version control above a license.
    fn names_little(&self) -> bool {
        let words = self.text.split(' ').filter(|word| {
            let word = word.trim_matches(|mark: char| mark.is_ascii_punctuation());
            word.chars().nth(1).is_some() && word.chars().all(char::is_alphabetic)
        });
        words.count() < FEW_WORDS
    }
}

fn add_paragraphs(source: &Source<'_>, comment: &Range<usize>, paragraphs: &mut Vec<Paragraph>) {
    let may_be_license = has_license(source, comment);
    let first = paragraphs.len();
    let mut is_open = false;
    let mut start = comment.start;
    for line in source.slice(comment).split_inclusive('\n') {
        let is_blank = !has_word(line);
        if !is_blank && !is_open {
            paragraphs.push(Paragraph {
                // The delimiter of the comment belongs to its first paragraph.
                start: if paragraphs.len() == first {
                    comment.start
                } else {
                    start
                },
                text: String::new(),
                is_license: false,
            });
        }
        is_open = !is_blank;
        if is_open && let Some(open) = paragraphs.last_mut() {
            add_words(&mut open.text, line);
        }
        start += line.len();
    }
    for paragraph in &mut paragraphs[first..] {
        paragraph.is_license = may_be_license && is_license_paragraph(&paragraph.text);
    }
}

/// Appends the words of a line in lower case, without marks of comments.
fn add_words(text: &mut String, line: &str) {
    for word in line.split_whitespace().filter(|word| has_word(word)) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&word.to_lowercase());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Text;

    /// Checks the silent lines of a comment.
    #[track_caller]
    fn check(comment: &str, silent: &[&str]) {
        let text = Text::from(comment);
        let source = Source::new(&text);
        let whole = 0..comment.len();
        let parts = opening_parts(&source, std::slice::from_ref(&whole));
        let mut found = Vec::new();
        for (at, (start, is_silent)) in parts.iter().enumerate() {
            let end = parts.get(at + 1).map_or(comment.len(), |next| next.0);
            if *is_silent {
                found.extend(comment[*start..end].lines().filter(|line| has_word(line)));
            }
        }
        assert_eq!(found, silent);
    }

    #[test]
    fn only_paragraphs_of_the_license_are_silent() {
        check(
            "/* ziplist.c\n * The layout is as follows.\n *\n * Copyright (c) 2012, X\n *\n * The end.\n */\n",
            &[" * Copyright (c) 2012, X"],
        );
        check(
            "// Copyright X\n//\n// You may opt to use and/or sell\n// copies of the Software.\n",
            &[
                "// Copyright X",
                "// You may opt to use and/or sell",
                "// copies of the Software.",
            ],
        );
        check(
            "# Project\n#\n# Copyright X\n#\n# Reads.\n",
            &["# Project", "# Copyright X"],
        );
        check("// Merges.\n", &[]);
    }
}
