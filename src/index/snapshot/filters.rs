//! Filters: the entries that meet a query's clauses, as bitmaps that are kept for each condition. The
//! threads that search and that count share them, and so do the letters of a query being typed.

use super::Snapshot;
use super::table::NONE;
use crate::corpus::SourcePath;
use crate::index::lexical::conditions::{Clause, Condition, PathPattern, required};
use crate::index::lexical::postings::for_each_document;
use crate::index::passing::Bits;
use crate::index::{IndexError, Passing};
use lru::LruCache;
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use tantivy::DocAddress;

/// Conditions that a snapshot remembers: many more than a query has.
const CONDITIONS: NonZeroUsize = NonZeroUsize::new(64).expect("not zero");

/// The entries that meet each of the conditions asked for last, leaves and summaries; none for a
/// condition that asks for nothing.
pub(super) struct Filters(Mutex<LruCache<Condition, Option<Arc<Bits>>>>);

impl Default for Filters {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(CONDITIONS)))
    }
}

impl Snapshot {
    /// The leaves that meet all clauses. Languages are alternatives among themselves, and so are kinds.
    pub fn passing(&self, clauses: &[Clause]) -> Result<Passing, IndexError> {
        if clauses.is_empty() {
            return Ok(Passing::All);
        }
        let met = self.meeting_all(clauses)?;
        Ok(Passing::Some(met.truncated(self.leaves())))
    }

    /// The summaries that meet all clauses, as entries, in order.
    pub fn passing_summaries(&self, clauses: &[Clause]) -> Result<Vec<u32>, IndexError> {
        let met = self.meeting_all(clauses)?;
        let is_summary = |entry: &u32| *entry as usize >= self.leaves();
        Ok(met.iter().filter(is_summary).collect())
    }

    fn meeting_all(&self, clauses: &[Clause]) -> Result<Bits, IndexError> {
        let total = self.total();
        let mut met = Bits::full(total);
        let (mut languages, mut kinds) = (None, None);
        for clause in clauses {
            let Some(meeting) = self.meeting(&clause.condition)? else {
                continue;
            };
            let alternatives = match (&clause.condition, clause.negated) {
                (_, true) => {
                    met.remove(&meeting);
                    continue;
                }
                (Condition::Language(_), false) => &mut languages,
                (Condition::Kind(_), false) => &mut kinds,
                _ => {
                    met.keep(&meeting);
                    continue;
                }
            };
            alternatives
                .get_or_insert_with(|| Bits::new(total))
                .add(&meeting);
        }
        for alternatives in [languages, kinds].into_iter().flatten() {
            met.keep(&alternatives);
        }
        Ok(met)
    }

    /// The entries that meet a condition. The lock is held for a look into the cache alone.
    fn meeting(&self, condition: &Condition) -> Result<Option<Arc<Bits>>, IndexError> {
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

    fn evaluate(&self, condition: &Condition) -> Result<Option<Bits>, IndexError> {
        if let Condition::Path(pattern) = condition {
            return self.with_paths(&PathPattern::of(pattern)?).map(Some);
        }
        let mut met: Option<Bits> = None;
        for alternatives in required(condition, &self.fields, &self.searcher)? {
            let mut found = Bits::new(self.total());
            for term in alternatives {
                for_each_document(&self.searcher, &term, |at| {
                    self.add(&mut found, at);
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
        let mut found = Bits::new(self.total());
        for (ordinal, paths) in (0u32..).zip(self.segment_paths()?) {
            for document in paths.of_files(files) {
                self.add(&mut found, DocAddress::new(ordinal, document));
            }
        }
        Ok(Passing::Some(found.truncated(self.leaves())))
    }

    fn with_paths(&self, pattern: &PathPattern) -> Result<Bits, IndexError> {
        let mut found = Bits::new(self.total());
        for (ordinal, paths) in (0u32..).zip(self.segment_paths()?) {
            for document in paths.matching(pattern) {
                self.add(&mut found, DocAddress::new(ordinal, document));
            }
        }
        Ok(found)
    }

    /// Adds the entry that a document is, if it is one.
    fn add(&self, entries: &mut Bits, at: DocAddress) {
        let entry = |tables: &[Arc<[u32]>]| {
            let entry = *tables
                .get(at.segment_ord as usize)?
                .get(at.doc_id as usize)?;
            (entry != NONE).then_some(entry)
        };
        let leaf = entry(&self.leaves.of_document);
        let summary = || entry(self.summaries.of_document()).map(|it| it + self.leaves() as u32);
        if let Some(entry) = leaf.or_else(summary) {
            entries.insert(entry);
        }
    }

    /// The number of entries: leaves and summaries.
    fn total(&self) -> usize {
        self.leaves() + self.summaries.entries().len()
    }
}
