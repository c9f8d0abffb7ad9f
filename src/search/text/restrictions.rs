//! Filters of a long text that match nothing are words of it.

use crate::search::context::{SearchContext, SearchError};
use crate::search::offers::passing_count;
use crate::search::query::{Filter, Query};
use crate::search::retrieve::filter_conditions;

/// Returns the query of a long text in which filters without a match are words; none if all have one.
pub(crate) fn without_unmatched(context: &SearchContext<'_>) -> Result<Option<Query>, SearchError> {
    let query = context.query;
    let mut unmatched = Vec::new();
    for filter in &query.tentative {
        if !matches_any(context, filter)? {
            unmatched.push(filter.clone());
        }
    }
    if unmatched.is_empty() && !query.tentative.is_empty() && passing_count(context)? == 0 {
        unmatched.clone_from(&query.tentative);
    }
    Ok((!unmatched.is_empty()).then(|| query.with_words_of(&unmatched)))
}

/// Returns true if a filter matches any chunk; a negated one, if it excludes any.
fn matches_any(context: &SearchContext<'_>, filter: &Filter) -> Result<bool, SearchError> {
    let alone = Query {
        filters: vec![Filter {
            negated: false,
            ..filter.clone()
        }],
        ..Query::default()
    };
    let context = context.with(&alone);
    match filter_conditions::check(&context) {
        Ok(()) => Ok(passing_count(&context)? > 0),
        Err(SearchError::Query(_) | SearchError::Git(_)) => Ok(false),
        Err(error) => Err(error),
    }
}
