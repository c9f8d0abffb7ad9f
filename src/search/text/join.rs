//! Ranks a long text: its title and the whole text, each apart, and joins the rankings.
//!
//! [`joined()`] is linear in the scores, so that the signals of a hit still add up to its score.

use super::informative::informative_words;
use super::named_files::named_files;
use crate::chunk::ChunkId;
use crate::embed::Model;
use crate::index::Record;
use crate::search::by_words::by_words;
use crate::search::context::{Result, SearchContext};
use crate::search::explanation::{Explanation, LOCATION, Signal};
use crate::search::query::{Query, starts_with_trace};
use crate::search::ranking::{RankedRecord, Ranking, sort_by_score};
use crate::search::retrieve::location::LeafAt;
use std::collections::HashMap;

/// Rank whose score a result gets in a part that does not rank it. Any from 10 to 100 ranks as well.
const MISSING_RANK: usize = 50;

/// A ranking and its weight.
pub(super) struct Part {
    pub(super) ranked: Vec<RankedRecord>,
    pub(super) weight: f32,
    /// Name of the signal of a result that is only in other parts.
    /// None if such a result loses nothing.
    pub(super) missing: Option<&'static str>,
}

/// Joins rankings: a score is the weighted sum of the scores in all parts. A result that a part does not rank has
/// the score of its rank [`MISSING_RANK`] there. The other values of an explanation are those of the first part that
/// ranks it.
pub(super) fn joined(parts: Vec<Part>) -> Vec<RankedRecord> {
    let mut floors = Vec::new();
    let mut found: HashMap<ChunkId, (Record, Vec<Option<Explanation>>)> = HashMap::new();
    let count = parts.len();
    for (at, part) in parts.into_iter().enumerate() {
        let mut first = part.ranked.iter().take(MISSING_RANK);
        let low = first
            .next_back()
            .map_or(0.0, |last| last.explanation.total());
        floors.push((part.missing, low, part.weight));
        for ranked in part.ranked {
            let record = ranked.record;
            let (_, known) =
                (found.entry(record.id)).or_insert_with(|| (record, vec![None; count]));
            known[at] = Some(ranked.explanation);
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
            ranked.push(RankedRecord::new(record, explanation));
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

/// Weight of the ranking by the title; that by the whole text has the rest. 0.2 and 0.3 rank alike.
const TITLE: f32 = 0.4;

/// Addend of the chunk at the innermost frame of a stack trace.
const FRAME: f32 = 2.0;
/// The same if the text begins with the trace: the frame is the first result.
const FIRST_FRAME: f32 = 10.0;
/// Factor of the addend from a frame to its caller.
const CALLER: f32 = 0.5;

/// Addend of the chunks of a file whose path the text has.
const NAMED_FILE: f32 = 1.0;

/// Answers a long text: the whole text and its title are ranked apart and joined; the chunks at the locations in it and
/// those of files that it names are raised.
pub(crate) fn find(
    context: &SearchContext<'_>,
    model: Option<&Model>,
    frames: &[LeafAt],
) -> Result<Ranking> {
    let mut query = context.query.clone();
    if let Some(informative) = informative_words(context.snapshot, &query.words)? {
        query.words = informative;
    }
    let by_text = by_words(&context.with(&query), model)?;
    let mut parts = vec![Part {
        ranked: by_text.ranked,
        weight: 1.0,
        missing: Some("not by text"),
    }];
    if !query.title.is_empty() && query.title != query.words {
        let title = Query {
            words: query.title.clone(),
            ..query.clone()
        };
        parts[0].weight -= TITLE;
        parts.push(Part {
            ranked: by_words(&context.with(&title), model)?.ranked,
            weight: TITLE,
            missing: Some("not by title"),
        });
    }
    parts.push(Part {
        ranked: raised(context, frames),
        weight: 1.0,
        missing: None,
    });
    let mut ranked = joined(parts);
    let named = named_files(context.snapshot, &query.text);
    for hit in &mut ranked {
        if named.contains(&hit.record.path) {
            hit.explanation.extend([("named file", NAMED_FILE)]);
        }
    }
    sort_by_score(&mut ranked);
    Ok(Ranking { ranked, ..by_text })
}

/// The chunks at the frames of a stack trace, with their addends.
fn raised(context: &SearchContext<'_>, frames: &[LeafAt]) -> Vec<RankedRecord> {
    let mut raised: Vec<RankedRecord> = Vec::new();
    let mut addend = FRAME;
    if starts_with_trace(&context.query.text) {
        addend = FIRST_FRAME;
    }
    for (record, at) in frames {
        if raised.iter().any(|known| known.record.id == record.id) {
            continue;
        }
        raised.push(RankedRecord {
            record: record.clone(),
            explanation: Explanation::at(*at, [(LOCATION, addend)]),
        });
        addend *= CALLER;
    }
    raised
}
