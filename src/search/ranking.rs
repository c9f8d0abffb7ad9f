//! Ranked records: the order of results, whatever the mode that found them.
//!
//! Principal type: [`Ranking`]. Invariant: rounding errors decide nothing.

use super::explanation::Explanation;
use super::literal::Totals;
use crate::index::{EntrySet, Record, STEPS_PER_UNIT, VectorSearch};
use std::collections::HashSet;

/// A record with its score.
pub(super) struct RankedRecord {
    pub(super) record: Record,
    pub(super) explanation: Explanation,
}

impl RankedRecord {
    pub(super) fn new(record: Record, explanation: Explanation) -> Self {
        Self {
            record,
            explanation,
        }
    }
}

/// Ranked results of a query.
pub(super) struct Ranking {
    /// Best first.
    pub(super) ranked: Vec<RankedRecord>,
    /// The leaves that pass the query, including copies of the ranked ones.
    pub(super) passing: EntrySet,
    pub(super) vectors: VectorSearch,
    /// Numbers of all matches, if the query is literal.
    pub(super) totals: Option<Totals>,
}

/// A score in whole steps, so that rounding errors decide nothing.
pub(super) fn steps(score: f32) -> i64 {
    (score * STEPS_PER_UNIT as f32).round() as i64
}

/// Sorts results: exact copies first, then by descending score, then by path and line.
pub(super) fn sort_by_score(ranked: &mut [RankedRecord]) {
    ranked.sort_by(|left, right| {
        let (one, other) = (&left.explanation, &right.explanation);
        let order = |record: &Record| (record.lines, record.id);
        (other.same_text.cmp(&one.same_text))
            .then_with(|| steps(other.total()).cmp(&steps(one.total())))
            .then_with(|| left.record.path.cmp(&right.record.path))
            .then_with(|| order(&left.record).cmp(&order(&right.record)))
    });
}

/// Keeps the items with one of the first `limit` distinct contents.
pub(super) fn keep_first<T>(ranked: &mut Vec<T>, limit: usize, content: impl Fn(&T) -> u64) {
    let mut first = HashSet::new();
    ranked.retain(|item| {
        let content = content(item);
        first.contains(&content) || first.len() < limit && first.insert(content)
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_counts_distinct_contents() {
        let mut ranked = vec![7, 5, 7, 3, 5, 7];
        keep_first(&mut ranked, 2, |content| *content);
        assert_eq!(ranked, [7, 5, 7, 5, 7]);
    }
}
