//! Names in a query, optionally with scopes: `Session.request`, `Session::operator>>`.
//!
//! Principal type: [`QualifiedName`].
//!
//! Contract: parsing never fails; text without a separator is a name without scopes. Filters, the ranking and
//! half-typed names share it.

use std::borrow::Cow;

/// Separators of a name and its scopes, as in `Rails::Engine`, `session.request`, `Array#flatten` and
/// `node->next`.
pub(crate) const SEPARATORS: [&str; 4] = ["::", ".", "#", "->"];

/// A name, and the scopes that must enclose its declaration.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct QualifiedName {
    /// As typed, without the parentheses of a call.
    pub(crate) whole: String,
    /// The name without its scopes.
    pub(crate) last: String,
    /// The scopes, as typed.
    pub(crate) scopes: Vec<String>,
}

impl QualifiedName {
    /// Splits a name at its last separator, or before the signs of a method: `Range#<=>`.
    pub(crate) fn parse(name: &str) -> Self {
        let whole = without_call(name);
        let (scopes, last) = match before_signs(whole).or_else(|| last_separator(whole)) {
            Some((at, end)) => (split_scopes(&whole[..at]), &whole[end..]),
            None => (String::new(), whole),
        };
        let scopes = scopes
            .split('\n')
            .filter(|it| it.contains(char::is_alphanumeric));
        Self {
            whole: whole.to_owned(),
            last: last.to_owned(),
            scopes: scopes.map(str::to_owned).collect(),
        }
    }
}

/// Removes the parentheses of a call; the parentheses of `operator()` belong to the name.
fn without_call(name: &str) -> &str {
    let called = name.strip_suffix("()");
    let called = called.filter(|it| !it.ends_with("operator"));
    called.unwrap_or(name)
}

/// Removes spaces beside signs: `operator ==` becomes `operator==`.
pub(crate) fn compact(name: &str) -> Cow<'_, str> {
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

/// Range of the last separator between names. Without a name after it, it is part of the name: `operator->`.
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

/// Replaces the separators of a text by line breaks.
pub(crate) fn split_scopes(text: &str) -> String {
    let separators = SEPARATORS.iter();
    separators.fold(text.to_owned(), |text, separator| {
        text.replace(separator, "\n")
    })
}
