//! Summaries of files and directories, which are results under `kind:file`, `kind:module` and
//! `kind:repository`.
//!
//! Contract of [`listed()`]: without such a filter there are none, so other queries find only leaves.

use super::candidates::filters;
use super::{Excluded, Field, Query, SearchContext, name_filter};
use crate::chunk::Kind;
use crate::index::{EntrySet, IndexError, Record};

/// Kinds with summaries that can be results.
pub(super) const LEVELS: [Kind; 3] = [Kind::File, Kind::Module, Kind::Repository];

/// Returns the summaries that pass a query's filters; none if no filter requests summaries.
pub(super) fn listed(context: &SearchContext<'_>) -> Result<Option<EntrySet>, IndexError> {
    let (snapshot, query) = (context.snapshot, context.query);
    let is_requested = query.filters.iter().any(|filter| {
        let is_level = || Kind::named(&filter.value).is_some_and(|it| LEVELS.contains(&it));
        filter.field == Field::Kind && !filter.negated && is_level()
    });
    if !is_requested {
        return Ok(None);
    }
    let passing = snapshot.passing_summaries(&filters(context)?)?;
    let reads_text = !query.phrases.is_empty() || !query.excluded.is_empty();
    if !reads_text && !name_filter::has_inexact_filters(query) {
        return Ok(Some(passing));
    }
    let mut listed = Vec::new();
    for summary in passing.iter() {
        if matches(&snapshot.record(summary)?, query) {
            listed.push(summary);
        }
    }
    Ok(Some(listed.into_iter().collect()))
}

/// Returns true if a summary contains the query's phrases and nothing excluded, and its name passes
/// the `sym:` filters.
fn matches(record: &Record, query: &Query) -> bool {
    let text = record.summary.to_lowercase();
    let has = |words: &String| text.contains(&words.to_lowercase());
    let excludes = |excluded: &Excluded| match excluded {
        Excluded::Word(text) | Excluded::Phrase(text) => has(text),
        Excluded::Pattern(pattern) => pattern.matches_in(record.summary.as_bytes()),
    };
    query.phrases.iter().all(has)
        && !query.excluded.iter().any(excludes)
        && name_filter::accepts(query, record)
}
