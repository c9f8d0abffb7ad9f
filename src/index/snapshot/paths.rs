//! The paths of a segment's documents, in memory.

use super::Snapshot;
use super::table::NONE;
use crate::chunk::file_id;
use crate::corpus::SourcePath;
use crate::index::lexical::conditions::PathPattern;
use crate::index::lexical::postings::for_each_term;
use crate::index::record::is_directory;
use crate::index::{Counts, IndexError, Passing, ROOT, Record};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;
use tantivy::schema::Field;
use tantivy::{DocAddress, DocId, SegmentReader};

/// The paths of a segment's documents.
pub(super) struct SegmentPaths {
    /// Sorted; those of directories end in a slash.
    terms: Vec<String>,
    /// The same paths, without that slash.
    paths: Vec<SourcePath>,
    /// The same terms in lower case.
    folded: Vec<String>,
    /// For each document the position of its path in these lists; [`NONE`] for one without a path.
    of_document: Vec<u32>,
}

impl SegmentPaths {
    pub(super) fn read(segment: &SegmentReader, field: Field) -> Result<Self, IndexError> {
        let mut read = Self {
            terms: Vec::new(),
            paths: Vec::new(),
            folded: Vec::new(),
            of_document: vec![NONE; segment.max_doc() as usize],
        };
        for_each_term(segment, field, "", |term| {
            for document in term.documents()? {
                read.of_document[document as usize] = read.terms.len() as u32;
            }
            let path = term.text.strip_suffix('/').unwrap_or(term.text);
            read.paths.push(SourcePath::new(path));
            read.folded.push(term.text.to_lowercase());
            read.terms.push(term.text.to_owned());
            Ok(())
        })?;
        Ok(read)
    }

    /// The path of a document.
    fn path(&self, document: DocId) -> Option<&SourcePath> {
        let at = self.of_document.get(document as usize)?;
        self.paths.get(*at as usize)
    }

    /// The documents whose path has a property that is judged once for each path.
    fn documents<'p>(
        &'p self,
        has: impl Fn(usize) -> bool + 'p,
    ) -> impl Iterator<Item = DocId> + 'p {
        let has: Vec<bool> = (0..self.terms.len()).map(has).collect();
        let documents = (0u32..).zip(&self.of_document);
        let wanted = move |at: u32| has.get(at as usize).copied().unwrap_or(false);
        documents
            .filter(move |(_, at)| wanted(**at))
            .map(|(document, _)| document)
    }

    /// The documents of some files.
    pub(super) fn of_files<'p>(
        &'p self,
        files: &'p HashSet<SourcePath>,
    ) -> impl Iterator<Item = DocId> + 'p {
        self.documents(|at| files.contains(&self.paths[at]))
    }

    /// The documents whose path matches a pattern.
    pub(super) fn matching<'p>(
        &'p self,
        pattern: &'p PathPattern,
    ) -> impl Iterator<Item = DocId> + 'p {
        self.documents(|at| pattern.matches(&self.folded[at]))
    }

    /// For each document, what `of_path` says of its path.
    pub(super) fn of_documents<T: Clone>(
        &self,
        default: T,
        of_path: impl Fn(&SourcePath) -> T,
    ) -> Vec<T> {
        let judged: Vec<T> = self.paths.iter().map(of_path).collect();
        let of = |at: &u32| judged.get(*at as usize).unwrap_or(&default).clone();
        self.of_document.iter().map(of).collect()
    }
}

impl Snapshot {
    /// The paths of each segment, in the order of segments.
    pub(super) fn segment_paths(&self) -> Result<Vec<&SegmentPaths>, IndexError> {
        let segments = self
            .searcher
            .segment_readers()
            .iter()
            .zip(&self.documents.segments);
        segments
            .map(|(segment, cache)| cache.paths(segment, self.fields.path))
            .collect()
    }

    /// The path of a document.
    pub(super) fn path_at(&self, at: DocAddress) -> Result<Option<&SourcePath>, IndexError> {
        let ordinal = at.segment_ord as usize;
        let Some(cache) = self.documents.segments.get(ordinal) else {
            return Ok(None);
        };
        let segment = self.searcher.segment_reader(at.segment_ord);
        Ok(cache.paths(segment, self.fields.path)?.path(at.doc_id))
    }

    /// The path of an entry: of the file that a leaf is in, or of what a summary is of.
    pub fn path(&self, entry: u32) -> Result<Option<&SourcePath>, IndexError> {
        match self.entry(entry) {
            Some(entry) => self.path_at(entry.document),
            None => Ok(None),
        }
    }

    /// The indexed files, sorted.
    pub fn paths(&self) -> Result<&Arc<[SourcePath]>, IndexError> {
        if let Some(paths) = self.documents.paths.get() {
            return Ok(paths);
        }
        let mut found: BTreeSet<&SourcePath> = BTreeSet::new();
        let segments = self.searcher.segment_readers().iter();
        for (segment, paths) in segments.zip(self.segment_paths()?) {
            let mut is_live = vec![false; paths.terms.len()];
            for (document, at) in (0u32..).zip(&paths.of_document) {
                if *at != NONE && !segment.is_deleted(document) {
                    is_live[*at as usize] = true;
                }
            }
            let terms = paths.terms.iter().zip(&paths.paths).zip(is_live);
            let live = terms.filter(|((term, _), is_live)| *is_live && !is_directory(term));
            found.extend(live.map(|((_, path), _)| path));
        }
        let found = found.into_iter().cloned().collect();
        Ok(self.documents.paths.get_or_init(|| found))
    }

    /// Returns true if a file is indexed.
    pub fn holds(&self, path: &SourcePath) -> Result<bool, IndexError> {
        Ok(self.paths()?.binary_search(path).is_ok())
    }

    /// The record of a file or a directory with what it is about; none where nothing is told.
    pub fn about(&self, path: &SourcePath, directory: bool) -> Result<Option<Record>, IndexError> {
        match directory {
            true => self.directory(path),
            false => self.find(file_id(path)),
        }
    }

    /// The entries that pass, ascending, by the file they are in; files by path.
    pub fn by_file(&self, passing: &Passing) -> Result<Vec<(SourcePath, Vec<u32>)>, IndexError> {
        let mut files: BTreeMap<&SourcePath, Vec<u32>> = BTreeMap::new();
        let segments = self.segment_paths()?;
        for (paths, entries) in segments.into_iter().zip(&self.leaves.of_document) {
            let mut found: Vec<Vec<u32>> = vec![Vec::new(); paths.terms.len()];
            for (at, entry) in paths.of_document.iter().zip(entries.iter()) {
                if *at != NONE && *entry != NONE && passing.contains(*entry) {
                    found[*at as usize].push(*entry);
                }
            }
            let found = paths.paths.iter().zip(found);
            for (path, leaves) in found.filter(|(_, leaves)| !leaves.is_empty()) {
                files.entry(path).or_default().extend(leaves);
            }
        }
        let sorted = files.into_iter().map(|(path, mut leaves)| {
            leaves.sort_unstable();
            (path.clone(), leaves)
        });
        Ok(sorted.collect())
    }

    /// The number of leaves that pass in each file.
    pub fn leaves_by_path(&self, passing: &Passing) -> Result<Counts, IndexError> {
        let files = self.by_file(passing)?.into_iter();
        Ok(files
            .map(|(path, leaves)| (path.as_str().to_owned(), leaves.len()))
            .collect())
    }

    /// The leaves of a file, as entries, in order.
    pub fn leaves_of(&self, file: &SourcePath) -> Result<Vec<u32>, IndexError> {
        let documents = self.documents_with(self.fields.path, file.as_str())?;
        Ok(self.leaves_at(documents.into_iter()))
    }

    /// The leaves of all files below a directory, as entries, in order. [`ROOT`] is the repository.
    pub fn leaves_below(&self, directory: &SourcePath) -> Result<Vec<u32>, IndexError> {
        self.leaves_inside(directory, |_| true)
    }

    /// The leaves of the files right in a directory, as entries, in order.
    pub fn leaves_right_in(&self, directory: &SourcePath) -> Result<Vec<u32>, IndexError> {
        self.leaves_inside(directory, |rest| !rest.contains('/'))
    }

    /// The leaves of the files in a directory whose path from there is wanted.
    fn leaves_inside(
        &self,
        directory: &SourcePath,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<u32>, IndexError> {
        let start = match directory.as_str() {
            ROOT | "" => String::new(),
            directory => format!("{directory}/"),
        };
        let has = |path: &str| path.strip_prefix(&start).is_some_and(&wanted);
        let mut found = Vec::new();
        for (ordinal, paths) in (0u32..).zip(self.segment_paths()?) {
            let documents = paths.documents(|at| has(&paths.terms[at]));
            found.extend(documents.map(|document| DocAddress::new(ordinal, document)));
        }
        Ok(self.leaves_at(found.into_iter()))
    }

    fn leaves_at(&self, documents: impl Iterator<Item = DocAddress>) -> Vec<u32> {
        let mut leaves: Vec<u32> = documents
            .filter_map(|at| self.leaves.entry_at(at))
            .collect();
        leaves.sort_unstable();
        leaves
    }
}
