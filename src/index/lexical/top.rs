//! Top-k by (score, ChunkId), so that ties do not depend on the order of documents.
//!
//! Principal types: [`Top`], [`KeywordRequest`] and [`Keywords`].

use crate::chunk::ChunkId;
use crate::index::distinct::Distinct;
use crate::index::entry_set::EntrySet;
use std::cmp::Reverse;
use tantivy::DocAddress;

/// A candidate: score in steps, then the lower ChunkId, and its entry.
type KeywordCandidate = (i64, Reverse<ChunkId>, u32);

/// Scores are rounded to this many steps per unit, so that rounding errors do not affect the order.
pub const STEPS_PER_UNIT: f64 = 1e4;

/// Result of a keyword search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Keywords {
    /// Entries and scores, best first, including copies.
    pub best: Vec<(u32, f32)>,
    /// The scores of the requested entries that have one, unordered.
    pub scored: Vec<(u32, f32)>,
}

/// A request for the best entries.
pub(crate) struct KeywordRequest<'a> {
    /// Entries that may be returned.
    pub(crate) passing: &'a EntrySet,
    /// Maximum number of distinct contents.
    pub(crate) limit: usize,
    /// Returns the chunk and the content of an entry; called only for candidates.
    pub(crate) identify: &'a dyn Fn(u32) -> (ChunkId, u64),
    /// Documents whose scores are requested, even if they are not among the best.
    pub(crate) scored: Vec<DocAddress>,
}

/// The best so far.
pub(crate) struct Top(Distinct<KeywordCandidate>);

impl Top {
    pub(crate) fn new(limit: usize) -> Self {
        Self(Distinct::new(limit))
    }

    pub(crate) fn add(&mut self, entry: u32, score: f64, chunk: ChunkId, content: u64) {
        let candidate = (to_steps(score), Reverse(chunk), entry);
        self.0.add(candidate, content);
    }

    /// Minimum score to be among the best; lower scores round below the worst.
    pub(crate) fn threshold(&self) -> f64 {
        match self.0.worst() {
            Some((steps, ..)) => (*steps as f64 - 0.5) / STEPS_PER_UNIT,
            None => f64::NEG_INFINITY,
        }
    }

    /// Entries and scores, best first.
    pub(crate) fn into_scores(self) -> Vec<(u32, f32)> {
        let best = self.0.into_sorted();
        let scored = best.map(|(steps, _, entry)| (entry, from_steps(steps)));
        scored.collect()
    }
}

/// Rounds a score to whole steps.
pub(crate) fn rounded(score: f64) -> f32 {
    from_steps(to_steps(score))
}

fn to_steps(score: f64) -> i64 {
    (score * STEPS_PER_UNIT).round() as i64
}

fn from_steps(steps: i64) -> f32 {
    steps as f32 / STEPS_PER_UNIT as f32
}
