//! Builds graphs on a separate thread.
//!
//! Principal types: [`GraphBuilder`], which the indexer owns, and [`GraphProgress`] for polling. Contract:
//! dropping the builder cancels the build without waiting; progress ends with the build, however that ends.

use super::error::{IndexError, Result};
use super::folder::IndexFolder;
use super::payload::NamedFile;
use super::vector::{Graph, VectorFile};
use crate::config::GraphMode;
use crate::corpus::{Cancel, locked, spawn};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::thread::JoinHandle;

/// Minimum number of vectors for a graph: below it an exact scan is fast enough.
pub const GRAPH_THRESHOLD: usize = 50_000;

/// Builds the graph of one vector file at a time, concurrently with updates, commits and other processes. The
/// file is mapped and never changes, so it may be deleted in the meantime. Dropping the builder cancels the
/// build without waiting for it.
pub struct GraphBuilder {
    mode: GraphMode,
    running: Option<Running>,
    /// Error of an earlier build that was not reported yet.
    failure: Option<IndexError>,
    progress: GraphProgress,
}

struct Running {
    file: NamedFile,
    cancel: Cancel,
    thread: JoinHandle<Result<()>>,
}

impl GraphBuilder {
    /// Creates a builder.
    pub fn new(mode: GraphMode) -> Self {
        Self {
            mode,
            running: None,
            failure: None,
            progress: GraphProgress::default(),
        }
    }

    /// Progress of the current and future builds.
    pub fn progress(&self) -> GraphProgress {
        self.progress.clone()
    }

    /// Configured use of graphs.
    pub(super) fn mode(&self) -> GraphMode {
        self.mode
    }

    /// Returns true if this file should have a graph.
    pub(super) fn should_build(&self, file: &VectorFile) -> bool {
        match self.mode {
            GraphMode::Never => false,
            GraphMode::Always => !file.is_empty(),
            GraphMode::Auto => file.len() >= GRAPH_THRESHOLD,
        }
    }

    /// Returns true if the graph of this file is being built.
    pub(super) fn is_building(&self, file: NamedFile) -> bool {
        self.running
            .as_ref()
            .is_some_and(|running| running.file == file && !running.thread.is_finished())
    }

    /// Takes the error of an earlier build. Searches do not depend on it: they scan, and
    /// [`GraphBuilder::begin`] tries again.
    pub(super) fn failure(&mut self) -> Option<IndexError> {
        self.failure.take()
    }

    /// Starts to build the graph of a file in `folder`, if the mode requires it, and it is incomplete and not
    /// being built. Cancels the build of another graph.
    ///
    /// # Errors
    /// [`IndexError::Graph`] if the system refuses a thread.
    pub(super) fn begin(&mut self, folder: &IndexFolder, file: &VectorFile) -> Result<()> {
        let name = NamedFile::of(file);
        if self.is_building(name) {
            return Ok(());
        }
        match self.running.take() {
            Some(Running { thread, .. }) if thread.is_finished() => {
                self.failure = join(thread).err();
            }
            Some(Running { cancel, .. }) => cancel.cancel(),
            None => {}
        }
        if !self.should_build(file) || is_dumped(folder, file) {
            return Ok(());
        }
        let cancel = Cancel::new();
        let linked = self.progress.begin(file.len());
        let (cancelled, folder, file) = (cancel.clone(), folder.vectors(), file.clone());
        let thread = spawn("graph-builder", move || {
            build(&folder, &file, &linked, &cancelled)
        });
        self.running = Some(Running {
            file: name,
            cancel,
            thread: thread.map_err(|cause| IndexError::Graph(cause.to_string()))?,
        });
        Ok(())
    }

    /// Waits for the current build.
    ///
    /// # Errors
    /// [`IndexError::Folder`] if the graph cannot be written.
    pub fn finish(&mut self) -> Result<()> {
        match self.running.take() {
            Some(Running { thread, .. }) => join(thread),
            None => Ok(()),
        }
    }
}

impl Drop for GraphBuilder {
    fn drop(&mut self) {
        if let Some(running) = &self.running {
            running.cancel.cancel();
        }
    }
}

/// Progress of the newest graph of a [`GraphBuilder`]. Clones share it.
#[derive(Clone, Default)]
pub struct GraphProgress(Arc<Mutex<(Weak<AtomicUsize>, usize)>>);

impl GraphProgress {
    /// Number of linked rows and of all rows; none while no graph is being built.
    pub fn rows(&self) -> Option<(usize, usize)> {
        let (linked, rows) = &*locked(&self.0);
        Some((linked.upgrade()?.load(Ordering::Relaxed), *rows))
    }

    /// Starts reporting the build of a graph over this many rows, in place of an earlier one. The returned
    /// counter is owned by the building thread and dropped however the build ends.
    fn begin(&self, rows: usize) -> Arc<AtomicUsize> {
        let linked = Arc::default();
        *locked(&self.0) = (Arc::downgrade(&linked), rows);
        linked
    }
}

/// Returns true if the dumped graph of a file is complete; a verified dump is not read again.
fn is_dumped(folder: &IndexFolder, file: &VectorFile) -> bool {
    let vectors = folder.vectors();
    let is_intact = folder
        .verified
        .check_once(&Graph::path(&vectors, file), || {
            Ok::<_, IndexError>(Graph::is_dumped(&vectors, file))
        });
    is_intact.unwrap_or(false)
}

/// Builds and dumps the graph of a file. A dump of a deleted file only wastes space; another file may get its
/// name, because a rebuilt index restarts the numbering of generations.
fn build(folder: &Path, file: &VectorFile, linked: &AtomicUsize, cancel: &Cancel) -> Result<()> {
    let Some(graph) = Graph::build(file, linked, cancel) else {
        return Ok(());
    };
    let existing = VectorFile::open_unverified(folder, file.generation());
    if !existing.is_ok_and(|existing| existing.is_same(file)) {
        return Ok(());
    }
    match graph.dump(folder) {
        // A writer deletes unfinished dumps when it publishes another file.
        Err(IndexError::Folder { cause, .. }) if cause.kind() == ErrorKind::NotFound => Ok(()),
        dumped => dumped,
    }
}

fn join(thread: JoinHandle<Result<()>>) -> Result<()> {
    match thread.join() {
        Ok(built) => built,
        Err(_) => Err(IndexError::Graph("an internal error".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::{Embedding, EmbeddingKey};
    use crate::index::vector::write;
    use tempfile::TempDir;
    use twox_hash::XxHash3_64;

    fn folder() -> (IndexFolder, TempDir) {
        let directory = tempfile::tempdir().unwrap();
        let folder = IndexFolder::new(directory.path());
        folder.create().unwrap();
        (folder, directory)
    }

    fn file(folder: &IndexFolder, generation: u64, rows: u64) -> VectorFile {
        let component = |row: u64, at: u64| {
            let seed = [generation, row, at].map(u64::to_le_bytes);
            (XxHash3_64::oneshot(seed.as_flattened()) % 128) as i8 - 64
        };
        let row = |row| Embedding((0..16).map(|at| component(row, at)).collect());
        let rows = (0..rows).map(|n| (EmbeddingKey(n), row(n))).collect();
        write(&folder.vectors(), generation, 16, rows).unwrap()
    }

    #[test]
    fn a_graph_is_built_beside_its_file_once() {
        let (folder, _directory) = folder();
        let file = file(&folder, 1, 100);
        let mut builder = GraphBuilder::new(GraphMode::Always);
        builder.begin(&folder, &file).unwrap();
        builder.finish().unwrap();
        assert!(Graph::is_dumped(&folder.vectors(), &file));
        builder.begin(&folder, &file).unwrap();
        assert!(!builder.is_building(NamedFile::of(&file)));
    }

    #[test]
    fn no_graph_is_built_for_few_vectors_or_when_disabled() {
        let (folder, _directory) = folder();
        let file = file(&folder, 1, 100);
        for mode in [GraphMode::Auto, GraphMode::Never] {
            let mut builder = GraphBuilder::new(mode);
            builder.begin(&folder, &file).unwrap();
            builder.finish().unwrap();
            assert!(!Graph::is_dumped(&folder.vectors(), &file));
        }
    }

    #[test]
    fn the_build_for_an_earlier_file_is_cancelled() {
        let (folder, _directory) = folder();
        let (earlier, later) = (file(&folder, 1, 20_000), file(&folder, 2, 50));
        let mut builder = GraphBuilder::new(GraphMode::Always);
        builder.begin(&folder, &earlier).unwrap();
        assert!(builder.is_building(NamedFile::of(&earlier)));
        let rows = builder.progress().rows().map(|(_, rows)| rows);
        assert_eq!(rows, Some(20_000));
        builder.begin(&folder, &later).unwrap();
        builder.finish().unwrap();
        assert_eq!(builder.progress().rows(), None, "nothing is being built");
        assert!(Graph::is_dumped(&folder.vectors(), &later));
        assert!(!Graph::is_dumped(&folder.vectors(), &earlier));
    }

    #[test]
    fn progress_is_that_of_the_newest_graph_until_it_is_dropped() {
        let progress = GraphProgress::default();
        assert_eq!(progress.rows(), None);
        let earlier = progress.begin(10);
        earlier.store(7, Ordering::Relaxed);
        assert_eq!(progress.clone().rows(), Some((7, 10)));
        let later = progress.begin(20);
        drop(earlier);
        assert_eq!(progress.rows(), Some((0, 20)));
        drop(later);
        assert_eq!(progress.rows(), None);
    }

    fn build_alone(folder: &IndexFolder, file: &VectorFile) -> Result<(), IndexError> {
        let linked = AtomicUsize::new(0);
        build(&folder.vectors(), file, &linked, &Cancel::new())
    }

    #[test]
    fn no_dump_is_left_beside_a_deleted_file() {
        let (folder, _directory) = folder();
        let file = file(&folder, 1, 100);
        std::fs::remove_file(folder.vectors().join(VectorFile::name(1))).unwrap();
        build_alone(&folder, &file).unwrap();
        assert_eq!(std::fs::read_dir(folder.vectors()).unwrap().count(), 0);
    }

    #[test]
    fn a_dump_of_another_file_with_the_same_name_stays() {
        let (folder, _directory) = folder();
        let earlier = file(&folder, 1, 100);
        let later = file(&folder, 1, 50);
        build_alone(&folder, &later).unwrap();
        build_alone(&folder, &earlier).unwrap();
        assert!(Graph::is_dumped(&folder.vectors(), &later));
    }

    #[test]
    fn a_failed_dump_is_reported_and_retried() {
        let (folder, _directory) = folder();
        let file = file(&folder, 1, 100);
        // A directory in place of the dump.
        let dump = folder.vectors().join(Graph::name(1));
        std::fs::create_dir(&dump).unwrap();
        let is_write = |error| matches!(error, IndexError::Folder { path, .. } if path == dump);
        let mut builder = GraphBuilder::new(GraphMode::Always);
        builder.begin(&folder, &file).unwrap();
        assert!(is_write(builder.finish().unwrap_err()));

        builder.begin(&folder, &file).unwrap();
        while builder.is_building(NamedFile::of(&file)) {
            std::thread::yield_now();
        }
        std::fs::remove_dir(&dump).unwrap();
        builder.begin(&folder, &file).unwrap();
        assert!(is_write(builder.failure().unwrap()));
        assert!(builder.failure().is_none());
        builder.finish().unwrap();
        assert!(Graph::is_dumped(&folder.vectors(), &file));
    }
}
