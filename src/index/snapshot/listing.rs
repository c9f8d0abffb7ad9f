//! The files of a snapshot and what they are about, for those who look around without a question.

use super::Snapshot;
use crate::corpus::SourcePath;
use crate::index::record::is_directory;
use crate::index::{IndexError, Record};
use std::collections::BTreeSet;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, SegmentReader, TERMINATED, TantivyError};

impl Snapshot {
    /// The indexed files, sorted: those of this commit and no others. Costs a look at every path.
    pub fn listing(&self) -> Result<Vec<SourcePath>, IndexError> {
        let mut found = BTreeSet::new();
        for segment in self.searcher.segment_readers() {
            self.each_live_path(segment, |path| {
                found.insert(SourcePath::new(path));
            })?;
        }
        Ok(found.into_iter().collect())
    }

    /// The record of a file or a directory with what it is about; none where nothing is told.
    pub fn about(&self, path: &SourcePath, directory: bool) -> Result<Option<Record>, IndexError> {
        if directory {
            return self.directory(path);
        }
        self.find(crate::chunk::file_id(path))
    }

    fn each_live_path(
        &self,
        segment: &SegmentReader,
        mut found: impl FnMut(&str),
    ) -> Result<(), IndexError> {
        let index = segment.inverted_index(self.fields.path)?;
        let mut paths = index.terms().stream().map_err(TantivyError::from)?;
        while paths.advance() {
            let Ok(path) = std::str::from_utf8(paths.key()) else {
                continue;
            };
            if is_directory(path) {
                continue;
            }
            let option = IndexRecordOption::Basic;
            let postings = index.read_postings_from_terminfo(paths.value(), option);
            let mut postings = postings.map_err(TantivyError::from)?;
            // A file is deleted with all of its documents: the first that lives speaks for it.
            while postings.doc() != TERMINATED {
                if !segment.is_deleted(postings.doc()) {
                    found(path);
                    break;
                }
                postings.advance();
            }
        }
        Ok(())
    }
}
