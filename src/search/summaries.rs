//! Summaries of files and directories: results under `kind:file`, `kind:module` and
//! `kind:repository`.

use super::candidates::{Candidates, filters};
use super::{Excluded, Field, Query, named, purpose};
use crate::chunk::Kind;
use crate::corpus::Cancel;
use crate::embed::Embedding;
use crate::index::{IndexError, Record, Snapshot};

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
) -> Result<Option<Candidates>, IndexError> {
    let mut found = Candidates::default();
    found.add_keywords(snapshot.summaries_by_keywords(terms, listed, SUMMARIES)?);
    if let Some(vector) = vector {
        let nearest = snapshot.nearest_summaries(vector, listed, SUMMARIES, cancel);
        let Some(nearest) = nearest else {
            return Ok(None);
        };
        found.add_nearest(nearest);
        found.add_cosines(snapshot, vector);
    }
    Ok(Some(found))
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
