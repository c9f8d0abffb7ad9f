//! Top-k by (score, ChunkId): ties never depend on where a document lies.

use super::super::passing::Passing;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;
use tantivy::collector::{Collector, SegmentCollector};
use tantivy::{DocId, Score, SegmentOrdinal, SegmentReader};

/// A candidate: score in steps of 1e-4, then the lower entry (entries are in ChunkId order).
pub(crate) type Candidate = (i64, Reverse<u32>);

/// A segment's best, and the scores asked for.
pub(crate) type SegmentFruit = (Vec<Candidate>, Vec<(u32, f32)>);

/// What a score is rounded to, so that sums in another order tie.
const STEPS: f32 = 1e4;

/// Collects the best `limit` entries that pass.
pub(crate) struct Top {
    /// For each segment, document to entry; `u32::MAX` for none.
    pub(crate) entries: Vec<Arc<[u32]>>,
    /// What may be answered.
    pub(crate) passing: Arc<Passing>,
    /// How many.
    pub(crate) limit: usize,
    /// Entries whose score is wanted, among the best or not.
    pub(crate) asked: Arc<Passing>,
}

/// Scores by keywords.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Keywords {
    /// Entries and scores, best first.
    pub best: Vec<(u32, f32)>,
    /// The scores of the entries asked for that have one, in no order.
    pub asked: Vec<(u32, f32)>,
}

/// One segment's best.
pub(crate) struct SegmentTop {
    entries: Arc<[u32]>,
    passing: Arc<Passing>,
    limit: usize,
    heap: BinaryHeap<Reverse<Candidate>>,
    asked: Arc<Passing>,
    scored: Vec<(u32, f32)>,
}

impl Collector for Top {
    type Fruit = Keywords;
    type Child = SegmentTop;

    fn for_segment(
        &self,
        segment: SegmentOrdinal,
        _: &SegmentReader,
    ) -> tantivy::Result<SegmentTop> {
        Ok(SegmentTop {
            entries: self.entries[segment as usize].clone(),
            passing: self.passing.clone(),
            limit: self.limit,
            heap: BinaryHeap::with_capacity(self.limit + 1),
            asked: self.asked.clone(),
            scored: Vec::new(),
        })
    }

    fn requires_scoring(&self) -> bool {
        true
    }

    fn merge_fruits(&self, fruits: Vec<SegmentFruit>) -> tantivy::Result<Keywords> {
        let (best, asked): (Vec<_>, Vec<_>) = fruits.into_iter().unzip();
        let mut best: Vec<Candidate> = best.into_iter().flatten().collect();
        best.sort_unstable_by(|left, right| right.cmp(left));
        best.truncate(self.limit);
        let best = best
            .into_iter()
            .map(|(score, Reverse(entry))| (entry, score as f32 / STEPS))
            .collect();
        Ok(Keywords {
            best,
            asked: asked.concat(),
        })
    }
}

impl SegmentCollector for SegmentTop {
    type Fruit = SegmentFruit;

    fn collect(&mut self, doc: DocId, score: Score) {
        let entry = self.entries[doc as usize];
        if entry == u32::MAX || !self.passing.contains(entry) {
            return;
        }
        let steps = (score * STEPS).round();
        if self.asked.contains(entry) {
            self.scored.push((entry, steps / STEPS));
        }
        let candidate = (steps as i64, Reverse(entry));
        if self.heap.len() == self.limit {
            match self.heap.peek() {
                Some(Reverse(worst)) if *worst < candidate => self.heap.pop(),
                _ => return,
            };
        }
        self.heap.push(Reverse(candidate));
    }

    fn harvest(self) -> SegmentFruit {
        (
            self.heap
                .into_iter()
                .map(|Reverse(candidate)| candidate)
                .collect(),
            self.scored,
        )
    }
}
