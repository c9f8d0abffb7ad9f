//! Progress and result of an update.

use crate::index::{GraphProgress, Snapshot};
use crate::protocol::Stage;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Progress of an update.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Current stage.
    pub stage: Stage,
    /// Files done and to do, changed ones only.
    pub files: (usize, usize),
    /// Files that the walk came to in what is looked at, those that it left out too.
    pub walked: usize,
    /// Files that were parsed by a grammar in this run.
    pub parsed: usize,
    /// Leaves that files were cut into in this run.
    pub chunked: usize,
    /// Leaves that are searchable.
    pub leaves: usize,
    /// Those of them with vectors.
    pub vectors: usize,
    /// Files left out so far.
    pub skipped: usize,
    /// The newest snapshot, 0 before the first.
    pub generation: u64,
}

impl Progress {
    /// Takes over what a snapshot holds.
    pub(super) fn show(&mut self, snapshot: &Snapshot) {
        self.generation = snapshot.generation().0;
        self.leaves = snapshot.leaves();
        self.vectors = snapshot.vectors();
    }
}

/// Counters that are updated between reports: by the directory walk, and by the thread that builds
/// the graph. Clones share them.
#[derive(Clone, Default)]
pub struct Gauges {
    pub(super) walked: Arc<AtomicUsize>,
    pub(super) graph: GraphProgress,
}

impl Gauges {
    /// As if the walk had found so many files.
    #[cfg(test)]
    pub(crate) fn with_walked(files: usize) -> Self {
        Self {
            walked: Arc::new(AtomicUsize::new(files)),
            ..Self::default()
        }
    }

    /// Files that the present walk found so far, or the last one in all.
    pub fn walked(&self) -> usize {
        self.walked.load(Ordering::Relaxed)
    }

    /// Rows that are linked in the graph that is being built, of how many; none while none is.
    pub fn linked(&self) -> Option<(usize, usize)> {
        self.graph.rows()
    }
}

/// Result of an update.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Files in the index.
    pub files: usize,
    /// Leaves in the index.
    pub leaves: usize,
    /// Those of them with vectors.
    pub vectors: usize,
    /// Files left out.
    pub skipped: usize,
    /// Texts that the model was given: those that had no vector yet.
    pub embedded: usize,
    /// The snapshot that holds it all.
    pub generation: u64,
    /// Something to say once: an index that was rebuilt, and why.
    pub notice: Option<String>,
    /// Reading, cutting, keywords.
    pub reading: Duration,
    /// Vectors.
    pub embedding: Duration,
}

impl Summary {
    /// Takes over what a snapshot holds.
    pub(super) fn show(&mut self, snapshot: &Snapshot) {
        self.generation = snapshot.generation().0;
        self.files = snapshot.files();
        self.leaves = snapshot.leaves();
        self.vectors = snapshot.vectors();
    }

    /// The same counts at the beginning of a stage.
    pub(super) fn progress(&self, stage: Stage) -> Progress {
        Progress {
            stage,
            leaves: self.leaves,
            vectors: self.vectors,
            skipped: self.skipped,
            generation: self.generation,
            ..Progress::default()
        }
    }
}
