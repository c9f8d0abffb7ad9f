//! Half-typed names: declarations whose name starts with, or resembles, a word of the query.
//!
//! Principal type: [`PartialMatch`]. The [retrieval](crate::search::retrieve) adds these to the results of the
//! retrievers.
//!
//! Invariant: the quality of a name is independent of the number of letters typed, and a name ranks
//! before its extensions (`Throttle`, `ThrottleOpts`), so further letters keep the first result.

use super::declared::{declared_name, name_worth};
use super::fuzzy::names_like;
use crate::chunk::Definition;
use crate::corpus::file_class::FileClass;
use crate::index::terms::{name_term, terms};
use crate::index::{EntrySet, IndexError, Record};
use crate::search::context::{Result, SearchContext};
use crate::search::query::{Mode, QualifiedName, single_name};
use std::collections::BTreeMap;
use std::slice;

/// Maximum number of names with a declaration that passes, shortest first.
const NAMES: usize = 40;
/// Maximum number of names to look up if the query has filters.
const NAMES_WITH_FILTERS: usize = 1_000;
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
pub(crate) fn find(context: &SearchContext<'_>, passing: &EntrySet) -> Result<Vec<PartialMatch>> {
    let snapshot = context.snapshot;
    let Some(typed) = PartialName::from_query(context)? else {
        return Ok(Vec::new());
    };
    let mut best: BTreeMap<u32, PartialMatch> = BTreeMap::new();
    // The quality of each name, shorter names first.
    let mut rated: Vec<(String, f32)> = Vec::new();
    for (name, fit) in typed.completions(context)? {
        context.check_cancelled()?;
        if rated.len() >= NAMES || best.len() >= DECLARATIONS {
            break;
        }
        let mut limit = fit;
        for (start, quality) in &rated {
            if name.starts_with(start) {
                limit = limit.min(quality - EXTENSION_LOSS);
            }
        }
        let mut highest = 0.0f32;
        for entry in snapshot.declaring(slice::from_ref(&name))? {
            if best.len() >= DECLARATIONS {
                break;
            }
            if !passing.contains(entry) {
                continue;
            }
            let record = snapshot.record(entry)?;
            if let Some(mut found) = typed.declared_in(entry, &record, &name, fit) {
                found.quality = found.quality.min(limit);
                highest = highest.max(found.quality);
                if found.quality > best.get(&entry).map_or(0.0, |known| known.quality) {
                    best.insert(entry, found);
                }
            }
        }
        if highest > 0.0 {
            rated.push((name, highest));
        }
    }
    let mut matches: Vec<PartialMatch> = best.into_values().collect();
    if typed.is_word {
        let highest = matches
            .iter()
            .map(|found| found.quality)
            .fold(0.0, f32::max);
        for found in &mut matches {
            if found.quality < highest {
                found.quality *= COMPLETE_WORD;
            }
        }
    }
    Ok(matches)
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
        let alone = single_name(&query.words);
        let mut word = alone;
        if alone.is_none() && query.is_typing {
            word = query.words.split_whitespace().next_back();
        }
        let Some(name) = word.map(QualifiedName::parse) else {
            return Ok(None);
        };
        let mut is_word = false;
        if let Some(term) = terms(&name.last).first() {
            is_word = context.snapshot.is_in_text(term)?;
        }
        let is_alone = alone.is_some();
        if name.term().chars().count() < MIN_LENGTH || is_word && !is_alone {
            return Ok(None);
        }
        Ok(Some(Self {
            name,
            is_alone,
            is_word,
        }))
    }

    /// Returns the declared names that start with the word, shortest first; if there are none, those that resemble
    /// it. Each has a fit, up to 1.
    fn completions(&self, context: &SearchContext<'_>) -> Result<Vec<(String, f32)>> {
        let limit = if context.query.is_restricted() {
            NAMES_WITH_FILTERS
        } else {
            NAMES
        };
        let mut names = Vec::new();
        let term = self.name.term();
        for name in context.snapshot.declared_names(&term, limit)? {
            // A complete name is not half-typed.
            if name != term {
                names.push((name, 1.0));
            }
        }
        if names.is_empty() && self.is_alone && !self.is_word {
            for (name, fit) in names_like(context, &self.name.last, limit)? {
                if fit >= MIN_FUZZY {
                    names.push((name_term(&name), FUZZY * fit));
                }
            }
        }
        Ok(names)
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
        let mut quality = fit * self.name.within(record) * name_worth(record, written);
        if FileClass::of(&record.path, &record.names) != FileClass::Code {
            quality *= TEST;
        }
        if !written.starts_with(&self.name.last) {
            quality *= OTHER_CASE;
        }
        quality *= 1.0 - (LETTER_LOSS * name.chars().count() as f32).min(0.5);
        let definition = record
            .definitions
            .iter()
            .find(|definition| definition.name == written);
        Some(PartialMatch {
            entry,
            quality,
            definition: definition.cloned(),
        })
    }
}
