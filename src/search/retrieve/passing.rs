//! The leaves that pass a query: the filters, then the phrases and patterns.

use super::{filters, text_conditions};
use crate::index::{Clause, Condition, EntrySet};
use crate::search::context::SearchContext;
use crate::search::error::SearchError;
use crate::search::names::symbol_filter;
use crate::search::query::{Excluded, Query};

/// Returns the leaves that meet all conditions except the words.
pub(in crate::search) fn passing(context: &SearchContext<'_>) -> Result<EntrySet, SearchError> {
    let passing = likely(context)?;
    match context.query.reads_text() {
        true => text_conditions::narrow(context, &passing),
        false => Ok(passing),
    }
}

/// Returns the same without reading text: a superset, whose leaves may lack the phrases and patterns.
pub(in crate::search) fn likely(context: &SearchContext<'_>) -> Result<EntrySet, SearchError> {
    filtered(context, texts(context.query))
}

/// Returns the leaves that pass the query's filters and `texts`.
pub(in crate::search) fn filtered(
    context: &SearchContext<'_>,
    texts: Vec<Clause>,
) -> Result<EntrySet, SearchError> {
    let mut clauses = filters::clauses(context)?;
    clauses.extend(texts);
    symbol_filter::narrow(context, context.snapshot.passing(&clauses)?)
}

/// Index conditions on text.
fn texts(query: &Query) -> Vec<Clause> {
    let excluded = query.excluded.iter().filter_map(|excluded| match excluded {
        Excluded::Word(word) => Some(Clause::Not(Condition::Words(word.clone()))),
        // Terms only find leaves that may contain these; a leaf that does not contain them must stay.
        Excluded::Phrase(_) | Excluded::Pattern(_) => None,
    });
    text_conditions::clauses(query).chain(excluded).collect()
}
