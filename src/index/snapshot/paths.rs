//! The paths of a segment's documents, in memory.
//!
//! Principal type: [`SegmentPaths`]. Filters by path test each distinct path once.

use super::Snapshot;
use crate::corpus::SourcePath;
use crate::index::lexical::postings::for_each_term;
use crate::index::lexical::schema::{FIELDS, FILE};
use crate::index::{EntrySet, IndexError, ROOT};
use std::collections::BTreeMap;
use std::sync::Arc;
use tantivy::SegmentReader;

/// No path.
const NONE: u32 = u32::MAX;

/// The paths of a segment's documents.
pub(super) struct SegmentPaths {
    /// Sorted by their terms.
    pub(super) paths: Vec<SourcePath>,
    /// Their terms in lower case; the term of a directory ends with a slash.
    pub(super) folded: Vec<String>,
    /// Position of each document's path in these lists; [`NONE`] for one without a path.
    of_document: Vec<u32>,
}

impl SegmentPaths {
    pub(super) fn read(segment: &SegmentReader) -> Result<Self, IndexError> {
        let mut read = Self {
            paths: Vec::new(),
            folded: Vec::new(),
            of_document: vec![NONE; segment.max_doc() as usize],
        };
        for_each_term(segment, FIELDS.path, "", |term| {
            for document in term.documents()? {
                read.of_document[document as usize] = read.paths.len() as u32;
            }
            let path = term.text.strip_suffix('/').unwrap_or(term.text);
            read.paths.push(SourcePath::new(path));
            read.folded.push(term.text.to_lowercase());
            Ok(())
        })?;
        Ok(read)
    }
}

impl Snapshot {
    /// The paths of each segment, with its first entry.
    fn segment_paths(&self) -> Result<Vec<(&SegmentPaths, u32)>, IndexError> {
        let segments = self.documents.segments();
        segments
            .map(|(segment, start)| Ok((segment.paths()?, start)))
            .collect()
    }

    /// The documents whose path, given by its position in its list, has a property.
    pub(super) fn with_paths(
        &self,
        has: impl Fn(&SegmentPaths, usize) -> bool,
    ) -> Result<EntrySet, IndexError> {
        let mut found = EntrySet::default();
        for (paths, start) in self.segment_paths()? {
            let has: Vec<bool> = (0..paths.paths.len()).map(|at| has(paths, at)).collect();
            let documents = (start..).zip(&paths.of_document);
            let with = documents.filter(|(_, at)| has.get(**at as usize) == Some(&true));
            with.for_each(|(entry, _)| _ = found.insert(entry));
        }
        Ok(found)
    }

    /// The path of an entry: of a leaf's file, or of the subject of a summary.
    pub fn path(&self, entry: u32) -> Result<Option<&SourcePath>, IndexError> {
        let Some((segment, document)) = self.documents.locate(entry) else {
            return Ok(None);
        };
        let paths = segment.paths()?;
        let position = paths.of_document.get(document as usize);
        Ok(position.and_then(|position| paths.paths.get(*position as usize)))
    }

    /// The indexed files, sorted.
    pub fn paths(&self) -> Result<&Arc<[SourcePath]>, IndexError> {
        if let Some(paths) = self.documents.paths.get() {
            return Ok(paths);
        }
        let summaries = self.by_file(&self.documents.summaries)?.into_iter();
        let is_file = |entries: &[u32]| entries.iter().any(|it| self.sort(*it) == Some(FILE));
        let files = summaries.filter(|(_, entries)| is_file(entries));
        let found = files.map(|(path, _)| path).collect();
        Ok(self.documents.paths.get_or_init(|| found))
    }

    /// Returns true if a file is indexed.
    pub fn contains_file(&self, path: &SourcePath) -> Result<bool, IndexError> {
        Ok(self.paths()?.binary_search(path).is_ok())
    }

    /// The passing entries, ascending, by file; files by path.
    pub fn by_file(&self, passing: &EntrySet) -> Result<Vec<(SourcePath, Vec<u32>)>, IndexError> {
        let mut files: BTreeMap<&SourcePath, Vec<u32>> = BTreeMap::new();
        for (paths, start) in self.segment_paths()? {
            let mut found: Vec<Vec<u32>> = vec![Vec::new(); paths.paths.len()];
            for (entry, at) in (start..).zip(&paths.of_document) {
                if *at != NONE && passing.contains(entry) {
                    found[*at as usize].push(entry);
                }
            }
            let found = paths.paths.iter().zip(found);
            for (path, leaves) in found.filter(|(_, leaves)| !leaves.is_empty()) {
                files.entry(path).or_default().extend(leaves);
            }
        }
        let sorted = files.into_iter();
        Ok(sorted
            .map(|(path, leaves)| (path.clone(), leaves))
            .collect())
    }

    /// The leaves of a file, as entries, by ChunkId.
    pub fn leaves_of(&self, file: &SourcePath) -> Result<Vec<u32>, IndexError> {
        let documents = self.documents_with(FIELDS.path, file.as_str())?;
        Ok(self.leaves_among(documents.into_iter()))
    }

    /// The leaves of the files below a directory whose relative path is accepted, as entries, by ChunkId.
    /// [`ROOT`] is the repository.
    pub fn leaves_in(
        &self,
        directory: &SourcePath,
        accepts: impl Fn(&str) -> bool,
    ) -> Result<Vec<u32>, IndexError> {
        let start = match directory.as_str() {
            ROOT | "" => String::new(),
            directory => format!("{directory}/"),
        };
        let has = |path: &str| path.strip_prefix(&start).is_some_and(&accepts);
        let found = self.with_paths(|paths, at| has(paths.paths[at].as_str()))?;
        Ok(self.leaves_among(found.iter()))
    }

    /// The leaves among documents, without duplicates, by ChunkId.
    pub(super) fn leaves_among(&self, documents: impl Iterator<Item = u32>) -> Vec<u32> {
        let leaves = documents.filter(|entry| self.documents.leaves.contains(*entry));
        let mut leaves: Vec<_> = leaves
            .map(|entry| (self.documents.chunk(entry), entry))
            .collect();
        leaves.sort_unstable();
        leaves.dedup();
        leaves.into_iter().map(|(_, entry)| entry).collect()
    }
}
