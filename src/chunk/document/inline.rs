//! Inline markup of reStructuredText.
//!
//! Principal function: [`without_inline_markup()`]. Contract: what is not recognized stays as it is.

use regex::{Captures, Regex};
use std::sync::LazyLock;

// A test compiles them.
/// A role, ``` :ref:`docs <target>` ```, or a literal.
static ROLE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r":[A-Za-z][\w:+.-]*:`([^`]+)`|``([^`]+)``").ok());
/// A link, `` `docs <a.org>`_ ``, or a reference to a footnote, `[1]_`.
static LINK: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"`([^`<>]*[^`<>\s])\s*(?:<[^`<>]*>)?`__?|\s?\[[#*\w]*\]_").ok());
/// A link that is one word: `SQLAlchemy_`.
static WORD: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\b([A-Za-z0-9][\w.+-]*?)__?([^\w`]|$)").ok());

/// Returns reStructuredText with its roles, literals and links replaced by what a reader sees.
pub fn without_inline_markup(text: &str) -> String {
    let replace = |text: String, rule: &LazyLock<Option<Regex>>, with| match &**rule {
        Some(rule) => rule.replace_all(&text, with).into_owned(),
        None => text,
    };
    let text = replace(replace(text.to_owned(), &LINK, "$1"), &WORD, "$1$2");
    let shown = |found: &Captures<'_>| match (found.get(1), found.get(2)) {
        (Some(role), _) => title(role.as_str()).to_owned(),
        (_, literal) => literal.map_or("", |it| it.as_str()).to_owned(),
    };
    match &*ROLE {
        Some(role) => role.replace_all(&text, shown).into_owned(),
        None => text,
    }
}

/// The text of a role: `docs` of `docs <target>`, `Flask` of `~flask.Flask`, `g` of `.g`.
fn title(role: &str) -> &str {
    match (role.split_once(" <"), role.strip_prefix('~')) {
        (Some((title, _)), _) => title,
        (_, Some(path)) => path.rsplit('.').next().unwrap_or(path),
        _ => role.trim_start_matches(['.', '!']),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_replaced_by_its_text() {
        let check = |text, expected| assert_eq!(without_inline_markup(text), expected);
        check(
            "Many prefer SQLAlchemy_ for it.",
            "Many prefer SQLAlchemy for it.",
        );
        check(
            "See `its docs\n<https://a.org>`_, and `B`__.",
            "See its docs, and B.",
        );
        check("It is fast [1]_.", "It is fast.");
        check(
            "Use ``class_``, a_b and __init__.",
            "Use class_, a_b and __init__.",
        );
        check(":data:`.g` is a :class:`~a.B`.", "g is a B.");
        check(
            "See :ref:`other docs <other>` or `x`.",
            "See other docs or `x`.",
        );
    }
}
