//! The paths of a segment's documents, in memory.
//!
//! Principal type: [`SegmentPaths`]. Filters by path test each distinct path once.

use crate::corpus::{Place, SourcePath};
use crate::index::error::Result;
use crate::index::lexical::postings::for_each_term;
use crate::index::lexical::schema::FIELDS;
use tantivy::{DocId, SegmentReader};

/// No path.
const NONE: u32 = u32::MAX;

/// The paths of a segment's documents.
pub(super) struct SegmentPaths {
    /// Sorted by their terms.
    pub(super) paths: Vec<SourcePath>,
    /// Their terms in lower case, without the place; the term of a directory ends with a slash.
    pub(super) folded: Vec<String>,
    /// Position of each document's path in these lists; [`NONE`] for one without a path.
    of_document: Vec<u32>,
}

impl SegmentPaths {
    /// Reads the paths of a segment of the repository at a place.
    pub(super) fn read(segment: &SegmentReader, place: &Place) -> Result<Self> {
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
            read.paths.push(place.path(&SourcePath::new(path)));
            read.folded.push(term.text.to_lowercase());
            Ok(())
        })?;
        Ok(read)
    }

    /// The path of a document; none without one.
    pub(super) fn of(&self, document: DocId) -> Option<&SourcePath> {
        self.paths.get(self.position(document)?)
    }

    /// The position of a document's path in these lists; none without one.
    pub(super) fn position(&self, document: DocId) -> Option<usize> {
        let position = *self.of_document.get(document as usize)?;
        (position != NONE).then_some(position as usize)
    }

    /// The documents with a path, ascending, each with the position of its path.
    pub(super) fn documents(&self) -> impl Iterator<Item = (DocId, usize)> {
        (0..)
            .zip(&self.of_document)
            .filter(|(_, position)| **position != NONE)
            .map(|(document, position)| (document, *position as usize))
    }
}
