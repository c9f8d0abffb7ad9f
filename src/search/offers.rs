//! Completions of a filter that is being typed, and the numbers of leaves that pass filters.
//!
//! Principal type: [`Offer`].
//!
//! Invariant: a number equals the number of results with the completed filter, except that phrases and patterns
//! are not checked. `workers::counter` is the caller.

use super::context::SearchContext;
use super::error::SearchError;
use super::query::{Field, Filter, Purpose, Query, TypedFilter, known};
use super::retrieve::{filtered, likely, purpose_condition, summaries};
use crate::chunk::Kind;
use crate::config::nearest_names;
use crate::index::{Column, Counts, EntrySet, IndexError};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Maximum number of completions.
const MAX_OFFERS: usize = 50;
/// Maximum number of fitting names that are looked up.
const MAX_LOOKUPS: usize = 200;

/// A completion of a filter's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The completed value.
    pub value: String,
    /// Number of leaves that pass it and all other filters.
    pub count: usize,
}

fn offer(value: &str, count: usize) -> Offer {
    let value = value.to_owned();
    Offer { value, count }
}

/// Returns completions for the filter of `typing`: values that start with the typed text, then those
/// that contain it, each ordered by descending count; if a closed list has neither, similar values.
pub fn offers(
    context: &SearchContext<'_>,
    typing: &TypedFilter,
) -> Result<Vec<Offer>, SearchError> {
    let others = without_filter(context.query, &typing.filter);
    let context = &context.with(&others);
    let offering = ValueSource {
        context,
        field: typing.filter.field,
        typed: typing.filter.value.to_lowercase(),
    };
    let passing = || likely(context);
    let offers = match typing.filter.field {
        Field::Language => offering.values(context.snapshot.counts(Column::Language, &passing()?)?),
        Field::Kind => offering.values(offering.kinds(&passing()?)?),
        Field::Path => offering.values(offering.paths(&passing()?)?),
        Field::In => offering.values(offering.purposes(&passing()?)?),
        Field::Symbol => offering.names(|kind| kind != Kind::Section)?,
        Field::Heading => offering.names(|kind| kind == Kind::Section)?,
    };
    context.check_cancelled()?;
    Ok(offers)
}

/// Counts, for each filter of a query in order, the leaves that pass it and the others, as in
/// [`offers`]; then, for each phrase, the leaves that pass everything and may contain the phrases.
pub fn chip_counts(context: &SearchContext<'_>) -> Result<Vec<usize>, SearchError> {
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
fn passing_count(context: &SearchContext<'_>) -> Result<usize, SearchError> {
    context.check_cancelled()?;
    let leaves = likely(context)?.count();
    Ok(leaves + summarized(context)?)
}

/// Counts the summaries that are results of a query.
fn summarized(context: &SearchContext<'_>) -> Result<usize, SearchError> {
    Ok(summaries::listed(context)?.map_or(0, |listed| listed.count()))
}

/// Returns the query without the typed filter and its alternatives.
fn without_filter(query: &Query, typed: &Filter) -> Query {
    let is_alternative = |filter: &Filter| {
        filter.field.has_alternatives() && filter.field == typed.field && !filter.negated
    };
    let mut others = query.clone();
    others
        .filters
        .retain(|filter| filter != typed && !is_alternative(filter));
    others
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
    fn narrowed(&self, field: Field, value: &str) -> Query {
        let mut narrowed = self.context.query.clone();
        narrowed.filters.push(Filter::new(field, value, false));
        narrowed
    }

    /// Returns 0 if a value starts with the typed text, 1 if it contains it.
    fn fit(&self, value: &str) -> Option<u8> {
        let value = value.to_lowercase();
        let at = value.find(&self.typed)?;
        Some(u8::from(at > 0))
    }

    /// Counts leaves by kind; files and directories by their summaries.
    fn kinds(&self, passing: &EntrySet) -> Result<Counts, SearchError> {
        let mut counts = self.context.snapshot.counts(Column::Kind, passing)?;
        for kind in summaries::LEVELS {
            let narrowed = self.narrowed(Field::Kind, kind.name());
            let count = summarized(&self.context.with(&narrowed))?;
            if count > 0 {
                *counts.entry(kind.name().to_owned()).or_default() += count;
            }
        }
        Ok(counts)
    }

    fn purposes(&self, passing: &EntrySet) -> Result<Counts, IndexError> {
        let count = |purpose: Purpose| {
            let condition = purpose_condition(self.context, purpose.name())?;
            let mut leaves = self.context.snapshot.passing(&[condition.into()])?;
            leaves.intersect(passing);
            Ok((purpose.name().to_owned(), leaves.count()))
        };
        Purpose::ALL.into_iter().map(count).collect()
    }

    /// The fitting values, paths in order of depth.
    fn values(&self, counts: Counts) -> Vec<Offer> {
        let depth = |path: &str| path.trim_end_matches('/').matches('/').count();
        let fitting = counts.iter().filter_map(|(value, count)| {
            let fit = self.fit(value)?;
            Some((fit, depth(value), Reverse(*count), value))
        });
        let best: BTreeSet<_> = fitting.collect();
        if best.is_empty() {
            return self.near(&counts);
        }
        let best = best.into_iter().take(MAX_OFFERS);
        best.map(|(_, _, Reverse(count), value)| offer(value, count))
            .collect()
    }

    /// Corrections of a value that is not part of any valid one.
    fn near(&self, counts: &Counts) -> Vec<Offer> {
        let near = nearest_names(&self.typed, known(self.field));
        let counted = near
            .into_iter()
            .filter_map(|value| Some((value, *counts.get(value)?)));
        counted.map(|(value, count)| offer(value, count)).collect()
    }

    /// Counts leaves by file and by directory, which has a trailing slash.
    fn paths(&self, passing: &EntrySet) -> Result<Counts, IndexError> {
        let mut counts = Counts::new();
        for (file, leaves) in self.context.snapshot.by_file(passing)? {
            let path = file.as_str();
            let directories = path.match_indices('/').map(|(slash, _)| &path[..=slash]);
            let parts = directories.chain([path]);
            for part in parts.filter(|part| self.fit(part).is_some()) {
                *counts.entry(part.to_owned()).or_default() += leaves.len();
            }
        }
        Ok(counts)
    }

    /// Names of declarations of a requested kind, shortest first: the typed text is most of the name.
    fn names(&self, is_wanted: impl Fn(Kind) -> bool) -> Result<Vec<Offer>, SearchError> {
        let (snapshot, cancel) = (self.context.snapshot, self.context.cancel);
        let mut best: BTreeSet<(u8, usize, String)> = BTreeSet::new();
        for (name, _) in snapshot.names()?.take_while(|_| !cancel.is_cancelled()) {
            if let Some(fit) = self.fit(name) {
                best.insert((fit, name.len(), name.to_owned()));
                if best.len() > MAX_LOOKUPS {
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
            let records = snapshot.named_up_to(&value, 1)?;
            if !records.first().is_some_and(|it| is_wanted(it.kind)) {
                continue;
            }
            let narrowed = self.narrowed(self.field, &value);
            let count = filtered(&self.context.with(&narrowed), Vec::new())?.count();
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
