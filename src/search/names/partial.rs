//! Half-typed names: declarations whose name starts with, or resembles, a word of the query.
//!
//! Principal type: [`PartialMatch`]. The [retrieval](crate::search::retrieve) adds these to the results of the
//! retrievers.
//!
//! Invariant: the quality of a name is independent of the number of letters typed, and a name ranks
//! before its extensions (`Throttle`, `ThrottleOpts`), so further letters keep the first result.

use super::declared::{declared_name, name_worth};
use super::fuzzy::names_like;
use super::name_query::name_in;
use crate::chunk::Definition;
use crate::corpus::file_class::FileClass;
use crate::index::terms::{name_term, terms};
use crate::index::{EntrySet, IndexError, Record};
use crate::search::context::SearchContext;
use crate::search::error::SearchError;
use crate::search::query::{Mode, QualifiedName};
use std::collections::BTreeMap;

/// Maximum number of names to look up, shortest first.
const NAMES: usize = 40;
/// Maximum number of declarations that become candidates.
const DECLARATIONS: usize = 40;
/// Minimum length of the word in characters: shorter ones start too many names.
const MIN_LENGTH: usize = 2;
/// Quality of a declaration in a test.
const TEST: f32 = 0.8;
/// Quality of a name whose case differs from the query.
const OTHER_CASE: f32 = 0.9;
/// Loss of quality per letter of a name.
const LETTER_LOSS: f32 = 0.01;
/// Loss of quality of a name relative to a shorter name that it starts with.
const EXTENSION_LOSS: f32 = 0.01;
/// Quality of a fuzzy match of all letters.
const FUZZY: f32 = 0.5;
/// Minimum score of a fuzzy match, as a share of the best possible one.
const MIN_FUZZY: f32 = 0.75;
/// Factor for all but the best declaration if documents contain the word: it may be plain text.
const COMPLETE_WORD: f32 = 0.3;

/// A declaration that the query may mean.
pub(crate) struct PartialMatch {
    pub(crate) entry: u32,
    /// Greater than 0, up to 1.
    pub(crate) quality: f32,
    /// The matching name, if the entry defines several.
    pub(crate) definition: Option<Definition>,
}

/// Returns the declarations that the query may mean.
pub(crate) fn find(
    context: &SearchContext<'_>,
    passing: &EntrySet,
) -> Result<Vec<PartialMatch>, SearchError> {
    let snapshot = context.snapshot;
    let Some(typed) = PartialName::from_query(context)? else {
        return Ok(Vec::new());
    };
    let mut names: Vec<(String, f32)> = Vec::new();
    let term = typed.name.term();
    for name in snapshot.declared_names(&term, NAMES)? {
        // A complete name is not half-typed.
        if name != term {
            names.push((name, 1.0));
        }
    }
    if names.is_empty() && typed.is_alone && !typed.is_word {
        let fuzzy = names_like(context, &typed.name.last, NAMES)?.into_iter();
        let close = fuzzy.filter(|(_, fit)| *fit >= MIN_FUZZY);
        names.extend(close.map(|(name, fit)| (name_term(&name), FUZZY * fit)));
    }
    let mut best: BTreeMap<u32, PartialMatch> = BTreeMap::new();
    let mut by_name: Vec<(String, f32)> = Vec::new();
    for (name, fit) in names {
        // Shorter names come first.
        let begins = by_name
            .iter()
            .filter(|(it, _)| name.starts_with(it.as_str()));
        let limit = begins
            .map(|(_, quality)| quality - EXTENSION_LOSS)
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
    let mut found: Vec<PartialMatch> = best.into_values().collect();
    let highest = found.iter().fold(0.0, |most: f32, it| most.max(it.quality));
    let lowered = found
        .iter_mut()
        .filter(|it| typed.is_word && it.quality < highest);
    lowered.for_each(|it| it.quality *= COMPLETE_WORD);
    Ok(found)
}

/// The word of a query that may start a name.
struct PartialName {
    name: QualifiedName,
    /// True if the query has no other word.
    is_alone: bool,
    /// True if a document contains the word.
    is_word: bool,
}

impl PartialName {
    /// Returns the only word of a query, or its last word while that is being typed and occurs in no document.
    fn from_query(context: &SearchContext<'_>) -> Result<Option<Self>, IndexError> {
        let query = context.query;
        if !matches!(query.mode, Mode::Hybrid | Mode::Keywords) {
            return Ok(None);
        }
        let alone = name_in(&query.words);
        let last = || query.words.split_whitespace().next_back();
        let Some(word) = alone.or_else(|| last().filter(|_| query.is_typing)) else {
            return Ok(None);
        };
        let name = QualifiedName::parse(word);
        let is_word = match terms(&name.last).first() {
            Some(term) => context.snapshot.is_in_text(term)?,
            None => false,
        };
        let is_alone = alone.is_some();
        let is_short = name.term().chars().count() < MIN_LENGTH;
        Ok((!is_short && (is_alone || !is_word)).then_some(Self {
            name,
            is_alone,
            is_word,
        }))
    }

    /// Rates the declaration of a name in an entry: `fit` times factors for its scopes, kind, location, case
    /// and length; 0 outside the typed scopes.
    fn declared_in(
        &self,
        entry: u32,
        record: &Record,
        name: &str,
        fit: f32,
    ) -> Option<PartialMatch> {
        let written = declared_name(record, name)?;
        let class = match FileClass::of(&record.path, &record.names) {
            FileClass::Code => 1.0,
            _ => TEST,
        };
        let case = match written.starts_with(&self.name.last) {
            true => 1.0,
            false => OTHER_CASE,
        };
        let within = self.name.within(record);
        let length = (LETTER_LOSS * name.chars().count() as f32).min(0.5);
        let mut definitions = record.definitions.iter();
        Some(PartialMatch {
            entry,
            quality: fit * within * name_worth(record, written) * class * case * (1.0 - length),
            definition: definitions.find(|it| it.name == written).cloned(),
        })
    }
}
