//! `sym:` filters, as methods of [`QualifiedName`].
//!
//! Terms find the leaves that may match; names with scopes or signs, which terms do not represent, are then
//! compared with the names of these leaves. Invariant: terms alone never exclude a matching leaf.

use super::declared::names;
use crate::index::terms::{name_term, terms};
use crate::index::{Condition, EntrySet, IndexError, Record, Snapshot};
use crate::search::context::SearchContext;
use crate::search::error::SearchError;
use crate::search::query::{Field, Filter, QualifiedName, Query, compact};
use std::collections::BTreeSet;

/// Scores of a query of filters alone: the exact name, one that differs in case, and one that differs
/// in the separators of its words. Each precedes code with a longer name.
const SAME: f32 = 2.0;
const OTHER_CASE: f32 = 1.9;
const OTHER_SEPARATORS: f32 = 1.8;

/// The names that a query's filters request.
pub(crate) fn requested_names(query: &Query) -> impl Iterator<Item = QualifiedName> + '_ {
    let filters = query.filters.iter();
    let requested = filters.filter(|it| it.field == Field::Symbol && !it.negated);
    requested.map(|filter| QualifiedName::parse(&filter.value))
}

impl QualifiedName {
    /// Index condition on the terms of the name; none if it has no terms, such as `<=>`.
    pub(crate) fn condition(&self) -> Option<Condition> {
        let has_terms = !terms(&self.last).is_empty();
        has_terms.then(|| Condition::Symbol(self.last.clone()))
    }

    /// Returns true if the condition on terms is necessary but not sufficient.
    pub(crate) fn is_more_than_terms(&self) -> bool {
        !self.scopes.is_empty() || !is_plain(&self.last) || self.condition().is_none()
    }

    /// Returns the leaves that may have the name.
    fn likely(&self, context: &SearchContext<'_>) -> Result<EntrySet, IndexError> {
        match self.condition() {
            Some(condition) => context.snapshot.passing(&[condition.into()]),
            None => self.matching_leaves(context),
        }
    }

    /// Returns the leaves with a matching name, by scanning all names.
    fn matching_leaves(&self, context: &SearchContext<'_>) -> Result<EntrySet, IndexError> {
        let (snapshot, cancel) = (context.snapshot, context.cancel);
        let mut names = BTreeSet::new();
        let is_sign = |it: &char| !it.is_alphanumeric() && !it.is_whitespace();
        let signs: Vec<char> = self.last.chars().filter(is_sign).collect();
        for (name, _) in snapshot.names()?.take_while(|_| !cancel.is_cancelled()) {
            // Few of possibly a million names have any of the signs.
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
        Ok(entries.into_iter().collect())
    }

    /// Returns true if `name`, which `record` declares, matches.
    pub(crate) fn matches(&self, name: &str, record: &Record) -> bool {
        fits(&self.last, name) && self.within(record) > 0.0
            || !self.scopes.is_empty() && fits(&self.whole, name)
    }

    /// Returns true if any name of a leaf matches.
    pub(crate) fn matches_any(&self, record: &Record) -> bool {
        names(record).any(|name| self.matches(name, record))
    }

    /// Score of a leaf whose name equals the requested one; 0 if it merely contains it.
    fn exactness(&self, record: &Record) -> f32 {
        let lower = |name: &str| name.to_lowercase();
        let requested = [compact(&self.last), compact(&self.whole)];
        let grade = |name: &str| match compact(name) {
            name if requested.contains(&name) => SAME,
            name if requested.iter().any(|it| lower(it) == lower(&name)) => OTHER_CASE,
            name if operator(&name) == Some(&self.last) => OTHER_SEPARATORS,
            name if is_plain(&self.last) && self.term() == name_term(&name) => OTHER_SEPARATORS,
            _ => 0.0,
        };
        names(record).map(grade).fold(0.0, f32::max)
    }
}

/// Returns the entry of a leaf, or the entries of the pieces of a declaration that was cut.
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

/// Returns the signs of an operator, with or without the keyword `operator`; none for other names.
fn operator(name: &str) -> Option<&str> {
    let signs = name.strip_prefix("operator").unwrap_or(name).trim();
    let is_signs = !signs.is_empty() && !signs.contains(char::is_alphanumeric);
    is_signs.then_some(signs)
}

/// Returns true for words of letters and digits joined by separators: terms represent these fully.
fn is_plain(name: &str) -> bool {
    let mut parts = name.split(['_', '-', ' ']);
    parts.all(|part| !part.is_empty() && part.chars().all(char::is_alphanumeric))
}

/// Returns true if a name contains the requested one: all its words if it is plain, otherwise its
/// text in any case. Signs alone match only operators, because many names contain `-` or `.`.
fn fits(requested: &str, name: &str) -> bool {
    if !requested.contains(char::is_alphanumeric) {
        let name = compact(name);
        return !requested.is_empty()
            && operator(&name).is_some_and(|it| it.contains(&*compact(requested)));
    }
    let wanted = terms(requested);
    if !is_plain(requested) || wanted.is_empty() {
        let lower = |name: &str| compact(name).to_lowercase();
        return lower(name).contains(&lower(requested));
    }
    let has = terms(name);
    wanted.iter().all(|term| has.contains(term))
}

/// The filters for which terms are not sufficient, with their names.
pub(crate) fn inexact_filters(query: &Query) -> impl Iterator<Item = (&Filter, QualifiedName)> {
    let filters = query.filters.iter();
    let filters = filters.filter(|it| it.field == Field::Symbol);
    let named = filters.map(|it| (it, QualifiedName::parse(&it.value)));
    named.filter(|(_, named)| named.is_more_than_terms())
}

/// Returns true if a record passes these filters.
pub(crate) fn accepts(query: &Query, record: &Record) -> bool {
    inexact_filters(query).all(|(filter, named)| named.matches_any(record) != filter.negated)
}

/// Narrows leaves that pass by terms to the leaves that pass all `sym:` filters.
pub(crate) fn narrow(
    context: &SearchContext<'_>,
    mut passing: EntrySet,
) -> Result<EntrySet, SearchError> {
    for (filter, name) in inexact_filters(context.query) {
        let mut matching = BTreeSet::new();
        for entry in name.likely(context)?.iter() {
            context.check_cancelled()?;
            if passing.contains(entry) && name.matches_any(&context.snapshot.record(entry)?) {
                matching.insert(entry);
            }
        }
        let kept = passing.iter();
        let kept = kept.filter(|it| matching.contains(it) != filter.negated);
        passing = kept.collect();
    }
    Ok(passing)
}

/// Returns the passing leaves that declare exactly a requested name; none without `sym:` filters.
pub(crate) fn exact_matches(
    context: &SearchContext<'_>,
    passing: &EntrySet,
) -> Result<Option<EntrySet>, IndexError> {
    let snapshot = context.snapshot;
    let Some(first) = requested_names(context.query).next() else {
        return Ok(None);
    };
    let terms = requested_names(context.query).flat_map(|it| [name_term(&it.whole), it.term()]);
    let terms: Vec<String> = terms.filter(|term| !term.is_empty()).collect();
    let mut exact = Vec::new();
    if !terms.is_empty() {
        exact = snapshot.declaring(&terms)?;
        exact.retain(|entry| passing.contains(*entry));
        return Ok(Some(exact.into_iter().collect()));
    }
    // A name of signs has no terms.
    for entry in passing.iter() {
        if first.exactness(&snapshot.record(entry)?) > 0.0 {
            exact.push(entry);
        }
    }
    Ok(Some(exact.into_iter().collect()))
}

/// Sum of the scores of a leaf for the names that a query's filters request.
pub(crate) fn exactness(query: &Query, record: &Record) -> f32 {
    requested_names(query).map(|it| it.exactness(record)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(requested: &str, name: &str, expected: bool) {
        let named = QualifiedName::parse(requested);
        let record = Record {
            names: vec!["a.cpp".to_owned(), "Session".to_owned(), name.to_owned()],
            ..Record::of_file(&crate::corpus::SourcePath::new("src/a.cpp"))
        };
        assert_eq!(named.matches(name, &record), expected, "{requested} {name}");
    }

    #[test]
    fn a_name_matches_if_it_has_all_requested_words() {
        check("spawn", "spawn_blocking", true);
        check("spawn", "write_spawn_blocking", true);
        check("retry-policy", "RetryPolicy", true);
        check("retry_policy", "retries", false);
        check("spawn()", "spawn", true);
    }

    #[test]
    fn signs_in_a_name_match_literally() {
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
    fn signs_alone_match_operators_only() {
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
    fn spaces_beside_signs_are_ignored() {
        check("operator==", "operator ==", true);
        check("operator ==", "operator==", true);
        check("operator()", "operator ()", true);
        check("operator bool", "operator bool", true);
        check("operator new[]", "operator new []", true);
    }

    #[test]
    fn names_before_a_separator_are_scopes() {
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
