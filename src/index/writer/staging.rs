//! Changes for the next commit, as methods of [`IndexWriter`]: documents, and vectors with their files.

use super::index_writer::IndexWriter;
use crate::chunk::ChunkTree;
use crate::corpus::file_class::purpose;
use crate::corpus::{Fingerprint, SkipReason, SourcePath, now_ns};
use crate::embed::{Embedding, EmbeddingKey};
use crate::index::error::Result;
use crate::index::lexical::document;
use crate::index::lexical::schema::FIELDS;
use crate::index::payload::{NamedFile, Payload};
use crate::index::record::{Record, Summary, path_term};
use crate::index::store::{FileOutcome, FileState};
use crate::index::{published, vector};
use std::collections::HashMap;
use std::ops::Bound;
use tantivy::query::{BooleanQuery, Query, RangeQuery, TermQuery};
use tantivy::schema::{IndexRecordOption, Term};

impl IndexWriter {
    /// Replaces a file's chunks; `keys` are the leaves that are entries, by index in the tree. The summaries
    /// of its directories become outdated.
    pub fn replace(
        mut self,
        tree: &ChunkTree,
        fingerprint: Fingerprint,
        summary: &Summary,
        keys: &HashMap<usize, EmbeddingKey>,
    ) -> Result<Self> {
        self.delete_documents(tree.path());
        let purpose = purpose(tree.path(), &[]);
        for (at, chunk) in tree.chunks.iter().enumerate() {
            let document = if chunk.parent.is_some() {
                document::document(tree, purpose, chunk, keys.get(&at).copied())
            } else {
                let record = Record::of(tree, chunk, None).with_summary(summary);
                document::summary_document(&record, &summary.digest)
            };
            self.writer.add_document(document?)?;
        }
        self.staged.documents = true;
        self.staged.summaries_due = Some(true);
        self.indexed.insert(tree.path().clone());
        let outcome = if tree.timed_out {
            FileOutcome::TimedOut
        } else {
            FileOutcome::Indexed
        };
        self.keep_state(tree.path(), fingerprint, outcome);
        Ok(self)
    }

    /// Records a new modification time of a file with unchanged content.
    pub fn touch(&mut self, path: &SourcePath, fingerprint: Fingerprint) {
        self.keep_state(path, fingerprint, FileOutcome::Indexed);
    }

    /// Removes a file's chunks, if it has any, and records that this state of it cannot be indexed.
    pub fn refuse(&mut self, path: &SourcePath, fingerprint: Fingerprint, reason: &SkipReason) {
        if self.indexed.contains(path) {
            self.remove(path);
        }
        self.keep_state(path, fingerprint, FileOutcome::of(reason));
    }

    fn keep_state(&mut self, path: &SourcePath, fingerprint: Fingerprint, outcome: FileOutcome) {
        let state = FileState {
            fingerprint,
            indexed_at_ns: now_ns(),
            outcome,
        };
        self.staged.files.insert(path.clone(), Some(state));
    }

    /// Removes a file's chunks.
    pub fn remove(&mut self, path: &SourcePath) {
        self.delete_documents(path);
        self.staged.documents = true;
        self.staged.summaries_due = Some(true);
        self.staged.files.insert(path.clone(), None);
    }

    /// Replaces the summary of a directory called `name`; none removes it. [`ROOT`](crate::index::ROOT) is the
    /// repository.
    pub fn summarize(
        mut self,
        directory: &SourcePath,
        name: &str,
        summary: Option<&Summary>,
    ) -> Result<Self> {
        let path = Term::from_field_text(FIELDS.path, &path_term(directory));
        self.writer.delete_term(path);
        if let Some(summary) = summary {
            let record = Record {
                hash: summary.hash,
                name: name.to_owned(),
                names: vec![name.to_owned()],
                ..Record::of_directory(directory).with_summary(summary)
            };
            let document = document::summary_document(&record, &summary.digest)?;
            self.writer.add_document(document)?;
        }
        self.staged.documents = true;
        Ok(self)
    }

    /// Replaces the record of a file, a directory or a declaration with children, for another summary.
    /// Declarations have no digest.
    pub fn rewrite(mut self, record: &Record, digest: &[u8]) -> Result<Self> {
        let document = if record.is_summary() {
            document::summary_document(record, digest)?
        } else {
            document::declaration_document(record)?
        };
        let path = Term::from_field_text(FIELDS.path, &record.path_term());
        let has_path = TermQuery::new(path, IndexRecordOption::Basic);
        let id = Bound::Included(Term::from_field_u64(FIELDS.id, record.id.0));
        let has_id = RangeQuery::new(id.clone(), id);
        let earlier: [Box<dyn Query>; 2] = [Box::new(has_path), Box::new(has_id)];
        self.writer
            .delete_query(Box::new(BooleanQuery::intersection(earlier.into())))?;
        self.writer.add_document(document)?;
        self.staged.documents = true;
        Ok(self)
    }

    /// Records that the next commit contains all summaries of directories.
    pub fn summaries_are_made(&mut self) {
        self.staged.summaries_due = Some(false);
    }

    fn delete_documents(&mut self, path: &SourcePath) {
        if self.indexed.remove(path) {
            let path = Term::from_field_text(FIELDS.path, path.as_str());
            self.writer.delete_term(path);
        }
    }
}

/// From this many vector files on, the small ones are merged.
const MAX_VECTOR_FILES: usize = 8;

impl IndexWriter {
    /// The keys without a vector, ascending.
    pub fn without_vector(&self, keys: &[EmbeddingKey]) -> Vec<EmbeddingKey> {
        let mut unknown = keys.to_vec();
        unknown.sort_unstable();
        unknown.dedup();
        unknown.retain(|key| !self.has_vector(*key));
        unknown
    }

    /// Adds computed vectors to the next commit.
    pub fn add_vectors(&mut self, rows: Vec<(EmbeddingKey, Embedding)>) {
        for (key, vector) in rows {
            if !self.has_vector(key) {
                self.staged.rows.insert(key, vector);
            }
        }
    }

    fn has_vector(&self, key: EmbeddingKey) -> bool {
        self.staged.rows.contains_key(&key)
            || self.vectors.iter().any(|file| file.find(key).is_some())
    }

    /// Writes the rows of a commit. If there are many files, all but the largest are merged with the new
    /// rows, to limit their number.
    pub(super) fn write_rows(
        &mut self,
        payload: &mut Payload,
        rows: HashMap<EmbeddingKey, Embedding>,
    ) -> Result<()> {
        let (folder, dimension) = (self.folder.vectors(), payload.identity.dimension);
        let rows = rows.into_iter().collect();
        let written = vector::write(&folder, payload.generation.0, dimension, rows)?;
        self.vectors.push(written);
        if self.vectors.len() > MAX_VECTOR_FILES {
            let mut small = std::mem::take(&mut self.vectors);
            let largest = (0..small.len()).max_by_key(|at| small[*at].len());
            self.vectors.extend(largest.map(|at| small.remove(at)));
            payload.generation.0 += 1;
            let generation = payload.generation.0;
            let merged = vector::merge(&folder, generation, dimension, &small, |_| true)?;
            self.vectors.push(merged);
        }
        payload.vectors = self.vectors.iter().map(NamedFile::of).collect();
        Ok(())
    }

    /// Opens the published vector files. A damaged one is dropped from the next commit, and its rows are
    /// computed again.
    pub(super) fn open_vectors(&mut self) -> Result<()> {
        self.vectors = published::open_vectors(&self.folder, &self.payload, &[])?;
        let damaged = self.payload.vectors.len() - self.vectors.len();
        self.payload.vectors = self.vectors.iter().map(NamedFile::of).collect();
        if damaged > 0 {
            self.notice
                .get_or_insert(format!("{damaged} damaged vector files are rebuilt"));
        }
        Ok(())
    }
}
