//! Ranked records: the order of results, whatever the mode that found them.
//!
//! Principal type: [`Ranking`]. Invariant: rounding errors decide nothing.

use super::explanation::Explanation;
use super::literal::Totals;
use crate::index::{EntrySet, Record, STEPS_PER_UNIT, VectorSearch};
use std::collections::HashSet;

/// Ranked results of a query.
pub(super) struct Ranking {
    /// Best first.
    pub(super) ranked: Vec<(Record, Explanation)>,
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
pub(super) fn sort_by_score(ranked: &mut [(Record, Explanation)]) {
    let location = |record: &Record| (record.lines, record.id);
    ranked.sort_by(|left, right| {
        (right.1.same_text.cmp(&left.1.same_text))
            .then_with(|| steps(right.1.total()).cmp(&steps(left.1.total())))
            .then_with(|| left.0.path.cmp(&right.0.path))
            .then_with(|| location(&left.0).cmp(&location(&right.0)))
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
