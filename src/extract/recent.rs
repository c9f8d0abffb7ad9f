//! Recently read extracted documents, so that showing one again reads nothing.

use crate::corpus::{Document, Fingerprint, Root, SourcePath, is_unchanged};
use lru::LruCache;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maximum size of the cached text, in bytes.
const MOST_BYTES: usize = 32 << 20;

/// Recently read documents by path.
pub(super) struct Recent(Mutex<Kept>);

struct Kept {
    documents: LruCache<SourcePath, (Document, Fingerprint, i64)>,
    /// Total size of the text, in bytes.
    bytes: usize,
}

impl Recent {
    pub(super) fn new() -> Self {
        Self(Mutex::new(Kept {
            documents: LruCache::unbounded(),
            bytes: 0,
        }))
    }

    /// Returns a document whose file is certainly unchanged since it was read.
    pub(super) fn get(&self, root: &Root, path: &SourcePath) -> Option<(Document, Fingerprint)> {
        let mut kept = self.lock();
        let (document, fingerprint, read_at_ns) = kept.documents.get(path)?;
        is_unchanged(root, path, fingerprint, *read_at_ns).then(|| (document.clone(), *fingerprint))
    }

    /// Adds a document whose reading began at `read_at_ns`.
    pub(super) fn put(&self, document: &Document, fingerprint: Fingerprint, read_at_ns: i64) {
        let mut kept = self.lock();
        let path = document.path.clone();
        let now = (document.clone(), fingerprint, read_at_ns);
        kept.bytes += document.text.len();
        if let Some((before, ..)) = kept.documents.put(path, now) {
            kept.bytes -= before.text.len();
        }
        while kept.bytes > MOST_BYTES
            && let Some((_, (oldest, ..))) = kept.documents.pop_lru()
        {
            kept.bytes -= oldest.text.len();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Recent {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Recent").finish_non_exhaustive()
    }
}
