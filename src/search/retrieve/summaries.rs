//! Summaries of files and directories, which are results under `kind:file`, `kind:module` and
//! `kind:repository`.
//!
//! Contract of [`listed()`]: without such a filter there are none, so other queries find only leaves.

use super::filter_conditions;
use crate::index::EntrySet;
use crate::index::terms::terms;
use crate::search::context::{SearchContext, SearchError};
use crate::search::literal::LiteralConditions;
use crate::search::names::symbol_filter;
use crate::search::query::{Excluded, Query};
use std::collections::HashSet;

/// Returns the summaries that pass a query's filters and have its phrases and patterns and nothing excluded;
/// empty if no filter requests summaries.
pub(crate) fn listed(context: &SearchContext<'_>) -> Result<EntrySet, SearchError> {
    let (snapshot, query) = (context.snapshot, context.query);
    if !query.requests_summaries() {
        return Ok(EntrySet::default());
    }
    let passing = snapshot.passing_summaries(&filter_conditions::clauses(context)?)?;
    let reads_text = query.reads_text() || !query.excluded.is_empty();
    if !reads_text && symbol_filter::inexact_filters(query).next().is_none() {
        return Ok(passing);
    }
    let conditions = LiteralConditions::of(query);
    let mut listed = Vec::new();
    for summary in passing.iter() {
        let record = snapshot.record(summary)?;
        if conditions.accepts(record.summary.as_bytes())
            && !has_excluded_word(query, &record.summary)
            && symbol_filter::accepts(query, &record)
        {
            listed.push(summary);
        }
    }
    Ok(listed.into_iter().collect())
}

/// Returns true if a summary has every term of an excluded word, which excludes leaves by their terms, too.
fn has_excluded_word(query: &Query, summary: &str) -> bool {
    let terms_of_summary: HashSet<String> = terms(summary).into_iter().collect();
    query.excluded.iter().any(|excluded| match excluded {
        Excluded::Word(word) => {
            let excluded = terms(word);
            !excluded.is_empty() && excluded.iter().all(|term| terms_of_summary.contains(term))
        }
        Excluded::Phrase(_) | Excluded::Pattern(_) => false,
    })
}
