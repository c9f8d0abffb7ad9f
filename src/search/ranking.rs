//! Ranked records: the order of results, whatever the mode that found them.
//!
//! Principal type: [`Ranking`]. Invariant: rounding errors decide nothing.

use super::explanation::Explanation;
use crate::index::{EntrySet, Record, STEPS_PER_UNIT, VectorSearch};

/// Ranked results of a query.
pub(super) struct Ranking {
    /// Best first.
    pub(super) ranked: Vec<(Record, Explanation)>,
    /// The leaves that pass the query, including copies of the ranked ones.
    pub(super) passing: EntrySet,
    pub(super) vectors: VectorSearch,
}

/// A score in whole steps, so that rounding errors decide nothing.
pub(super) fn steps(score: f32) -> i64 {
    (score * STEPS_PER_UNIT as f32).round() as i64
}

/// Sorts results: exact copies first, then by descending score, then by path and line.
pub(super) fn sort_by_score(ranked: &mut [(Record, Explanation)]) {
    let location = |record: &Record| (record.lines, record.id);
    ranked.sort_by(|left, right| {
        (right.1.same_text.cmp(&left.1.same_text))
            .then_with(|| steps(right.1.total()).cmp(&steps(left.1.total())))
            .then_with(|| left.0.path.cmp(&right.0.path))
            .then_with(|| location(&left.0).cmp(&location(&right.0)))
    });
}
