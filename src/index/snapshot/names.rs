//! Lookup of names as written: declarations and references, as methods of [`Snapshot`].
//!
//! Contract: results are in the order of ChunkId and contain live documents only.

use super::Snapshot;
use crate::corpus::SourcePath;
use crate::index::lexical::postings::{for_each_document, for_each_term};
use crate::index::lexical::schema::FIELDS;
use crate::index::lexical::terms::qualified_term;
use crate::index::{IndexError, Record};
use std::collections::BTreeSet;
use tantivy::schema::{Field, Term};

impl Snapshot {
    /// The declarations named `name`, and the leaves that define it, by ChunkId; case-sensitive. A
    /// declaration with members is its parent, not its header.
    pub fn named(&self, name: &str) -> Result<Vec<Record>, IndexError> {
        self.named_up_to(name, usize::MAX)
    }

    /// The first `limit` declarations named `name` and leaves that define it, by ChunkId.
    pub fn named_up_to(&self, name: &str, limit: usize) -> Result<Vec<Record>, IndexError> {
        let mut found = self.documents_with(FIELDS.name, name)?;
        found.sort_by_cached_key(|entry| self.documents.chunk(*entry));
        let some = found.into_iter().take(limit);
        some.map(|entry| self.record(entry)).collect()
    }

    /// The entries that declare one of these names, in the form of [`crate::index::terms::name_term`], at its
    /// location; by ChunkId.
    pub fn declaring(&self, names: &[String]) -> Result<Vec<u32>, IndexError> {
        let mut documents = Vec::new();
        for name in names {
            documents.extend(self.documents_with(FIELDS.declared, name)?);
        }
        Ok(self.leaves_among(documents.into_iter()))
    }

    /// Declared names that start with `prefix`, in the form of [`crate::index::terms::name_term`]: the
    /// shortest `limit`, shortest first.
    pub fn declared_names(&self, prefix: &str, limit: usize) -> Result<Vec<String>, IndexError> {
        let mut shortest: BTreeSet<(usize, String)> = BTreeSet::new();
        for segment in self.searcher.segment_readers() {
            for_each_term(segment, FIELDS.declared, prefix, |name| {
                shortest.insert((name.text.len(), name.text.to_owned()));
                if shortest.len() > limit {
                    shortest.pop_last();
                }
                Ok(())
            })?;
        }
        Ok(shortest.into_iter().map(|(_, name)| name).collect())
    }

    /// The first `limit` leaves that reference or import `name`, by ChunkId. With an owner: leaves in which
    /// the name is qualified by it, or by `self` inside it; rarely also others, because the index stores only
    /// a short hash of the owner.
    pub fn referring(
        &self,
        owner: Option<&str>,
        name: &str,
        limit: usize,
    ) -> Result<Vec<Record>, IndexError> {
        let term = owner.map_or_else(|| name.to_owned(), |owner| qualified_term(owner, name));
        let documents = self.documents_with(FIELDS.reference, &term)?;
        let entries = self.leaves_among(documents.into_iter()).into_iter();
        entries
            .take(limit)
            .map(|entry| self.record(entry))
            .collect()
    }

    /// Records of all chunks of a file, including parents and leaves that are not indexed.
    pub fn chunks_of(&self, file: &SourcePath) -> Result<Vec<Record>, IndexError> {
        let documents = self.documents_with(FIELDS.path, file.as_str())?.into_iter();
        documents.map(|document| self.record(document)).collect()
    }

    /// The live documents with a term, numbered like entries.
    pub(super) fn documents_with(&self, field: Field, text: &str) -> Result<Vec<u32>, IndexError> {
        let term = Term::from_field_text(field, text);
        let mut found = Vec::new();
        for_each_document(&self.searcher, &term, |at| {
            found.push(self.documents.entry(at))
        })?;
        Ok(found)
    }
}
