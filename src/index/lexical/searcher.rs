//! The segments of one commit, or of the commits of several indexes.
//!
//! Principal type: [`Searcher`]. tantivy's own cannot be joined.

use lru::LruCache;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tantivy::postings::TermInfo;
use tantivy::schema::{Field, Term};
use tantivy::store::StoreReader;
use tantivy::{DocAddress, InvertedIndexReader, SegmentReader, TantivyDocument};

/// Maximum number of cached blocks of records per segment, of 8 KB. A search reads about 200; the search
/// after the next typed letter reads mostly the same.
const CACHED_BLOCKS: usize = 1_000;

/// The opened index of each field of a segment; none of a field without terms. tantivy takes a lock for each use, and
/// opens an empty one each time, which costs more than looking a term up.
type FieldIndexes = Arc<[OnceLock<Option<Arc<InvertedIndexReader>>>]>;

/// Maximum number of terms whose segments are cached, of up to 48 bytes per segment. A search has up to about 200 terms,
/// a word in one field each, and looks each of them up several times.
const CACHED_TERMS: NonZeroUsize = NonZeroUsize::new(1_024).unwrap();

/// The segments that have a term, in order.
type TermSegments = Arc<[(usize, TermInfo)]>;

/// Segments in order, with their stored documents.
#[derive(Clone)]
pub(crate) struct Searcher {
    readers: Vec<SegmentReader>,
    stores: Vec<Arc<StoreReader>>,
    indexes: Vec<FieldIndexes>,
    terms: Arc<Mutex<LruCache<Term, TermSegments>>>,
}

impl Searcher {
    /// Opens the stored documents of segments.
    pub(crate) fn of(segments: &[SegmentReader]) -> tantivy::Result<Self> {
        let mut stores = Vec::with_capacity(segments.len());
        let mut indexes: Vec<FieldIndexes> = Vec::with_capacity(segments.len());
        for segment in segments {
            stores.push(Arc::new(segment.get_store_reader(CACHED_BLOCKS)?));
            let fields = segment.schema().fields();
            indexes.push(fields.map(|_| OnceLock::new()).collect());
        }
        Ok(Self {
            readers: segments.to_vec(),
            stores,
            indexes,
            terms: no_terms(),
        })
    }

    /// The segments of all, in order.
    pub(crate) fn joined<'s>(all: impl Iterator<Item = &'s Self>) -> Self {
        let (mut readers, mut stores, mut indexes) = (Vec::new(), Vec::new(), Vec::new());
        for one in all {
            readers.extend_from_slice(&one.readers);
            stores.extend_from_slice(&one.stores);
            indexes.extend_from_slice(&one.indexes);
        }
        Self {
            readers,
            stores,
            indexes,
            terms: no_terms(),
        }
    }

    pub(crate) fn segment_readers(&self) -> &[SegmentReader] {
        &self.readers
    }

    /// The index of a field in a segment; none if it has no terms there.
    pub(crate) fn index(
        &self,
        segment: usize,
        field: Field,
    ) -> tantivy::Result<Option<&InvertedIndexReader>> {
        let opened = &self.indexes[segment][field.field_id() as usize];
        if let Some(index) = opened.get() {
            return Ok(index.as_deref());
        }
        let index = self.readers[segment].inverted_index(field)?;
        let index = Some(index).filter(|index| index.terms().num_terms() > 0);
        Ok(opened.get_or_init(|| index).as_deref())
    }

    /// The segments that have a term, in order, which may be of deleted documents only.
    pub(crate) fn segments_with(&self, term: &Term) -> tantivy::Result<TermSegments> {
        let cache = || self.terms.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = cache().get(term) {
            return Ok(Arc::clone(known));
        }
        let mut found = Vec::new();
        for segment in 0..self.readers.len() {
            if let Some(index) = self.index(segment, term.field())?
                && let Some(info) = index.get_term_info(term)?
            {
                found.push((segment, info));
            }
        }
        let found = TermSegments::from(found);
        cache().put(term.clone(), Arc::clone(&found));
        Ok(found)
    }

    /// The stored document at an address, which must be of one of the segments.
    pub(crate) fn doc(&self, at: DocAddress) -> tantivy::Result<TantivyDocument> {
        self.stores[at.segment_ord as usize].get(at.doc_id)
    }

    /// Number of documents with a term, including deleted ones.
    pub(crate) fn doc_freq(&self, term: &Term) -> tantivy::Result<u64> {
        let segments = self.segments_with(term)?;
        Ok(segments
            .iter()
            .map(|(_, info)| u64::from(info.doc_freq))
            .sum())
    }
}

fn no_terms() -> Arc<Mutex<LruCache<Term, TermSegments>>> {
    Arc::new(Mutex::new(LruCache::new(CACHED_TERMS)))
}
