//! Maximum length of prose in characters, and the positions where longer prose is split.
//!
//! [`pieces()`] is the splitter. Invariant: pieces tile the text, and none splits a character from the
//! accents and joiners that modify it, unless a cluster has no end.

use super::line::{is_item, is_underline};
use super::sentence::sentences;
use std::iter::Peekable;
use std::ops::Range;
use std::vec::IntoIter;

/// Maximum length of a leaf of prose, in characters.
pub(in crate::chunk) const MAX_PROSE_LEN: usize = 800;

/// Maximum length of a grapheme cluster in bytes; longer ones are split.
const MAX_CLUSTER_LEN: usize = 32;

/// Returns true if a leaf can contain a text of this length. Accents and ideographs count as one letter, and
/// the limit of all leaves in bytes applies as well.
pub(super) fn fits(chars: usize, bytes: usize, limit: usize) -> bool {
    chars <= MAX_PROSE_LEN && bytes <= limit
}

/// Returns true if a leaf can contain this prose.
pub(in crate::chunk) fn is_within(text: &str, limit: usize) -> bool {
    (text.len() <= MAX_PROSE_LEN && text.len() <= limit)
        || fits(text.chars().count(), text.len(), limit)
}

/// Quality of a split position, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Break {
    Paragraph,
    Sentence,
    Line,
    Word,
}

/// The pieces of a text that is longer than a leaf, each within `limit` bytes and [`MAX_PROSE_LEN`]
/// characters: of similar length, and cut at the best positions near an even division.
///
/// Precondition: no character is longer than `limit`.
pub(in crate::chunk) fn pieces(text: &str, limit: usize) -> Vec<Range<usize>> {
    let cuts = cuts(text);
    let mut left = text.chars().count();
    let mut pieces = Vec::new();
    let mut start = 0;
    while !fits(left, text.len() - start, limit) {
        let end = start + length(text, start, left, limit, &cuts);
        left -= text[start..end].chars().count();
        pieces.push(start..end);
        start = end;
    }
    pieces.push(start..text.len());
    pieces
}

/// Length of the piece that begins at `start`, with `left` characters remaining.
fn length(text: &str, start: usize, left: usize, limit: usize, cuts: &[(usize, Break)]) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let count = left.div_ceil(MAX_PROSE_LEN).max(rest.len().div_ceil(limit));
    let ideal = left / count.max(1);
    // Possible ends of the piece, in bytes from its start.
    let (mut low, mut middle, mut high) = (0, 0, 0);
    for (number, (at, letter)) in rest.char_indices().enumerate() {
        let end = at + letter.len_utf8();
        if number >= MAX_PROSE_LEN || end > limit {
            break;
        }
        if number <= ideal / 2 {
            low = end;
        }
        if number < ideal {
            middle = end;
        }
        if !joins_the_letter_before(rest, end) || end - high > MAX_CLUSTER_LEN {
            high = end;
        }
    }
    // The last piece must contain a word.
    if let Some((at, _)) = rest.trim_end().char_indices().next_back()
        && at > 0
    {
        high = high.min(at);
    }
    let from = cuts.partition_point(|(at, _)| *at < start + low);
    let to = cuts.partition_point(|(at, _)| *at <= start + high);
    let best = cuts
        .get(from..to)
        .unwrap_or_default()
        .iter()
        .min_by_key(|(at, rank)| (*rank, at.abs_diff(start + middle)));
    best.map_or(high, |(at, _)| at - start)
}

/// Returns true if the next character modifies the previous one: an accent, a joiner, a skin tone.
fn joins_the_letter_before(text: &str, at: usize) -> bool {
    let next = text.get(at..).unwrap_or_default();
    next.starts_with(|letter| {
        matches!(letter, '\u{300}'..='\u{36F}' | '\u{1AB0}'..='\u{1AFF}' | '\u{200D}')
            || matches!(letter, '\u{20D0}'..='\u{20FF}' | '\u{FE00}'..='\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}')
    })
}

/// Every position where a text may be cut, in order.
fn cuts(text: &str) -> Vec<(usize, Break)> {
    let mut sentences = SentenceStarts(sentences(text).into_iter().peekable());
    let mut cuts = Vec::new();
    let mut after_blank = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        let word = start + (line.len() - line.trim_start().len());
        // An underline stays with its line.
        if start > 0 && !words.is_empty() && !is_underline(words) {
            let rank = if after_blank {
                Break::Paragraph
            } else if sentences.has(word) || is_item(line) {
                Break::Sentence
            } else {
                Break::Line
            };
            cuts.push((start, rank));
        }
        let mut previous = ' ';
        for (at, letter) in words.char_indices() {
            let begins_word = previous.is_whitespace() && !letter.is_whitespace();
            if at > 0 && sentences.has(word + at) {
                cuts.push((word + at, Break::Sentence));
            } else if at > 0 && (begins_word || is_comma(previous)) {
                cuts.push((word + at, Break::Word));
            }
            previous = letter;
        }
        after_blank = words.is_empty();
        start += line.len();
    }
    cuts
}

/// Sentence starts, queried in ascending order.
struct SentenceStarts(Peekable<IntoIter<usize>>);

impl SentenceStarts {
    fn has(&mut self, at: usize) -> bool {
        while self.0.next_if(|start| *start < at).is_some() {}
        self.0.peek() == Some(&at)
    }
}

/// Words of scripts without spaces are cut at least after commas.
fn is_comma(letter: char) -> bool {
    matches!(letter, '、' | '，' | '；' | '：')
}
