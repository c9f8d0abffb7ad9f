//! Query syntax → candidates → fusion → ranking → hits with receipts.
//!
//! Principal types: [`Query`] and [`Hit`]. Invariant: a filter is applied before top-k, and every
//! hit's receipt adds up to its score.

mod candidates;
mod copies;
mod examples;
mod filter;
mod forms;
mod half_typed;
mod hit;
mod location;
mod mode;
mod named;
mod offers;
mod outline;
mod own;
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
pub use hit::{Ancestor, Answer, Hit, Receipt, Signal, VectorSearch};
pub use mode::Mode;
pub use offers::{Offer, Typing, chip_counts, offers};
pub use outline::{Member, Outline};
pub use pattern::Pattern;
pub use purpose::Purpose;
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
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Instant;

/// Why a query has no answer.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The index failed.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A phrase or a pattern cannot be looked for; a sentence for people.
    #[error("{0}")]
    Pattern(String),
    /// The query could not be embedded.
    #[error("the query could not be embedded: {0}; the mode `keywords` searches without the model")]
    Embed(#[from] crate::embed::EmbedError),
}

/// Answers a query with at most `limit` hits from a snapshot; none when cancelled. Without a model,
/// or with one whose vectors these are not, keywords answer alone. Phrases are checked against the
/// files that `reader` reads.
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
    let search = Search {
        snapshot,
        reader,
        query,
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

/// What every mode needs.
#[derive(Clone, Copy)]
struct Search<'s> {
    snapshot: &'s Snapshot,
    reader: &'s Reader,
    query: &'s Query,
    limit: usize,
    cancel: &'s Cancel,
}

/// Ranked candidates.
struct Found {
    /// Best first.
    ranked: Vec<(Record, Receipt)>,
    /// The leaves that the query lets through, copies of these among them.
    passing: Arc<Passing>,
    vectors: VectorSearch,
}

impl Found {
    fn without_vectors(ranked: Vec<(Record, Receipt)>, passing: Passing) -> Self {
        Self {
            ranked,
            passing: Arc::new(passing),
            vectors: VectorSearch::None,
        }
    }
}

/// None when cancelled.
type Ranked = Result<Option<Found>, SearchError>;

impl Search<'_> {
    fn ranked(&self, model: Option<&Model>) -> Ranked {
        match self.query.mode {
            Mode::Symbol if !self.query.words.is_empty() => self.symbols(),
            Mode::Regex if !self.query.patterns.is_empty() => self.patterns(),
            _ => self.words(model),
        }
    }

    /// By keywords and by meaning, or what filters alone let through.
    fn words(&self, model: Option<&Model>) -> Ranked {
        let Some(found) = candidates::find(self, model)? else {
            return Ok(None);
        };
        Ok(Some(Found {
            ranked: rank::rank(self.snapshot, self.query, found.candidates)?,
            passing: found.passing,
            vectors: found.vectors,
        }))
    }

    fn symbols(&self) -> Ranked {
        let Some(passing) = candidates::passing(self)? else {
            return Ok(None);
        };
        let ranked = symbols::find(self, &passing)?;
        Ok(ranked.map(|ranked| Found::without_vectors(ranked, passing)))
    }

    fn patterns(&self) -> Ranked {
        let likely = candidates::likely(self.snapshot, self.query, self.cancel)?;
        let found = patterns::find(self, &likely)?;
        Ok(found.map(|(ranked, matching)| Found::without_vectors(ranked, matching)))
    }
}

/// The first `limit` of what is ranked, equal texts as one hit; none when cancelled.
fn hits(
    snapshot: &Snapshot,
    ranked: Vec<(Record, Receipt)>,
    limit: usize,
    cancel: &Cancel,
) -> Result<Option<Vec<Hit>>, IndexError> {
    let mut ancestry = Ancestry {
        snapshot,
        known: HashMap::new(),
    };
    let mut hits: Vec<Hit> = Vec::new();
    let mut shown: HashMap<u64, usize> = HashMap::new();
    for (record, receipt) in ranked {
        if cancel.is_cancelled() {
            return Ok(None);
        }
        if let Some(&first) = shown.get(&record.hash)
            && !record.is_summary()
        {
            hits[first].locations.push((record.path, record.lines.0));
        } else if hits.len() < limit {
            shown.insert(record.hash, hits.len());
            let ancestors = ancestry.of(&record)?;
            hits.push(Hit {
                ancestors,
                score: receipt.total(),
                receipt,
                record,
                locations: Vec::new(),
            });
        }
    }
    Ok(Some(hits))
}

/// Chunks of a snapshot as hits, in this order, equal texts as one; those that it does not have are
/// left out. None when cancelled.
pub fn listed(
    snapshot: &Snapshot,
    chunks: impl IntoIterator<Item = (ChunkId, Receipt)>,
    cancel: &Cancel,
) -> Result<Option<Vec<Hit>>, IndexError> {
    let mut found = Vec::new();
    for (id, receipt) in chunks {
        if cancel.is_cancelled() {
            return Ok(None);
        }
        found.extend(snapshot.find(id)?.map(|record| (record, receipt)));
    }
    let limit = found.len();
    hits(snapshot, found, limit, cancel)
}

/// The signals of the candidates of a query, which the weights are fitted on; none when cancelled.
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

/// Parents, each looked up once an answer, with the parent of each.
struct Ancestry<'s> {
    snapshot: &'s Snapshot,
    known: HashMap<ChunkId, Option<(Ancestor, Option<ChunkId>)>>,
}

impl Ancestry<'_> {
    fn of(&mut self, record: &Record) -> Result<Vec<Ancestor>, IndexError> {
        let mut ancestors = Vec::new();
        let mut above = record.parent;
        // A tree has no cycles; a damaged index might.
        while let Some(id) = above.filter(|_| ancestors.len() < 64) {
            let parent = match self.known.entry(id) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => {
                    let parent = self.snapshot.find(id)?;
                    unknown.insert(parent.map(ancestor))
                }
            };
            let Some((parent, next)) = parent else { break };
            ancestors.push(parent.clone());
            above = *next;
        }
        ancestors.reverse();
        Ok(ancestors)
    }
}

/// A parent as the results tree shows it, and its own parent.
fn ancestor(parent: Record) -> (Ancestor, Option<ChunkId>) {
    let above = parent.parent;
    let lead = parent.line().to_owned();
    let ancestor = Ancestor {
        id: parent.id,
        kind: parent.kind,
        name: parent.name,
        line: parent.name_at.0,
        summary: parent.summary,
        lead,
    };
    (ancestor, above)
}
