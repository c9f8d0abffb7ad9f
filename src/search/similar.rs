//! Similar code: leaves whose vectors are near those of a chunk, a file or a directory.
//!
//! A leaf is compared with leaves; the cosine is the score. Equal names and kinds add nothing: they
//! are part of the embedded text, and extra addends hardly moved known near-duplicates. A class, a
//! file or a directory is compared with others of its kind, leaf by leaf. No file is read.

mod subject;
mod whole;

use super::candidates::filtered;
use super::hit::sort_by_score;
use super::{Answer, Explanation, Query, VectorSearch};
use crate::chunk::ChunkId;
use crate::corpus::Cancel;
use crate::index::{IndexError, Nearest, Passing, Record, Snapshot};
use std::time::Instant;
use subject::{Level, Subject};

/// Minimum number of nearest leaves that are compared. Names and path are part of the embedded text,
/// so an exact copy is not always the nearest leaf; in tokio and rails, all copies of more than one
/// line are among the first hundred.
const CANDIDATES: usize = 300;

/// Reason why nothing can be compared.
#[derive(Debug, thiserror::Error)]
pub enum SimilarError {
    /// The index failed.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// No chunk and no directory of the snapshot has the id.
    #[error("no chunk of the index has the id {0}; it may have changed since it was indexed")]
    Unknown(ChunkId),
    /// The chunk is not indexed: licenses and blank space have no vectors.
    #[error("{0} has no indexed text to compare, such as a license")]
    Silent(String),
    /// Vectors are computed after keywords are indexed.
    #[error("{0} has no vector yet; run `smriti-tui index` to compute it")]
    NoVector(String),
}

/// Returns at most `limit` leaves similar to the chunk or directory with an id, exact copies first,
/// without the leaves in it; none when cancelled. Of the query, only the filters apply.
pub fn similar(
    snapshot: &Snapshot,
    id: ChunkId,
    query: &Query,
    limit: usize,
    cancel: &Cancel,
) -> Result<Option<Answer>, SimilarError> {
    let started = Instant::now();
    let subject = Subject::find(snapshot, id)?;
    let passing = passing(snapshot, &subject, query, cancel)?;
    let depth = limit.max(CANDIDATES);
    let Some(mut nearest) = snapshot.nearest(&subject.direction, &passing, depth, cancel) else {
        return Ok(None);
    };
    nearest.candidates.truncate(depth);
    // An empty filter scans nothing, so the search itself cannot have noticed the cancellation.
    if cancel.is_cancelled() {
        return Ok(None);
    }
    let vectors = match nearest.graph {
        true => VectorSearch::Graph,
        false => VectorSearch::Exact,
    };
    let ranked = match subject.level {
        Level::Leaf => Some(leaves(snapshot, &subject, nearest)?),
        _ => whole::rank(snapshot, &subject, &nearest, &passing, cancel)?,
    };
    let Some(ranked) = ranked else {
        return Ok(None);
    };
    let Some(hits) = super::hits(snapshot, ranked, limit, cancel)? else {
        return Ok(None);
    };
    Ok(Some(Answer {
        query: query.clone(),
        also: Vec::new(),
        hits,
        generation: snapshot.generation(),
        complete: snapshot.complete(),
        took: started.elapsed(),
        vectors,
    }))
}

/// Returns the leaves that pass the filters and are not in the subject.
fn passing(
    snapshot: &Snapshot,
    subject: &Subject,
    query: &Query,
    cancel: &Cancel,
) -> Result<Passing, IndexError> {
    let passing = filtered(snapshot, query, Vec::new(), cancel)?;
    let outside = passing
        .iter(snapshot.leaves())
        .filter(|entry| subject.inside.binary_search(entry).is_err());
    Ok(Passing::of(outside, snapshot.leaves()))
}

/// Scores leaves by their cosines; copies come first.
fn leaves(
    snapshot: &Snapshot,
    subject: &Subject,
    nearest: Nearest,
) -> Result<Vec<(Record, Explanation)>, IndexError> {
    let mut ranked = Vec::with_capacity(nearest.candidates.len());
    for (rank, (entry, cosine)) in (1..).zip(nearest.candidates) {
        let record = snapshot.record(entry)?;
        // Rounding may yield slightly more than 1.
        let cosine = cosine.min(1.0);
        let mut explanation = Explanation {
            vector_rank: Some(rank),
            vector_score: Some(cosine),
            same_text: record.hash == subject.record.hash,
            ..Explanation::default()
        };
        explanation.extend([("semantic", cosine)]);
        ranked.push((record, explanation));
    }
    sort_by_score(&mut ranked);
    Ok(ranked)
}
