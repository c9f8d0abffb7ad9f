//! The leaves that pass a query: its filters, then its phrases and patterns.
//!
//! [`passing()`] is the only way to them. The index answers conditions by their terms; names and texts that terms
//! do not represent are then compared one by one.

use super::filter_conditions;
use crate::index::{Clause, Condition, EntrySet};
use crate::search::context::{Result, SearchContext};
use crate::search::literal;
use crate::search::names::symbol_filter;
use crate::search::query::{Excluded, Query};

/// The conditions of a query that leaves must meet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Conditions {
    /// The filters.
    Filters,
    /// Everything that the index decides: the filters and excluded words.
    Index,
    /// Also the terms of phrases and patterns, for estimates: a match may begin in a leaf without some of them.
    Terms,
    /// Everything except the words.
    All,
}

/// Returns the leaves that meet these conditions of a query; if it has phrases or patterns, also silent ones.
pub(crate) fn passing(context: &SearchContext<'_>, conditions: Conditions) -> Result<EntrySet> {
    let mut clauses = filter_conditions::clauses(context)?;
    if conditions != Conditions::Filters {
        clauses.extend(excluded_words(context.query));
    }
    if conditions == Conditions::Terms {
        for pattern in context.query.required_text() {
            let literals = pattern.literals().iter().cloned();
            clauses.extend(literals.map(|text| Condition::Phrase(text).into()));
        }
    }
    let by_terms = if context.query.required_text().next().is_some() {
        context.snapshot.passing_tiles(&clauses)?
    } else {
        context.snapshot.passing(&clauses)?
    };
    let named = symbol_filter::narrow(context, by_terms)?;
    if conditions == Conditions::All && context.query.reads_text() {
        return literal::narrow(context, &named);
    }
    Ok(named)
}

/// The clauses of a query's excluded words.
pub(crate) fn excluded_words(query: &Query) -> Vec<Clause> {
    let mut clauses = Vec::new();
    for excluded in &query.excluded {
        if let Excluded::Word(word) = excluded {
            clauses.push(Clause::Not(Condition::Words(word.clone())));
        }
    }
    clauses
}
