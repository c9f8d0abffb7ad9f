//! `in:code`, `in:tests`, `in:docs`, `in:config`: the purpose of a file, or of a module in it; `in:api`,
//! `in:signature`: declarations of code by their readers; `in:changed`: files that differ from git's HEAD.
//!
//! Principal type: [`Purpose`]. Invariant: every leaf has exactly one of the first four.

use super::{Field, Filter, Query, SearchContext, Typing};
use crate::chunk::{API, Kind, SIGNATURE, named};
use crate::corpus::SourcePath;
use crate::corpus::place::{Place, is_among_documents, is_documentation, is_settings};
use crate::index::{Clause, Condition, Counts, IndexError, Labelling, Passing, Record};
use std::collections::HashSet;

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

    /// Determines the purpose of a file or directory from its path.
    fn of_path(path: &SourcePath) -> Self {
        let is_read = is_documentation(path);
        let is_directory = is_among_documents(&SourcePath::new(path.file_name()));
        // A guide to testing is a guide.
        if is_directory || (is_read && is_among_documents(path)) {
            return Self::Docs;
        }
        let is_set = is_settings(path);
        // `test.yml` is a test only in a directory of tests; file names are conclusive only for code.
        let place = match is_read || is_set {
            true => Place::of(&SourcePath::new(&format!("{}/", path.directory())), &[]),
            false => Place::of(path, &[]),
        };
        match place {
            Place::Tests => Self::Tests,
            _ if is_read => Self::Docs,
            _ if is_set => Self::Config,
            _ => Self::Code,
        }
    }

    /// Determines the purpose of a leaf from its path and modules: Rust keeps tests beside the code.
    fn of_leaf(record: &Record) -> Self {
        let by_path = Self::of_path(&record.path);
        // A function `test` is not a test; the header of a module of tests is.
        let own = usize::from(record.kind != Kind::Module);
        let above = record.names.len().saturating_sub(own);
        let above = record.names.get(..above).unwrap_or_default();
        match (by_path, Place::of(&record.path, above)) {
            (Self::Code, Place::Tests) => Self::Tests,
            _ => by_path,
        }
    }

    fn label(self) -> u8 {
        self as u8
    }

    /// The leaves with this purpose.
    fn leaves(self, context: &SearchContext<'_>) -> Result<Passing, IndexError> {
        let snapshot = context.snapshot;
        let (label, facet) = match self {
            Self::Api => (Self::Code.label(), Some(API)),
            Self::Signature => (Self::Code.label(), Some(SIGNATURE)),
            Self::Changed => {
                let none = HashSet::new();
                return snapshot.leaves_of_files(context.query.changed.as_deref().unwrap_or(&none));
            }
            _ => (self.label(), None),
        };
        let clause = facet.map(|facet| Clause {
            condition: Condition::Kind(facet.to_owned()),
            negated: false,
        });
        let with_facet = snapshot.passing(clause.as_slice())?;
        let labels = snapshot.labels(&LABELLING)?;
        let has = |entry: &u32| labels.get(*entry as usize) == Some(&label);
        Ok(with_facet.iter().filter(has).collect())
    }
}

/// Rules by which the index labels leaves with their purpose.
const LABELLING: Labelling = Labelling {
    of_file: |path| Purpose::of_path(path).label(),
    doubtful: Purpose::Code as u8,
    telling: &["test", "tests"],
    of_leaf: |leaf| Purpose::of_leaf(leaf).label(),
};

/// Returns the purposes of the query's `in:` filters, each with true if it is negated; none for an unknown
/// one.
fn filters(query: &Query) -> Vec<(Option<Purpose>, bool)> {
    let filters = query.filters.iter().filter(|it| it.field == Field::In);
    let purposes = filters.map(|it| (Purpose::named(&it.value), it.negated));
    purposes.collect()
}

/// Returns true if something passes, given for each filter if it matches and if it is negated: several
/// filters are alternatives, and a negated one excludes.
fn passes(filters: impl Iterator<Item = (bool, bool)>) -> bool {
    let mut is_included = None;
    for (is_match, negated) in filters {
        match negated {
            true if is_match => return false,
            true => {}
            false => is_included = Some(is_included == Some(true) || is_match),
        }
    }
    is_included.unwrap_or(true)
}

/// Returns the query with the changed files, if `in:changed` is among its filters or `typing` may
/// complete to it.
pub fn with_changes(
    context: &SearchContext<'_>,
    typing: Option<&Typing>,
) -> Result<Query, IndexError> {
    let SearchContext {
        snapshot, cancel, ..
    } = context;
    let mut query = context.query.clone();
    let is_changed = |it: &Filter| Purpose::named(&it.value) == Some(Purpose::Changed);
    let mut purposes = query.filters.iter().filter(|it| it.field == Field::In);
    if typing.is_some_and(|it| it.filter.field == Field::In) || purposes.any(is_changed) {
        let (generation, paths) = (snapshot.generation().0, snapshot.paths()?);
        query.changed = Some(context.reader.changed_files(generation, paths, cancel));
    }
    Ok(query)
}

/// Narrows leaves to those that pass the query's `in:` filters.
pub(super) fn narrow(context: &SearchContext<'_>, passing: Passing) -> Result<Passing, IndexError> {
    let mut matching: Vec<(Passing, bool)> = Vec::new();
    for (purpose, negated) in filters(context.query) {
        let leaves = match purpose {
            Some(purpose) => purpose.leaves(context)?,
            None => Passing::default(),
        };
        matching.push((leaves, negated));
    }
    if matching.is_empty() {
        return Ok(passing);
    }
    let narrowed = passing.iter().filter(|entry| {
        let filters = matching.iter();
        passes(filters.map(|(leaves, negated)| (leaves.contains(*entry), *negated)))
    });
    Ok(narrowed.collect())
}

/// Counts the passing leaves of each purpose.
pub(super) fn counts(context: &SearchContext<'_>, passing: &Passing) -> Result<Counts, IndexError> {
    let mut counts = Counts::new();
    for purpose in Purpose::ALL {
        let leaves = purpose.leaves(context)?;
        let count = leaves
            .iter()
            .filter(|entry| passing.contains(*entry))
            .count();
        counts.insert(purpose.name().to_owned(), count);
    }
    Ok(counts)
}

/// Narrows summaries like [`narrow`]; their purpose follows from the path.
pub(super) fn narrow_summaries(
    context: &SearchContext<'_>,
    summaries: Passing,
) -> Result<Passing, IndexError> {
    let filters = filters(context.query);
    let changed = context.query.changed.as_deref();
    let has = |purpose: Purpose, path: &SourcePath| match purpose {
        Purpose::Changed => changed.is_some_and(|it| it.contains(path)),
        _ => purpose == Purpose::of_path(path),
    };
    let mut narrowed = Vec::new();
    for summary in summaries.iter() {
        let path = context.snapshot.path(summary)?;
        let matches = filters.iter().map(|(purpose, negated)| {
            let is_match = path.is_some_and(|path| purpose.is_some_and(|it| has(it, path)));
            (is_match, *negated)
        });
        if passes(matches) {
            narrowed.push(summary);
        }
    }
    Ok(narrowed.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(path: &str, expected: Purpose) {
        assert_eq!(Purpose::of_path(&SourcePath::new(path)), expected, "{path}");
    }

    #[test]
    fn a_path_determines_one_purpose() {
        check("src/index.rs", Purpose::Code);
        check("Makefile", Purpose::Code);
        check("examples/hello.rs", Purpose::Code);
        check("vendor/tests/x.c", Purpose::Code);
        check("docs/conf.py", Purpose::Code);
        check("src/contest.rs", Purpose::Code);
        check("tests/index.rs", Purpose::Tests);
        check("pkg/chi_test.go", Purpose::Tests);
        check("tests/fixtures/broken.json", Purpose::Tests);
        check("tests/fixtures/page.html", Purpose::Tests);
        check("spec/README.md", Purpose::Tests);
        check("src/tests", Purpose::Tests);
        check("README.md", Purpose::Docs);
        check("LICENSE", Purpose::Docs);
        check("LICENSE-MIT", Purpose::Docs);
        check("docs/testing/guide.md", Purpose::Docs);
        check("docs", Purpose::Docs);
        check("Cargo.toml", Purpose::Config);
        check("Cargo.lock", Purpose::Config);
        check(".github/workflows/ci.yml", Purpose::Config);
        check(".gitignore", Purpose::Config);
        check(".github/workflows/test.yml", Purpose::Config);
        check("guide/test.md", Purpose::Docs);
        check("MAINTAINERS", Purpose::Docs);
        check("docs/book.toml", Purpose::Config);
    }

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

    proptest! {
        #[test]
        fn a_filter_and_its_negation_partition_paths(path in "\\PC{0,40}", asked in 0usize..4) {
            let purpose = Purpose::of_path(&SourcePath::new(&path));
            let asked = Purpose::ALL[asked].name();
            let lets = |filter: String| {
                let query = Query::parse(&filter, Default::default());
                let filters = filters(&query).into_iter();
                passes(filters.map(|(it, negated)| (it == Some(purpose), negated)))
            };
            prop_assert_eq!(lets(format!("in:{asked}")), purpose.name() == asked);
            let (with, without) = (lets(format!("in:{asked}")), lets(format!("-in:{asked}")));
            prop_assert_ne!(with, without);
        }
    }
}
