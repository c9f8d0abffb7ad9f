//! Leaves by where they lie, and their vectors.

use super::Snapshot;
use super::table::NONE;
use crate::chunk::ChunkId;
use crate::corpus::SourcePath;
use crate::embed::Embedding;
use crate::index::{IndexError, Passing, ROOT};
use std::collections::BTreeMap;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, SegmentReader, TERMINATED, TantivyError};

impl Snapshot {
    /// The entry of a leaf that takes part in retrieval; none for everything else.
    pub fn entry_of(&self, leaf: ChunkId) -> Option<u32> {
        let found = self
            .leaves
            .entries
            .binary_search_by_key(&leaf, |entry| entry.id);
        found.ok().and_then(|at| u32::try_from(at).ok())
    }

    /// The vector of an entry; none where it has none yet.
    pub fn vector(&self, entry: u32) -> Option<Embedding> {
        self.vectors.set.get(self.entry(entry)?.key)
    }

    /// The leaves of a file, as entries, in order.
    pub fn leaves_of(&self, file: &SourcePath) -> Result<Vec<u32>, IndexError> {
        self.leaves_at(file.as_str(), |rest| rest.is_empty())
    }

    /// The entries that pass, ascending, by the file they are in; files by path.
    pub fn by_file(&self, passing: &Passing) -> Result<Vec<(SourcePath, Vec<u32>)>, IndexError> {
        let mut files: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        let segments = self.searcher.segment_readers().iter();
        for (segment, entries) in segments.zip(&self.leaves.of_document) {
            self.each_path_from(segment, "", |path, document| {
                let entry = entries.get(document as usize).copied();
                let entry = entry.filter(|entry| *entry != NONE && passing.contains(*entry));
                if let Some(entry) = entry {
                    match files.get_mut(path) {
                        Some(leaves) => leaves.push(entry),
                        None => _ = files.insert(path.to_owned(), vec![entry]),
                    }
                }
                Some(())
            })?;
        }
        let sorted = files.into_iter().map(|(path, mut leaves)| {
            leaves.sort_unstable();
            (SourcePath::new(&path), leaves)
        });
        Ok(sorted.collect())
    }

    /// The leaves of all files below a directory, as entries, in order. [`ROOT`] is the repository.
    pub fn leaves_below(&self, directory: &SourcePath) -> Result<Vec<u32>, IndexError> {
        self.leaves_at(&inside(directory), |_| true)
    }

    /// The leaves of the files right in a directory, as entries, in order.
    pub fn leaves_right_in(&self, directory: &SourcePath) -> Result<Vec<u32>, IndexError> {
        self.leaves_at(&inside(directory), |rest| !rest.contains('/'))
    }

    /// Of the paths that begin so, those whose rest is wanted.
    fn leaves_at(
        &self,
        start: &str,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<u32>, IndexError> {
        let mut leaves = Vec::new();
        let segments = self.searcher.segment_readers().iter();
        for (segment, entries) in segments.zip(&self.leaves.of_document) {
            self.each_path_from(segment, start, |path, document| {
                let rest = path.strip_prefix(start)?;
                let entry = entries.get(document as usize).copied();
                leaves.extend(entry.filter(|entry| *entry != NONE && wanted(rest)));
                Some(())
            })?;
        }
        leaves.sort_unstable();
        Ok(leaves)
    }

    /// Calls `found` with the paths of a segment from `start` on, once for each document that has
    /// them, until it gives none.
    pub(super) fn each_path_from(
        &self,
        segment: &SegmentReader,
        start: &str,
        mut found: impl FnMut(&str, u32) -> Option<()>,
    ) -> Result<(), IndexError> {
        let index = segment.inverted_index(self.fields.path)?;
        let paths = index.terms().range().ge(start.as_bytes());
        let mut paths = paths.into_stream().map_err(TantivyError::from)?;
        while paths.advance() {
            let Ok(path) = std::str::from_utf8(paths.key()) else {
                continue;
            };
            let option = IndexRecordOption::Basic;
            let postings = index.read_postings_from_terminfo(paths.value(), option);
            let mut postings = postings.map_err(TantivyError::from)?;
            while postings.doc() != TERMINATED {
                if found(path, postings.doc()).is_none() {
                    return Ok(());
                }
                postings.advance();
            }
        }
        Ok(())
    }
}

/// How the paths of the files in a directory begin.
fn inside(directory: &SourcePath) -> String {
    match directory.as_str() {
        ROOT | "" => String::new(),
        directory => format!("{directory}/"),
    }
}
