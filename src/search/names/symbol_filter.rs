//! `sym:` filters, as methods of [`QualifiedName`].
//!
//! Terms find the leaves that may match; names with scopes or signs, which terms do not represent, are then
//! compared with the names of these leaves. Invariant: terms alone never exclude a matching leaf.

use super::declared::all_names;
use crate::index::terms::{name_term, terms};
use crate::index::{Condition, EntrySet, IndexError, Record, Snapshot};
use crate::search::context::{Result, SearchContext};
use crate::search::query::{Field, Filter, QualifiedName, Query, compact};
use std::collections::BTreeSet;

/// Scores of a query of filters alone: the exact name, one that differs in case, and one that differs
/// in the separators of its words. Each precedes code with a longer name.
const SAME: f32 = 2.0;
const OTHER_CASE: f32 = 1.9;
const OTHER_SEPARATORS: f32 = 1.8;

/// The names that a query's filters request.
pub(crate) fn requested_names(query: &Query) -> impl Iterator<Item = QualifiedName> + '_ {
    query
        .filters
        .iter()
        .filter(|filter| filter.field == Field::Symbol && !filter.negated)
        .map(|filter| QualifiedName::parse(&filter.value))
}

impl QualifiedName {
    /// Index condition on the terms of the name; none if it has no terms, such as `<=>`.
    pub(crate) fn condition(&self) -> Option<Condition> {
        if terms(&self.last).is_empty() {
            return None;
        }
        Some(Condition::Symbol(self.last.clone()))
    }

    /// Returns true if the condition on terms is necessary but not sufficient.
    pub(crate) fn is_more_than_terms(&self) -> bool {
        !self.scopes.is_empty() || !is_plain(&self.last) || self.condition().is_none()
    }

    /// Returns the leaves that may have the name: by its terms, or by scanning all names.
    fn likely(&self, context: &SearchContext<'_>) -> Result<EntrySet> {
        let snapshot = context.snapshot;
        if let Some(condition) = self.condition() {
            return Ok(snapshot.passing(&[condition.into()])?);
        }
        let mut signs: Vec<char> = self.last.chars().collect();
        signs.retain(|sign| !sign.is_alphanumeric() && !sign.is_whitespace());
        let mut names = BTreeSet::new();
        for (name, _) in snapshot.names()? {
            context.check_cancelled()?;
            // Few of possibly a million names have all of the signs.
            if signs.iter().all(|sign| name.contains(*sign))
                && (fits(&self.last, name) || fits(&self.whole, name))
            {
                names.insert(name);
            }
        }
        let mut entries = Vec::new();
        for name in names {
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
        all_names(record).any(|name| self.matches(name, record))
    }

    /// Score of a leaf whose name equals the requested one, lower in a scope that does so less; 0 if it merely contains it.
    fn exactness(&self, record: &Record) -> f32 {
        let requested = [compact(&self.last), compact(&self.whole)];
        let mut highest = 0.0f32;
        for name in all_names(record).map(compact) {
            let exactness = if requested.contains(&name) {
                SAME
            } else if requested
                .iter()
                .any(|requested| requested.to_lowercase() == name.to_lowercase())
            {
                OTHER_CASE
            } else if operator(&name) == Some(&self.last)
                || is_plain(&self.last) && self.term() == name_term(&name)
            {
                OTHER_SEPARATORS
            } else {
                0.0
            };
            highest = highest.max(exactness);
        }
        match self.within(record) {
            // The requested name as a whole is the name.
            0.0 => highest,
            within => highest * within,
        }
    }
}

/// Returns the entry of a leaf, or the entries of the pieces of a declaration that was cut.
fn leaves(snapshot: &Snapshot, record: &Record) -> Result<Vec<u32>, IndexError> {
    if record.is_leaf() {
        return Ok(snapshot.entry_of(record).into_iter().collect());
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
    if signs.is_empty() || signs.contains(char::is_alphanumeric) {
        return None;
    }
    Some(signs)
}

/// Returns true for words of letters and digits joined by separators: terms represent these fully.
fn is_plain(name: &str) -> bool {
    name.split(['_', '-', ' '])
        .all(|part| !part.is_empty() && part.chars().all(char::is_alphanumeric))
}

/// Returns true if a name contains the requested one: all its words if it is plain, otherwise its
/// text in any case. Signs alone match only operators, because many names contain `-` or `.`.
fn fits(requested: &str, name: &str) -> bool {
    if requested.is_empty() {
        return false;
    }
    if !requested.contains(char::is_alphanumeric) {
        return operator(&compact(name)).is_some_and(|signs| signs.contains(&*compact(requested)));
    }
    let wanted = terms(requested);
    if !is_plain(requested) || wanted.is_empty() {
        return lower(name).contains(&lower(requested));
    }
    let has = terms(name);
    wanted.iter().all(|term| has.contains(term))
}

/// A name in lower case, without spaces beside signs.
fn lower(name: &str) -> String {
    compact(name).to_lowercase()
}

/// The filters for which terms are not sufficient, with their names.
pub(crate) fn inexact_filters(query: &Query) -> impl Iterator<Item = (&Filter, QualifiedName)> {
    query
        .filters
        .iter()
        .filter(|filter| filter.field == Field::Symbol)
        .map(|filter| (filter, QualifiedName::parse(&filter.value)))
        .filter(|(_, name)| name.is_more_than_terms())
}

/// Returns true if a record passes these filters.
pub(crate) fn accepts(query: &Query, record: &Record) -> bool {
    inexact_filters(query).all(|(filter, name)| name.matches_any(record) != filter.negated)
}

/// Narrows leaves that pass by terms to the leaves that pass all `sym:` filters.
pub(crate) fn narrow(context: &SearchContext<'_>, mut passing: EntrySet) -> Result<EntrySet> {
    for (filter, name) in inexact_filters(context.query) {
        let mut matching = Vec::new();
        for entry in name.likely(context)?.iter() {
            context.check_cancelled()?;
            if passing.contains(entry) && name.matches_any(&context.snapshot.record(entry)?) {
                matching.push(entry);
            }
        }
        let matching = matching.into_iter().collect();
        if filter.negated {
            passing.subtract(&matching);
        } else {
            passing = matching;
        }
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
    let mut terms = Vec::new();
    for name in requested_names(context.query) {
        terms.extend([name_term(&name.whole), name.term()]);
    }
    terms.retain(|term| !term.is_empty());
    let mut exact = Vec::new();
    if terms.is_empty() {
        // A name of signs.
        for entry in passing.iter() {
            if first.exactness(&snapshot.record(entry)?) > 0.0 {
                exact.push(entry);
            }
        }
    } else {
        exact = snapshot.declaring(&terms)?;
        exact.retain(|entry| passing.contains(*entry));
    }
    Ok(Some(exact.into_iter().collect()))
}

/// Sum of the scores of a leaf for the names that a query's filters request.
pub(crate) fn exactness(query: &Query, record: &Record) -> f32 {
    requested_names(query)
        .map(|name| name.exactness(record))
        .sum()
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
