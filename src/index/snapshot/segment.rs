//! Data of a segment that is read on first use. Segments are immutable, so all snapshots with a
//! segment share it.

use super::name_list::NameList;
use super::paths::SegmentPaths;
use super::table::Segments;
use crate::index::IndexError;
use crate::index::lexical::statistics::all_tokens;
use std::sync::{Arc, OnceLock};
use tantivy::SegmentReader;
use tantivy::schema::Field;

/// Data read from a segment so far.
#[derive(Default)]
pub(super) struct SegmentCache {
    paths: OnceLock<SegmentPaths>,
    names: OnceLock<NameList>,
    /// The label of each document.
    labels: OnceLock<Vec<u8>>,
    /// The tokens of all documents in each field that is scored.
    tokens: OnceLock<Vec<u64>>,
}

impl SegmentCache {
    /// The caches for the segments of a snapshot, from those of the snapshot before.
    pub(super) fn after(before: &[Arc<Self>], segments: &Segments, count: usize) -> Vec<Arc<Self>> {
        let mut caches: Vec<Arc<Self>> = (0..count).map(|_| Arc::default()).collect();
        for (cache, now) in before.iter().zip(segments.now()) {
            if let Some(now) = now.and_then(|now| caches.get_mut(now as usize)) {
                *now = cache.clone();
            }
        }
        caches
    }

    pub(super) fn paths(
        &self,
        segment: &SegmentReader,
        field: Field,
    ) -> Result<&SegmentPaths, IndexError> {
        known_or(&self.paths, || SegmentPaths::read(segment, field))
    }

    pub(super) fn names(
        &self,
        segment: &SegmentReader,
        field: Field,
    ) -> Result<&NameList, IndexError> {
        known_or(&self.names, || NameList::read(segment, field))
    }

    pub(super) fn tokens(
        &self,
        segment: &SegmentReader,
        fields: &[Field],
    ) -> Result<&[u64], IndexError> {
        known_or(&self.tokens, || Ok(all_tokens(segment, fields)?)).map(Vec::as_slice)
    }

    pub(super) fn labels(
        &self,
        read: impl FnOnce() -> Result<Vec<u8>, IndexError>,
    ) -> Result<&[u8], IndexError> {
        known_or(&self.labels, read).map(Vec::as_slice)
    }
}

/// The value of a cell, which `read` gives where it has none. Two threads may read at once; the first
/// value stays.
fn known_or<T>(
    cell: &OnceLock<T>,
    read: impl FnOnce() -> Result<T, IndexError>,
) -> Result<&T, IndexError> {
    match cell.get() {
        Some(value) => Ok(value),
        None => {
            let value = read()?;
            Ok(cell.get_or_init(|| value))
        }
    }
}
