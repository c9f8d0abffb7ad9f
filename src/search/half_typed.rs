//! Half-typed names: declarations whose name starts with a word of the query, or else is like it.
//!
//! The quality of a name depends on its declaration alone, not on how much of it is typed: a name that
//! is first stays first with every further letter.

use super::place::Place;
use super::rank::{declared_name, name_in, split_method, stands_in, uncalled, worth};
use super::{Mode, Query, symbols};
use crate::corpus::Cancel;
use crate::index::terms::{name_term, terms};
use crate::index::{IndexError, Passing, Record, Snapshot};
use std::collections::BTreeMap;

/// Names that are looked up, the shortest.
const NAMES: usize = 40;
/// Declarations that become candidates.
const DECLARATIONS: usize = 40;
/// Shorter words begin too many names.
const SHORTEST: usize = 2;
/// Quality of a declaration in a test.
const TEST: f32 = 0.8;
/// Loss of quality for each letter of a name.
const LETTER: f32 = 0.01;
/// Quality of a fuzzy match of all letters.
const FUZZY: f32 = 0.5;
/// Minimum share of the best possible score that a fuzzy match needs.
const LEAST_FUZZY: f32 = 0.75;
/// Factor for all but the best declaration where the word is complete: its other reading is text.
const COMPLETE_WORD: f32 = 0.3;

/// The entries of the declarations that may be meant, with their quality, above 0 to 1; none when
/// cancelled.
pub(super) fn find(
    snapshot: &Snapshot,
    query: &Query,
    passing: &Passing,
    cancel: &Cancel,
) -> Result<Option<Vec<(u32, f32)>>, IndexError> {
    let Some(typed) = Typed::of(snapshot, query)? else {
        return Ok(Some(Vec::new()));
    };
    let mut names: Vec<(String, f32)> = Vec::new();
    for name in snapshot.declared_names(&typed.name, NAMES)? {
        // A complete name is no half-typed one.
        if name != typed.name {
            names.push((name, 1.0));
        }
    }
    if names.is_empty() && typed.is_alone && !typed.is_word {
        let Some(fuzzy) = symbols::names_like(snapshot, &typed.last, NAMES, cancel)? else {
            return Ok(None);
        };
        let close = fuzzy.into_iter().filter(|(_, fit)| *fit >= LEAST_FUZZY);
        names.extend(close.map(|(name, fit)| (name_term(&name), FUZZY * fit)));
    }
    let mut best: BTreeMap<u32, f32> = BTreeMap::new();
    for (name, fit) in names {
        for entry in snapshot.declaring(&[name.clone()])? {
            if best.len() >= DECLARATIONS {
                break;
            }
            if passing.contains(entry) {
                let quality = fit * typed.quality(&snapshot.record(entry)?, &name);
                let known = best.entry(entry).or_default();
                *known = known.max(quality);
            }
        }
    }
    best.retain(|_, quality| *quality > 0.0);
    let first = best.values().copied().fold(0.0, f32::max);
    let lowered = |quality: f32| match typed.is_word && quality < first {
        true => COMPLETE_WORD * quality,
        false => quality,
    };
    let found = best.into_iter();
    Ok(Some(
        found
            .map(|(entry, quality)| (entry, lowered(quality)))
            .collect(),
    ))
}

/// The word of a query that may begin a name.
struct Typed {
    /// As written, without what it is in.
    last: String,
    /// As [`name_term`] has it.
    name: String,
    /// Scopes that it should be in, likewise.
    above: Vec<String>,
    /// Whether the query is nothing else.
    is_alone: bool,
    /// Whether a document has it as a word.
    is_word: bool,
}

impl Typed {
    /// The one word of a query, or the last one while it is typed and no document has it.
    fn of(snapshot: &Snapshot, query: &Query) -> Result<Option<Self>, IndexError> {
        if !matches!(query.mode, Mode::Hybrid | Mode::Keywords) {
            return Ok(None);
        }
        let alone = name_in(&query.words).map(|(name, _)| name);
        let last = || query.words.split_whitespace().next_back();
        let Some(word) = alone.or_else(|| last().filter(|_| query.is_typing)) else {
            return Ok(None);
        };
        let (above, last) = split_method(uncalled(word));
        let name = name_term(last);
        let is_word = match terms(last).first() {
            Some(term) => snapshot.is_in_text(term)?,
            None => false,
        };
        if name.chars().count() < SHORTEST || (alone.is_none() && is_word) {
            return Ok(None);
        }
        Ok(Some(Self {
            last: last.to_owned(),
            name,
            above,
            is_alone: alone.is_some(),
            is_word,
        }))
    }

    /// How likely a declaration of this name is meant, 0 to 1.
    fn quality(&self, record: &Record, name: &str) -> f32 {
        let is_within = self.above.iter().all(|above| stands_in(record, above));
        if !is_within || declared_name(record, name).is_none() {
            return 0.0;
        }
        let place = match Place::of(&record.path, &record.names) {
            Place::Code => 1.0,
            _ => TEST,
        };
        let length = (LETTER * name.chars().count() as f32).min(0.5);
        worth(record.kind) * place * (1.0 - length)
    }
}
