//! Switches of exact search, as in ripgrep.
//!
//! Principal type: [`Switches`].

/// How the phrases and patterns of a query match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Switches {
    /// Whether case matters.
    pub case: Case,
    /// Whether a match must begin and end at the bounds of words.
    pub word: bool,
    /// Whether a match may have several lines.
    pub spans_lines: bool,
}

/// Whether case matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Case {
    /// Only if the text has capitals.
    #[default]
    Smart,
    /// It does.
    Sensitive,
    /// It does not.
    Ignored,
}

impl Case {
    /// Returns the case that `case:` names.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "yes" => Some(Self::Sensitive),
            "no" => Some(Self::Ignored),
            "auto" => Some(Self::Smart),
            _ => None,
        }
    }
}
