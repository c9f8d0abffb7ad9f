//! Vectors of the next commit: known ones, new ones, and their files, as methods of [`IndexWriter`].

use super::index_writer::IndexWriter;
use crate::embed::{Embedding, EmbeddingKey};
use crate::index::error::Result;
use crate::index::payload::{NamedFile, Payload};
use crate::index::published;
use crate::index::vector;
use std::collections::HashMap;

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
