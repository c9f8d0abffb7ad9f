//! Summaries of files and directories, which are results under `kind:file`, `kind:module` and
//! `kind:repository`.
//!
//! Contract of [`listed()`]: without such a filter there are none, so other queries find only leaves.

use super::filters;
use super::text_conditions::TextConditions;
use crate::chunk::Kind;
use crate::index::EntrySet;
use crate::search::context::SearchContext;
use crate::search::error::SearchError;
use crate::search::names::symbol_filter;
use crate::search::query::{Excluded, Field};

/// Kinds with summaries that can be results.
pub(in crate::search) const LEVELS: [Kind; 3] = [Kind::File, Kind::Module, Kind::Repository];

/// Returns the summaries that pass a query's filters and have its phrases and patterns and nothing excluded;
/// none if no filter requests summaries.
pub(in crate::search) fn listed(
    context: &SearchContext<'_>,
) -> Result<Option<EntrySet>, SearchError> {
    let (snapshot, query) = (context.snapshot, context.query);
    let is_requested = query.filters.iter().any(|filter| {
        let is_level = || Kind::named(&filter.value).is_some_and(|it| LEVELS.contains(&it));
        filter.field == Field::Kind && !filter.negated && is_level()
    });
    if !is_requested {
        return Ok(None);
    }
    let passing = snapshot.passing_summaries(&filters::clauses(context)?)?;
    let reads_text = query.reads_text() || !query.excluded.is_empty();
    if !reads_text && symbol_filter::inexact_filters(query).next().is_none() {
        return Ok(Some(passing));
    }
    let conditions = TextConditions::from_query(query)?;
    let has_excluded_word = |text: &str| {
        let text = text.to_lowercase();
        query
            .excluded
            .iter()
            .any(|it| matches!(it, Excluded::Word(word) if text.contains(&word.to_lowercase())))
    };
    let mut listed = Vec::new();
    for summary in passing.iter() {
        let record = snapshot.record(summary)?;
        if conditions.accepts(record.summary.as_bytes())
            && !has_excluded_word(&record.summary)
            && symbol_filter::accepts(query, &record)
        {
            listed.push(summary);
        }
    }
    Ok(Some(listed.into_iter().collect()))
}
