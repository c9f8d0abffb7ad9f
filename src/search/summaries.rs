//! Summaries of files and directories: results under `kind:file`, `kind:module` and
//! `kind:repository`.

use super::candidates::{Candidate, filters};
use super::{Excluded, Field, Query, named, purpose};
use crate::chunk::Kind;
use crate::corpus::Cancel;
use crate::embed::Embedding;
use crate::index::{IndexError, Record, Snapshot};
use std::collections::BTreeMap;

/// How many summaries each retriever gives.
const SUMMARIES: usize = 100;

/// What has a summary that may be an answer.
pub(super) const LEVELS: [Kind; 3] = [Kind::File, Kind::Module, Kind::Repository];

/// The best of `listed` summaries by their words and by meaning, in entry order; none when cancelled.
/// Without terms keywords are not searched, without a vector meaning is not.
pub(super) fn find(
    snapshot: &Snapshot,
    terms: &[String],
    vector: Option<&Embedding>,
    listed: &[u32],
    cancel: &Cancel,
) -> Result<Option<Vec<Candidate>>, IndexError> {
    let mut found: BTreeMap<u32, Candidate> = BTreeMap::new();
    let at = |entry| Candidate {
        entry,
        ..Candidate::default()
    };
    let keywords = snapshot.summaries_by_keywords(terms, listed, SUMMARIES)?;
    for (rank, (entry, score)) in (1..).zip(keywords) {
        let candidate = found.entry(entry).or_insert_with(|| at(entry));
        (candidate.keyword_rank, candidate.keyword_score) = (Some(rank), Some(score));
    }
    if let Some(vector) = vector {
        let nearest = snapshot.nearest_summaries(vector, listed, SUMMARIES, cancel);
        let Some(nearest) = nearest else {
            return Ok(None);
        };
        for (rank, (entry, cosine)) in (1..).zip(nearest) {
            let candidate = found.entry(entry).or_insert_with(|| at(entry));
            (candidate.vector_rank, candidate.vector_score) = (Some(rank), Some(cosine));
        }
        for candidate in found.values_mut().filter(|it| it.vector_score.is_none()) {
            candidate.vector_score = snapshot.cosine(vector, candidate.entry);
        }
    }
    Ok(Some(found.into_values().collect()))
}

/// The summaries that a query's filters ask for as answers; none where it asks for none.
pub(super) fn listed(snapshot: &Snapshot, query: &Query) -> Result<Option<Vec<u32>>, IndexError> {
    let asks = query.filters.iter().any(|filter| {
        let is_level = || Kind::named(&filter.value).is_some_and(|it| LEVELS.contains(&it));
        filter.field == Field::Kind && !filter.negated && is_level()
    });
    if !asks {
        return Ok(None);
    }
    let clauses: Vec<_> = filters(query).collect();
    let mut listed = Vec::new();
    let passing = snapshot.passing_summaries(&clauses)?;
    for entry in purpose::narrow_summaries(snapshot, query, passing)? {
        let asks = !query.phrases.is_empty() || !query.excluded.is_empty();
        if !(asks || named::asks(query)) || says(&snapshot.record(entry)?, query) {
            listed.push(entry);
        }
    }
    Ok(Some(listed))
}

/// Whether a summary has the query's phrases, and nothing that it excludes, and is of what is named as
/// its filters ask for.
fn says(record: &Record, query: &Query) -> bool {
    let text = record.summary.to_lowercase();
    let has = |words: &String| text.contains(&words.to_lowercase());
    let excludes = |excluded: &Excluded| match excluded {
        Excluded::Word(text) | Excluded::Phrase(text) => has(text),
        Excluded::Pattern(pattern) => pattern.stands_in(record.summary.as_bytes()),
    };
    query.phrases.iter().all(has)
        && !query.excluded.iter().any(excludes)
        && named::lets(query, record)
}
