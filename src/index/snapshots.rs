//! The newest snapshot of an index, for all threads of a process.
//!
//! Principal type: [`Snapshots`].
//!
//! Invariant: while a snapshot is published, [`Snapshots::latest`] takes no lock and reads no file. A writer
//! publishes its commits; a process that follows another one polls for them with [`Snapshots::refresh`],
//! which does both.

use super::folder::IndexFolder;
use super::manifest::Manifest;
use super::reader::SnapshotReader;
use super::{IndexError, Snapshot};
use crate::config::GraphMode;
use arc_swap::ArcSwapOption;
use std::sync::{Arc, Mutex, MutexGuard};

/// Follows the commits of one index. Clones share the published snapshot.
#[derive(Clone)]
pub struct Snapshots(Arc<PublishedSnapshot>);

struct PublishedSnapshot {
    published: ArcSwapOption<Snapshot>,
    reader: Mutex<SnapshotReader>,
}

impl Snapshots {
    /// Creates a follower of the index in `folder`, which need not exist yet; `graph` is the configured use
    /// of graphs.
    pub fn new(folder: &IndexFolder, graph: GraphMode) -> Self {
        Self(Arc::new(PublishedSnapshot {
            published: ArcSwapOption::empty(),
            reader: Mutex::new(SnapshotReader::new(folder, graph)),
        }))
    }

    /// The last published snapshot. If there is none, looks for one.
    pub fn latest(&self) -> Result<Option<Arc<Snapshot>>, IndexError> {
        match self.0.published.load_full() {
            Some(snapshot) => Ok(Some(snapshot)),
            None => self.refresh(),
        }
    }

    /// Publishes the snapshot of the newest commit, and returns it; none before the first.
    pub fn refresh(&self) -> Result<Option<Arc<Snapshot>>, IndexError> {
        let mut reader = self.reader();
        let snapshot = reader.latest()?;
        self.publish(snapshot.clone());
        Ok(snapshot)
    }

    /// Publishes the snapshot of the manifest if that is still the newest. An index that cannot be opened is
    /// reported by the next writer.
    pub fn open_manifest(&self, folder: &IndexFolder) -> Option<(Manifest, Arc<Snapshot>)> {
        let manifest = Manifest::read(folder)?;
        let snapshot = self.reader().open_manifest(&manifest).ok()??;
        self.publish(Some(snapshot.clone()));
        Some((manifest, snapshot))
    }

    /// Replaces the published snapshot. A thread drops the previous one if it has no other owner: dropping a
    /// large snapshot takes longer than a search.
    fn publish(&self, snapshot: Option<Arc<Snapshot>>) {
        let earlier = self.0.published.swap(snapshot);
        if earlier
            .as_ref()
            .is_some_and(|it| Arc::strong_count(it) == 1)
        {
            super::graphs::spawn("snapshot-drop", move || drop(earlier));
        }
    }

    /// The reader; a new one after a panic, which may have left it in an inconsistent state.
    fn reader(&self) -> MutexGuard<'_, SnapshotReader> {
        self.0.reader.lock().unwrap_or_else(|poisoned| {
            let mut reader = poisoned.into_inner();
            reader.reset();
            self.0.reader.clear_poison();
            reader
        })
    }
}
