//! Mapping between documents and rows of vector files.
//!
//! Principal type: [`SegmentRows`]. It is derived from its predecessor in the previous snapshot, so a commit
//! looks up only new rows.

use super::segment::Segment;
use crate::embed::EmbeddingKey;
use crate::index::vector::{RowId, VectorFile, VectorSet};
use std::sync::Arc;
use tantivy::DocId;
use tantivy::index::SegmentId;

/// Rows of a segment's documents.
pub(super) struct SegmentRows {
    pub(super) segment: SegmentId,
    /// Rows and the documents whose vector they contain, ascending. Equal texts share a row.
    pub(super) pairs: Vec<(RowId, DocId)>,
    /// Documents to embed whose vector is in no file.
    pub(super) missing: Vec<DocId>,
}

impl SegmentRows {
    /// The rows of a segment in a set, derived from its rows in an earlier set: rows in the first `shared` files,
    /// which both sets have, are unchanged.
    pub(super) fn from_previous(
        known: Option<&Arc<Self>>,
        segment: &Segment,
        set: &VectorSet,
        shared: usize,
    ) -> Arc<Self> {
        let kept = set.start(shared);
        let is_kept = |it: &&Arc<Self>| it.pairs.last().is_none_or(|(id, _)| *id < kept);
        let known = known.filter(is_kept);
        if let Some(known) = known
            && (known.missing.is_empty() || shared == set.files().len())
        {
            return known.clone();
        }
        let key = |document: &DocId| Some((segment.key(*document)?, *document));
        let (mut pairs, mut keys, from): (Vec<_>, Vec<(EmbeddingKey, DocId)>, _) = match known {
            Some(known) => {
                let keys = known.missing.iter().filter_map(key);
                (known.pairs.clone(), keys.collect(), shared)
            }
            None => {
                let keys = (0..segment.len).filter_map(|document| key(&document));
                (Vec::new(), keys.collect(), 0)
            }
        };
        // Sorted like the keys of the files, for locality.
        keys.sort_unstable();
        let mut missing = Vec::new();
        for (key, document) in keys {
            match set.find_from(from, key) {
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
pub(super) fn shared_files(before: &[VectorFile], now: &[VectorFile]) -> usize {
    let is_same = |(before, now): &(&VectorFile, &VectorFile)| before.is_same(now);
    before.iter().zip(now).take_while(is_same).count()
}
