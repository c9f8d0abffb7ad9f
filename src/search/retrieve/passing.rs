//! The leaves that pass a query: its filters, then its phrases and patterns.
//!
//! [`passing()`] is the only way to them. The index answers conditions by their terms; names and texts that terms
//! do not represent are then compared one by one.

use super::{filter_conditions, text_conditions};
use crate::index::EntrySet;
use crate::search::context::SearchContext;
use crate::search::error::SearchError;
use crate::search::names::symbol_filter;

/// The conditions of a query that leaves must meet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Conditions {
    /// The filters.
    Filters,
    /// The filters and the terms of phrases and patterns: a superset, because no text is read.
    Terms,
    /// Everything except the words.
    All,
}

/// Returns the leaves that meet these conditions of a query.
pub(crate) fn passing(
    context: &SearchContext<'_>,
    conditions: Conditions,
) -> Result<EntrySet, SearchError> {
    let mut clauses = filter_conditions::clauses(context)?;
    if conditions != Conditions::Filters {
        clauses.extend(text_conditions::clauses(context.query));
    }
    let by_terms = context.snapshot.passing(&clauses)?;
    let named = symbol_filter::narrow(context, by_terms)?;
    if conditions == Conditions::All && context.query.reads_text() {
        return text_conditions::narrow(context, &named);
    }
    Ok(named)
}
