//! The form of a query, which decides how it is searched.
//!
//! Principal type: [`Form`]. [`is_long()`] decides before anything is parsed, [`Form::of_short()`] afterwards.

use super::mode::Mode;
use super::typed_location::has_location;
use crate::chunk::Kind;

/// Maximum number of characters of a query that is typed: a longer one is pasted text.
pub(super) const MAX_TYPED: usize = 120;

named! {
    /// What a query is by its form.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Form {
        /// Words, filters, phrases and patterns.
        #[default]
        Words = "words",
        /// One name, perhaps with its kind.
        Name = "name",
        /// Words with a location, as compilers and stack traces print it.
        Location = "location",
        /// Pasted text, such as an issue or a log: nothing in it is syntax.
        LongText = "text",
    }
}

impl Form {
    /// The form of a query that is no long text, with these words.
    pub(super) fn of_short(text: &str, words: &str, mode: Mode) -> Self {
        if mode != Mode::Regex && has_location(text) {
            Self::Location
        } else if single_name(words).is_some() {
            Self::Name
        } else {
            Self::Words
        }
    }
}

/// Returns true for a text of several lines, or of more characters than are typed.
pub(super) fn is_long(text: &str) -> bool {
    let text = text.trim();
    text.contains('\n') || text.chars().nth(MAX_TYPED).is_some()
}

/// Returns the one word of a query besides the name of a kind; none for a query of more words.
pub(crate) fn single_name(words: &str) -> Option<&str> {
    let (kinds, others): (Vec<&str>, Vec<&str>) = words
        .split_whitespace()
        .partition(|word| Kind::named(word).is_some_and(is_declaration));
    match (others.as_slice(), kinds.as_slice()) {
        // `type` alone is a name.
        ([name], [] | [_]) | ([], [name]) => Some(name),
        _ => None,
    }
}

fn is_declaration(kind: Kind) -> bool {
    kind.is_type() || kind == Kind::Impl || kind.has_code()
}

#[cfg(test)]
mod tests {
    use super::super::parser::Query;
    use super::*;

    #[track_caller]
    fn check(text: &str, mode: Mode, expected: Form) {
        assert_eq!(Query::parse(text, mode).form, expected, "{text:?}");
    }

    #[test]
    fn a_query_is_a_name_words_a_location_or_a_long_text() {
        let long = "the worker stops ".repeat(9);
        check("merge_all", Mode::Hybrid, Form::Name);
        check("struct Session", Mode::Hybrid, Form::Name);
        check("merge all", Mode::Hybrid, Form::Words);
        check("lang:rust", Mode::Hybrid, Form::Words);
        check("src/a.rs:12", Mode::Hybrid, Form::Location);
        check("panicked at src/a.rs:12:5:", Mode::Keywords, Form::Location);
        check("src/a.rs:12", Mode::Regex, Form::Words);
        check(&long, Mode::Hybrid, Form::LongText);
        check("a\nb", Mode::Hybrid, Form::LongText);
        check("\na\n", Mode::Hybrid, Form::Name);
        check(&long, Mode::Keywords, Form::Words);
        check(&long, Mode::Regex, Form::Words);
    }
}
