//! Where candidates come from.

/// Which candidates are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// From keywords and from meaning.
    #[default]
    Hybrid,
    /// From keywords alone.
    Keywords,
    /// From meaning alone.
    Meaning,
    /// Names of declarations and definitions, matched fuzzily.
    Symbol,
    /// Text that a regular expression matches.
    Regex,
}

impl Mode {
    /// All, in the order in which they go round.
    pub const ALL: [Self; 5] = [
        Self::Hybrid,
        Self::Keywords,
        Self::Meaning,
        Self::Symbol,
        Self::Regex,
    ];

    /// The name in arguments, JSON and the title.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hybrid => "hybrid",
            Self::Keywords => "keywords",
            Self::Meaning => "meaning",
            Self::Symbol => "symbol",
            Self::Regex => "regex",
        }
    }

    /// The mode of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// The one after it, going round.
    pub fn next(self) -> Self {
        let mut modes = Self::ALL.into_iter().cycle();
        modes.find(|mode| *mode == self);
        modes.next().unwrap_or_default()
    }

    /// Whether a model's vectors are asked.
    pub fn asks_meaning(self) -> bool {
        matches!(self, Self::Hybrid | Self::Meaning)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_have_names_and_go_round() {
        let mut mode = Mode::default();
        for expected in Mode::ALL {
            assert_eq!(mode, expected);
            assert_eq!(Mode::named(mode.name()), Some(mode));
            mode = mode.next();
        }
        assert_eq!(mode, Mode::default());
    }
}
