//! Top-k by (score, ChunkId): ties never depend on where a document lies.

use super::super::distinct::Distinct;
use super::super::passing::Passing;
use std::cmp::Reverse;
use tantivy::DocAddress;

/// A candidate: score in steps of 1e-4, then the lower entry (entries are in ChunkId order).
type Candidate = (i64, Reverse<u32>);

/// Scores are rounded to this many steps per unit, so that rounding errors decide nothing.
const STEPS: f64 = 1e4;

/// Scores by keywords.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Keywords {
    /// Entries and scores, best first, copies among them.
    pub best: Vec<(u32, f32)>,
    /// The scores of the entries asked for that have one, in no order.
    pub asked: Vec<(u32, f32)>,
}

/// A request for the best entries.
pub(crate) struct Wanted<'a> {
    /// Entries that may be returned.
    pub(crate) passing: &'a Passing,
    /// Maximum number of distinct contents.
    pub(crate) limit: usize,
    /// The content of an entry; called only for entries that may be among the best.
    pub(crate) content: &'a dyn Fn(u32) -> u64,
    /// Documents whose score is wanted, among the best or not.
    pub(crate) asked: &'a [DocAddress],
}

/// The best so far.
pub(crate) struct Top {
    best: Distinct<Candidate>,
    least: f64,
}

impl Top {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            best: Distinct::new(limit),
            least: f64::NEG_INFINITY,
        }
    }

    pub(crate) fn add(&mut self, entry: u32, score: f64, content: u64) {
        self.best.add((steps(score), Reverse(entry)), content);
        if let Some((worst, _)) = self.best.worst() {
            self.least = (*worst as f64 - 0.5) / STEPS;
        }
    }

    /// Minimum score to be among the best; lower scores round below the worst.
    pub(crate) fn least(&self) -> f64 {
        self.least
    }

    /// Best first.
    pub(crate) fn into_scores(self) -> Vec<(u32, f32)> {
        let best = self.best.into_sorted();
        best.map(|(steps, Reverse(entry))| (entry, in_steps(steps)))
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
