//! What is like a chunk: leaves whose vectors are near, "more like this". No text is read.
//!
//! A leaf is compared with leaves: its cosine is the score. Names and kinds are part of what is
//! embedded; adding to the score where they are the same moved known near-duplicates hardly at all.
//! A whole (a class, a file, a directory) is compared with wholes of its kind, leaf by leaf.

mod subject;
mod whole;

use super::candidates::filtered;
use super::{Answer, Query, Receipt, VectorSearch};
use crate::chunk::ChunkId;
use crate::corpus::{Cancel, SourcePath};
use crate::index::{IndexError, Nearest, Passing, Record, Snapshot};
use std::cmp::Ordering;
use std::time::Instant;
use subject::{Level, Subject};

/// How many leaves are looked at. What is embedded begins with names and path, so an exact copy
/// elsewhere is not always the nearest: in tokio and rails all copies of more than a line are among
/// the first hundred.
const CANDIDATES: usize = 300;

/// Why there is nothing to compare.
#[derive(Debug, thiserror::Error)]
pub enum SimilarError {
    /// The index failed.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// No chunk and no directory of the snapshot has the id.
    #[error("no chunk of the index has the id {0}; it may have changed since it was indexed")]
    Unknown(ChunkId),
    /// Of licences and blank space nothing is embedded, so nothing is near them.
    #[error("{0} has nothing to compare: what says nothing is not embedded")]
    Silent(String),
    /// Vectors come after keywords.
    #[error("{0} has no vector yet; `smriti-tui index` makes those that are missing")]
    NoVector(String),
}

/// The leaves most like a chunk, or a directory, by its id: at most `limit`, exact copies first,
/// and never the chunk itself nor what is in it; none when cancelled. Of the query only the
/// filters count.
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
    // Of nothing there is nothing to scan, and so nothing that saw it.
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

/// What the filters let through, without the subject.
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

/// Leaves by their cosines, with the copies before them.
fn leaves(
    snapshot: &Snapshot,
    subject: &Subject,
    nearest: Nearest,
) -> Result<Vec<(Record, Receipt)>, IndexError> {
    let mut ranked = Vec::with_capacity(nearest.candidates.len());
    for (rank, (entry, cosine)) in (1..).zip(nearest.candidates) {
        let record = snapshot.record(entry)?;
        // The last bits of a float may say more than the same.
        let cosine = cosine.min(1.0);
        let mut receipt = Receipt {
            vector_rank: Some(rank),
            vector_score: Some(cosine),
            same_text: record.hash == subject.record.hash,
            ..Receipt::default()
        };
        receipt.extend([("meaning", cosine)]);
        ranked.push((record, receipt));
    }
    sort(&mut ranked);
    Ok(ranked)
}

/// Copies first, then the best; equals stand in the order of their places.
fn sort(ranked: &mut [(Record, Receipt)]) {
    ranked.sort_by(|(left, left_receipt), (right, right_receipt)| {
        let place = |record: &Record| -> (u32, u32, ChunkId) {
            (record.lines.0, record.lines.1, record.id)
        };
        let copies_first = right_receipt.same_text.cmp(&left_receipt.same_text);
        copies_first
            .then_with(|| by_score(left_receipt.total(), right_receipt.total()))
            .then_with(|| SourcePath::cmp(&left.path, &right.path))
            .then_with(|| place(left).cmp(&place(right)))
    });
}

/// Higher first, in steps of 1e-4, as the ranking of queries has it.
fn by_score(left: f32, right: f32) -> Ordering {
    let steps = |score: f32| (score * 1e4).round() as i64;
    steps(right).cmp(&steps(left))
}
