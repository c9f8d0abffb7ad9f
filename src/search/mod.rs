//! Search: query syntax → candidates → fusion → ranking → hits with explanations.
//!
//! Principal types: [`Query`], [`SearchContext`], [`Answer`] and [`Hit`]. Invariant: filters are applied
//! before the top-k cut, and the addends of every hit's explanation sum to its score. Everything reads
//! one immutable [`Snapshot`]; workers and the command line call [`search()`] and [`similar()`].

mod candidates;
mod copies;
mod filter;
mod forms;
mod hit;
mod location;
mod mode;
mod name;
mod name_filter;
mod offers;
mod outline;
mod partial_name;
mod pattern;
mod patterns;
mod purpose;
mod query;
mod rank;
mod similar;
mod summaries;
mod symbols;
mod tokens;
mod typos;
mod verbatim;
mod words;

pub use crate::index::VectorSearch;
pub use filter::{Field, Filter, UnknownValue};
pub use hit::{Ancestor, Answer, Explanation, Hit, Signal};
pub use mode::Mode;
pub use offers::{Offer, TypedFilter, chip_counts, offers};
pub use outline::{DocumentOutline, Member};
pub use pattern::Pattern;
pub use purpose::Purpose;
pub use query::{Excluded, Query};
pub use rank::Signals;
pub use similar::similar;
pub use typos::search_corrected;
pub use words::{highlighted_words, match_position, words_in};

use crate::chunk::ChunkId;
use crate::corpus::Cancel;
use crate::embed::Model;
use crate::extract::DocumentReader;
use crate::index::{Condition, EntrySet, IndexError, Record, Snapshot};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Instant;

/// Reason why a query has no answer.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The search was cancelled.
    #[error("the search was cancelled")]
    Cancelled,
    /// The index failed.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A pattern cannot be compiled, or a filter has no such value; a sentence for people.
    #[error("{0}")]
    Query(String),
    /// The query has `in:changed`.
    #[error(transparent)]
    Git(#[from] crate::corpus::GitUnavailable),
    /// The query could not be embedded.
    #[error("cannot embed the query: {0}; mode `keywords` works without a model")]
    Embed(#[from] crate::embed::EmbedError),
    /// No chunk and no directory to compare with has the id.
    #[error("no chunk of the index has the id {0}; it may have changed since it was indexed")]
    UnknownId(ChunkId),
    /// The chunk to compare with is not indexed: licenses and blank space have no vectors.
    #[error("{0} has no indexed text to compare: licenses and blank space are not indexed")]
    NotIndexed(String),
    /// Vectors are computed after keywords are indexed.
    #[error("{0} has no vector yet; run `smriti-tui index` to compute it")]
    NoVector(String),
}

/// A query, and the sources of its answer.
#[derive(Clone, Copy)]
pub struct SearchContext<'s> {
    /// The index.
    pub snapshot: &'s Snapshot,
    /// Reads the files in which phrases and patterns are checked.
    pub reader: &'s DocumentReader,
    /// The query.
    pub query: &'s Query,
    /// Maximum number of results.
    pub limit: usize,
    /// Ends the search with [`SearchError::Cancelled`].
    pub cancel: &'s Cancel,
}

impl<'s> SearchContext<'s> {
    /// The context with another query.
    fn with<'q>(self, query: &'q Query) -> SearchContext<'q>
    where
        's: 'q,
    {
        SearchContext { query, ..self }
    }

    /// Fails for a filter with an unknown value, and for `in:changed` if the changed files are unknown.
    fn check_filters(&self) -> Result<(), SearchError> {
        for filter in &self.query.filters {
            let (snapshot, value) = (self.snapshot, filter.value.to_lowercase());
            if filter.field == Field::In && Purpose::named(&value) == Some(Purpose::Changed) {
                let (generation, paths) = (snapshot.generation().0, snapshot.paths()?);
                self.reader.changed_files(generation, paths, self.cancel)?;
            }
            let Some(unknown) = UnknownValue::of(filter) else {
                continue;
            };
            let language = Condition::Language(value).into();
            if !unknown.may_be_extension || snapshot.passing(&[language])?.count() == 0 {
                let present = snapshot.languages(&snapshot.passing(&[])?)?;
                return Err(SearchError::Query(unknown.sentence(filter, present.keys())));
            }
        }
        Ok(())
    }

    fn check_cancelled(&self) -> Result<(), SearchError> {
        match self.cancel.is_cancelled() {
            true => Err(SearchError::Cancelled),
            false => Ok(()),
        }
    }

    /// The answer with these hits to a search that began at `started`.
    fn answer(&self, hits: Vec<Hit>, vectors: VectorSearch, started: Instant) -> Answer {
        Answer {
            query: self.query.clone(),
            also: Vec::new(),
            hits,
            generation: self.snapshot.generation(),
            complete: self.snapshot.complete(),
            took: started.elapsed(),
            vectors,
        }
    }
}

/// Answers a query. Without a model, or with another model than that of the snapshot's vectors, only
/// keywords are searched.
pub fn search(context: &SearchContext<'_>, model: Option<&Model>) -> Result<Answer, SearchError> {
    let started = Instant::now();
    if let Some(sentence) = &context.query.error {
        return Err(SearchError::Query(sentence.clone()));
    }
    context.check_filters()?;
    let query = context.query;
    let mut found = match query.mode {
        Mode::Symbol if !query.words.is_empty() => symbols::find(context)?,
        Mode::Regex if !query.patterns.is_empty() => patterns::find(context)?,
        _ => {
            let (candidates, passing, vectors) = candidates::find(context, model)?;
            Ranking {
                ranked: rank::rank(context, candidates)?,
                passing,
                vectors,
            }
        }
    };
    location::put_first(context, &mut found.ranked)?;
    let mut hits = hits(
        context.snapshot,
        found.ranked,
        context.limit,
        context.cancel,
    )?;
    copies::add_locations(context, &found.passing, &mut hits)?;
    Ok(context.answer(hits, found.vectors, started))
}

/// Ranked results of a query.
struct Ranking {
    /// Best first.
    ranked: Vec<(Record, Explanation)>,
    /// The leaves that pass the query, including copies of the ranked ones.
    passing: EntrySet,
    vectors: VectorSearch,
}

/// Turns the first `limit` ranked records into hits, merging equal texts.
fn hits(
    snapshot: &Snapshot,
    ranked: Vec<(Record, Explanation)>,
    limit: usize,
    cancel: &Cancel,
) -> Result<Vec<Hit>, SearchError> {
    let mut parents = HashMap::new();
    let mut hits: Vec<Hit> = Vec::new();
    let mut shown: HashMap<u64, usize> = HashMap::new();
    for (record, explanation) in ranked {
        if cancel.is_cancelled() {
            return Err(SearchError::Cancelled);
        }
        let content = snapshot.content_of_record(&record);
        if let Some(&first) = shown.get(&content)
            && !record.is_summary()
        {
            hits[first].locations.push((record.path, record.lines.0));
        } else if hits.len() < limit {
            shown.insert(content, hits.len());
            hits.push(Hit {
                ancestors: ancestors(snapshot, &record, &mut parents)?,
                explanation,
                record,
                locations: Vec::new(),
            });
        }
    }
    Ok(hits)
}

/// Turns chunks of a snapshot into hits in the given order, merging equal texts; ids that the
/// snapshot does not have are skipped.
pub fn listed(
    snapshot: &Snapshot,
    chunks: impl IntoIterator<Item = ChunkId>,
    cancel: &Cancel,
) -> Result<Vec<Hit>, SearchError> {
    let mut found = Vec::new();
    for id in chunks {
        let record = snapshot.find(id)?;
        found.extend(record.map(|record| (record, Explanation::default())));
    }
    let limit = found.len();
    hits(snapshot, found, limit, cancel)
}

/// Returns the signals of a query's candidates, to fit the weights on.
pub fn signals(context: &SearchContext<'_>, model: Option<&Model>) -> Result<Signals, SearchError> {
    let (candidates, ..) = candidates::find(context, model)?;
    Ok(rank::signals(context, candidates)?)
}

/// Returns the ancestors of a record, from the file down. `parents` caches the records that were read.
fn ancestors(
    snapshot: &Snapshot,
    record: &Record,
    parents: &mut HashMap<ChunkId, Option<Record>>,
) -> Result<Vec<Ancestor>, IndexError> {
    let mut ancestors = Vec::new();
    let mut above = record.parent;
    // A tree has no cycles; a damaged index might.
    while let Some(id) = above.filter(|_| ancestors.len() < 64) {
        let parent = match parents.entry(id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(snapshot.find(id)?),
        };
        let Some(parent) = parent else {
            break;
        };
        ancestors.push(Ancestor::of(parent.clone()));
        above = parent.parent;
    }
    ancestors.reverse();
    Ok(ancestors)
}
