//! Completions of a filter that is being typed, and the numbers of leaves that pass filters.
//!
//! Invariant: a number equals the number of results with the completed filter, except that phrases and patterns
//! are not checked. `workers::counter` is the caller.

use super::context::{Result, SearchContext};
use super::query::{Field, Filter, LEVELS, Offer, Offered, Query, TypedFilter};
use super::retrieve::{Conditions, filter_conditions, passing, summaries};
use crate::chunk::Kind;
use crate::config::nearest_names;
use crate::index::Counts;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Maximum number of completions.
const MAX_OFFERS: usize = 50;
/// Maximum number of fitting names whose declarations are read; the second one if the query has other filters.
const MAX_LOOKUPS: [usize; 2] = [200, 1_000];

/// Returns completions for the filter of `typing`: values that start with the typed text, then those
/// that contain it, each ordered by descending count; if a closed list has neither, similar values.
pub fn offers(context: &SearchContext<'_>, typing: &TypedFilter) -> Result<Vec<Offer>> {
    let others = without_filter(context.query, &typing.filter);
    let source = ValueSource {
        context: &context.with(&others),
        field: typing.filter.field,
        typed: typing.filter.value.to_lowercase(),
    };
    let offers = match source.field.row().offered {
        Offered::Names(is_offered) => source.names(is_offered)?,
        _ => source.values()?,
    };
    context.check_cancelled()?;
    Ok(offers)
}

/// Counts, for each filter of a query in order, the leaves that pass it and the others, as in
/// [`offers`]; then, for each phrase, the leaves that pass everything and may contain the phrases.
pub fn chip_counts(context: &SearchContext<'_>) -> Result<Vec<usize>> {
    let query = context.query;
    let mut counts = Vec::with_capacity(query.filters.len() + query.phrases.len());
    for filter in &query.filters {
        let mut narrowed = without_filter(query, filter);
        narrowed.filters.push(filter.clone());
        counts.push(passing_count(&context.with(&narrowed))?);
    }
    if !query.phrases.is_empty() {
        // Unlike alternative filters, all phrases must occur, so they have one count.
        let count = passing_count(context)?;
        counts.extend(query.phrases.iter().map(|_| count));
    }
    Ok(counts)
}

/// Counts the leaves and summaries that may pass a query.
pub fn passing_count(context: &SearchContext<'_>) -> Result<usize> {
    context.check_cancelled()?;
    let leaves = passing(context, Conditions::Terms)?.count();
    Ok(leaves + summarized(context)?)
}

/// Counts the summaries that are results of a query.
fn summarized(context: &SearchContext<'_>) -> Result<usize> {
    Ok(summaries::listed(context)?.count())
}

/// Returns the query without the typed filter and its alternatives.
fn without_filter(query: &Query, typed: &Filter) -> Query {
    let mut others = query.clone();
    others.filters.retain(|filter| {
        let is_alternative =
            filter.field == typed.field && filter.field.row().has_alternatives && !filter.negated;
        filter != typed && !is_alternative
    });
    others
}

fn offer(value: &str, count: usize) -> Offer {
    let value = value.to_owned();
    Offer { value, count }
}

struct ValueSource<'s> {
    /// Context whose query lacks the typed filter.
    context: &'s SearchContext<'s>,
    field: Field,
    /// Lower-case.
    typed: String,
}

impl ValueSource<'_> {
    /// Returns the query with one more filter.
    fn narrowed(&self, value: &str) -> Query {
        let mut narrowed = self.context.query.clone();
        narrowed.filters.push(Filter::new(self.field, value, false));
        narrowed
    }

    /// Returns 0 if a value starts with the typed text, 1 if it contains it.
    fn fit(&self, value: &str) -> Option<u8> {
        let position = value.to_lowercase().find(&self.typed)?;
        Some(u8::from(position > 0))
    }

    /// The fitting values with counts, paths in order of depth.
    fn values(&self) -> Result<Vec<Offer>> {
        let passing = passing(self.context, Conditions::Index)?;
        let mut counts = filter_conditions::counts(self.context, self.field, &passing, |value| {
            self.fit(value).is_some()
        })?;
        if self.field == Field::Kind {
            self.add_summaries(&mut counts)?;
        }
        let mut fitting = Vec::new();
        for (value, count) in &counts {
            if let Some(fit) = self.fit(value) {
                let depth = value.trim_end_matches('/').matches('/').count();
                fitting.push((fit, depth, Reverse(*count), value));
            }
        }
        if fitting.is_empty() {
            return Ok(self.near(&counts));
        }
        fitting.sort_unstable();
        fitting.truncate(MAX_OFFERS);
        Ok(fitting
            .into_iter()
            .map(|(_, _, Reverse(count), value)| offer(value, count))
            .collect())
    }

    /// Adds the numbers of summaries of files, directories and the repository.
    fn add_summaries(&self, counts: &mut Counts) -> Result<()> {
        for kind in LEVELS {
            let narrowed = self.narrowed(kind.name());
            let count = summarized(&self.context.with(&narrowed))?;
            if count > 0 {
                *counts.entry(kind.name().to_owned()).or_default() += count;
            }
        }
        Ok(())
    }

    /// Corrections of a value that is not part of any valid one.
    fn near(&self, counts: &Counts) -> Vec<Offer> {
        nearest_names(&self.typed, self.field.values())
            .into_iter()
            .filter_map(|value| Some(offer(value, *counts.get(value)?)))
            .collect()
    }

    /// Names of declarations of the offered kinds, shortest first: the typed text is most of the name.
    fn names(&self, is_offered: fn(Kind) -> bool) -> Result<Vec<Offer>> {
        let snapshot = self.context.snapshot;
        let lookups = MAX_LOOKUPS[usize::from(self.context.query.is_restricted())];
        let mut best: BTreeSet<(u8, usize, String)> = BTreeSet::new();
        for (name, _) in snapshot.names()? {
            self.context.check_cancelled()?;
            if let Some(fit) = self.fit(name) {
                best.insert((fit, name.len(), name.to_owned()));
                if best.len() > lookups {
                    best.pop_last();
                }
            }
        }
        let mut offers = Vec::new();
        for (_, _, value) in best {
            self.context.check_cancelled()?;
            if offers.len() == MAX_OFFERS {
                break;
            }
            match snapshot.documents_named(&value)?.first() {
                Some(first) if is_offered(snapshot.record(*first)?.kind) => {}
                _ => continue,
            }
            let narrowed = self.narrowed(&value);
            let count = passing(&self.context.with(&narrowed), Conditions::Filters)?.count();
            if count > 0 {
                offers.push(Offer { value, count });
            }
        }
        Ok(offers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_do_not_narrow_the_completions() {
        let left = |text: &str, cursor: usize| {
            let query = Query::parse(text, Default::default());
            let typing = TypedFilter::at(text, cursor).expect("a filter is typed");
            let others = without_filter(&query, &typing.filter);
            others
                .filters
                .iter()
                .map(Filter::written)
                .collect::<Vec<_>>()
        };
        assert_eq!(left("lang:py lang:ru path:src", 15), ["path:src"]);
        assert_eq!(left("-lang:py lang:ru", 16), ["-lang:py"]);
        assert_eq!(left("path:a path:b", 13), ["path:a"]);
    }
}
