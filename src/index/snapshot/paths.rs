//! Paths of documents, as methods of [`Snapshot`].

use super::segment_paths::SegmentPaths;
use super::view::Snapshot;
use crate::corpus::SourcePath;
use crate::index::entry_set::EntrySet;
use crate::index::error::Result;
use crate::index::lexical::schema::FIELDS;
use crate::index::record::ROOT;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Snapshot {
    /// The paths of each segment, with its first entry.
    pub(super) fn segment_paths(&self) -> Result<Vec<(&SegmentPaths, u32)>> {
        self.documents
            .segments()
            .map(|(segment, start)| Ok((segment.paths()?, start)))
            .collect()
    }

    /// The documents whose path, given by its position in its list, has a property.
    pub(super) fn with_paths(
        &self,
        has: impl Fn(&SegmentPaths, usize) -> bool,
    ) -> Result<EntrySet> {
        let mut found = EntrySet::default();
        for (paths, start) in self.segment_paths()? {
            let accepted: Vec<bool> = (0..paths.paths.len()).map(|at| has(paths, at)).collect();
            for (document, at) in paths.documents() {
                if accepted[at] {
                    found.insert(start + document);
                }
            }
        }
        Ok(found)
    }

    /// The path of an entry: of a leaf's file, or of the subject of a summary.
    pub fn path(&self, entry: u32) -> Result<Option<&SourcePath>> {
        match self.documents.locate(entry) {
            Some((segment, document)) => Ok(segment.paths()?.of(document)),
            None => Ok(None),
        }
    }

    /// The indexed files, sorted.
    pub fn paths(&self) -> Result<&Arc<[SourcePath]>> {
        if let Some(paths) = self.documents.paths.get() {
            return Ok(paths);
        }
        let mut files = Vec::new();
        for (path, entries) in self.by_file(&self.documents.summaries)? {
            if entries.iter().any(|entry| self.is_file(*entry)) {
                files.push(path);
            }
        }
        Ok(self.documents.paths.get_or_init(|| files.into()))
    }

    /// Returns true if a file is indexed.
    pub fn contains_file(&self, path: &SourcePath) -> Result<bool> {
        Ok(self.paths()?.binary_search(path).is_ok())
    }

    /// The passing entries, ascending, by file; files by path.
    pub fn by_file(&self, passing: &EntrySet) -> Result<Vec<(SourcePath, Vec<u32>)>> {
        let mut files: BTreeMap<&SourcePath, Vec<u32>> = BTreeMap::new();
        for (paths, start) in self.segment_paths()? {
            let mut found: Vec<Vec<u32>> = vec![Vec::new(); paths.paths.len()];
            for (document, at) in paths.documents() {
                if passing.contains(start + document) {
                    found[at].push(start + document);
                }
            }
            for (path, entries) in paths.paths.iter().zip(found) {
                if !entries.is_empty() {
                    files.entry(path).or_default().extend(entries);
                }
            }
        }
        Ok(files
            .into_iter()
            .map(|(path, entries)| (path.clone(), entries))
            .collect())
    }

    /// The leaves of a file, as entries, by ChunkId.
    pub fn leaves_of(&self, file: &SourcePath) -> Result<Vec<u32>> {
        Ok(self.leaves_among(self.documents_at(FIELDS.path, file)?))
    }

    /// The leaves of the files below a directory whose relative path is accepted, as entries, by ChunkId.
    /// [`ROOT`] is the repository.
    pub fn leaves_in(
        &self,
        directory: &SourcePath,
        accepts: impl Fn(&str) -> bool,
    ) -> Result<Vec<u32>> {
        let start = match directory.as_str() {
            ROOT | "" => String::new(),
            directory => format!("{directory}/"),
        };
        let found = self.with_paths(|paths, at| {
            let relative = paths.paths[at].as_str().strip_prefix(&start);
            relative.is_some_and(&accepts)
        })?;
        Ok(self.leaves_among(found.iter()))
    }

    /// The leaves among documents, without duplicates, by ChunkId.
    pub(super) fn leaves_among(&self, documents: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let mut leaves: Vec<u32> = documents
            .into_iter()
            .filter(|entry| self.documents.leaves.contains(*entry))
            .collect();
        leaves.sort_by_cached_key(|entry| (self.documents.chunk(*entry), *entry));
        leaves.dedup();
        leaves
    }
}
