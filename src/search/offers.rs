//! What a filter that is being typed may become, with how many leaves each would let through, and
//! how many the filters let through that are there.

use super::candidates::{filtered, likely};
use super::filter::{Unknown, known, nearest};
use super::tokens::{Token, tokens};
use super::{Field, Filter, Purpose, Query, purpose, summaries};
use crate::chunk::Kind;
use crate::corpus::Cancel;
use crate::index::{Counts, IndexError, Passing, Snapshot};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

/// Values that are offered at most.
const MOST: usize = 50;
/// Of names that fit, as many are looked up.
const MOST_LOOKED_UP: usize = 200;

/// A filter that is being typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Typing {
    /// What there is of it; its value may be empty.
    pub filter: Filter,
    /// The bytes of the text that it takes.
    pub bytes: Range<usize>,
}

impl Typing {
    /// The filter at a cursor, a byte of `text`, that stands behind its colon.
    pub fn at(text: &str, cursor: usize) -> Option<Self> {
        let (bytes, token) = tokens(text)
            .into_iter()
            .find(|(bytes, _)| bytes.start < cursor && cursor <= bytes.end)?;
        let Token::Word(word) = token else {
            return None;
        };
        let colon = word.find(':')?;
        let filter = Filter::begun(word)?;
        (bytes.start + colon < cursor).then_some(Self { filter, bytes })
    }

    /// Whether its value is none of a closed list, but part of one: more letters may make it one.
    pub fn is_begun(&self) -> bool {
        let value = self.filter.value.to_lowercase();
        let mut known = known(self.filter.field).into_iter();
        Unknown::of(&self.filter).is_some() && known.any(|it| it.contains(&value))
    }
}

/// A value for a filter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The value.
    pub value: String,
    /// Leaves that it and all other filters let through.
    pub count: usize,
}

fn offer(value: &str, count: usize) -> Offer {
    let value = value.to_owned();
    Offer { value, count }
}

/// What the filter that is being typed in `text` may become: values that what is typed begins or is
/// part of, those of most leaves first, and beginnings before parts; of a closed list where there is
/// none such, those that are a slip or two from it. None when cancelled.
pub fn offers(
    snapshot: &Snapshot,
    query: &Query,
    typing: &Typing,
    cancel: &Cancel,
) -> Result<Option<Vec<Offer>>, IndexError> {
    let offering = Offering {
        snapshot,
        others: others(query, &typing.filter),
        field: typing.filter.field,
        typed: typing.filter.value.to_lowercase(),
        cancel,
    };
    let values = match typing.filter.field {
        Field::Language => offering.of(snapshot.languages(&offering.passing()?)?),
        Field::Kind => offering.of(offering.kinds()?),
        Field::Path => offering.paths(snapshot.leaves_by_path(&offering.passing()?)?),
        Field::In => offering.purposes()?,
        Field::Symbol => offering.names(|kind| kind != Kind::Section)?,
        Field::Heading => offering.names(|kind| kind == Kind::Section)?,
    };
    Ok((!cancel.is_cancelled()).then_some(values))
}

/// How many leaves each filter of a query lets through of what the others do, in their order, as
/// they are counted for [`offers`]; then for each of its phrases, how many these may be in of what
/// everything lets through. None when cancelled.
pub fn chip_counts(
    snapshot: &Snapshot,
    query: &Query,
    cancel: &Cancel,
) -> Result<Option<Vec<usize>>, IndexError> {
    let mut counts = Vec::with_capacity(query.filters.len() + query.phrases.len());
    for filter in &query.filters {
        if cancel.is_cancelled() {
            return Ok(None);
        }
        let mut narrowed = others(query, filter);
        narrowed.filters.push(filter.clone());
        counts.push(passing_count(snapshot, &narrowed, cancel)?);
    }
    if !query.phrases.is_empty() {
        // None of them is an alternative to another: all must stand there.
        let count = passing_count(snapshot, query, cancel)?;
        counts.extend(query.phrases.iter().map(|_| count));
    }
    Ok((!cancel.is_cancelled()).then_some(counts))
}

/// How many leaves and summaries a query may let through.
fn passing_count(snapshot: &Snapshot, query: &Query, cancel: &Cancel) -> Result<usize, IndexError> {
    let leaves = likely(snapshot, query, cancel)?.count(snapshot.leaves());
    Ok(leaves + summarized(snapshot, query)?)
}

/// How many summaries of files and directories a query asks for as answers.
fn summarized(snapshot: &Snapshot, query: &Query) -> Result<usize, IndexError> {
    Ok(summaries::listed(snapshot, query)?.map_or(0, |listed| listed.len()))
}

/// The query without the filter that is typed, and without those that are alternatives to it.
fn others(query: &Query, typed: &Filter) -> Query {
    let is_alternative = |filter: &Filter| {
        let closed = matches!(filter.field, Field::Language | Field::Kind | Field::In);
        closed && filter.field == typed.field && !filter.negated
    };
    let mut others = query.clone();
    others
        .filters
        .retain(|filter| filter != typed && !is_alternative(filter));
    others
}

struct Offering<'s> {
    snapshot: &'s Snapshot,
    others: Query,
    field: Field,
    /// Lower-case.
    typed: String,
    cancel: &'s Cancel,
}

impl Offering<'_> {
    fn passing(&self) -> Result<Passing, IndexError> {
        likely(self.snapshot, &self.others, self.cancel)
    }

    /// The query with one more filter.
    fn narrowed(&self, field: Field, value: &str) -> Query {
        let mut narrowed = self.others.clone();
        narrowed.filters.push(Filter {
            field,
            value: value.to_owned(),
            negated: false,
        });
        narrowed
    }

    /// 0 where a value begins so, 1 where what is typed is a part of it.
    fn fit(&self, value: &str) -> Option<u8> {
        let value = value.to_lowercase();
        let at = value.find(&self.typed)?;
        Some(u8::from(at > 0))
    }

    /// Leaves by their kind; files and directories are found by their summaries.
    fn kinds(&self) -> Result<Counts, IndexError> {
        let mut counts = self.snapshot.kinds(&self.passing()?)?;
        for kind in summaries::LEVELS {
            let narrowed = self.narrowed(Field::Kind, kind.name());
            match summarized(self.snapshot, &narrowed)? {
                0 => {}
                count => *counts.entry(kind.name().to_owned()).or_default() += count,
            }
        }
        Ok(counts)
    }

    fn of(&self, counts: Counts) -> Vec<Offer> {
        let fitting = counts.iter().filter_map(|(value, count)| {
            let fit = self.fit(value)?;
            Some((fit, Reverse(*count), value))
        });
        let best: BTreeSet<_> = fitting.collect();
        if best.is_empty() {
            return self.near(&counts);
        }
        let best = best.into_iter().take(MOST);
        best.map(|(_, Reverse(count), value)| offer(value, count))
            .collect()
    }

    /// What was perhaps meant by a value that is part of none.
    fn near(&self, counts: &Counts) -> Vec<Offer> {
        let near = nearest(self.field, &self.typed);
        let counted = near.filter_map(|value| Some((value, *counts.get(value)?)));
        counted.map(|(value, count)| offer(value, count)).collect()
    }

    /// Directories, each with a slash at its end, and files; those that a path leads to next before
    /// those below.
    fn paths(&self, files: Counts) -> Vec<Offer> {
        let mut counts = Counts::new();
        for (path, count) in files {
            for (slash, _) in path.match_indices('/') {
                let directory = path.get(..=slash).unwrap_or_default();
                if self.fit(directory).is_none() {
                    continue;
                }
                match counts.get_mut(directory) {
                    Some(sum) => *sum += count,
                    None => _ = counts.insert(directory.to_owned(), count),
                }
            }
            if self.fit(&path).is_some() {
                counts.insert(path, count);
            }
        }
        let depth = |path: &str| path.trim_end_matches('/').matches('/').count();
        let ranked = counts.into_iter().filter_map(|(path, count)| {
            let fit = self.fit(&path)?;
            Some((fit, depth(&path), Reverse(count), path))
        });
        let best: BTreeSet<_> = ranked.collect();
        let offer = |(_, _, Reverse(count), value)| Offer { value, count };
        best.into_iter().take(MOST).map(offer).collect()
    }

    fn purposes(&self) -> Result<Vec<Offer>, IndexError> {
        let passing = self.passing()?;
        let counts = Purpose::ALL
            .iter()
            .zip(purpose::counts(self.snapshot, &passing)?);
        let named = counts.map(|(purpose, count)| (purpose.name(), count));
        let fitting = named.clone().filter(|(name, _)| self.fit(name).is_some());
        let offers: Vec<Offer> = fitting.map(|(name, count)| offer(name, count)).collect();
        Ok(match offers.is_empty() {
            true => self.near(
                &named
                    .map(|(name, count)| (name.to_owned(), count))
                    .collect(),
            ),
            false => offers,
        })
    }

    /// Names of what is of a wanted kind, the shortest first: what was meant is mostly all of it.
    fn names(&self, wanted: impl Fn(Kind) -> bool) -> Result<Vec<Offer>, IndexError> {
        let mut best: BTreeSet<(u8, usize, String)> = BTreeSet::new();
        for (name, _) in self.snapshot.names()? {
            if let Some(fit) = self.fit(name) {
                best.insert((fit, name.len(), name.to_owned()));
                if best.len() > MOST_LOOKED_UP {
                    best.pop_last();
                }
            }
            if self.cancel.is_cancelled() {
                break;
            }
        }
        let mut offers = Vec::new();
        for (_, _, value) in best {
            if offers.len() == MOST || self.cancel.is_cancelled() {
                break;
            }
            let records = self.snapshot.some_named(&value, 1)?;
            if !records.first().is_some_and(|it| wanted(it.kind)) {
                continue;
            }
            let narrowed = self.narrowed(self.field, &value);
            let passing = filtered(self.snapshot, &narrowed, Vec::new(), self.cancel)?;
            let count = passing.count(self.snapshot.leaves());
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
    use proptest::prelude::*;

    /// What is typed at a cursor at `|`, and where.
    fn check(text: &str, expected: Option<(&str, &str)>) {
        let cursor = text.find('|').expect("a cursor");
        let text = text.replace('|', "");
        let typing = Typing::at(&text, cursor);
        let found = typing.map(|typing| (typing.filter.written(), text[typing.bytes].to_owned()));
        let expected = expected.map(|(filter, at)| (filter.to_owned(), at.to_owned()));
        assert_eq!(found, expected, "{text} {cursor}");
    }

    #[test]
    fn a_filter_is_typed_behind_its_colon() {
        check("merge lang:ru|", Some(("lang:ru", "lang:ru")));
        check("lang:| merge", Some(("lang:", "lang:")));
        check("-path:sr|c x", Some(("-path:src", "-path:src")));
        check("lang|:rust", None);
        check("lang:rust |", None);
        check("path::jo|in", None);
        check("note:th|is", None);
        check("\"lang:ru|\"", None);
        check("/lang:ru|/", None);
        check("|", None);
    }

    #[test]
    fn alternatives_do_not_narrow_what_is_offered() {
        let left = |text: &str, cursor: usize| {
            let query = Query::parse(text, Default::default());
            let typing = Typing::at(text, cursor).expect("a filter is typed");
            let others = others(&query, &typing.filter);
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

    proptest! {
        #[test]
        fn a_cursor_anywhere_is_no_fault(text in "[a:\"/é -]{0,12}|lang:\\PC{0,6}", cursor in 0usize..20) {
            if let Some(typing) = Typing::at(&text, cursor) {
                prop_assert!(text.get(typing.bytes).is_some());
            }
        }
    }
}
