//! What the words of a line say of its part: section numbers, chapter labels, captions, contents.

use super::passage::{Body, Kind, Passage};

/// Chapters whose label has a line of its own above their title: both as one passage.
pub(super) fn with_labels(passages: Vec<Passage>, body: &Body) -> Vec<Passage> {
    let mut all: Vec<Passage> = Vec::with_capacity(passages.len());
    for passage in passages {
        let is_large = passage.size > body.size * 1.08
            && passage.kind == Kind::Prose
            && passage.lines.len() <= 3;
        match all.last_mut() {
            Some(label) if is_large && label.page == passage.page && is_chapter(label, body) => {
                label.lines.extend(passage.lines);
                label.tally = label.tally.plus(passage.tally);
                label.size = label.size.max(passage.size);
            }
            _ => all.push(passage),
        }
    }
    all
}

/// Whether a passage is no more than `Chapter 3`, `Appendix B`, or the number in words.
fn is_chapter(passage: &Passage, body: &Body) -> bool {
    let text = passage.lines.join(" ").to_lowercase();
    let mut words = text.split_whitespace();
    let (label, number, rest) = (words.next().unwrap_or_default(), words.next(), words.next());
    let is_label = ["chapter", "appendix", "part", "kapitel", "chapitre"].contains(&label);
    let spelled = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let is_number = |word: &str| {
        spelled.contains(&word)
            || (word.len() <= 4
                && word
                    .chars()
                    .all(|char| char.is_ascii_digit() || "abcdefghivxl".contains(char)))
    };
    let is_bare = number.is_none() && (spelled.contains(&label) || (is_label && label != "part"));
    passage.size > body.size * 1.08
        && rest.is_none()
        && (is_bare || (is_label && number.is_some_and(is_number)))
}

/// How many parts the number has that a heading begins with: 2 in `2.1 Method`.
pub(super) fn number(text: &str) -> Option<u8> {
    let mut words = text.split_whitespace();
    let first = words.next()?;
    let second = words.next()?;
    let label = first.to_lowercase();
    if ["chapter", "appendix", "part"].contains(&label.as_str()) {
        let core = second.trim_end_matches(['.', ':']);
        let is_number = core.len() <= 5
            && core
                .chars()
                .all(|char| char.is_ascii_digit() || "ABCDEFGHIVX".contains(char));
        return is_number.then_some(1);
    }
    let core = first.trim_end_matches('.');
    let parts: Vec<&str> = core.split('.').collect();
    let is_part = |part: &&str| {
        (1..=3).contains(&part.len()) && part.chars().all(|char| char.is_ascii_digit())
    };
    let begins = match parts.split_first() {
        Some((first, rest)) => {
            let is_letter = first.len() == 1 && first.chars().all(|char| char.is_ascii_uppercase());
            (is_part(first)
                || (is_letter && (!rest.is_empty() || text.starts_with(&format!("{first}.")))))
                && rest.iter().all(is_part)
        }
        None => false,
    };
    let is_title = second
        .chars()
        .next()
        .is_some_and(|char| char.is_alphabetic() || "“\"‘'(<".contains(char));
    (begins && is_title && parts.len() <= 5).then(|| u8::try_from(parts.len()).unwrap_or(u8::MAX))
}

pub(super) fn is_caption(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let label = words
        .next()
        .unwrap_or_default()
        .trim_end_matches('.')
        .to_lowercase();
    let number = words.next().unwrap_or_default();
    let is_label = [
        "figure",
        "fig",
        "table",
        "listing",
        "algorithm",
        "tab",
        "abbildung",
        "tabelle",
    ]
    .contains(&label.as_str());
    is_label
        && number
            .chars()
            .next()
            .is_some_and(|char| char.is_ascii_digit() || char.is_ascii_uppercase())
}

/// Whether a line is a table of contents': dots or a gap, and a page number.
pub(super) fn leads_to_page(text: &str) -> bool {
    let trimmed = text.trim_end_matches(|char: char| char.is_ascii_digit());
    trimmed.len() < text.len()
        && trimmed.trim_end().ends_with(['.', '…'])
        && trimmed.contains(". .") | trimmed.contains("..")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, depth: Option<u8>) {
        assert_eq!(number(text), depth, "{text}");
    }

    #[test]
    fn numbers_of_headings() {
        check("2 Method", Some(1));
        check("2.1. Method", Some(2));
        check("A.1 Proofs", Some(2));
        check("A. Proofs", Some(1));
        check("A proof", None);
        check("Chapter 3 Results", Some(1));
        check("2024 was", None);
        check("3.14 2.72", None);
    }

    #[test]
    fn captions_and_contents_are_none() {
        assert!(is_caption("Figure 3: A tree"));
        assert!(is_caption("Table A results"));
        assert!(!is_caption("Table of contents"));
        assert!(leads_to_page("Introduction . . . . . 12"));
        assert!(!leads_to_page("Since 1984"));
    }
}
