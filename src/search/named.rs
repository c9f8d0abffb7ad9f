//! `sym:`: what is named so. Terms tell which leaves may be; where what is asked for has more to it,
//! or is signs alone, the names themselves do.

use super::rank::{split_method, stands_in, tight, uncalled};
use super::{Field, Filter, Query};
use crate::chunk::whole_name;
use crate::corpus::Cancel;
use crate::index::terms::{name_term, terms};
use crate::index::{Clause, Condition, IndexError, Passing, Record, Snapshot};
use std::collections::BTreeSet;

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
        let (above, last) = split_method(whole);
        Self {
            whole: whole.to_owned(),
            last: last.to_owned(),
            above,
        }
    }

    /// The names that a query asks for.
    pub(super) fn all(query: &Query) -> impl Iterator<Item = Self> + '_ {
        let filters = query.filters.iter();
        let asked = filters.filter(|it| it.field == Field::Symbol && !it.negated);
        asked.map(|filter| Self::of(&filter.value))
    }

    /// What terms can tell of it; none of a name without any, such as `<=>`.
    pub(super) fn condition(&self) -> Option<Condition> {
        let has_terms = !terms(&self.last).is_empty();
        has_terms.then(|| Condition::Symbol(self.last.clone()))
    }

    /// Whether there is more to it than terms tell.
    pub(super) fn is_more_than_terms(&self) -> bool {
        !self.above.is_empty() || !is_plain(&self.last) || self.condition().is_none()
    }

    /// The leaves that may be called so.
    fn likely(&self, snapshot: &Snapshot, cancel: &Cancel) -> Result<Passing, IndexError> {
        match self.condition() {
            Some(condition) => snapshot.passing(&[Clause {
                condition,
                negated: false,
            }]),
            None => self.called(snapshot, cancel),
        }
    }

    /// The leaves of what is called so, by a look at every name.
    fn called(&self, snapshot: &Snapshot, cancel: &Cancel) -> Result<Passing, IndexError> {
        let mut names = BTreeSet::new();
        let is_sign = |it: &char| !it.is_alphanumeric() && !it.is_whitespace();
        let signs: Vec<char> = self.last.chars().filter(is_sign).collect();
        let is_wanted = |_: &_| !cancel.is_cancelled();
        for (name, _) in snapshot.names()?.take_while(is_wanted) {
            // Few names have any sign, and there may be a million of them.
            let has_signs = signs.iter().all(|sign| name.contains(*sign));
            if has_signs && (fits(&self.last, name) || fits(&self.whole, name)) {
                names.insert(name.to_owned());
            }
        }
        let mut entries = BTreeSet::new();
        for name in &names {
            for record in snapshot.named(name)? {
                entries.extend(leaves(snapshot, &record)?);
            }
        }
        Ok(Passing::of(entries.into_iter(), snapshot.leaves()))
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
        let asked = [tight(&self.last), tight(&self.whole)];
        let grade = |name: &str| match tight(name) {
            name if asked.contains(&name) => SAME,
            name if asked.iter().any(|it| lower(it) == lower(&name)) => OTHER_CASE,
            name if operator(&name) == Some(&self.last) => OTHER_JOINTS,
            name if is_plain(&self.last) && name_term(&self.last) == name_term(&name) => {
                OTHER_JOINTS
            }
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

/// A leaf itself, or the pieces of a declaration that was cut, which bear its name.
fn leaves(snapshot: &Snapshot, record: &Record) -> Result<Vec<u32>, IndexError> {
    if record.is_leaf() {
        return Ok(snapshot.entry_of(record.id).into_iter().collect());
    }
    let mut pieces = Vec::new();
    for entry in snapshot.leaves_of(&record.path)? {
        if snapshot.record(entry)?.parent == Some(record.id) {
            pieces.push(entry);
        }
    }
    Ok(pieces)
}

/// The signs that an operator is called by, in languages that say `operator` before them too; none
/// for other names.
fn operator(name: &str) -> Option<&str> {
    let signs = name.strip_prefix("operator").unwrap_or(name).trim();
    let is_signs = !signs.is_empty() && !signs.contains(char::is_alphanumeric);
    is_signs.then_some(signs)
}

/// Letters and digits, and what joins them to words: terms tell all of these.
fn is_plain(name: &str) -> bool {
    let mut parts = name.split(['_', '-', ' ']);
    parts.all(|part| !part.is_empty() && part.chars().all(char::is_alphanumeric))
}

/// Whether a name has what is asked for: all its words where these are plain; as it is written, in
/// any case, where they are not. Signs alone ask for operators: `-` and `.` stand in too many names.
fn fits(asked: &str, name: &str) -> bool {
    if !asked.contains(char::is_alphanumeric) {
        let name = tight(name);
        return !asked.is_empty() && operator(&name).is_some_and(|it| it.contains(&*tight(asked)));
    }
    let wanted = terms(asked);
    if !is_plain(asked) || wanted.is_empty() {
        let lower = |name: &str| tight(name).to_lowercase();
        return lower(name).contains(&lower(asked));
    }
    let has = terms(name);
    wanted.iter().all(|term| has.contains(term))
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

/// Narrows what passes by terms to what the query's `sym:` mean. When cancelled, the result is of no
/// use.
pub(super) fn narrow(
    snapshot: &Snapshot,
    query: &Query,
    mut passing: Passing,
    cancel: &Cancel,
) -> Result<Passing, IndexError> {
    let total = snapshot.leaves();
    for (filter, named) in beyond_terms(query) {
        let mut called = BTreeSet::new();
        for entry in named.likely(snapshot, cancel)?.iter(total) {
            if cancel.is_cancelled() {
                break;
            }
            if passing.contains(entry) && named.is_in(&snapshot.record(entry)?) {
                called.insert(entry);
            }
        }
        passing = match filter.negated {
            true => Passing::of(passing.iter(total).filter(|it| !called.contains(it)), total),
            false => Passing::of(called.into_iter(), total),
        };
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
    let total = snapshot.leaves();
    if terms.is_empty() {
        return match Named::all(query).next() {
            Some(signs) => Ok(Some(just(snapshot, &signs, passing)?)),
            None => Ok(None),
        };
    }
    let declaring = snapshot.declaring(&terms)?.into_iter();
    let exact = declaring.filter(|entry| passing.contains(*entry));
    Ok(Some(Passing::of(exact, total)))
}

/// Of what passes what is called by these signs and nothing else.
fn just(snapshot: &Snapshot, signs: &Named, passing: &Passing) -> Result<Passing, IndexError> {
    let total = snapshot.leaves();
    let mut exact = Vec::new();
    for entry in passing.iter(total) {
        if signs.exactly(&snapshot.record(entry)?) > 0.0 {
            exact.push(entry);
        }
    }
    Ok(Passing::of(exact.into_iter(), total))
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
    fn signs_alone_are_those_of_operators() {
        check("<=>", "<=>", true);
        check("==", "===", true);
        check("==", "operator==", true);
        check("==", "operator ==", true);
        check("+", "( + )", true);
        check("[]", "operator[]", true);
        check("-", "user-name", false);
        check(".", "data.frame", false);
        check("<=>", "spaceship", false);
        check("Session#<=>", "<=>", true);
        check("Session::[]", "[]=", true);
        check("Pool#<=>", "<=>", false);
    }

    #[test]
    fn spaces_beside_signs_are_nothing() {
        check("operator==", "operator ==", true);
        check("operator ==", "operator==", true);
        check("operator()", "operator ()", true);
        check("operator bool", "operator bool", true);
        check("operator new[]", "operator new []", true);
    }

    #[test]
    fn what_stands_before_a_joint_stands_above() {
        check("Session.get", "get", true);
        check("session::get", "get_all", true);
        check("Session::operator->", "operator->", true);
        check("Session::operator->", "operator=", false);
        check("Session::operator->*", "operator->*", true);
        check("Response.get", "get", false);
        check("data.frame", "as.data.frame", true);
        check("a.get", "get", true);
    }
}
