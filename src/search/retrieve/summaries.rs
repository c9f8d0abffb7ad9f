//! Summaries of files and directories, which are results under `kind:file`, `kind:module` and
//! `kind:repository`.
//!
//! Contract of [`listed()`]: without such a filter there are none but of files that have no leaf, so other queries find
//! only leaves.

use super::filter_conditions;
use crate::index::EntrySet;
use crate::index::terms::terms;
use crate::search::context::{SearchContext, SearchError};
use crate::search::literal::LiteralConditions;
use crate::search::names::symbol_filter;
use crate::search::query::{Excluded, Field, Query};
use std::collections::HashSet;

/// Returns the summaries that pass a query's filters and have its phrases and patterns and nothing excluded;
/// if no filter requests summaries, those of files without text that a filter on paths finds.
pub(crate) fn listed(context: &SearchContext<'_>) -> Result<EntrySet, SearchError> {
    let (snapshot, query) = (context.snapshot, context.query);
    if !query.requests_summaries() {
        return without_leaves(context);
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

/// Returns the files without a leaf, such as empty ones, that pass the filters of a query, one of them on paths.
fn without_leaves(context: &SearchContext<'_>) -> Result<EntrySet, SearchError> {
    let (snapshot, query) = (context.snapshot, context.query);
    let is_of_files = [Field::Path, Field::File]
        .iter()
        .any(|field| query.requires(*field));
    if !(is_of_files || query.changed_base().is_some())
        || !query.words.trim().is_empty()
        || query.required_text().next().is_some()
    {
        return Ok(EntrySet::default());
    }
    let clauses = filter_conditions::clauses(context)?;
    let passing = snapshot.by_file(&snapshot.passing(&clauses)?)?;
    let mut empty = Vec::new();
    for (path, summary) in snapshot.by_file(&snapshot.passing_summaries(&clauses)?)? {
        let has_passing = passing
            .binary_search_by(|(file, _)| file.cmp(&path))
            .is_ok();
        if !has_passing && snapshot.contains_file(&path)? && snapshot.leaves_of(&path)?.is_empty() {
            empty.extend(summary);
        }
    }
    Ok(empty.into_iter().collect())
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
