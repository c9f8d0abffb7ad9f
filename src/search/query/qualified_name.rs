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
        let mut named: Vec<String> = scopes.split('\n').map(str::to_owned).collect();
        named.retain(|scope| scope.contains(char::is_alphanumeric));
        Self {
            whole: whole.to_owned(),
            last: last.to_owned(),
            scopes: named,
        }
    }
}

/// Removes the parentheses of a call; the parentheses of `operator()` belong to the name.
fn without_call(name: &str) -> &str {
    match name.strip_suffix("()") {
        Some(called) if !called.ends_with("operator") => called,
        _ => name,
    }
}

/// Removes spaces beside signs: `operator ==` becomes `operator==`.
pub(crate) fn compact(name: &str) -> Cow<'_, str> {
    if !name.contains(' ') {
        return name.into();
    }
    let mut compact = String::with_capacity(name.len());
    for word in name.split_whitespace() {
        if compact.ends_with(is_of_word) && word.starts_with(is_of_word) {
            compact.push(' ');
        }
        compact.push_str(word);
    }
    compact.into()
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Range of the separator between an owner and a name of signs; none for other names.
fn before_signs(name: &str) -> Option<(usize, usize)> {
    let before_signs = separators(name).filter(|(at, end)| {
        let (owner, signs) = (&name[..*at], &name[*end..]);
        owner.ends_with(is_of_word)
            && !owner.ends_with("operator")
            && !signs.is_empty()
            && !signs.contains(char::is_alphanumeric)
    });
    before_signs.min()
}

/// Range of the last separator between names. Without a name after it, it is part of the name: `operator->`.
fn last_separator(name: &str) -> Option<(usize, usize)> {
    let between_names = separators(name).filter(|(at, end)| {
        name[..*at].contains(char::is_alphanumeric) && name[*end..].contains(char::is_alphanumeric)
    });
    between_names.max()
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
    let mut scopes = text.to_owned();
    for separator in SEPARATORS {
        scopes = scopes.replace(separator, "\n");
    }
    scopes
}
