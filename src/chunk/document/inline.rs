//! Inline markup of reStructuredText.
//!
//! Principal function: [`without_inline_markup()`]. Contract: unrecognized markup is unchanged.

use regex::{Captures, Regex};
use std::sync::LazyLock;

/// A role, ``` :ref:`docs <target>` ```, or a literal.
static ROLE: LazyLock<Regex> = regex!(r":[A-Za-z][\w:+.-]*:`([^`]+)`|``([^`]+)``");
/// A link, `` `docs <a.org>`_ ``, or a reference to a footnote, `[1]_`.
static LINK: LazyLock<Regex> = regex!(r"`([^`<>]*[^`<>\s])\s*(?:<[^`<>]*>)?`__?|\s?\[[#*\w]*\]_");
/// A link that is one word: `SQLAlchemy_`.
static WORD: LazyLock<Regex> = regex!(r"\b([A-Za-z0-9][\w.+-]*?)__?([^\w`]|$)");

/// Returns reStructuredText with its roles, literals and links replaced by their displayed text.
pub fn without_inline_markup(text: &str) -> String {
    let without_links = LINK.replace_all(text, "$1");
    let without_words = WORD.replace_all(&without_links, "$1$2");
    ROLE.replace_all(&without_words, shown).into_owned()
}

/// The text of a role or a literal.
fn shown(found: &Captures<'_>) -> String {
    match found.get(1) {
        Some(role) => title(role.as_str()).to_owned(),
        None => found[2].to_owned(),
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
