//! Names in a query, optionally with scopes: `Session.request`, `Session::operator>>`.
//!
//! Principal type: [`QualifiedName`].
//!
//! Contract: parsing never fails; text without a separator is a name without scopes. Filters, the ranking and
//! half-typed names share it.

use crate::chunk::{Kind, whole_name};
use crate::index::Record;
use crate::index::terms::name_term;
use std::borrow::Cow;

/// Separators of a name and its scopes, as in `Rails::Engine`, `session.request`, `Array#flatten` and
/// `node->next`.
pub(super) const SEPARATORS: [&str; 4] = ["::", ".", "#", "->"];

/// A name, and the scopes that must enclose its declaration.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct QualifiedName {
    /// As typed, without the parentheses of a call.
    pub(super) whole: String,
    /// The name without its scopes.
    pub(super) last: String,
    /// `last`, normalized by [`name_term`].
    pub(super) term: String,
    /// The scopes, normalized.
    pub(super) scopes: Vec<String>,
}

impl QualifiedName {
    /// Splits a name at its last separator, or before the signs of a method: `Range#<=>`.
    pub(super) fn parse(name: &str) -> Self {
        let whole = without_call(name);
        let (scopes, last) = match before_signs(whole).or_else(|| last_separator(whole)) {
            Some((at, end)) => (parse_scopes(&whole[..at]), &whole[end..]),
            None => (Vec::new(), whole),
        };
        Self {
            whole: whole.to_owned(),
            last: last.to_owned(),
            term: name_term(last),
            scopes,
        }
    }

    /// Returns true if a leaf is in all scopes, which may also be directories or the file.
    pub(super) fn is_within(&self, record: &Record) -> bool {
        let directories = record
            .path
            .directory()
            .split('/')
            .chain([record.path.stem()]);
        let names = record.names.iter().map(String::as_str).chain(directories);
        let names: Vec<String> = match self.scopes.is_empty() {
            true => return true,
            false => names.map(name_term).collect(),
        };
        self.scopes.iter().all(|scope| names.contains(scope))
    }
}

/// The names that a leaf defines, then its own.
pub(super) fn names(record: &Record) -> impl Iterator<Item = &str> {
    let own = whole_name(&record.name, record.role);
    let defined = record.definitions.iter().map(|it| it.name.as_str());
    defined.chain([own])
}

/// Returns true for a leaf without its own name, which is listed under the names that it defines.
pub(super) fn is_run(record: &Record) -> bool {
    matches!(record.kind, Kind::Items | Kind::Imports) || record.name.is_empty()
}

/// Removes the parentheses of a call; those of `operator()` belong to the name.
fn without_call(name: &str) -> &str {
    let called = name.strip_suffix("()");
    let called = called.filter(|it| !it.ends_with("operator"));
    called.unwrap_or(name)
}

/// Removes spaces beside signs: `operator ==` becomes `operator==`.
pub(super) fn compact(name: &str) -> Cow<'_, str> {
    if !name.contains(' ') {
        return name.into();
    }
    let is_word = |it: char| it.is_alphanumeric() || it == '_';
    let mut compact = String::with_capacity(name.len());
    for word in name.split_whitespace() {
        let both = compact.ends_with(is_word) && word.starts_with(is_word);
        compact.push_str(if both { " " } else { "" });
        compact.push_str(word);
    }
    compact.into()
}

/// Range of the separator between an owner and a name of signs; none for other names.
fn before_signs(name: &str) -> Option<(usize, usize)> {
    let is_signs = |text: &str| !text.is_empty() && !text.contains(char::is_alphanumeric);
    let is_between = |(at, end): &(usize, usize)| {
        let before = &name[..*at];
        let is_owner = before.ends_with(|it: char| it.is_alphanumeric() || it == '_');
        is_owner && !before.ends_with("operator") && is_signs(&name[*end..])
    };
    separators(name).filter(is_between).min()
}

/// Range of the last separator between names. One without a name after it is part of the name: `operator->`.
fn last_separator(name: &str) -> Option<(usize, usize)> {
    let is_name = |text: &str| text.contains(char::is_alphanumeric);
    let is_between = |(at, end): &(usize, usize)| is_name(&name[..*at]) && is_name(&name[*end..]);
    separators(name).filter(is_between).max()
}

/// Byte ranges of the separators in a name, as start and end.
fn separators(name: &str) -> impl Iterator<Item = (usize, usize)> {
    SEPARATORS.iter().flat_map(move |separator| {
        let found = name.match_indices(separator);
        found.map(|(at, separator)| (at, at + separator.len()))
    })
}

/// Scopes in the text before the last separator, normalized.
fn parse_scopes(before: &str) -> Vec<String> {
    let joined = split_scopes(before);
    let scopes = joined.split('\n').map(name_term);
    scopes.filter(|term| !term.is_empty()).collect()
}

/// Replaces the separators of a text by line breaks.
pub(super) fn split_scopes(text: &str) -> String {
    let separators = SEPARATORS.iter();
    separators.fold(text.to_owned(), |text, separator| {
        text.replace(separator, "\n")
    })
}
