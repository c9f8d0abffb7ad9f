//! Filters: the entries that meet a query's clauses, as bitmaps that are kept for each condition. The
//! threads that search and that count share them, and so do the letters of a query being typed.

use super::Snapshot;
use crate::corpus::SourcePath;
use crate::index::lexical::conditions::{Clause, Condition, PathPattern, required};
use crate::index::lexical::postings::for_each_document;
use crate::index::{IndexError, Passing};
use lru::LruCache;
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

/// Conditions that a snapshot remembers: many more than a query has.
const CONDITIONS: NonZeroUsize = NonZeroUsize::new(64).expect("not zero");

/// The documents that meet each of the last conditions; none for a condition without terms.
pub(super) struct Filters(Mutex<LruCache<Condition, Option<Arc<Passing>>>>);

impl Default for Filters {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(CONDITIONS)))
    }
}

impl Snapshot {
    /// The leaves that meet all clauses. Languages are alternatives among themselves, and so are kinds.
    pub fn passing(&self, clauses: &[Clause]) -> Result<Passing, IndexError> {
        self.meeting_all(clauses, &self.documents.leaves)
    }

    /// The summaries that meet all clauses.
    pub fn passing_summaries(&self, clauses: &[Clause]) -> Result<Passing, IndexError> {
        self.meeting_all(clauses, &self.documents.summaries)
    }

    fn meeting_all(&self, clauses: &[Clause], among: &Passing) -> Result<Passing, IndexError> {
        let mut met = among.clone();
        let (mut languages, mut kinds): (Option<Passing>, Option<Passing>) = (None, None);
        for clause in clauses {
            let Some(meeting) = self.meeting(&clause.condition)? else {
                continue;
            };
            let alternatives = match (&clause.condition, clause.negated) {
                (_, true) => {
                    met.subtract(&meeting);
                    continue;
                }
                (Condition::Language(_), false) => &mut languages,
                (Condition::Kind(_), false) => &mut kinds,
                _ => {
                    met.keep(&meeting);
                    continue;
                }
            };
            alternatives.get_or_insert_default().add(&meeting, 0);
        }
        for alternatives in [languages, kinds].into_iter().flatten() {
            met.keep(&alternatives);
        }
        Ok(met)
    }

    /// The entries that meet a condition. The lock is held for a look into the cache alone.
    fn meeting(&self, condition: &Condition) -> Result<Option<Arc<Passing>>, IndexError> {
        let cache = || {
            self.documents
                .filters
                .0
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        if let Some(known) = cache().get(condition) {
            return Ok(known.clone());
        }
        let found = self.evaluate(condition)?.map(Arc::new);
        cache().put(condition.clone(), found.clone());
        Ok(found)
    }

    fn evaluate(&self, condition: &Condition) -> Result<Option<Passing>, IndexError> {
        if let Condition::Path(pattern) = condition {
            let pattern = PathPattern::of(pattern)?;
            let met = self.with_paths(|paths, at| pattern.matches(&paths.folded[at]))?;
            return Ok(Some(met));
        }
        let mut met: Option<Passing> = None;
        for alternatives in required(condition, &self.fields, &self.searcher)? {
            let mut found = Passing::default();
            for term in alternatives {
                for_each_document(&self.searcher, &term, |at| {
                    found.insert(self.documents.entry(at));
                })?;
            }
            match &mut met {
                Some(met) => met.keep(&found),
                None => met = Some(found),
            }
        }
        Ok(met)
    }

    /// The leaves of some files.
    pub fn leaves_of_files(&self, files: &HashSet<SourcePath>) -> Result<Passing, IndexError> {
        let mut found = self.with_paths(|paths, at| files.contains(&paths.paths[at]))?;
        found.keep(&self.documents.leaves);
        Ok(found)
    }
}
