//! `in:code`, `in:tests`, `in:docs`, `in:config`: the purpose of a file, or of a module in it; `in:api`: public
//! declarations; `in:signature`: interfaces and traits; `in:changed`: files that differ from git's HEAD.
//!
//! Principal type: [`Purpose`]. Invariant: every leaf has exactly one of the first four.

use super::SearchContext;
use crate::index::{Condition, IndexError};

named! {
    /// Purpose of a file, a module or a declaration. A leaf has one of the first four.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Purpose {
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
        /// Files that differ from git's HEAD.
        Changed = "changed",
    }
}

impl Purpose {
    /// Returns the purpose with this name, in any case; a final `s` does not count.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        let bare = |name: &str| name.strip_suffix('s').unwrap_or(name).to_owned();
        let mut all = Self::ALL.into_iter();
        all.find(|purpose| bare(purpose.name()) == bare(&name))
    }
}

/// Index condition of `in:` with a value; for an unknown value, a condition that no chunk meets.
pub(super) fn condition(context: &SearchContext<'_>, value: &str) -> Result<Condition, IndexError> {
    let (snapshot, reader) = (context.snapshot, context.reader);
    Ok(match Purpose::named(value) {
        Some(Purpose::Changed) => {
            let (generation, paths) = (snapshot.generation().0, snapshot.paths()?);
            let changed = reader.changed_files(generation, paths, context.cancel);
            // If they are unknown, a search fails, and counts are 0.
            let mut changed: Vec<_> = changed.iter().flat_map(|it| it.iter().cloned()).collect();
            changed.sort_unstable();
            Condition::Files(changed)
        }
        Some(known) => Condition::Purpose(known.name().to_owned()),
        None => Condition::Purpose(value.to_owned()),
    })
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
