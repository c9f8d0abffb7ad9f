//! Mapping between documents and rows of vector files.
//!
//! Principal types: [`SnapshotRows`] and [`SegmentRows`]. They are derived from their predecessors in the
//! previous snapshot, so a commit looks up only new rows.

use super::documents::SnapshotDocuments;
use super::segment::Segment;
use crate::embed::EmbeddingKey;
use crate::index::vector::{RowId, VectorFile, VectorSet};
use std::sync::Arc;
use tantivy::DocId;
use tantivy::index::SegmentId;

/// The rows of a snapshot's documents.
pub(super) struct SnapshotRows {
    pub(super) set: VectorSet,
    pub(super) segments: Vec<Arc<SegmentRows>>,
}

impl SnapshotRows {
    /// The rows of documents in these files. Segments and files that are in `before` are not read again.
    pub(super) fn new(
        files: Vec<VectorFile>,
        before: Option<&Self>,
        documents: &SnapshotDocuments,
    ) -> Self {
        let set = VectorSet::new(files);
        let shared = before.map_or(0, |before| shared_files(before.set.files(), set.files()));
        let before = before.map_or(&[][..], |before| &before.segments);
        let mut segments = Vec::with_capacity(documents.segments.len());
        for segment in &documents.segments {
            let known = before.iter().find(|rows| rows.segment == segment.id);
            segments.push(SegmentRows::from_previous(known, segment, &set, shared));
        }
        Self { set, segments }
    }

    /// The rows of several indexes, each with true if its vectors are of the common model. Equal texts of two have two rows.
    pub(super) fn joined<'p>(parts: impl Iterator<Item = (&'p Self, bool)>) -> Self {
        let (mut files, mut segments, mut start) = (Vec::new(), Vec::new(), 0);
        for (part, has_vectors) in parts {
            for rows in &part.segments {
                segments.push(Arc::new(rows.shifted(start, has_vectors)));
            }
            if has_vectors {
                files.extend_from_slice(part.set.files());
                start += part.set.len() as u32;
            }
        }
        let set = VectorSet::new(files);
        Self { set, segments }
    }
}

/// Rows of a segment's documents.
pub(super) struct SegmentRows {
    pub(super) segment: SegmentId,
    /// Rows and the documents whose vector they contain, ascending. Equal texts share a row.
    pub(super) pairs: Vec<(RowId, DocId)>,
    /// Documents to embed whose vector is in no file.
    pub(super) missing: Vec<DocId>,
}

impl SegmentRows {
    /// Returns false for most rows of other indexes, without a search.
    pub(super) fn may_have(&self, id: RowId) -> bool {
        let (first, last) = (self.pairs.first(), self.pairs.last());
        first.is_some_and(|(first, _)| *first <= id) && last.is_some_and(|(last, _)| id <= *last)
    }

    /// The rows in a set in which those of this one begin at `start`; without vectors, all are missing.
    fn shifted(&self, start: u32, has_vectors: bool) -> Self {
        let mut missing = self.missing.clone();
        let mut pairs = Vec::new();
        for (RowId(row), document) in &self.pairs {
            if has_vectors {
                pairs.push((RowId(start + row), *document));
            } else {
                missing.push(*document);
            }
        }
        Self {
            segment: self.segment,
            pairs,
            missing,
        }
    }

    /// The rows of a segment in a set, derived from its rows in an earlier set: rows in the first `shared` files,
    /// which both sets have, are unchanged.
    fn from_previous(
        known: Option<&Arc<Self>>,
        segment: &Segment,
        set: &VectorSet,
        shared: usize,
    ) -> Arc<Self> {
        let end = set.start(shared);
        let key = |document: DocId| Some((segment.key(document)?, document));
        let mut pairs = Vec::new();
        let mut keys: Vec<(EmbeddingKey, DocId)>;
        let first_new;
        match known {
            Some(known) if known.pairs.last().is_none_or(|(id, _)| *id < end) => {
                if known.missing.is_empty() || shared == set.files().len() {
                    return known.clone();
                }
                pairs.clone_from(&known.pairs);
                keys = known.missing.iter().copied().filter_map(key).collect();
                first_new = shared;
            }
            _ => {
                keys = (0..segment.len).filter_map(key).collect();
                first_new = 0;
            }
        }
        // Sorted like the keys of the files, for locality.
        keys.sort_unstable();
        let mut missing = Vec::new();
        for (key, document) in keys {
            match set.find_from(first_new, key) {
                Some(id) => pairs.push((id, document)),
                None => missing.push(document),
            }
        }
        // The runs are already sorted.
        pairs.sort();
        Arc::new(Self {
            segment: segment.id,
            pairs,
            missing,
        })
    }
}

/// Number of leading files that both lists share.
fn shared_files(before: &[VectorFile], now: &[VectorFile]) -> usize {
    before
        .iter()
        .zip(now)
        .take_while(|(before, now)| before.is_same(now))
        .count()
}
