//! The best k of a stream of candidates.

use super::cosine;
use super::set::Slot;
use crate::embed::EmbeddingKey;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Ordered from the best: the greater dot product, then the smaller key.
type Rank = Reverse<(i32, Reverse<EmbeddingKey>, Reverse<Slot>)>;

/// Keeps the best k; which ones does not depend on the order in which they came.
pub(super) struct Top {
    k: usize,
    /// The worst of the best is on top.
    best: BinaryHeap<Rank>,
}

impl Top {
    pub(super) fn new(k: usize) -> Self {
        Self {
            k,
            best: BinaryHeap::with_capacity(k.min(1024)),
        }
    }

    /// Whether a candidate with this dot product could still enter.
    #[inline]
    pub(super) fn admits(&self, dot: i32) -> bool {
        match self.best.peek() {
            Some(Reverse((worst, ..))) if self.best.len() >= self.k => dot >= *worst,
            _ => self.k > 0,
        }
    }

    pub(super) fn add(&mut self, dot: i32, key: EmbeddingKey, slot: Slot) {
        let rank = Reverse((dot, Reverse(key), Reverse(slot)));
        if self.best.len() < self.k {
            self.best.push(rank);
        } else if let Some(mut worst) = self.best.peek_mut()
            && rank < *worst
        {
            *worst = rank;
        }
    }

    /// The best first, with cosines.
    pub(super) fn into_scores(self, dimension: usize) -> Vec<(Slot, f32)> {
        self.best
            .into_sorted_vec()
            .into_iter()
            .map(|Reverse((dot, _, Reverse(slot)))| (slot, cosine(dot, dimension)))
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
                    top.add(dot, key, slot);
                }
            }
            all.sort();
            let expected: Vec<Slot> = all.into_iter().take(k).map(|(_, _, slot)| slot).collect();
            let found: Vec<Slot> = top.into_scores(4).into_iter().map(|(slot, _)| slot).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
