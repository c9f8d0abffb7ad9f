//! Names as they are written: what declares one, and what refers to one.

use super::Snapshot;
use crate::corpus::SourcePath;
use crate::index::lexical::names::behind;
use crate::index::lexical::postings::{for_each_document, for_each_term};
use crate::index::{IndexError, Record};
use std::collections::BTreeSet;
use tantivy::DocAddress;
use tantivy::schema::{Field, Term};

/// Leaves that refer to a name.
#[derive(Debug, Default)]
pub struct Referring {
    /// Their records, by ChunkId; at most as many as were asked for.
    pub records: Vec<Record>,
    /// Total number.
    pub total: usize,
}

impl Snapshot {
    /// The declarations that are called `name`, and the leaves that define it, by ChunkId. Case
    /// counts. A declaration with members is its parent, not its header.
    pub fn named(&self, name: &str) -> Result<Vec<Record>, IndexError> {
        let mut records = self.all_with(self.fields.name, name)?;
        records.sort_by_key(|record| record.id);
        Ok(records)
    }

    /// The declarations that are called `name`, and leaves that define it, by ChunkId; where these
    /// are too many, the first `limit`.
    pub fn some_named(&self, name: &str, limit: usize) -> Result<Vec<Record>, IndexError> {
        let mut found = Vec::new();
        for at in self.documents_with(self.fields.name, name)? {
            let segment = self.searcher.segment_reader(at.segment_ord);
            let ids = segment.fast_fields().u64("id")?.first_or_default_col(0);
            found.push((ids.get_val(at.doc_id), at));
        }
        found.sort_unstable();
        let some = found.into_iter().take(limit);
        some.map(|(_, at)| self.record_at(at)).collect()
    }

    /// The entries in which something is declared that is called by one of these, as
    /// [`crate::index::terms::name_term`] has them, where its name stands; ascending.
    pub fn declaring(&self, names: &[String]) -> Result<Vec<u32>, IndexError> {
        let mut entries = Vec::new();
        for name in names {
            let documents = self.documents_with(self.fields.declared, name)?;
            entries.extend(documents.iter().filter_map(|at| self.leaves.entry_at(*at)));
        }
        entries.sort_unstable();
        entries.dedup();
        Ok(entries)
    }

    /// Declared names that start with `prefix`, as [`crate::index::terms::name_term`] has them: the
    /// shortest `limit`, shortest first.
    pub fn declared_names(&self, prefix: &str, limit: usize) -> Result<Vec<String>, IndexError> {
        let mut shortest: BTreeSet<(usize, String)> = BTreeSet::new();
        for segment in self.searcher.segment_readers() {
            for_each_term(segment, self.fields.declared, prefix, |name| {
                shortest.insert((name.text.len(), name.text.to_owned()));
                if shortest.len() > limit {
                    shortest.pop_last();
                }
                Ok(())
            })?;
        }
        Ok(shortest.into_iter().map(|(_, name)| name).collect())
    }

    /// The leaves that call, use or import `name`, by ChunkId.
    pub fn referring(&self, name: &str, limit: usize) -> Result<Referring, IndexError> {
        self.referring_by(name, limit)
    }

    /// Those of them where the name stands behind `owner`, or behind `self` within it; seldom others
    /// are among them, of whose owner the index cannot tell this one.
    pub fn referring_behind(
        &self,
        owner: &str,
        name: &str,
        limit: usize,
    ) -> Result<Referring, IndexError> {
        self.referring_by(&behind(owner, name), limit)
    }

    fn referring_by(&self, term: &str, limit: usize) -> Result<Referring, IndexError> {
        let documents = self.documents_with(self.fields.reference, term)?;
        let mut entries: Vec<u32> = documents
            .iter()
            .filter_map(|at| self.leaves.entry_at(*at))
            .collect();
        // An entry is its place in ChunkId order.
        entries.sort_unstable();
        let records = entries.iter().take(limit);
        Ok(Referring {
            records: records
                .map(|entry| self.record(*entry))
                .collect::<Result<_, _>>()?,
            total: entries.len(),
        })
    }

    /// Records of all chunks of a file: parents, and leaves that are not searched, included.
    pub fn chunks_of(&self, file: &SourcePath) -> Result<Vec<Record>, IndexError> {
        self.all_with(self.fields.path, file.as_str())
    }

    pub(super) fn all_with(&self, field: Field, text: &str) -> Result<Vec<Record>, IndexError> {
        let documents = self.documents_with(field, text)?.into_iter();
        documents.map(|at| self.record_at(at)).collect()
    }

    pub(super) fn documents_with(
        &self,
        field: Field,
        text: &str,
    ) -> Result<Vec<DocAddress>, IndexError> {
        let term = Term::from_field_text(field, text);
        let mut found = Vec::new();
        for_each_document(&self.searcher, &term, |at| found.push(at))?;
        Ok(found)
    }
}
