//! Which texts match what is typed, the best first.
//!
//! Matching is nucleo's (an affine-gap alignment as in fzf, with bonuses at word starts); equal
//! scores keep the order of the texts. There may be a hundred thousand of them and this runs at
//! every key, so what is typed on is looked for only where what was typed before matched, so many
//! texts at a time that no frame waits for it, and only the rows that somebody sees are put in order.

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
    found: Vec<Found>,
    /// So many of the first are where they belong, and none of the others before them.
    sorted: usize,
    /// Nothing was looked for yet.
    is_new: bool,
}

/// A text that matches; less is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Found {
    score: Reverse<u32>,
    text: usize,
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
            sorted: 0,
            is_new: true,
        }
    }
}

impl Ranking {
    /// Texts that match, of those that were looked at.
    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// The text at a rank, counted from 0; ranks must be sorted so far.
    pub(super) fn at(&self, rank: usize) -> Option<usize> {
        self.found.get(rank).map(|found| found.text)
    }

    /// The rank of a text, if it matches.
    pub(super) fn row_of(&mut self, text: usize) -> Option<usize> {
        let is_it = |found: &Found| found.text == text;
        let first = self.found.get(..self.sorted).unwrap_or_default();
        first.iter().position(is_it).or_else(|| {
            self.sort_to(self.found.len());
            self.found.iter().position(is_it)
        })
    }

    /// Whether every text was looked at that may match.
    pub(super) fn is_done(&self) -> bool {
        self.looked_at >= self.waiting.len()
    }

    /// Begins to look for what is typed among so many texts, which are the same as last time.
    pub(super) fn find(&mut self, typed: &str, count: usize) {
        let is_narrower =
            !self.is_new && typed.starts_with(&self.typed) && !self.typed.contains(WIDENING);
        self.is_new = false;
        typed.clone_into(&mut self.typed);
        self.pattern
            .reparse(typed, CaseMatching::Smart, Normalization::Smart);
        let looked_at = std::mem::take(&mut self.looked_at);
        self.sorted = 0;
        if self.pattern.atoms.is_empty() {
            self.waiting.clear();
            let all = (0..count).map(|text| Found {
                score: Reverse(0),
                text,
            });
            self.found = all.collect();
            self.sorted = count;
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
    pub(super) fn go_on<'t>(&mut self, most: usize, text: impl Fn(usize) -> &'t str) -> usize {
        let waiting = self.waiting.iter().skip(self.looked_at).take(most);
        let mut added = Vec::new();
        for &at in waiting.clone() {
            let shown = Utf32Str::new(text(at), &mut self.buffer);
            if let Some(score) = self.pattern.score(shown, &mut self.matcher) {
                added.push(Found {
                    score: Reverse(score),
                    text: at,
                });
            }
        }
        let looked_at = waiting.len();
        self.looked_at += looked_at;
        added.into_iter().for_each(|found| self.add(found));
        looked_at
    }

    /// Puts one that matches where it belongs among the first, which are in order.
    fn add(&mut self, mut found: Found) {
        let first = self.found.get_mut(..self.sorted).unwrap_or_default();
        let at = first.partition_point(|other| *other < found);
        if let Some(behind) = first.get_mut(at..).filter(|it| !it.is_empty()) {
            behind.rotate_right(1);
            // The last of them is one of the others now.
            if let Some(place) = behind.first_mut() {
                std::mem::swap(place, &mut found);
            }
        }
        self.found.push(found);
    }

    /// Puts the first so many in order.
    pub(super) fn sort_to(&mut self, end: usize) {
        let end = end.min(self.found.len());
        let Some(rest) = self.found.get_mut(self.sorted..) else {
            return;
        };
        let Some(more) = end.checked_sub(self.sorted).filter(|more| *more > 0) else {
            return;
        };
        if more < rest.len() {
            rest.select_nth_unstable(more);
        }
        if let Some(first) = rest.get_mut(..more) {
            first.sort_unstable();
        }
        self.sorted = end;
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

    fn ranks(ranking: &mut Ranking) -> Vec<usize> {
        ranking.sort_to(usize::MAX);
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
            ranking.find(typed, texts.len());
            looked_at.push(ranking.go_on(usize::MAX, |at| &texts[at]));
        }
        let [0, 10_000, 10_000, narrowed, again, negated, negated_on] = looked_at[..] else {
            panic!("{looked_at:?}");
        };
        assert!(narrowed < 1_000, "{narrowed}");
        assert_eq!([again, negated, negated_on], [10_000; 3]);
    }

    proptest! {
        /// However it was typed, however far it was looked at and sorted on the way.
        #[test]
        fn what_is_found_is_what_one_look_finds(
            typed in "[fl9$!^' _r\\\\A/]{0,6}",
            steps in prop::collection::vec((0usize..60, 0usize..30), 7),
            least in 1usize..20,
        ) {
            let texts = texts(50);
            let mut typing = Ranking::default();
            for (end, (sorted, looked_at)) in (0..=typed.len()).zip(steps) {
                typing.find(&typed[..end], texts.len());
                typing.go_on(looked_at, |at| &texts[at]);
                typing.sort_to(sorted);
                typing.go_on(looked_at / 2, |at| &texts[at]);
            }
            while !typing.is_done() {
                prop_assert!(typing.go_on(least, |at| &texts[at]) <= least);
                typing.sort_to(least);
            }
            let mut once = Ranking::default();
            once.find(&typed, texts.len());
            once.go_on(usize::MAX, |at| &texts[at]);
            let found = ranks(&mut once);
            prop_assert_eq!(ranks(&mut typing), found.clone());
            let scores: Vec<_> = once.found.clone();
            prop_assert!(scores.is_sorted());
            prop_assert!(found.iter().all(|text| *text < texts.len()));
        }
    }
}
