//! Lookup of names as written: declarations and references, as methods of [`Snapshot`].
//!
//! Contract: records are those of live documents.

use super::segment::{LetterSet, NameList};
use super::view::Snapshot;
use crate::corpus::SourcePath;
use crate::index::error::Result;
use crate::index::lexical::postings::{for_each_document, for_each_in, for_each_term};
use crate::index::lexical::schema::FIELDS;
use crate::index::lexical::terms::qualified_term;
use crate::index::record::Record;
use std::collections::BTreeSet;
use tantivy::schema::{Field, Term};

impl Snapshot {
    /// All names of declarations and definitions, each once per segment. Names of deleted entries are
    /// included until segments are merged.
    pub fn names(&self) -> Result<impl Iterator<Item = (&str, LetterSet)>> {
        let segments = self.documents.segments.iter();
        let lists: Vec<&NameList> = segments
            .map(|segment| segment.names())
            .collect::<Result<_, _>>()?;
        Ok(lists.into_iter().flat_map(NameList::iter))
    }

    /// The declarations named `name`, and the leaves that define it, by ChunkId; case-sensitive. A
    /// declaration with members is its parent, not its header.
    pub fn named(&self, name: &str) -> Result<Vec<Record>> {
        self.records(&self.documents_named(name)?)
    }

    /// The documents of [`Snapshot::named`], numbered like entries: those of leaves are entries.
    pub fn documents_named(&self, name: &str) -> Result<Vec<u32>> {
        let mut found = self.documents_with(FIELDS.name, name)?;
        found.sort_by_cached_key(|document| self.documents.chunk(*document));
        Ok(found)
    }

    /// The entries that declare one of these names, in the form of [`crate::index::terms::name_term`], at its
    /// location; by ChunkId.
    pub fn declaring(&self, names: &[String]) -> Result<Vec<u32>> {
        let mut documents = Vec::new();
        for name in names {
            documents.extend(self.documents_with(FIELDS.declared, name)?);
        }
        Ok(self.leaves_among(documents))
    }

    /// Declared names that start with `prefix`, in the form of [`crate::index::terms::name_term`]: the
    /// shortest `limit`, shortest first.
    pub fn declared_names(&self, prefix: &str, limit: usize) -> Result<Vec<String>> {
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
    pub fn referring(&self, owner: Option<&str>, name: &str, limit: usize) -> Result<Vec<Record>> {
        let documents = match owner {
            Some(owner) => self.documents_with(FIELDS.reference, &qualified_term(owner, name))?,
            None => self.documents_with(FIELDS.reference, name)?,
        };
        let mut leaves = self.leaves_among(documents);
        leaves.truncate(limit);
        self.records(&leaves)
    }

    /// Records of all chunks of a file, including parents and leaves that are not indexed.
    pub fn chunks_of(&self, file: &SourcePath) -> Result<Vec<Record>> {
        self.records(&self.documents_at(FIELDS.path, file)?)
    }

    fn records(&self, documents: &[u32]) -> Result<Vec<Record>> {
        documents
            .iter()
            .map(|document| self.record(*document))
            .collect()
    }

    /// The live documents with a path in a field, numbered like entries.
    pub(super) fn documents_at(&self, field: Field, path: &SourcePath) -> Result<Vec<u32>> {
        let mut found = Vec::new();
        for (ordinal, (segment, start)) in self.documents.segments().enumerate() {
            if let Some(inner) = segment.place.inner(path) {
                let term = Term::from_field_text(field, inner.as_str());
                for_each_in(&self.searcher, ordinal, &term, |document| {
                    found.push(start + document);
                })?;
            }
        }
        Ok(found)
    }

    /// The live documents with a term, numbered like entries.
    pub(super) fn documents_with(&self, field: Field, text: &str) -> Result<Vec<u32>> {
        let term = Term::from_field_text(field, text);
        let mut found = Vec::new();
        for_each_document(&self.searcher, &term, |at| {
            found.push(self.documents.entry(at))
        })?;
        Ok(found)
    }
}
