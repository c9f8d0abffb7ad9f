//! `in:code`, `in:tests`, `in:docs`, `in:config`: the purpose of a file, or of a module in it; `in:api`: public
//! declarations; `in:signature`: interfaces and traits; `in:unparsed`: code with parse errors; `in:changed`: declarations that differ from git's HEAD.
//!
//! Principal type: [`Purpose`]. Invariant: every leaf has exactly one of the first four.

named! {
    /// Purpose of a file, a module or a declaration. A leaf has one of the first four.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(super) enum Purpose {
        /// To run; everything with no other purpose.
        Code = "code",
        /// To test or to benchmark, including fixtures.
        Tests = "tests",
        /// To be read by people.
        Docs = "docs",
        /// To configure programs.
        Config = "config",
        /// Public declarations of code.
        Api = "api",
        /// Interfaces and traits of code, and their members.
        Signature = "signature",
        /// Code that its grammar could not parse.
        Unparsed = "unparsed",
        /// Declarations that differ from git's HEAD, or from another commit.
        Changed = "changed",
    }
}

impl Purpose {
    /// Returns the purpose with this name, in any case; a final `s` does not count.
    pub(super) fn named(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        let mut all = Self::ALL.into_iter();
        all.find(|purpose| singular(purpose.name()) == singular(&name))
    }
}

fn singular(name: &str) -> &str {
    name.strip_suffix('s').unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_purposes_are_unique() {
        for purpose in Purpose::ALL {
            assert_eq!(Purpose::named(purpose.name()), Some(purpose));
        }
        assert_eq!(Purpose::named("Test"), Some(Purpose::Tests));
        assert_eq!(Purpose::named("code"), Some(Purpose::Code));
        assert_eq!(Purpose::named("cod"), None);
        assert_eq!(Purpose::named(""), None);
    }
}
