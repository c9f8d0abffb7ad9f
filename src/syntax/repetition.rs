//! Detection of texts that repeat a few tokens, in which the cost of ambiguity multiplies.
//!
//! For ambiguous or invalid text, the parser follows several alternatives. At the end of the file,
//! tree-sitter copies the stack of each combination of them without checking a limit, which takes gigabytes for
//! an ambiguous operator that is repeated in the grammars of C, C#, Java and R. Only its log reports the number of
//! alternatives early enough, and logging triples the time of parsing. So it is enabled only for parts of
//! repetitive texts.
//!
//! [`is_repetitive()`] examines a sample of every 4 KB, so it may miss a shorter repetition, which costs
//! little.

use std::collections::HashSet;

/// The log is on for the first [`LOGGED`] of each [`LOG_PERIOD`] progress reports of the parser, one for each
/// hundred of its operations.
pub(super) const LOG_PERIOD: usize = 64;
/// See [`LOG_PERIOD`].
pub(super) const LOGGED: usize = 8;
/// Maximum number of consecutive logged steps in which the parser follows several alternatives, in a
/// repetitive text: one in eight of 8,192. In 5,166 files of 21 repositories and many crates, the longest run
/// has 6,070 steps, logged or not: declarations in C++.
pub(super) const MAX_LOGGED_STEPS: usize = 1_024;

/// Distance between samples, in bytes.
const DISTANCE: usize = 4_096;
/// Size of a sample, in bytes.
const SAMPLE: usize = 512;
/// Length of the compared sequences of tokens' shapes.
const SEQUENCE: usize = 8;
/// Minimum number of different sequences in a sample of code.
const MIN_SEQUENCES: usize = 16;

/// Returns true if a part of the text repeats a few tokens.
pub(super) fn is_repetitive(text: &str) -> bool {
    let samples = text.as_bytes().chunks(DISTANCE);
    samples
        .filter_map(|chunk| chunk.get(..SAMPLE))
        .any(|sample| {
            let shapes = shapes(sample);
            let mut sequences: HashSet<&[u8]> = HashSet::with_capacity(MIN_SEQUENCES);
            let mut next = shapes.windows(SEQUENCE);
            !next.any(|next| sequences.insert(next) && sequences.len() == MIN_SEQUENCES)
        })
}

/// The text with each run of word characters, and of white space, as one byte.
fn shapes(sample: &[u8]) -> Vec<u8> {
    let mut shapes: Vec<u8> = sample
        .iter()
        .map(|byte| match byte {
            b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | 0x80.. => b'a',
            byte if byte.is_ascii_whitespace() => b' ',
            byte => *byte,
        })
        .collect();
    shapes.dedup_by(|next, last| next == last && matches!(last, b'a' | b' '));
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_token_is_found_anywhere_and_under_other_names() {
        assert!(is_repetitive(&"x + ".repeat(200)));
        let named: String = (0..2000).map(|at| format!("name{at} + ")).collect();
        assert!(is_repetitive(&named));
        let code = include_str!("parse.rs");
        assert!(!is_repetitive(code));
        assert!(is_repetitive(&format!("{code}{named}{code}")));
    }
}
