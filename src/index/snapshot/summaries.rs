//! Summaries of files and directories, as methods of [`Snapshot`].
//!
//! They are retrieved like leaves, by terms and vectors, but from a separate field, so that they do not
//! affect the scores of leaves.

use super::segment::get_or_try_init;
use super::view::Snapshot;
use crate::chunk::directory_id;
use crate::corpus::SourcePath;
use crate::index::entry_set::EntrySet;
use crate::index::error::Result;
use crate::index::lexical::schema::{FIELDS, FILE};
use crate::index::record::{ROOT, Record};
use std::sync::Arc;
use tantivy::schema::Value;
use tantivy::{DocAddress, TantivyDocument};

/// A file and its digest.
pub type DigestOf = (SourcePath, Arc<[u8]>);

impl Snapshot {
    /// The best `limit` of these summaries by BM25, best first, ties by id.
    pub fn summaries_by_keywords(
        &self,
        terms: &[String],
        passing: &EntrySet,
        limit: usize,
    ) -> Result<Vec<(u32, f32)>> {
        let fields = [(FIELDS.summary, 1.0)];
        let entries = self.documents.summaries.count();
        let found = self.score(terms, &fields, entries, passing, limit, Vec::new())?;
        Ok(found.best)
    }

    /// The indexed files, by path, each with its digest. All are read at the first request; later snapshots
    /// read only new ones.
    pub fn digests(&self) -> Result<Vec<DigestOf>> {
        let mut files: Vec<DigestOf> = Vec::with_capacity(self.files());
        for (ordinal, (segment, start)) in (0u32..).zip(self.documents.segments()) {
            let digests = get_or_try_init(&segment.digests, || {
                let mut read = Vec::new();
                for document in segment.summaries.iter() {
                    if segment.entry_kind(document) == Some(FILE) {
                        let at = DocAddress::new(ordinal, document);
                        read.push((document, digest(&self.searcher.doc(at)?).into()));
                    }
                }
                Ok(read)
            })?;
            for (document, digest) in digests {
                let entry = start + document;
                if self.documents.summaries.contains(entry)
                    && let Some(path) = self.path(entry)?
                {
                    files.push((path.clone(), digest.clone()));
                }
            }
        }
        files.sort_unstable();
        Ok(files)
    }

    /// The summary of a directory; [`ROOT`] is the repository.
    pub fn directory(&self, path: &SourcePath) -> Result<Option<Record>> {
        self.find(directory_id(&self.placed(path)))
    }

    /// The direct children of a directory, by path, each with its digest.
    pub fn summaries_in(&self, directory: &SourcePath) -> Result<Vec<(Record, Vec<u8>)>> {
        let mut found = self.documents_at(FIELDS.directory, directory)?;
        if directory.as_str() == ROOT {
            let root = SourcePath::new(ROOT);
            let roots = self.parts().iter().map(|(place, _)| place.path(&root));
            found.extend(roots.filter_map(|root| self.document_of(directory_id(&root))));
        }
        self.summaries_of(found.into_iter())
    }

    /// Every summary, by path, each with its digest.
    pub fn all_summaries(&self) -> Result<Vec<(Record, Vec<u8>)>> {
        self.summaries_of(self.documents.summaries.iter())
    }

    /// The records and digests of entries, by path. The entries are in the order of the store, so that each
    /// block is read once.
    fn summaries_of(&self, entries: impl Iterator<Item = u32>) -> Result<Vec<(Record, Vec<u8>)>> {
        let mut found = Vec::new();
        for entry in entries {
            if let Some(address) = self.documents.address(entry) {
                let document: TantivyDocument = self.searcher.doc(address)?;
                let digest = digest(&document).to_vec();
                found.push((self.decode(entry, &document)?, digest));
            }
        }
        found.sort_unstable_by(|(left, _), (right, _)| left.path.cmp(&right.path));
        Ok(found)
    }

    /// The summaries without a vector.
    pub fn summaries_without_vectors(&self) -> Result<Vec<Record>> {
        self.missing(&self.documents.summaries)
            .map(|entry| self.record(entry))
            .collect()
    }
}

fn digest(document: &TantivyDocument) -> &[u8] {
    document
        .get_first(FIELDS.digest)
        .and_then(|value| value.as_bytes())
        .unwrap_or_default()
}
