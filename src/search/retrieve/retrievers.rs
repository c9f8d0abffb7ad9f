//! The two retrievers, without surplus copies of one text.

use super::copies::drop_surplus;
use crate::embed::Embedding;
use crate::index::{EntrySet, IndexError, Keywords, Nearest, Snapshot};
use crate::search::context::SearchContext;
use crate::search::error::SearchError;

/// Minimum number of distinct texts per retriever. The first 50 of each nearly always include the
/// answers; twice that leaves room for the ranking.
pub(super) const CANDIDATES: usize = 100;

/// Returns the passing entries with the best keyword scores, and the scores of `known` ones.
pub(super) fn keywords(
    snapshot: &Snapshot,
    terms: &[String],
    passing: &EntrySet,
    limit: usize,
    known: &[u32],
) -> Result<Keywords, IndexError> {
    let mut keywords = snapshot.keywords(terms, passing, limit, known)?;
    drop_surplus(snapshot, &mut keywords.best)?;
    Ok(keywords)
}

/// Returns the passing entries whose vectors are nearest.
pub(super) fn nearest(
    context: &SearchContext<'_>,
    vector: &Embedding,
    passing: &EntrySet,
    limit: usize,
) -> Result<Nearest, SearchError> {
    let nearest = context
        .snapshot
        .nearest(vector, passing, limit, context.cancel);
    let mut nearest = nearest.ok_or(SearchError::Cancelled)?;
    drop_surplus(context.snapshot, &mut nearest.candidates)?;
    Ok(nearest)
}
