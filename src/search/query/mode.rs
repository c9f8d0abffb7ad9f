//! Search modes: the sources of candidates.
//!
//! Principal type: [`Mode`].

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
