//! Modes and forms of queries: the source of the candidates, and the kind of text.

use super::typed_location::has_location;
use crate::chunk::Kind;

named! {
    /// Search mode: the source of the candidates.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Mode {
        /// Keywords and vectors.
        #[default]
        Hybrid = "hybrid",
        /// Keywords only.
        Keywords = "keywords",
        /// Vectors only.
        Semantic = "semantic",
        /// Names of declarations and definitions, matched fuzzily.
        Symbol = "symbol",
        /// Text that a regular expression matches.
        Regex = "regex",
    }
}

impl Mode {
    /// Former name, still accepted.
    pub fn alias(self) -> Option<&'static str> {
        (self == Self::Semantic).then_some("meaning")
    }

    /// Returns the mode with this name or alias.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|mode| mode.name() == name || mode.alias() == Some(name))
    }

    /// Returns the next mode, cyclically.
    pub fn next(self) -> Self {
        let mut modes = Self::ALL.into_iter().cycle();
        modes.find(|mode| *mode == self);
        modes.next().unwrap_or_default()
    }

    /// Returns true if the mode searches vectors.
    pub fn uses_vectors(self) -> bool {
        matches!(self, Self::Hybrid | Self::Semantic)
    }
}

/// Maximum number of characters of a query that is typed: a longer one is pasted text.
pub(super) const MAX_TYPED: usize = 120;

named! {
    /// The form of a query.
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
    /// The form of these words, which are not a long text.
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
    use super::*;

    #[test]
    fn names_are_unique_and_next_cycles_through_all_modes() {
        let mut mode = Mode::default();
        for expected in Mode::ALL {
            assert_eq!(mode, expected);
            assert_eq!(Mode::named(mode.name()), Some(mode));
            mode = mode.next();
        }
        assert_eq!(mode, Mode::default());
    }
}

#[cfg(test)]
mod form_tests {
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
