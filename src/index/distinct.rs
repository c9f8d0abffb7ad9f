//! The best candidates of a stream, up to a limit of distinct contents.
//!
//! Principal type: [`Distinct`]. Both retrievers collect with it, so copies of one text do not displace
//! others.

use std::cmp::Reverse;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BinaryHeap};

/// Collects the best candidates with `limit` distinct contents: all candidates from the best one down to the
/// best one of the last of these contents. Copies in between are included but do not count. The result does
/// not depend on the order in which candidates arrive.
pub(super) struct Distinct<C> {
    limit: usize,
    /// The worst candidate is on top.
    heap: BinaryHeap<Reverse<(C, u64)>>,
    /// Number of candidates of each content.
    copies: BTreeMap<u64, u32>,
}

impl<C: Ord> Distinct<C> {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            heap: BinaryHeap::with_capacity(limit.saturating_add(1).min(4096)),
            copies: BTreeMap::new(),
        }
    }

    /// Returns true if a candidate may be among the best; `exceeds` compares it with the worst one.
    #[inline]
    pub(super) fn admits(&self, exceeds: impl FnOnce(&C) -> bool) -> bool {
        self.limit > 0 && self.worst().is_none_or(exceeds)
    }

    /// The candidate that a further one must exceed; none while there are fewer contents than the limit.
    pub(super) fn worst(&self) -> Option<&C> {
        if self.copies.len() < self.limit {
            return None;
        }
        self.heap.peek().map(|Reverse((worst, _))| worst)
    }

    pub(super) fn add(&mut self, candidate: C, content: u64) {
        if !self.admits(|worst| candidate > *worst) {
            return;
        }
        self.heap.push(Reverse((candidate, content)));
        *self.copies.entry(content).or_default() += 1;
        // The worst is dropped if there is one content too many, or if it is a copy below the best candidate
        // of every content.
        while let Some(Reverse((_, content))) = self.heap.peek() {
            let contents = self.copies.len();
            let Entry::Occupied(mut copies) = self.copies.entry(*content) else {
                return;
            };
            match *copies.get() {
                1 if contents > self.limit => _ = copies.remove(),
                2.. if contents >= self.limit => *copies.get_mut() -= 1,
                _ => return,
            }
            self.heap.pop();
        }
    }

    /// The candidates, best first.
    pub(super) fn into_sorted(self) -> impl Iterator<Item = C> {
        self.heap
            .into_sorted_vec()
            .into_iter()
            .map(|Reverse((candidate, _))| candidate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn collected(candidates: &[(u32, u64)], limit: usize) -> Vec<u32> {
        let mut best = Distinct::new(limit);
        for (candidate, content) in candidates {
            best.add(*candidate, *content);
        }
        best.into_sorted().collect()
    }

    /// Sorts all candidates and takes the best until there are enough contents.
    fn naive(mut candidates: Vec<(u32, u64)>, limit: usize) -> Vec<u32> {
        candidates.sort_unstable_by_key(|(candidate, _)| Reverse(*candidate));
        let mut contents = HashSet::new();
        let mut best = Vec::new();
        for (candidate, content) in candidates {
            if contents.len() == limit {
                break;
            }
            contents.insert(content);
            best.push(candidate);
        }
        best
    }

    #[test]
    fn copies_do_not_displace_other_contents() {
        let copies = (0..150).map(|nth| (1_000 + nth, 7));
        let others = (0..20).map(|nth| (nth, 100 + u64::from(nth)));
        let best = collected(&others.chain(copies).collect::<Vec<_>>(), 10);
        assert_eq!(best.len(), 150 + 9);
        assert_eq!(best[150..], [19, 18, 17, 16, 15, 14, 13, 12, 11]);
    }

    #[test]
    fn copies_worse_than_every_content_are_dropped() {
        assert_eq!(collected(&[(1, 7), (9, 7), (8, 5), (2, 5)], 2), [9, 8]);
        assert_eq!(
            collected(&[(1, 7), (9, 7), (8, 5), (2, 5)], 3),
            [9, 8, 2, 1]
        );
    }

    proptest! {
        #[test]
        fn best_results_equal_those_of_a_full_sort(
            scores in prop::collection::vec((0u32..40, 0u64..12), 0..80),
            limit in 0usize..14,
        ) {
            // Candidates are distinct: ties are broken by number.
            let candidates = scores.into_iter().zip(0u32..);
            let candidates = candidates.map(|((score, content), nth)| (score * 100 + nth, content));
            let candidates: Vec<(u32, u64)> = candidates.collect();
            prop_assert_eq!(collected(&candidates, limit), naive(candidates, limit));
        }
    }
}
