//! The segments of one commit, or of the commits of several indexes.
//!
//! Principal type: [`Searcher`]. tantivy's own cannot be joined.

use std::sync::Arc;
use tantivy::schema::Term;
use tantivy::store::StoreReader;
use tantivy::{DocAddress, SegmentReader, TantivyDocument};

/// Maximum number of cached blocks of records per segment, of 8 KB. A search reads about 200; the search
/// after the next typed letter reads mostly the same.
const CACHED_BLOCKS: usize = 1_000;

/// Segments in order, with their stored documents.
#[derive(Clone)]
pub(crate) struct Searcher {
    readers: Vec<SegmentReader>,
    stores: Vec<Arc<StoreReader>>,
}

impl Searcher {
    /// Opens the stored documents of segments.
    pub(crate) fn of(segments: &[SegmentReader]) -> tantivy::Result<Self> {
        let mut stores = Vec::with_capacity(segments.len());
        for segment in segments {
            stores.push(Arc::new(segment.get_store_reader(CACHED_BLOCKS)?));
        }
        Ok(Self {
            readers: segments.to_vec(),
            stores,
        })
    }

    /// The segments of all, in order.
    pub(crate) fn joined<'s>(all: impl Iterator<Item = &'s Self>) -> Self {
        let (mut readers, mut stores) = (Vec::new(), Vec::new());
        for one in all {
            readers.extend_from_slice(&one.readers);
            stores.extend_from_slice(&one.stores);
        }
        Self { readers, stores }
    }

    pub(crate) fn segment_readers(&self) -> &[SegmentReader] {
        &self.readers
    }

    /// The stored document at an address, which must be of one of the segments.
    pub(crate) fn doc(&self, at: DocAddress) -> tantivy::Result<TantivyDocument> {
        self.stores[at.segment_ord as usize].get(at.doc_id)
    }

    /// Number of documents with a term, including deleted ones.
    pub(crate) fn doc_freq(&self, term: &Term) -> tantivy::Result<u64> {
        let mut documents = 0;
        for segment in &self.readers {
            documents += u64::from(segment.inverted_index(term.field())?.doc_freq(term)?);
        }
        Ok(documents)
    }
}
