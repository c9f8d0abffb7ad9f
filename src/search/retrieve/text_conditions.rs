//! Phrases and patterns, checked against the text of files.
//!
//! The index stores no positions. Its terms only narrow the leaves whose text is read here, so that
//! every result contains every phrase and pattern, and nothing excluded.
//!
//! Principal type: [`TextConditions`]. No other part of a search reads documents.

use crate::corpus::{SourcePath, content_hash};
use crate::index::{Clause, Condition, EntrySet, IndexError, Record, Snapshot};
use crate::search::context::SearchContext;
use crate::search::error::SearchError;
use crate::search::query::{Excluded, Pattern, Query};
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Maximum number of threads that read files; more are not faster on one disk.
const MAX_THREADS: usize = 4;

/// Conditions of a query on a leaf's text, except single words.
pub(crate) struct TextConditions {
    /// Phrases and patterns that must match.
    pub(super) patterns: Vec<Pattern>,
    /// Phrases and patterns that must not match.
    excluded: Vec<Pattern>,
}

impl TextConditions {
    pub(crate) fn from_query(query: &Query) -> Result<Self, SearchError> {
        let mut patterns = Vec::new();
        for phrase in &query.phrases {
            patterns.push(Pattern::exactly(phrase).map_err(SearchError::Query)?);
        }
        patterns.extend(query.patterns.iter().cloned());
        let mut excluded = Vec::new();
        for text in &query.excluded {
            match text {
                Excluded::Word(_) => {}
                Excluded::Phrase(phrase) => {
                    excluded.push(Pattern::exactly(phrase).map_err(SearchError::Query)?);
                }
                Excluded::Pattern(pattern) => excluded.push(pattern.clone()),
            }
        }
        Ok(Self { patterns, excluded })
    }

    /// Returns true if all required patterns match.
    fn matches_in(&self, text: &[u8]) -> bool {
        self.patterns.iter().all(|pattern| pattern.matches_in(text))
    }

    /// Returns true if the text of a leaf, or a summary, meets all conditions.
    pub(crate) fn accepts(&self, text: &[u8]) -> bool {
        self.matches_in(text) && !self.excluded.iter().any(|pattern| pattern.matches_in(text))
    }
}

/// Returns true if a query has phrases or patterns.
pub(super) fn has_required_text(query: &Query) -> bool {
    !query.phrases.is_empty() || !query.patterns.is_empty()
}

/// Index conditions that every leaf with the query's phrases and patterns, and without its excluded words, meets.
/// Excluded phrases and patterns have none: terms only find leaves that may contain them, and a leaf that does not
/// contain them must stay.
pub(crate) fn clauses(query: &Query) -> Vec<Clause> {
    let literals = query.patterns.iter().flat_map(Pattern::literals);
    let mut clauses: Vec<Clause> = query
        .phrases
        .iter()
        .chain(literals)
        .map(|text| may_contain(text))
        .collect();
    for excluded in &query.excluded {
        if let Excluded::Word(word) = excluded {
            clauses.push(Clause::Not(Condition::Words(word.clone())));
        }
    }
    clauses
}

fn may_contain(text: &str) -> Clause {
    Condition::Phrase(text.to_owned()).into()
}

/// Returns the passing leaves whose text must be read to decide.
fn undecided(
    snapshot: &Snapshot,
    query: &Query,
    passing: &EntrySet,
) -> Result<EntrySet, IndexError> {
    if has_required_text(query) {
        return Ok(passing.clone());
    }
    let mut suspects = Vec::new();
    for excluded in &query.excluded {
        let clauses: Vec<Clause> = match excluded {
            Excluded::Word(_) => continue,
            Excluded::Phrase(text) => vec![may_contain(text)],
            Excluded::Pattern(pattern) => pattern
                .literals()
                .iter()
                .map(|text| may_contain(text))
                .collect(),
        };
        suspects.push(snapshot.passing(&clauses)?);
    }
    Ok(passing
        .iter()
        .filter(|entry| suspects.iter().any(|suspects| suspects.contains(*entry)))
        .collect())
}

/// Narrows `passing` to the leaves whose text has every phrase and pattern and nothing excluded.
pub(super) fn narrow(
    context: &SearchContext<'_>,
    passing: &EntrySet,
) -> Result<EntrySet, SearchError> {
    let snapshot = context.snapshot;
    let conditions = TextConditions::from_query(context.query)?;
    let undecided = undecided(snapshot, context.query, passing)?;
    let found = conditions.find(context, &undecided, |entry, _| entry)?;
    let mut narrowed = passing.clone();
    narrowed.subtract(&undecided);
    Ok(narrowed
        .iter()
        .chain(found.into_iter().map(|(_, entry)| entry))
        .collect())
}

/// Results of `judge` per leaf, each with the position of its file in path order.
pub(super) type JudgedLeaves<T> = Vec<(usize, T)>;

impl TextConditions {
    /// Calls `judge` on every passing leaf that meets the conditions, in any order. Several threads
    /// read, one file at a time each.
    pub(super) fn find<T: Send>(
        &self,
        context: &SearchContext<'_>,
        passing: &EntrySet,
        judge: impl Fn(u32, &Record) -> T + Sync,
    ) -> Result<JudgedLeaves<T>, SearchError> {
        let files = context.snapshot.by_file(passing)?;
        let next = AtomicUsize::new(0);
        let work = || {
            let mut found = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some((path, leaves)) = files.get(number) else {
                    return Ok(found);
                };
                context.check_cancelled()?;
                for (entry, leaf) in self.leaves(context, path, leaves)? {
                    found.push((number, judge(entry, &leaf)));
                }
            }
        };
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let threads = cores.min(MAX_THREADS).min(files.len());
        let found: Result<Vec<JudgedLeaves<T>>, SearchError> = thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut found = vec![work()];
            for other in others {
                found.push(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
            found.into_iter().collect()
        });
        context.check_cancelled()?;
        Ok(found?.into_iter().flatten().collect())
    }

    /// Returns the leaves of a file that meet the conditions. An unreadable file has none; a leaf that has
    /// changed since it was indexed is skipped.
    fn leaves(
        &self,
        context: &SearchContext<'_>,
        path: &SourcePath,
        leaves: &[u32],
    ) -> Result<Vec<(u32, Record)>, IndexError> {
        let mut found = Vec::new();
        let Ok((document, _)) = context.reader.read(path, context.cancel) else {
            return Ok(found);
        };
        let text = document.text.bytes();
        // Without a match in the file, no record need be read.
        if !self.matches_in(text) {
            return Ok(found);
        }
        for entry in leaves {
            let record = context.snapshot.record(*entry)?;
            if let Some(leaf) = text.get(record.bytes.0 as usize..record.bytes.1 as usize)
                && self.accepts(leaf)
                && content_hash(leaf) == record.hash
            {
                found.push((*entry, record));
            }
        }
        Ok(found)
    }
}
