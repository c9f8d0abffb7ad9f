//! Fuzzy ranking of texts, best first.
//!
//! Principal type: [`FuzzyRanking`].
//!
//! nucleo scores the matches (affine-gap alignment as in fzf, with bonuses at word starts). Texts with equal
//! scores keep their order. A list may have 100,000 texts, so each frame matches a limited number of them.

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use std::cmp::Reverse;

/// The matching texts, as indices into the list.
#[derive(Debug, Default)]
pub(super) struct FuzzyRanking {
    pattern: Pattern,
    matcher: Matcher,
    buffer: Vec<char>,
    /// Number of texts, and number of texts compared with the pattern so far.
    count: usize,
    matched: usize,
    /// Matching texts, best first.
    found: Vec<RankedText>,
}

/// A text that matches. Orders best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct RankedText {
    /// True if the text belongs at the end of the list.
    is_last: bool,
    score: Reverse<u32>,
    /// Tie-breaker between equal scores: the lower rank is first.
    rank: u32,
    text: usize,
}

impl FuzzyRanking {
    /// Number of matching texts so far.
    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// The text at a rank, counted from 0.
    pub(super) fn at(&self, rank: usize) -> Option<usize> {
        self.found.get(rank).map(|found| found.text)
    }

    /// The rank of a text; none if it does not match.
    pub(super) fn row_of(&self, text: usize) -> Option<usize> {
        self.found.iter().position(|found| found.text == text)
    }

    /// Returns true once every text was compared with the pattern.
    pub(super) fn is_done(&self) -> bool {
        self.matched >= self.count
    }

    /// Starts matching a pattern against `count` texts.
    pub(super) fn start(&mut self, pattern: &str, count: usize) {
        self.pattern
            .reparse(pattern, CaseMatching::Smart, Normalization::Smart);
        self.matcher.config = Config::DEFAULT.match_paths();
        (self.count, self.matched) = (count, 0);
        self.found.clear();
    }

    /// Matches up to `limit` more texts; without a pattern all of them. `preference` returns true if a text
    /// belongs at the end of the list, and its rank among equal scores; None for a text that is not listed.
    pub(super) fn advance<'t>(
        &mut self,
        limit: usize,
        text: impl Fn(usize) -> &'t str,
        preference: impl Fn(usize) -> Option<(bool, u32)>,
    ) {
        let mut end = self.count;
        if !self.pattern.atoms.is_empty() {
            end = end.min(self.matched.saturating_add(limit));
        }
        for at in self.matched..end {
            let shown = Utf32Str::new(text(at), &mut self.buffer);
            if let Some(score) = self.pattern.score(shown, &mut self.matcher) {
                let Some((is_last, rank)) = preference(at) else {
                    continue;
                };
                self.found.push(RankedText {
                    is_last,
                    score: Reverse(score),
                    rank,
                    text: at,
                });
            }
        }
        self.matched = end;
        // A stable sort is fast here: the first part is already sorted.
        self.found.sort();
    }

    /// Moves a text to the end of the list.
    pub(super) fn put_last(&mut self, text: usize) {
        for found in self.found.iter_mut().filter(|found| found.text == text) {
            found.is_last = true;
        }
        self.found.sort();
    }

    /// Indices of the matching characters of a text, ascending.
    pub(super) fn match_indices(&mut self, text: &str) -> Vec<u32> {
        let mut indices = Vec::new();
        let text = Utf32Str::new(text, &mut self.buffer);
        self.pattern.indices(text, &mut self.matcher, &mut indices);
        indices.sort_unstable();
        indices.dedup();
        indices
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn texts_matched_in_steps_rank_as_texts_matched_at_once(
            typed in "[fl9$!^' _r\\\\A/]{0,6}",
            steps in 1usize..60,
        ) {
            let texts: Vec<String> = (0..50).map(|at| format!("src/a{}/file_{at}.rs", at % 7)).collect();
            let preference = |_| Some((false, 0));
            let ranked = |limit: usize| {
                let mut ranking = FuzzyRanking::default();
                ranking.start(&typed, texts.len());
                while !ranking.is_done() {
                    ranking.advance(limit, |at| &texts[at], preference);
                }
                ranking.found
            };
            let once = ranked(usize::MAX);
            prop_assert!(once.is_sorted());
            prop_assert_eq!(ranked(steps), once);
        }
    }
}
