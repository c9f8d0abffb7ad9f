//! Top-k by (score, ChunkId), so that ties do not depend on the order of documents.
//!
//! Principal types: [`Top`], [`KeywordRequest`] and [`Keywords`].

use super::super::distinct::Distinct;
use super::super::entry_set::EntrySet;
use crate::chunk::ChunkId;
use std::cmp::Reverse;
use tantivy::DocAddress;

/// A candidate: score in steps of 1e-4, then the lower ChunkId, and its entry.
type KeywordCandidate = (i64, Reverse<ChunkId>, u32);

/// Scores are rounded to this many steps per unit, so that rounding errors do not affect the order.
const STEPS_PER_UNIT: f64 = 1e4;

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
        self.0
            .add((to_steps(score), Reverse(chunk), entry), content);
    }

    /// Minimum score to be among the best; lower scores round below the worst.
    pub(crate) fn threshold(&self) -> f64 {
        let worst = self.0.worst();
        worst.map_or(f64::NEG_INFINITY, |(worst, ..)| {
            (*worst as f64 - 0.5) / STEPS_PER_UNIT
        })
    }

    /// Entries and scores, best first.
    pub(crate) fn into_scores(self) -> Vec<(u32, f32)> {
        let best = self.0.into_sorted();
        best.map(|(steps, _, entry)| (entry, from_steps(steps)))
            .collect()
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
