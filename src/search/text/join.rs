//! Rankings of parts of a text, joined.
//!
//! [`joined()`] is linear in the scores, so that the signals of a hit still add up to its score.

use crate::chunk::ChunkId;
use crate::index::Record;
use crate::search::explanation::{Explanation, Signal};
use crate::search::ranking::sort_by_score;
use std::collections::HashMap;

/// Rank whose score a result gets in a part that does not rank it. Any from 10 to 100 ranks as well.
const MISSING_RANK: usize = 50;

/// A ranking and its weight.
pub(super) struct Part {
    pub(super) ranked: Vec<(Record, Explanation)>,
    pub(super) weight: f32,
    /// Name of the signal of a result that is only in other parts.
    /// None if such a result loses nothing.
    pub(super) missing: Option<&'static str>,
}

/// Joins rankings: a score is the weighted sum of the scores in all parts. A result that a part does not rank has
/// the score of its rank [`MISSING_RANK`] there. The other values of an explanation are those of the first part that
/// ranks it.
pub(super) fn joined(parts: Vec<Part>) -> Vec<(Record, Explanation)> {
    let mut floors = Vec::new();
    let mut found: HashMap<ChunkId, (Record, Vec<Option<Explanation>>)> = HashMap::new();
    let count = parts.len();
    for (at, part) in parts.into_iter().enumerate() {
        let mut first = part.ranked.iter().take(MISSING_RANK);
        let low = first.next_back().map_or(0.0, |(_, last)| last.total());
        floors.push((part.missing, low, part.weight));
        for (record, explanation) in part.ranked {
            let (_, known) =
                (found.entry(record.id)).or_insert_with(|| (record, vec![None; count]));
            known[at] = Some(explanation);
        }
    }
    let mut ranked = Vec::with_capacity(found.len());
    for (record, of_parts) in found.into_values() {
        let mut signals = Vec::new();
        let mut file_signals = Vec::new();
        for (explanation, (missing, low, weight)) in of_parts.iter().zip(&floors) {
            match explanation {
                Some(explanation) => {
                    add_weighted(&mut signals, &explanation.signals, *weight);
                    add_weighted(&mut file_signals, &explanation.file_signals, *weight);
                }
                None => signals.extend(missing.map(|name| Signal {
                    name,
                    value: low * weight,
                    weight: None,
                })),
            }
        }
        signals.retain(|signal| signal.value != 0.0);
        let located_at = of_parts
            .iter()
            .flatten()
            .rev()
            .find_map(|part| part.located_at);
        if let Some(first) = of_parts.into_iter().flatten().next() {
            let explanation = Explanation {
                located_at,
                signals,
                file_signals,
                ..first
            };
            ranked.push((record, explanation));
        }
    }
    sort_by_score(&mut ranked);
    ranked
}

/// Adds signals times a weight to those of the same names.
fn add_weighted(sums: &mut Vec<Signal>, signals: &[Signal], weight: f32) {
    for signal in signals {
        let value = signal.value * weight;
        match sums.iter_mut().find(|sum| sum.name == signal.name) {
            Some(sum) => sum.value += value,
            None => sums.push(Signal {
                value,
                ..signal.clone()
            }),
        }
    }
}
