//! Search: query syntax → candidates → fusion → ranking → hits with explanations.
//!
//! Principal types: [`Query`], [`Answer`] and [`Hit`]. Invariant: filters are applied before the
//! top-k cut, and the addends of every hit's explanation sum to its score. Everything reads one
//! immutable [`Snapshot`]; workers and the command line call [`search()`] and [`similar()`].

mod candidates;
mod copies;
mod examples;
mod filter;
mod forms;
mod half_typed;
mod hit;
mod location;
mod mode;
mod name_filter;
mod offers;
mod outline;
mod own_language;
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
mod words;

pub use examples::Examples;
pub use filter::{Field, Filter, Unknown};
pub use hit::{Ancestor, Answer, Explanation, Hit, Signal, VectorSearch};
pub use mode::Mode;
pub use offers::{Offer, Typing, chip_counts, offers};
pub use outline::{Member, Outline};
pub use pattern::Pattern;
pub use purpose::{Purpose, with_changes};
pub use query::{Excluded, Query};
pub use rank::Signals;
pub use similar::{SimilarError, similar};
pub use typos::search_corrected;
pub use words::{lit_words, matched_at, words_in};

use crate::chunk::ChunkId;
use crate::corpus::Cancel;
use crate::embed::Model;
use crate::extract::Reader;
use crate::index::{IndexError, Passing, Record, Snapshot};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

/// Reason why a query has no answer.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The index failed.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A phrase or a pattern cannot be compiled; a sentence for people.
    #[error("{0}")]
    Pattern(String),
    /// The query could not be embedded.
    #[error("cannot embed the query: {0}; mode `keywords` works without a model")]
    Embed(#[from] crate::embed::EmbedError),
}

/// Returns at most `limit` hits of a snapshot; none when cancelled. Without a model, or with another
/// model than that of the snapshot's vectors, only keywords are searched. `reader` reads the files in
/// which phrases and patterns are checked.
pub fn search(
    snapshot: &Snapshot,
    model: Option<&Model>,
    reader: &Reader,
    query: &Query,
    limit: usize,
    cancel: &Cancel,
) -> Result<Option<Answer>, SearchError> {
    let started = Instant::now();
    if let Some(sentence) = &query.error {
        return Err(SearchError::Pattern(sentence.clone()));
    }
    let resolved = with_changes(query.clone(), None, snapshot, reader, cancel)?;
    let search = Search {
        snapshot,
        reader,
        query: &resolved,
        limit,
        cancel,
    };
    let Some(mut found) = search.ranked(model)? else {
        return Ok(None);
    };
    location::put_first(snapshot, query, &mut found.ranked)?;
    let Some(mut hits) = hits(snapshot, found.ranked, limit, cancel)? else {
        return Ok(None);
    };
    if copies::add_locations(snapshot, &found.passing, &mut hits, cancel)?.is_none() {
        return Ok(None);
    }
    Ok(Some(Answer {
        query: query.clone(),
        also: Vec::new(),
        hits,
        generation: snapshot.generation(),
        complete: snapshot.complete(),
        took: started.elapsed(),
        vectors: found.vectors,
    }))
}

/// Arguments that every mode needs.
#[derive(Clone, Copy)]
struct Search<'s> {
    snapshot: &'s Snapshot,
    reader: &'s Reader,
    query: &'s Query,
    limit: usize,
    cancel: &'s Cancel,
}

/// Ranked candidates of a query.
struct Ranking {
    /// Best first.
    ranked: Vec<(Record, Explanation)>,
    /// The leaves that pass the query, including copies of the ranked ones.
    passing: Arc<Passing>,
    vectors: VectorSearch,
}

impl Ranking {
    fn without_vectors(ranked: Vec<(Record, Explanation)>, passing: Passing) -> Self {
        Self {
            ranked,
            passing: Arc::new(passing),
            vectors: VectorSearch::None,
        }
    }
}

/// Ranking of a query; none when cancelled.
type RankingResult = Result<Option<Ranking>, SearchError>;

impl Search<'_> {
    fn ranked(&self, model: Option<&Model>) -> RankingResult {
        match self.query.mode {
            Mode::Symbol if !self.query.words.is_empty() => self.symbols(),
            Mode::Regex if !self.query.patterns.is_empty() => self.patterns(),
            _ => self.words(model),
        }
    }

    /// Ranks by keywords and vectors; a query of filters alone by its filters.
    fn words(&self, model: Option<&Model>) -> RankingResult {
        let Some(found) = candidates::find(self, model)? else {
            return Ok(None);
        };
        Ok(Some(Ranking {
            ranked: rank::rank(self.snapshot, self.query, found.candidates)?,
            passing: found.passing,
            vectors: found.vectors,
        }))
    }

    fn symbols(&self) -> RankingResult {
        let Some(passing) = candidates::passing(self)? else {
            return Ok(None);
        };
        let ranked = symbols::find(self, &passing)?;
        Ok(ranked.map(|ranked| Ranking::without_vectors(ranked, passing)))
    }

    fn patterns(&self) -> RankingResult {
        let likely = candidates::likely(self.snapshot, self.query, self.cancel)?;
        let found = patterns::find(self, &likely)?;
        Ok(found.map(|(ranked, matching)| Ranking::without_vectors(ranked, matching)))
    }
}

/// Turns the first `limit` ranked records into hits, merging equal texts; none when cancelled.
fn hits(
    snapshot: &Snapshot,
    ranked: Vec<(Record, Explanation)>,
    limit: usize,
    cancel: &Cancel,
) -> Result<Option<Vec<Hit>>, IndexError> {
    let mut ancestry = Ancestry {
        snapshot,
        known: HashMap::new(),
    };
    let mut hits: Vec<Hit> = Vec::new();
    let mut shown: HashMap<u64, usize> = HashMap::new();
    for (record, explanation) in ranked {
        if cancel.is_cancelled() {
            return Ok(None);
        }
        if let Some(&first) = shown.get(&record.hash)
            && !record.is_summary()
        {
            hits[first].locations.push((record.path, record.lines.0));
        } else if hits.len() < limit {
            shown.insert(record.hash, hits.len());
            let ancestors = ancestry.ancestors(&record)?;
            hits.push(Hit {
                ancestors,
                score: explanation.total(),
                explanation,
                record,
                locations: Vec::new(),
            });
        }
    }
    Ok(Some(hits))
}

/// Turns chunks of a snapshot into hits in the given order, merging equal texts; ids that the
/// snapshot does not have are skipped. None when cancelled.
pub fn listed(
    snapshot: &Snapshot,
    chunks: impl IntoIterator<Item = (ChunkId, Explanation)>,
    cancel: &Cancel,
) -> Result<Option<Vec<Hit>>, IndexError> {
    let mut found = Vec::new();
    for (id, explanation) in chunks {
        if cancel.is_cancelled() {
            return Ok(None);
        }
        found.extend(snapshot.find(id)?.map(|record| (record, explanation)));
    }
    let limit = found.len();
    hits(snapshot, found, limit, cancel)
}

/// Returns the signals of a query's candidates, to fit the weights on; none when cancelled.
pub fn signals(
    snapshot: &Snapshot,
    model: Option<&Model>,
    reader: &Reader,
    query: &Query,
    cancel: &Cancel,
) -> Result<Option<Signals>, SearchError> {
    let search = Search {
        snapshot,
        reader,
        query,
        limit: 0,
        cancel,
    };
    let found = candidates::find(&search, model)?;
    let signals = found.map(|found| rank::signals(snapshot, query, found.candidates));
    Ok(signals.transpose()?)
}

/// Ancestors of an answer's hits; each parent is read once.
struct Ancestry<'s> {
    snapshot: &'s Snapshot,
    known: HashMap<ChunkId, Option<Record>>,
}

impl Ancestry<'_> {
    fn ancestors(&mut self, record: &Record) -> Result<Vec<Ancestor>, IndexError> {
        let mut ancestors = Vec::new();
        let mut above = record.parent;
        // A tree has no cycles; a damaged index might.
        while let Some(id) = above.filter(|_| ancestors.len() < 64) {
            if !self.known.contains_key(&id) {
                self.known.insert(id, self.snapshot.find(id)?);
            }
            let Some(Some(parent)) = self.known.get(&id) else {
                break;
            };
            ancestors.push(ancestor(parent));
            above = parent.parent;
        }
        ancestors.reverse();
        Ok(ancestors)
    }
}

/// Converts a parent for the results tree.
fn ancestor(parent: &Record) -> Ancestor {
    Ancestor {
        id: parent.id,
        kind: parent.kind,
        name: parent.name.clone(),
        line: parent.name_at.0,
        summary: parent.summary.clone(),
        lead: parent.line().to_owned(),
    }
}
