//! The entries that meet a query's clauses, as methods of [`Snapshot`].
//!
//! Each condition is evaluated to a bitmap, which is cached. The searching and counting threads share the
//! bitmaps, and so do successive queries during typing.

use super::view::Snapshot;
use crate::corpus::locked;
use crate::index::entry_set::EntrySet;
use crate::index::error::Result;
use crate::index::lexical::conditions::{Clause, Condition, is_met_at, path_test};
use crate::index::lexical::postings::for_each_document;
use std::sync::Arc;

impl Snapshot {
    /// The leaves that meet all clauses.
    pub fn passing(&self, clauses: &[Clause]) -> Result<EntrySet> {
        self.matching_all(clauses, &self.documents.leaves)
    }

    /// The leaves that meet all clauses, silent ones included.
    pub fn passing_tiles(&self, clauses: &[Clause]) -> Result<EntrySet> {
        self.matching_all(clauses, &self.documents.tiles)
    }

    /// The summaries that meet all clauses.
    pub fn passing_summaries(&self, clauses: &[Clause]) -> Result<EntrySet> {
        self.matching_all(clauses, &self.documents.summaries)
    }

    fn matching_all(&self, clauses: &[Clause], among: &EntrySet) -> Result<EntrySet> {
        let mut met = among.clone();
        for clause in clauses {
            match clause {
                Clause::Not(condition) => {
                    if let Some(excluded) = self.matching(condition)? {
                        met.subtract(&excluded);
                    }
                }
                Clause::AnyOf(conditions) => {
                    if let Some(required) = self.matching_any(conditions)? {
                        met.intersect(&required);
                    }
                }
            }
        }
        Ok(met)
    }

    /// The entries that meet at least one of the conditions; none if a condition has no requirements.
    fn matching_any(&self, conditions: &[Condition]) -> Result<Option<Arc<EntrySet>>> {
        if let [only] = conditions {
            return self.matching(only);
        }
        let mut any = EntrySet::default();
        for condition in conditions {
            let Some(met) = self.matching(condition)? else {
                return Ok(None);
            };
            any.add(&met, 0);
        }
        Ok(Some(Arc::new(any)))
    }

    /// The entries that meet a condition. The lock is held only for accesses of the cache.
    fn matching(&self, condition: &Condition) -> Result<Option<Arc<EntrySet>>> {
        let cache = || locked(&self.documents.met);
        if let Some(known) = cache().get(condition) {
            return Ok(known.clone());
        }
        let found = self.evaluate(condition)?.map(Arc::new);
        cache().put(condition.clone(), found.clone());
        Ok(found)
    }

    fn evaluate(&self, condition: &Condition) -> Result<Option<EntrySet>> {
        if let Some(matches) = path_test(condition)? {
            let met = self.with_paths(|paths, at| {
                is_met_at(&matches, paths.paths[at].repository(), &paths.folded[at])
            })?;
            return Ok(Some(met));
        }
        if let Condition::Repository(places) = condition {
            let mut met = EntrySet::default();
            for (segment, start) in self.documents.segments() {
                if places.contains(&segment.place) {
                    (start..start + segment.len).for_each(|entry| _ = met.insert(entry));
                }
            }
            return Ok(Some(met));
        }
        if let Condition::Changed(files, chunks) = condition {
            let mut met =
                self.with_paths(|paths, at| files.binary_search(&paths.paths[at]).is_ok())?;
            for chunk in chunks {
                if let Some(entry) = self.document_of(*chunk) {
                    met.insert(entry);
                }
            }
            return Ok(Some(met));
        }
        let mut met: Option<EntrySet> = None;
        for alternatives in self.required(condition)? {
            let mut found = EntrySet::default();
            for term in alternatives {
                for_each_document(&self.searcher, &term, |at| {
                    found.insert(self.documents.entry(at));
                })?;
            }
            match &mut met {
                Some(met) => met.intersect(&found),
                None => met = Some(found),
            }
        }
        Ok(met)
    }
}
