//! The best k of a stream of candidates.

use super::cosine;
use super::set::Slot;
use crate::embed::EmbeddingKey;
use crate::index::distinct::Distinct;
use std::cmp::Reverse;

/// The greater dot product is better, then the smaller key.
type Candidate = (i32, Reverse<EmbeddingKey>, Reverse<Slot>);

/// Keeps the best of k distinct contents; which ones does not depend on the order in which they came.
pub(super) struct Top {
    best: Distinct<Candidate>,
    /// The least dot product that could still enter.
    least: i32,
}

impl Top {
    pub(super) fn new(k: usize) -> Self {
        Self {
            best: Distinct::new(k),
            least: if k == 0 { i32::MAX } else { i32::MIN },
        }
    }

    /// Returns true if a candidate with this dot product could still enter.
    #[inline]
    pub(super) fn admits(&self, dot: i32) -> bool {
        dot >= self.least
    }

    pub(super) fn add(&mut self, dot: i32, key: EmbeddingKey, slot: Slot, content: u64) {
        self.best.add((dot, Reverse(key), Reverse(slot)), content);
        if let Some((worst, ..)) = self.best.worst() {
            self.least = *worst;
        }
    }

    /// The best first, with cosines.
    pub(super) fn into_scores(self, dimension: usize) -> Vec<(Slot, f32)> {
        let best = self.best.into_sorted();
        best.map(|(dot, _, Reverse(slot))| (slot, cosine(dot, dimension)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_best_are_those_of_a_full_sort(
            dots in prop::collection::vec(-5i32..5, 0..60),
            k in 0usize..20,
        ) {
            let mut top = Top::new(k);
            let mut all = Vec::new();
            for (i, dot) in dots.into_iter().enumerate() {
                // Keys run against the slots, so that ties are decided by the key.
                let (key, slot) = (EmbeddingKey(100 - i as u64), Slot(i as u32));
                all.push((Reverse(dot), key, slot));
                if top.admits(dot) {
                    top.add(dot, key, slot, i as u64);
                }
            }
            all.sort();
            let expected: Vec<Slot> = all.into_iter().take(k).map(|(_, _, slot)| slot).collect();
            let found: Vec<Slot> = top.into_scores(4).into_iter().map(|(slot, _)| slot).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
