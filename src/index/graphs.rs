//! The graphs of a reader: loaded beside the searches that would use them.

mod builder;
mod progress;

pub use builder::GraphBuilder;
pub use progress::GraphProgress;

use super::payload::NamedFile;
use super::vector::{Graph, VectorError, VectorFile};
use super::verified::Stamp;
use crate::config::GraphUse;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A graph that may still be loading. Until then searches scan. Snapshots of one file share it, so
/// none is rebuilt when the graph arrives.
#[derive(Default)]
pub(super) struct GraphSlot {
    graph: OnceLock<Graph>,
    /// True if it is loaded or loading.
    begun: AtomicBool,
    /// The dump that was found to be damaged: it is read again when it is another.
    refused: Mutex<Option<Stamp>>,
}

impl GraphSlot {
    /// The graph, once it is loaded.
    pub(super) fn get(&self) -> Option<&Graph> {
        self.graph.get()
    }

    /// Returns true if the graph is loaded or loading.
    pub(super) fn is_begun(&self) -> bool {
        self.begun.load(Ordering::Acquire)
    }

    /// Returns true if the caller must load this dump: nobody has started to, and it is not known
    /// to be damaged.
    fn begins(&self, dump: &Path) -> bool {
        !self.is_begun() && !self.has_refused(dump) && !self.begun.swap(true, Ordering::AcqRel)
    }

    fn has_refused(&self, dump: &Path) -> bool {
        let refused = *self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.is_some() && refused == Stamp::of(dump)
    }

    fn load(&self, folder: &Path, file: &VectorFile) {
        // Taken before: a dump that is written meanwhile shows at the next look.
        let stamp = Stamp::of(&folder.join(Graph::name(file.generation())));
        match Graph::open(folder, file) {
            Ok(graph) => _ = self.graph.set(graph),
            Err(error) => {
                if let VectorError::Damaged { .. } = error {
                    *self.refused.lock().unwrap_or_else(PoisonError::into_inner) = stamp;
                }
                self.give_up();
            }
        }
    }

    fn give_up(&self) {
        self.begun.store(false, Ordering::Release);
    }
}

/// Keeps one graph over the snapshots that share its file.
pub(super) struct Graphs {
    folder: PathBuf,
    wanted: GraphUse,
    current: Option<(NamedFile, Arc<GraphSlot>)>,
}

impl Graphs {
    pub(super) fn new(folder: &Path, wanted: GraphUse) -> Self {
        Self {
            folder: folder.to_owned(),
            wanted,
            current: None,
        }
    }

    /// The graph over one of these files: the largest file that has one, else the largest file.
    /// Starts loading a dump that appeared meanwhile; with [`GraphUse::Always`] it is loaded before
    /// this returns.
    pub(super) fn over(&mut self, files: &[VectorFile]) -> Option<Arc<GraphSlot>> {
        if self.wanted == GraphUse::Never {
            return None;
        }
        let named = |file: &&VectorFile| is_named(&self.folder, file);
        let (file, dumped) = match files.iter().filter(named).max_by_key(|file| file.len()) {
            Some(file) => (file, true),
            None => (files.iter().max_by_key(|file| file.len())?, false),
        };
        let name = NamedFile::of(file);
        let slot = match &self.current {
            Some((current, slot)) if *current == name => slot.clone(),
            _ => Arc::default(),
        };
        if dumped && slot.begins(&self.folder.join(Graph::name(file.generation()))) {
            let (loading, folder, file) = (slot.clone(), self.folder.clone(), file.clone());
            let load = move || loading.load(&folder, &file);
            match self.wanted {
                GraphUse::Always => load(),
                _ if in_background("graph-loader", load) => {}
                _ => slot.give_up(),
            }
        }
        self.current = Some((name, slot.clone()));
        Some(slot)
    }
}

/// Returns true if a dump of a file exists; it may be damaged.
pub(super) fn is_named(folder: &Path, file: &VectorFile) -> bool {
    folder.join(Graph::name(file.generation())).is_file()
}

/// Runs work on a new thread. Returns false if the system refuses; searches then scan.
pub(super) fn in_background(name: &str, work: impl FnOnce() + Send + 'static) -> bool {
    let thread = std::thread::Builder::new().name(name.to_owned());
    thread.spawn(work).is_ok()
}

#[cfg(test)]
mod tests {
    use super::super::vector::write;
    use super::*;
    use crate::corpus::Cancel;
    use crate::embed::{Embedding, EmbeddingKey};
    use std::fs::File;
    use std::sync::atomic::AtomicUsize;
    use std::time::{Duration, SystemTime};

    #[test]
    fn a_damaged_dump_is_read_again_when_it_is_another() {
        let folder = tempfile::tempdir().unwrap();
        let row = |n: u64| (EmbeddingKey(n), Embedding(vec![n as i8; 16].into()));
        let file = write(folder.path(), 1, 16, (1..50).map(row).collect()).unwrap();
        let graph = Graph::build(&file, &AtomicUsize::new(0), &Cancel::new()).unwrap();
        graph.dump(folder.path()).unwrap();
        let dump = folder.path().join(Graph::name(1));
        let whole = std::fs::read(&dump).unwrap();
        let damaged: Vec<u8> = whole.iter().map(|byte| !byte).collect();
        let earlier = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        let put = |bytes: &[u8], modified| {
            std::fs::write(&dump, bytes).unwrap();
            let dump = File::options().write(true).open(&dump).unwrap();
            dump.set_modified(modified).unwrap();
        };
        let mut graphs = Graphs::new(folder.path(), GraphUse::Always);
        let mut look = || {
            let slot = graphs.over(std::slice::from_ref(&file)).unwrap();
            (slot.is_begun(), slot.get().is_some())
        };
        put(&damaged, earlier);
        assert_eq!(look(), (false, false));
        // The same to all that tells it apart: who saw it would read it.
        put(&whole, earlier);
        assert_eq!(look(), (false, false));
        put(&whole, earlier + Duration::from_secs(1));
        assert_eq!(look(), (true, true));
    }
}
