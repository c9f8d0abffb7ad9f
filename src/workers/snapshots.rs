//! The newest snapshot, for all threads that ask the index.

use super::Renewed;
use crate::index::{IndexError, Snapshot, SnapshotReader};
use std::sync::{Arc, Mutex, PoisonError};

/// One reader for all: a snapshot of a large index is large. Cloning shares it.
#[derive(Clone)]
pub struct Snapshots(Arc<Mutex<Renewed<SnapshotReader>>>);

impl Snapshots {
    /// The snapshots that a reader from `open` gives; another is opened after a fault in one.
    pub fn new(open: impl Fn() -> SnapshotReader + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Renewed::new(open))))
    }

    /// The newest snapshot, none before the first commit. Whoever asks while a commit is taken in
    /// waits for that.
    pub fn latest(&self) -> Result<Option<Arc<Snapshot>>, IndexError> {
        // A reader that a fault left halfway was dropped by it.
        let mut reader = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reader.with(SnapshotReader::latest)
    }
}
