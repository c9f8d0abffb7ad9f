//! Queries that are a single name, optionally with its kind.

use super::found::is_run;
use crate::chunk::{Kind, whole_name};
use crate::corpus::place::is_not_code;
use crate::index::Record;
use crate::index::terms::name_term;
use std::borrow::Cow;

/// Separators of a name and its scopes, as in `Rails::Engine`, `session.request`, `Array#flatten` and
/// `node->next`.
pub(super) const SEPARATORS: [&str; 4] = ["::", ".", "#", "->"];

/// A query that is a name, optionally with its kind: `scrapeLoop`, `struct window_pane`,
/// `Session.request`.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct NameQuery {
    /// Normalized by [`name_term`].
    pub(super) name: String,
    /// As typed, without its scopes.
    written: String,
    /// Scopes that must enclose the declaration, normalized.
    scopes: Vec<String>,
    /// Requested kind.
    kind: Option<Kind>,
}

impl NameQuery {
    /// None for a query of several words.
    pub(super) fn parse(words: &str) -> Option<Self> {
        let (name, kind) = name_in(words)?;
        let (scopes, written) = split_name(without_call(name));
        let name = name_term(written);
        (!name.is_empty()).then(|| Self {
            name,
            written: written.to_owned(),
            scopes,
            kind,
        })
    }

    /// Returns the name in a leaf's own spelling if it declares the name in the requested scopes.
    pub(super) fn declared_spelling<'r>(
        &self,
        record: &'r Record,
        holds_name: bool,
    ) -> Option<&'r str> {
        let own = whole_name(&record.name, record.role);
        let name = declared_name(record, &self.name).filter(|name| holds_name || *name != own)?;
        let is_within = self.scopes.iter().all(|scope| has_ancestor(record, scope));
        is_within.then_some(name)
    }

    /// Rates the spelling of a name: 1 as typed; less with other case or underscores; least without
    /// signs that were typed: `operator>>` is not `operator=`.
    pub(super) fn spelling(&self, name: &str) -> f32 {
        let has_signs =
            || signs(&self.written).next().is_none() || signs(&self.written).eq(signs(name));
        match compact(name) == compact(&self.written) {
            true => 1.0,
            false if has_signs() => OTHER_SPELLING,
            false => OTHER_SIGNS,
        }
    }

    /// Rates a kind: 1 for the requested one, or if none was requested; less for another.
    pub(super) fn kind_factor(&self, kind: Kind) -> f32 {
        match self.kind {
            Some(asked) if group(asked) != group(kind) => OTHER_KIND,
            _ => 1.0,
        }
    }
}

/// Returns the declared spelling of a normalized name in a leaf of code. Fields and keys of settings
/// also have names, but a query that is just a name seldom means them.
pub(in crate::search) fn declared_name<'r>(record: &'r Record, name: &str) -> Option<&'r str> {
    let is_code = !matches!(
        record.kind,
        Kind::File | Kind::Section | Kind::Code | Kind::Lines
    );
    if !is_code || is_not_code(&record.path) {
        return None;
    }
    let own = whole_name(&record.name, record.role);
    let defined = record.definitions.iter().filter(|_| is_run(record));
    let mut names = [own].into_iter().chain(defined.map(|it| it.name.as_str()));
    names.find(|it| name_term(it) == name)
}

/// Returns the one word of a query that is not a kind, and the kind; none for a query of more words.
pub(in crate::search) fn name_in(words: &str) -> Option<(&str, Option<Kind>)> {
    let (kinds, others): (Vec<&str>, Vec<&str>) = words
        .split_whitespace()
        .partition(|word| declared_kind(word).is_some());
    match (others.as_slice(), kinds.as_slice()) {
        ([name], []) => Some((name, None)),
        ([name], [kind]) => Some((name, declared_kind(kind))),
        // `type` alone is a name.
        ([], [name]) => Some((name, None)),
        _ => None,
    }
}

/// Removes the parentheses of a call; those of `operator()` belong to the name.
pub(in crate::search) fn without_call(name: &str) -> &str {
    let called = name.strip_suffix("()");
    let called = called.filter(|it| !it.ends_with("operator"));
    called.unwrap_or(name)
}

/// Characters that are neither alphanumeric nor word separators.
fn signs(name: &str) -> impl Iterator<Item = char> + '_ {
    let joins = |it: &char| matches!(it, '_' | '-' | ' ');
    name.chars()
        .filter(move |it| !it.is_alphanumeric() && !joins(it))
}

/// Removes spaces beside signs: `operator ==` becomes `operator==`.
pub(in crate::search) fn compact(name: &str) -> Cow<'_, str> {
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

/// Splits a name like [`split_name`]; the last part may consist of signs: `Range#<=>`.
pub(in crate::search) fn split_method(name: &str) -> (Vec<String>, &str) {
    let is_signs = |text: &str| !text.is_empty() && !text.contains(char::is_alphanumeric);
    let first = separators(name)
        .filter(|(at, end)| {
            let before = name.get(..*at).unwrap_or_default();
            let is_owner = before.ends_with(|it: char| it.is_alphanumeric() || it == '_');
            is_owner && !before.ends_with("operator") && name.get(*end..).is_some_and(is_signs)
        })
        .min();
    match first {
        Some((at, end)) => (parse_scopes(&name[..at]), &name[end..]),
        None => split_name(name),
    }
}

/// Splits a name into its normalized scopes and the name itself. A separator with no name behind it
/// is part of the name: `operator->`.
fn split_name(name: &str) -> (Vec<String>, &str) {
    let is_name = |text: &str| text.contains(char::is_alphanumeric);
    let last = separators(name)
        .filter(|(at, end)| {
            let (before, behind) = (name.get(..*at), name.get(*end..));
            before.is_some_and(is_name) && behind.is_some_and(is_name)
        })
        .max();
    let Some((at, end)) = last else {
        return (Vec::new(), name);
    };
    (parse_scopes(&name[..at]), &name[end..])
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
    let joined = SEPARATORS
        .iter()
        .fold(before.to_owned(), |name, separator| {
            name.replace(separator, "\n")
        });
    let scopes = joined.split('\n').map(name_term);
    scopes.filter(|term| !term.is_empty()).collect()
}

/// Factor of a declaration whose name is spelled differently.
const OTHER_SPELLING: f32 = 0.8;
/// Factor of a declaration whose name lacks signs that were typed.
const OTHER_SIGNS: f32 = 0.3;
/// Factor of a declaration of another kind than requested.
const OTHER_KIND: f32 = 0.7;

/// Likelihood that a name means a declaration of this kind: a type rather than its function, and both
/// rather than prototypes and implementations.
pub(in crate::search) fn kind_worth(kind: Kind) -> f32 {
    match (kind, group(kind)) {
        (Kind::Impl | Kind::Constructor | Kind::Accessor, _) => 0.5,
        (Kind::Module, _) | (_, KindGroup::Type) => 1.0,
        (_, KindGroup::Callable | KindGroup::Macro) => 0.9,
        (_, KindGroup::Other) => 0.5,
    }
}

/// Returns true if a scope, directory or file with this normalized name encloses a leaf.
pub(in crate::search) fn has_ancestor(record: &Record, scope: &str) -> bool {
    let path = &record.path;
    let directories = path.directory().split('/').chain([path.stem()]);
    let names = record.names.iter().map(String::as_str);
    names
        .chain(directories)
        .any(|name| name_term(name) == scope)
}

/// Returns the kind that a word names, if it is one of declarations.
fn declared_kind(word: &str) -> Option<Kind> {
    Kind::named(word).filter(|kind| group(*kind) != KindGroup::Other)
}

/// Groups of kinds that languages name differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KindGroup {
    Type,
    Callable,
    Macro,
    Other,
}

fn group(kind: Kind) -> KindGroup {
    match kind {
        Kind::Class
        | Kind::Struct
        | Kind::Enum
        | Kind::Interface
        | Kind::Trait
        | Kind::Type
        | Kind::Impl => KindGroup::Type,
        Kind::Function | Kind::Method | Kind::Constructor | Kind::Accessor => KindGroup::Callable,
        Kind::Macro => KindGroup::Macro,
        _ => KindGroup::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the scopes, name and kind of a query; empty for a query that is not a name.
    fn check(query: &str, expected: &str) {
        let found = NameQuery::parse(query).map(|asked| {
            let scopes = asked.scopes.iter().map(|scope| format!("{scope}/"));
            let kind = asked.kind.map(|kind| format!(" {}", kind.name()));
            scopes.collect::<String>() + &asked.name + &kind.unwrap_or_default()
        });
        assert_eq!(found.unwrap_or_default(), expected, "{query:?}");
    }

    #[test]
    fn a_name_may_have_a_kind_and_scopes() {
        check("scrapeLoop", "scrapeloop");
        check("struct window_pane", "windowpane struct");
        check("Celery class", "celery class");
        check("fn absl::Mutex::Lock()", "absl/mutex/lock function");
        check("Session.request", "session/request");
        check("Array#flatten", "array/flatten");
        check("node->next", "node/next");
        check("Node::operator->", "node/operator");
        check("flat-hash-map", "flathashmap");
        check("class", "class");
    }

    #[track_caller]
    fn check_spelt(asked: &str, name: &str, expected: f32) {
        let asked = NameQuery::parse(asked).unwrap();
        assert_eq!(asked.spelling(name), expected, "{asked:?} {name:?}");
    }

    #[test]
    fn typed_signs_are_part_of_the_name() {
        check_spelt("operator>>", "operator>>", 1.0);
        check_spelt("operator>>", "operator=", OTHER_SIGNS);
        check_spelt("operator==", "operator ==", 1.0);
        check_spelt("operator()", "operator()", 1.0);
        check_spelt("save!", "save", OTHER_SIGNS);
        check_spelt("save", "save!", OTHER_SPELLING);
        check_spelt("Mutex::Lock()", "Lock", 1.0);
        check_spelt("flat-hash-map", "flat_hash_map", OTHER_SPELLING);
    }

    #[test]
    fn several_words_are_not_a_name() {
        check("retry policy", "");
        check("class of retries", "");
        check("method type", "");
        check("", "");
        check("::", "");
        check("==", "");
    }
}
