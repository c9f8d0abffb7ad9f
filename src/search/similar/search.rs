//! Leaves similar to a chunk, a file or a directory.

use super::subject::{Level, SimilarSubject};
use super::whole;
use crate::chunk::ChunkId;
use crate::index::{IndexError, Nearest, Snapshot};
use crate::search::answer::Answer;
use crate::search::context::{SearchContext, SearchError};
use crate::search::explanation::Explanation;
use crate::search::listing;
use crate::search::ranking::{RankedRecord, sort_by_score};
use crate::search::retrieve::{Conditions, filter_conditions, passing};
use std::time::Instant;

/// Minimum number of nearest leaves that are compared. Names and path are part of the embedded text,
/// so an exact copy is not always the nearest leaf. In tokio and rails, of 555 leaves of several lines with at
/// most 49 copies all have them among the first thousand, all but five among the first hundred.
const CANDIDATES: usize = 1000;

/// Returns the leaves similar to the chunk or directory with an id, exact copies first, without the
/// leaves in it. Of the query, only the filters apply.
pub fn similar(context: &SearchContext<'_>, id: ChunkId) -> Result<Answer, SearchError> {
    let started = Instant::now();
    let (snapshot, limit, cancel) = (context.snapshot, context.limit, context.cancel);
    filter_conditions::check(context)?;
    let subject = SimilarSubject::find(snapshot, id)?;
    let mut passing = passing(context, Conditions::Filters)?;
    passing.subtract(&subject.inside.iter().copied().collect());
    let all = limit.saturating_add(1);
    let depth = all.max(CANDIDATES);
    let nearest = snapshot.nearest(&subject.direction, &passing, depth, cancel);
    let mut nearest = nearest.ok_or(SearchError::Cancelled)?;
    nearest.candidates.truncate(depth);
    // An empty filter scans nothing, so the search itself cannot have noticed the cancellation.
    context.check_cancelled()?;
    let vectors = nearest.method;
    let mut ranked = match subject.level {
        Level::Leaf => leaves(snapshot, &subject, nearest)?,
        _ => whole::compare(context, &subject, &nearest, &passing)?,
    };
    sort_by_score(&mut ranked);
    let mut hits = listing::hits(snapshot, ranked, all, listing::COPIES, cancel)?;
    let has_more = hits.len() > limit;
    hits.truncate(limit);
    Ok(Answer {
        has_more,
        ..Answer::new(context, hits, vectors, started)
    })
}

/// Scores leaves by their cosines.
fn leaves(
    snapshot: &Snapshot,
    subject: &SimilarSubject,
    nearest: Nearest,
) -> Result<Vec<RankedRecord>, IndexError> {
    let content = snapshot.content_of_record(&subject.record);
    let mut ranked = Vec::with_capacity(nearest.candidates.len());
    for (rank, (entry, cosine)) in (1..).zip(nearest.candidates) {
        let record = snapshot.record(entry)?;
        let same_text = snapshot.content_of_record(&record) == content;
        // Vectors of equal texts differ where names or paths do. Rounding may yield slightly more than 1.
        let cosine = if same_text { 1.0 } else { cosine.min(1.0) };
        let mut explanation = Explanation {
            vector_rank: Some(rank),
            vector_score: Some(cosine),
            same_text,
            ..Explanation::default()
        };
        explanation.extend([("semantic", cosine)]);
        ranked.push(RankedRecord::new(record, explanation));
    }
    Ok(ranked)
}
