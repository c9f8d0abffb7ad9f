//! Top-k by (score, ChunkId): ties never depend on where a document lies.

use super::super::passing::Passing;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tantivy::DocAddress;

/// A candidate: score in steps of 1e-4, then the lower entry (entries are in ChunkId order).
type Candidate = (i64, Reverse<u32>);

/// What a score is rounded to, so that what is no difference decides nothing.
const STEPS: f64 = 1e4;

/// Scores by keywords.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Keywords {
    /// Entries and scores, best first.
    pub best: Vec<(u32, f32)>,
    /// The scores of the entries asked for that have one, in no order.
    pub asked: Vec<(u32, f32)>,
}

/// What is wanted of the entries.
pub(crate) struct Wanted<'a> {
    /// What may be answered.
    pub(crate) passing: &'a Passing,
    /// How many.
    pub(crate) limit: usize,
    /// Documents whose score is wanted, among the best or not.
    pub(crate) asked: &'a [DocAddress],
}

/// The best so far.
pub(crate) struct Top {
    limit: usize,
    heap: BinaryHeap<Reverse<Candidate>>,
}

impl Top {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            limit,
            heap: BinaryHeap::with_capacity(limit.saturating_add(1).min(4096)),
        }
    }

    pub(crate) fn add(&mut self, entry: u32, score: f64) {
        let candidate = (steps(score), Reverse(entry));
        if self.heap.len() < self.limit {
            self.heap.push(Reverse(candidate));
        } else if let Some(mut worst) = self.heap.peek_mut()
            && worst.0 < candidate
        {
            *worst = Reverse(candidate);
        }
    }

    /// What a score has to reach to be among the best; lower ones round to less than the worst.
    pub(crate) fn least(&self) -> f64 {
        match self.heap.peek() {
            Some(Reverse((worst, _))) if self.heap.len() == self.limit => {
                (*worst as f64 - 0.5) / STEPS
            }
            _ => f64::NEG_INFINITY,
        }
    }

    /// Best first.
    pub(crate) fn into_scores(self) -> Vec<(u32, f32)> {
        let best = self.heap.into_sorted_vec().into_iter();
        best.map(|Reverse((steps, Reverse(entry)))| (entry, in_steps(steps)))
            .collect()
    }
}

/// A score as it is told.
pub(crate) fn rounded(score: f64) -> f32 {
    in_steps(steps(score))
}

fn steps(score: f64) -> i64 {
    (score * STEPS).round() as i64
}

fn in_steps(steps: i64) -> f32 {
    steps as f32 / STEPS as f32
}
