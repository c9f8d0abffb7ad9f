//! Summaries of files and directories, which are results under `kind:file`, `kind:module` and
//! `kind:repository`.

use super::candidates::{Candidates, filters};
use super::{Excluded, Field, Query, name_filter, purpose};
use crate::chunk::Kind;
use crate::corpus::Cancel;
use crate::embed::Embedding;
use crate::index::{IndexError, Record, Snapshot};

/// Maximum number of summaries per retriever.
const SUMMARIES: usize = 100;

/// Kinds with summaries that can be results.
pub(super) const LEVELS: [Kind; 3] = [Kind::File, Kind::Module, Kind::Repository];

/// Returns the best of the `listed` summaries by keywords and vector, in entry order; none when
/// cancelled. Without terms or without a vector, that retriever is skipped.
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

/// Returns the summaries that pass a query's filters; none if no filter requests summaries.
pub(super) fn listed(snapshot: &Snapshot, query: &Query) -> Result<Option<Vec<u32>>, IndexError> {
    let is_requested = query.filters.iter().any(|filter| {
        let is_level = || Kind::named(&filter.value).is_some_and(|it| LEVELS.contains(&it));
        filter.field == Field::Kind && !filter.negated && is_level()
    });
    if !is_requested {
        return Ok(None);
    }
    let clauses: Vec<_> = filters(query).collect();
    let mut listed = Vec::new();
    let passing = snapshot.passing_summaries(&clauses)?;
    for entry in purpose::narrow_summaries(snapshot, query, passing)? {
        let is_requested = !query.phrases.is_empty() || !query.excluded.is_empty();
        if !(is_requested || name_filter::has_inexact_filters(query))
            || matches(&snapshot.record(entry)?, query)
        {
            listed.push(entry);
        }
    }
    Ok(Some(listed))
}

/// Returns true if a summary contains the query's phrases and nothing excluded, and its name passes
/// the `sym:` filters.
fn matches(record: &Record, query: &Query) -> bool {
    let text = record.summary.to_lowercase();
    let has = |words: &String| text.contains(&words.to_lowercase());
    let excludes = |excluded: &Excluded| match excluded {
        Excluded::Word(text) | Excluded::Phrase(text) => has(text),
        Excluded::Pattern(pattern) => pattern.stands_in(record.summary.as_bytes()),
    };
    query.phrases.iter().all(has)
        && !query.excluded.iter().any(excludes)
        && name_filter::accepts(query, record)
}
