//! Half-typed names: declarations whose name starts with a word of the query, or else is like it.
//!
//! The quality of a name does not depend on how much of it is typed, and a name comes before those that
//! it begins (`Throttle`, `ThrottleOpts`): what is first stays first with every further letter.

use super::rank::{declared_name, is_run, name_in, split_method, stands_in, uncalled, worth};
use super::{Mode, Query, Search, symbols};
use crate::chunk::Definition;
use crate::corpus::place::Place;
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
/// Quality of a name that differs in case from what is typed.
const OTHER_CASE: f32 = 0.9;
/// Loss of quality for each letter of a name.
const LETTER: f32 = 0.01;
/// Loss of quality behind a name that begins this one.
const LONGER: f32 = 0.01;
/// Quality of a fuzzy match of all letters.
const FUZZY: f32 = 0.5;
/// Minimum share of the best possible score that a fuzzy match needs.
const LEAST_FUZZY: f32 = 0.75;
/// Factor for all but the best declaration where the word is complete: its other reading is text.
const COMPLETE_WORD: f32 = 0.3;

/// A declaration that may be meant.
pub(super) struct HalfTyped {
    pub(super) entry: u32,
    /// Above 0 to 1.
    pub(super) quality: f32,
    /// The name that it is found by, where it defines several.
    pub(super) definition: Option<Definition>,
}

/// The declarations that may be meant; none when cancelled.
pub(super) fn find(
    search: &Search<'_>,
    passing: &Passing,
) -> Result<Option<Vec<HalfTyped>>, IndexError> {
    let snapshot = search.snapshot;
    let Some(typed) = Typed::of(snapshot, search.query)? else {
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
        let Some(fuzzy) = symbols::names_like(snapshot, &typed.last, NAMES, search.cancel)? else {
            return Ok(None);
        };
        let close = fuzzy.into_iter().filter(|(_, fit)| *fit >= LEAST_FUZZY);
        names.extend(close.map(|(name, fit)| (name_term(&name), FUZZY * fit)));
    }
    let mut best: BTreeMap<u32, HalfTyped> = BTreeMap::new();
    let mut by_name: Vec<(String, f32)> = Vec::new();
    for (name, fit) in names {
        // Shorter names come first.
        let begins = by_name
            .iter()
            .filter(|(it, _)| name.starts_with(it.as_str()));
        let limit = begins
            .map(|(_, quality)| quality - LONGER)
            .fold(fit, f32::min);
        let mut highest = 0.0f32;
        for entry in snapshot.declaring(std::slice::from_ref(&name))? {
            if best.len() >= DECLARATIONS {
                break;
            }
            let known = best.get(&entry).map_or(0.0, |known| known.quality);
            if passing.contains(entry)
                && let Some(mut found) =
                    typed.declared_in(entry, &snapshot.record(entry)?, &name, fit)
            {
                found.quality = found.quality.min(limit);
                highest = highest.max(found.quality);
                if found.quality > known {
                    best.insert(entry, found);
                }
            }
        }
        if highest > 0.0 {
            by_name.push((name, highest));
        }
    }
    let mut found: Vec<HalfTyped> = best.into_values().collect();
    let highest = found.iter().fold(0.0, |most: f32, it| most.max(it.quality));
    let lowered = found
        .iter_mut()
        .filter(|it| typed.is_word && it.quality < highest);
    lowered.for_each(|it| it.quality *= COMPLETE_WORD);
    Ok(Some(found))
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

    /// The declaration of a name in an entry, with the share `fit` of the quality that its kind, its place
    /// and its length give it; none where it is not in the scopes that it should be in.
    fn declared_in(&self, entry: u32, record: &Record, name: &str, fit: f32) -> Option<HalfTyped> {
        let written = declared_name(record, name)?;
        if !self.above.iter().all(|above| stands_in(record, above)) {
            return None;
        }
        let place = match Place::of(&record.path, &record.names) {
            Place::Code => 1.0,
            _ => TEST,
        };
        let case = match written.starts_with(&self.last) {
            true => 1.0,
            false => OTHER_CASE,
        };
        let length = (LETTER * name.chars().count() as f32).min(0.5);
        let mut definitions = record.definitions.iter().filter(|_| is_run(record));
        Some(HalfTyped {
            entry,
            quality: fit * worth(record.kind) * place * case * (1.0 - length),
            definition: definitions.find(|it| it.name == written).cloned(),
        })
    }
}
