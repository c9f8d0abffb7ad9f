//! Fuzzy ranking of texts, best first.
//!
//! Matching is nucleo's (an affine-gap alignment as in fzf, with bonuses at word starts); equal
//! scores keep the order of the texts. There may be a hundred thousand of them and this runs at
//! every key, so what is typed on is looked for only where what was typed before matched, so many
//! texts at a time that no frame waits for it.

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use std::cmp::Reverse;

/// Signs by which a longer pattern may match what a shorter one does not: negation, the end of a
/// text, and what takes the meaning from a sign.
const WIDENING: [char; 3] = ['!', '$', '\\'];

/// The texts that match, by their numbers.
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    typed: String,
    pattern: Pattern,
    matcher: Matcher,
    buffer: Vec<char>,
    /// Texts that may match, by their numbers; so many of the first were looked at.
    waiting: Vec<usize>,
    looked_at: usize,
    /// In order.
    found: Vec<Found>,
    /// Nothing was looked for yet.
    is_new: bool,
}

/// A text that matches; less is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Found {
    is_last: bool,
    score: Reverse<u32>,
    rank: u32,
    text: usize,
}

/// Order of texts apart from how well they match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Preference {
    /// True to list it behind all others.
    pub(super) is_last: bool,
    /// Among texts that match equally well, a lower rank precedes.
    pub(super) rank: u32,
}

impl Found {
    fn new(text: usize, score: u32, preference: Preference) -> Self {
        Self {
            is_last: preference.is_last,
            score: Reverse(score),
            rank: preference.rank,
            text,
        }
    }
}

impl Default for Ranking {
    fn default() -> Self {
        Self {
            typed: String::new(),
            pattern: Pattern::default(),
            matcher: Matcher::new(Config::DEFAULT.match_paths()),
            buffer: Vec::new(),
            waiting: Vec::new(),
            looked_at: 0,
            found: Vec::new(),
            is_new: true,
        }
    }
}

impl Ranking {
    /// Texts that match, of those that were looked at.
    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// The text at a rank, counted from 0.
    pub(super) fn at(&self, rank: usize) -> Option<usize> {
        self.found.get(rank).map(|found| found.text)
    }

    /// The rank of a text, if it matches.
    pub(super) fn row_of(&self, text: usize) -> Option<usize> {
        self.found.iter().position(|found| found.text == text)
    }

    /// Returns true if every text was matched.
    pub(super) fn is_done(&self) -> bool {
        self.looked_at >= self.waiting.len()
    }

    /// Begins to look for what is typed among so many texts, which are the same as last time.
    pub(super) fn find(
        &mut self,
        typed: &str,
        count: usize,
        preference: impl Fn(usize) -> Preference,
    ) {
        let is_narrower =
            !self.is_new && typed.starts_with(&self.typed) && !self.typed.contains(WIDENING);
        self.is_new = false;
        typed.clone_into(&mut self.typed);
        self.pattern
            .reparse(typed, CaseMatching::Smart, Normalization::Smart);
        let looked_at = std::mem::take(&mut self.looked_at);
        if self.pattern.atoms.is_empty() {
            self.waiting.clear();
            let all = (0..count).map(|text| Found::new(text, 0, preference(text)));
            self.found = all.collect();
            self.found.sort();
            return;
        }
        match is_narrower {
            true => {
                self.waiting.drain(..looked_at);
                let found = self.found.iter().map(|found| found.text);
                self.waiting.extend(found);
            }
            false => {
                self.waiting.clear();
                self.waiting.extend(0..count);
            }
        }
        self.found.clear();
    }

    /// Looks at so many texts more, at most. Says how many there were.
    pub(super) fn go_on<'t>(
        &mut self,
        most: usize,
        text: impl Fn(usize) -> &'t str,
        preference: impl Fn(usize) -> Preference,
    ) -> usize {
        let waiting = self.waiting.iter().skip(self.looked_at).take(most);
        let looked_at = waiting.len();
        for &at in waiting {
            let shown = Utf32Str::new(text(at), &mut self.buffer);
            if let Some(score) = self.pattern.score(shown, &mut self.matcher) {
                self.found.push(Found::new(at, score, preference(at)));
            }
        }
        self.looked_at += looked_at;
        // Stable, as that merges what is in order already.
        self.found.sort();
        looked_at
    }

    /// Lists a text behind all others.
    pub(super) fn put_last(&mut self, text: usize) {
        for found in self.found.iter_mut().filter(|found| found.text == text) {
            found.is_last = true;
        }
        self.found.sort();
    }

    /// Indices of a text's characters that match, ascending.
    pub(super) fn lit(&mut self, text: &str) -> Vec<u32> {
        let mut lit = Vec::new();
        let text = Utf32Str::new(text, &mut self.buffer);
        self.pattern.indices(text, &mut self.matcher, &mut lit);
        lit.sort_unstable();
        lit.dedup();
        lit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(count: usize) -> Vec<String> {
        let text = |at: usize| format!("src/area{}/part{}/file_{at}.rs", at % 17, at % 311);
        (0..count).map(text).collect()
    }

    fn ranks(ranking: &Ranking) -> Vec<usize> {
        ranking.found.iter().map(|found| found.text).collect()
    }

    #[test]
    fn what_is_typed_on_is_looked_for_where_it_can_be() {
        let texts = texts(10_000);
        let mut ranking = Ranking::default();
        let mut looked_at = Vec::new();
        for typed in [
            "",
            "f",
            "file_99",
            "file_999",
            "file_99",
            "!file_99",
            "!file_999",
        ] {
            ranking.find(typed, texts.len(), |_| Preference::default());
            looked_at.push(ranking.go_on(usize::MAX, |at| &texts[at], |_| Preference::default()));
        }
        let [0, 10_000, 10_000, narrowed, again, negated, negated_on] = looked_at[..] else {
            panic!("{looked_at:?}");
        };
        assert!(narrowed < 1_000, "{narrowed}");
        assert_eq!([again, negated, negated_on], [10_000; 3]);
    }

    proptest! {
        /// However it was typed, however far it was looked at on the way.
        #[test]
        fn what_is_found_is_what_one_look_finds(
            typed in "[fl9$!^' _r\\\\A/]{0,6}",
            steps in prop::collection::vec(0usize..30, 7),
            least in 1usize..20,
        ) {
            let texts = texts(50);
            let mut typing = Ranking::default();
            for (end, looked_at) in (0..=typed.len()).zip(steps) {
                typing.find(&typed[..end], texts.len(), |_| Preference::default());
                typing.go_on(looked_at, |at| &texts[at], |_| Preference::default());
                typing.go_on(looked_at / 2, |at| &texts[at], |_| Preference::default());
            }
            while !typing.is_done() {
                prop_assert!(typing.go_on(least, |at| &texts[at], |_| Preference::default()) <= least);
            }
            let mut once = Ranking::default();
            once.find(&typed, texts.len(), |_| Preference::default());
            once.go_on(usize::MAX, |at| &texts[at], |_| Preference::default());
            let found = ranks(&once);
            prop_assert_eq!(ranks(&typing), found.clone());
            let scores: Vec<_> = once.found.clone();
            prop_assert!(scores.is_sorted());
            prop_assert!(found.iter().all(|text| *text < texts.len()));
        }
    }
}
