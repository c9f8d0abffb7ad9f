//! `sym:`: what is named so. Terms tell which leaves may be; where what is asked for has more to it,
//! the names themselves do.

use super::rank::{split_name, stands_in, uncalled};
use super::{Field, Filter, Query};
use crate::chunk::whole_name;
use crate::index::terms::{name_term, terms};
use crate::index::{Clause, Condition, IndexError, Passing, Record, Snapshot};

/// What the name itself adds where nothing else ranks, what differs from it in case, and what does in
/// the way its words are joined: all of these before a piece of the language that is asked for.
const SAME: f32 = 2.0;
const OTHER_CASE: f32 = 1.9;
const OTHER_JOINTS: f32 = 1.8;

/// A name that a filter asks for.
pub(super) struct Named {
    whole: String,
    /// What the name is without what it is in.
    last: String,
    /// What it is in, as [`name_term`] has that.
    above: Vec<String>,
}

impl Named {
    pub(super) fn of(value: &str) -> Self {
        let whole = uncalled(value);
        let (above, last) = split_name(whole);
        Self {
            whole: whole.to_owned(),
            last: last.to_owned(),
            above,
        }
    }

    /// The names that a query asks for; a text without terms asks nothing.
    pub(super) fn all(query: &Query) -> impl Iterator<Item = Self> + '_ {
        let filters = query.filters.iter();
        let asked = filters.filter(|it| it.field == Field::Symbol && !it.negated);
        let asked = asked.map(|filter| Self::of(&filter.value));
        asked.filter(|named| !terms(&named.last).is_empty())
    }

    /// What the index can tell of it.
    pub(super) fn condition(&self) -> Condition {
        Condition::Symbol(self.last.clone())
    }

    /// Whether there is more to it than terms tell. A text without any asks nothing.
    pub(super) fn is_more_than_terms(&self) -> bool {
        let is_more = !self.above.is_empty() || !is_plain(&self.last);
        is_more && !terms(&self.last).is_empty()
    }

    /// Whether something of this name in a leaf is what is asked for.
    pub(super) fn is(&self, name: &str, record: &Record) -> bool {
        let is_within = || self.above.iter().all(|above| stands_in(record, above));
        fits(&self.last, name) && is_within() || !self.above.is_empty() && fits(&self.whole, name)
    }

    /// Whether one of a leaf's names is what is asked for.
    pub(super) fn is_in(&self, record: &Record) -> bool {
        names(record).any(|name| self.is(name, record))
    }

    /// How much of it a name of a leaf is and nothing else; 0 where that has more.
    fn exactly(&self, record: &Record) -> f32 {
        let lower = |name: &str| name.to_lowercase();
        let grade = |name: &str| match [&self.last, &self.whole] {
            asked if asked.iter().any(|it| *it == name) => SAME,
            asked if asked.iter().any(|it| lower(it) == lower(name)) => OTHER_CASE,
            _ if is_plain(&self.last) && name_term(&self.last) == name_term(name) => OTHER_JOINTS,
            _ => 0.0,
        };
        names(record).map(grade).fold(0.0, f32::max)
    }
}

/// Its own name and those it defines.
fn names(record: &Record) -> impl Iterator<Item = &str> {
    let own = whole_name(&record.name, record.role);
    let defined = record.definitions.iter().map(|it| it.name.as_str());
    defined.chain([own])
}

/// Letters and digits, and what joins them to words: terms tell all of these.
fn is_plain(name: &str) -> bool {
    let mut parts = name.split(['_', '-', ' ']);
    parts.all(|part| !part.is_empty() && part.chars().all(char::is_alphanumeric))
}

/// Whether a name has what is asked for: all its words where these are plain; as it is written, in
/// any case, where they are not.
fn fits(asked: &str, name: &str) -> bool {
    if !is_plain(asked) {
        return name.to_lowercase().contains(&asked.to_lowercase());
    }
    let has = terms(name);
    terms(asked).iter().all(|term| has.contains(term))
}

/// The filters of which terms do not tell all, and the names that they ask for.
fn beyond_terms(query: &Query) -> impl Iterator<Item = (&Filter, Named)> {
    let filters = query.filters.iter();
    let filters = filters.filter(|it| it.field == Field::Symbol);
    let named = filters.map(|it| (it, Named::of(&it.value)));
    named.filter(|(_, named)| named.is_more_than_terms())
}

/// Whether a query asks for names of which terms do not tell all.
pub(super) fn asks(query: &Query) -> bool {
    beyond_terms(query).next().is_some()
}

/// Whether these let a record through.
pub(super) fn lets(query: &Query, record: &Record) -> bool {
    beyond_terms(query).all(|(filter, named)| named.is_in(record) != filter.negated)
}

/// Narrows what passes by terms to what the query's `sym:` mean.
pub(super) fn narrow(
    snapshot: &Snapshot,
    query: &Query,
    passing: Passing,
) -> Result<Passing, IndexError> {
    let total = snapshot.leaves();
    let mut passing = passing;
    for (filter, named) in beyond_terms(query) {
        let clause = Clause {
            condition: named.condition(),
            negated: false,
        };
        let by_terms = snapshot.passing(&[clause])?;
        let mut narrowed = Vec::new();
        for entry in passing.iter(total) {
            let is = by_terms.contains(entry) && named.is_in(&snapshot.record(entry)?);
            if is != filter.negated {
                narrowed.push(entry);
            }
        }
        passing = Passing::of(narrowed.into_iter(), total);
    }
    Ok(passing)
}

/// Of what passes that of which a name is asked for and nothing else; none where no name is.
pub(super) fn exactly(
    snapshot: &Snapshot,
    query: &Query,
    passing: &Passing,
) -> Result<Option<Passing>, IndexError> {
    let terms = Named::all(query).flat_map(|it| [name_term(&it.last), name_term(&it.whole)]);
    let terms: Vec<String> = terms.filter(|term| !term.is_empty()).collect();
    if terms.is_empty() {
        return Ok(None);
    }
    let total = snapshot.leaves();
    let declaring = snapshot.declaring(&terms)?.into_iter();
    let exact = declaring.filter(|entry| passing.contains(*entry));
    Ok(Some(Passing::of(exact, total)))
}

/// How much of the names that a query asks for a leaf's is and nothing else.
pub(super) fn exactness(query: &Query, record: &Record) -> f32 {
    Named::all(query).map(|named| named.exactly(record)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(asked: &str, name: &str, expected: bool) {
        let named = Named::of(asked);
        let record = Record {
            names: vec!["a.cpp".to_owned(), "Session".to_owned(), name.to_owned()],
            ..Record::of_file(&crate::corpus::SourcePath::new("src/a.cpp"))
        };
        assert_eq!(named.is(name, &record), expected, "{asked} {name}");
    }

    #[test]
    fn a_name_has_the_words_that_are_asked_for() {
        check("spawn", "spawn_blocking", true);
        check("spawn", "write_spawn_blocking", true);
        check("retry-policy", "RetryPolicy", true);
        check("retry_policy", "retries", false);
        check("spawn()", "spawn", true);
    }

    #[test]
    fn signs_stand_as_they_are_written() {
        check("operator>>", "operator>>", true);
        check("operator>>", "operator>>=", true);
        check("operator>>", "operator=", false);
        check("operator()", "operator()", true);
        check("operator()", "operator==", false);
        check("operator->", "operator->", true);
        check("__init__", "__INIT__", true);
        check("__init__", "init_poolmanager", false);
        check("_init", "__init__", true);
    }

    #[test]
    fn what_stands_before_a_joint_stands_above() {
        check("Session.get", "get", true);
        check("session::get", "get_all", true);
        check("Session::operator->", "operator->", true);
        check("Session::operator->", "operator=", false);
        check("Response.get", "get", false);
        check("data.frame", "as.data.frame", true);
        check("a.get", "get", true);
    }
}
